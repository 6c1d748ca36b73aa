import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Which addresses, beyond the public ones, a refund endpoint may have. */
export interface EndpointPolicy {
  /** The shop's own network: RFC 1918, CGNAT (100.64.0.0/10) and IPv6's unique local addresses. */
  allowPrivate: boolean
  /** Exact `host:port`, as in the URL and with the port written out, that may lead to loopback and other special addresses. */
  allowEndpoints: readonly string[]
  /** In dev and in test workspaces: a loopback address, over https or plain http. */
  allowLoopbackHttp: boolean
}

/** What the operator of the server decides of it; the rest depends on the workspace. */
export type OperatorPolicy = Omit<EndpointPolicy, 'allowLoopbackHttp'>

/**
 * What is wrong with an endpoint's URL as one sentence, or null. A host written as an address is judged at once, in whatever
 * form (`0x7f.1` and `2130706433` are 127.0.0.1: the URL parser writes them so); a name when it is resolved, by {@link refusalOf}.
 */
export function checkEndpointUrl(text: string, policy: EndpointPolicy): string | null {
  const url = URL.parse(text)
  if (!url) return 'The refund endpoint must be a full URL, such as https://shop.example/refunds.'
  if (url.username !== '' || url.password !== '')
    return 'The refund endpoint must not hold a user name or password: requests are signed instead.'
  if (url.hash !== '') return 'The refund endpoint must not hold a fragment (#…): it would never be sent.'
  const isPlainHttp = url.protocol === 'http:' && policy.allowLoopbackHttp
  if (url.protocol !== 'https:' && !isPlainHttp) return 'The refund endpoint must begin with https://.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return refusalOf(host, url, policy)
  // RFC 6761 keeps these names for loopback, so there is no need to wait for a resolver to say it.
  if (LOCALHOST.test(host)) return refusalOf('127.0.0.1', url, policy)
  return isPlainHttp ? PLAIN_HTTP : null
}

const LOCALHOST = /^(.+\.)?localhost\.?$/
const PLAIN_HTTP =
  'Plain http is for loopback addresses such as http://127.0.0.1:4000; the refund endpoint must begin with https://.'

/**
 * Why an address that the URL's host resolved to must not be connected to, as one sentence, or null when it may be.
 * An address that can't be read is refused.
 */
export function refusalOf(address: string, url: URL, policy: EndpointPolicy): string | null {
  const kind = kindOf(address)
  if (kind === 'loopback' && policy.allowLoopbackHttp) return null
  if (url.protocol === 'http:') return PLAIN_HTTP
  if (kind === 'public') return null
  if (kind === 'private') {
    if (policy.allowPrivate) return null
    return `The refund endpoint's address ${address} is in a private network: the operator allows these with --allow-private-endpoints.`
  }
  const hostPort = hostPortOf(url)
  if (policy.allowEndpoints.includes(hostPort)) return null
  const name = kind === 'loopback' ? 'a loopback address' : 'in a special range (link-local, multicast, reserved, …)'
  return `The refund endpoint's address ${address} is ${name}: the operator allows this one endpoint with --allow-endpoint ${hostPort}.`
}

/** `shop.example:443`, `[::1]:8443`: the host as the URL parser writes it, and always a port. */
export function hostPortOf(url: URL): string {
  return `${url.hostname}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`
}

type Kind = 'public' | 'private' | 'loopback' | 'special'

const PRIVATE = new Set(['private', 'carrierGradeNat', 'uniqueLocal'])

function kindOf(text: string): Kind {
  if (!isIP(text)) return 'special'
  const address = unmapped(ipaddr.parse(text))
  const target = tunnelEnd(address)
  if (METADATA.has(target.toString())) return 'special'
  const range = target.range()
  if (PRIVATE.has(range)) return 'private'
  // 127.0.0.1 behind a tunnel is not this machine: what is sent there leaves it.
  if (range === 'loopback') return target === address ? 'loopback' : 'special'
  return range === 'unicast' && isAssigned(target) ? 'public' : 'special'
}

/** Where clouds answer with a machine's credentials, outside the link-local range: Alibaba, Azure, and over IPv6 AWS and Google. */
const METADATA = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'])

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** `::ffff:10.0.0.1` is another way to write 10.0.0.1. */
function unmapped(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16')

/** The IPv4 address to which a NAT64 or 6to4 address leads; any other address as it is. */
function tunnelEnd(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12))
  if (address.match(SIX_TO_FOUR)) return new ipaddr.IPv4(address.toByteArray().slice(2, 6))
  return address
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** IPv6 has many ranges for which the library knows no name; all that is assigned to networks lies in 2000::/3. */
function isAssigned(address: Address): boolean {
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}
