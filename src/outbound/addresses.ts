import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DomainError } from '../lib/errors.ts'

/** Addresses that an endpoint may have, beyond public ones. */
export interface EndpointPolicy {
  /** The shop's own network: RFC 1918, CGNAT (100.64.0.0/10) and IPv6's unique local addresses. */
  allowPrivate: boolean
  /** Exact `host:port` of URLs that may resolve to loopback and other special addresses, always with the port. */
  allowEndpoints: readonly string[]
  /** Loopback addresses, over https or plain http: see {@link allowsLoopback}. */
  allowLoopbackHttp: boolean
  /**
   * Whether the addresses of `allowEndpoints` may also be called over plain http, on loopback and in private networks: models run on such
   * machines without TLS. Refund requests never go over plain http there.
   */
  allowNamedHttp?: boolean
  /** What messages call the endpoint, with a URL as an example. */
  what: string
  example: string
}

/** The part that the operator sets. The rest depends on the workspace. */
export interface OperatorPolicy extends Pick<EndpointPolicy, 'allowPrivate' | 'allowEndpoints'> {
  /** Loopback addresses in all test workspaces: for `storewire dev`, whose callers are on this machine. */
  allowLoopback?: boolean
}

/** The address of an endpoint, and who chose it. */
export interface ChosenAddress {
  url: string
  /** Whether the workspace is for tests. */
  isTest: boolean
  /** Whether an operator has set this very address. */
  byOperator: boolean
}

/**
 * Whether an endpoint may be at a loopback address, also without TLS. Tests of a connection show the response, so an admin of a test
 * workspace could read services of the server's machine: an operator has to have set the address, or named its host and port.
 */
export function allowsLoopback(operator: OperatorPolicy, { url, isTest, byOperator }: ChosenAddress): boolean {
  const parsed = URL.parse(url)
  const isNamed = parsed !== null && operator.allowEndpoints.includes(hostPortOf(parsed))
  return isTest && (operator.allowLoopback === true || byOperator || isNamed)
}

/**
 * Returns what is wrong with the URL of an endpoint, or null. A host that is an address is checked here, in any notation: the URL parser
 * turns `0x7f.1` and `2130706433` into 127.0.0.1. A host name is checked after it was resolved, by {@link refusalOf}.
 */
export function checkEndpointUrl(text: string, policy: EndpointPolicy): DomainError | null {
  const { what } = policy
  const url = URL.parse(text)
  if (!url) return wrongUrl(`The ${what} is not a full URL. Use a URL such as ${policy.example}.`)
  if (url.username !== '' || url.password !== '')
    return wrongUrl(`The URL of the ${what} has a user name or password. Remove them: they are never sent.`)
  if (url.hash !== '')
    return wrongUrl(`The URL of the ${what} has a fragment (#…), which is never sent. Remove the fragment.`)
  const isNamed = isNamedHttp(url, policy)
  const isPlainHttp = url.protocol === 'http:' && (policy.allowLoopbackHttp || isNamed)
  if (url.protocol !== 'https:' && !isPlainHttp) return notHttps(url, policy)
  const address = addressIn(url)
  if (address) return refusalOf(address, url, policy)
  return isPlainHttp && !isNamed ? wrongUrl(plainHttp(policy)) : null
}

const LOCALHOST = /^(.+\.)?localhost\.?$/

/** The address that the host of a URL is; undefined for a name that has to be resolved. */
export function addressIn({ hostname }: URL): string | undefined {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return host
  // RFC 6761 reserves these names for loopback, so no resolver is needed.
  return LOCALHOST.test(host) ? '127.0.0.1' : undefined
}

function isNamedHttp(url: URL, { allowNamedHttp = false, allowEndpoints }: EndpointPolicy): boolean {
  return allowNamedHttp && url.protocol === 'http:' && allowEndpoints.includes(hostPortOf(url))
}

function notHttps(url: URL, policy: EndpointPolicy): DomainError {
  const { what } = policy
  if (policy.allowNamedHttp && url.protocol === 'http:') return special(`The URL of the ${what} uses plain http.`, url)
  const address = addressIn(url)
  if (url.protocol === 'http:' && address && kindOf(address) === 'loopback')
    return new DomainError(
      'BAD_REQUEST',
      'loopback_http',
      `The URL of the ${what} is a loopback address without TLS. Use https://. Only in a test workspace an operator can set such an address, or allow it.`,
      { hostPort: hostPortOf(url) },
    )
  return wrongUrl(`The URL of the ${what} does not begin with https://. Use https://.`)
}

function plainHttp({ what }: EndpointPolicy): string {
  return `Plain http is allowed only for loopback addresses, such as http://127.0.0.1:4000. Use https:// for the ${what}.`
}

/**
 * Returns why the address that the host of the URL resolved to is not allowed, or null if it is allowed.
 * An address that cannot be parsed is not allowed.
 */
export function refusalOf(address: string, url: URL, policy: EndpointPolicy): DomainError | null {
  const kind = kindOf(address)
  const { what } = policy
  if (kind === 'loopback' && policy.allowLoopbackHttp) return null
  if (isNamedHttp(url, policy) && (kind === 'loopback' || kind === 'private')) return null
  if (url.protocol === 'http:') return wrongUrl(plainHttp(policy))
  if (kind === 'public') return null
  if (kind === 'private') {
    if (policy.allowPrivate) return null
    return new DomainError(
      'BAD_REQUEST',
      'private_address',
      `The ${what}'s address ${address} is in a private network.`,
    )
  }
  if (policy.allowEndpoints.includes(hostPortOf(url))) return null
  const name = kind === 'loopback' ? 'a loopback address' : 'in a special range (link-local, multicast, reserved, …)'
  return special(`The ${what}'s address ${address} is ${name}.`, url)
}

function wrongUrl(message: string): DomainError {
  return new DomainError('BAD_REQUEST', 'wrong_endpoint_url', message)
}

/** An address that only the operator can allow, by host and port. */
function special(message: string, url: URL): DomainError {
  return new DomainError('BAD_REQUEST', 'special_address', message, { hostPort: hostPortOf(url) })
}

/** Host and port of a URL, always with the port: `shop.example:443`, `[::1]:8443`. */
export function hostPortOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`
}

/** Whether an address is reachable for everybody: neither of a private network nor special. */
export function isPublicAddress(address: string): boolean {
  return kindOf(address) === 'public'
}

type NetworkKind = 'public' | 'private' | 'loopback' | 'special'

const PRIVATE = new Set(['private', 'carrierGradeNat', 'uniqueLocal'])

function kindOf(text: string): NetworkKind {
  if (!isIP(text)) return 'special'
  const address = unmapped(ipaddr.parse(text))
  const target = tunnelEnd(address)
  if (METADATA.has(target.toString())) return 'special'
  const range = target.range()
  if (PRIVATE.has(range)) return 'private'
  // 127.0.0.1 behind a tunnel is not this machine.
  if (range === 'loopback') return target === address ? 'loopback' : 'special'
  return range === 'unicast' && isAssigned(target) ? 'public' : 'special'
}

/** Addresses outside the link-local range that serve the credentials of cloud machines: Alibaba, Azure, and over IPv6 AWS and Google. */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'])

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/** `::ffff:10.0.0.1` is another way to write 10.0.0.1. */
function unmapped(address: IpAddress): IpAddress {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const NAT64 = '64:ff9b::/96'
const SIX_TO_FOUR = '2002::/16'
const GLOBAL_UNICAST = '2000::/3'

function isIn(range: string, address: ipaddr.IPv6): boolean {
  return address.match(ipaddr.IPv6.parseCIDR(range))
}

/** The IPv4 address inside a NAT64 or 6to4 address; any other address unchanged. */
function tunnelEnd(address: IpAddress): IpAddress {
  if (address instanceof ipaddr.IPv4) return address
  if (isIn(NAT64, address)) return new ipaddr.IPv4(address.toByteArray().slice(12))
  if (isIn(SIX_TO_FOUR, address)) return new ipaddr.IPv4(address.toByteArray().slice(2, 6))
  return address
}

/** The library does not name all special ranges of IPv6. Only 2000::/3 is assigned to networks. */
function isAssigned(address: IpAddress): boolean {
  return address instanceof ipaddr.IPv4 || isIn(GLOBAL_UNICAST, address)
}
