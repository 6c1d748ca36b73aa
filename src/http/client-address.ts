import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address a request came from. Behind `hops` trusted proxies it is what the outermost of them saw, counted from the right of
 * X-Forwarded-For: whatever stands further left was written by the client itself. What is no address there is passed over for
 * the one that the connection has: it goes into the audit log and is counted by.
 */
export function clientAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const peer = readAddress(socket.remoteAddress ?? '') ?? 'unknown'
  if (hops === 0) return peer
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const seen = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  return readAddress(seen.at(-hops) ?? seen[0] ?? '') ?? peer
}

/** Some proxies write the port as well: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i

/** In the one way to write it; an IPv4 address in IPv6 (`::ffff:192.0.2.1`) as what it is. */
function readAddress(text: string): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(text) ?? []
  const address = v6 ?? v4 ?? text
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? address : ipaddr.process(address).toString()
}

/** What one caller has for itself, to count calls by: an IPv4 address, or all of an IPv6 network of 64 bits, the least that anyone is given. */
export function networkOf(address: string): string {
  return isIP(address) === 6 ? networkOfBits(address, 64) : address
}

/** The network of the client of a request. @param hops trusted proxies, as of {@link clientAddress} */
export function clientNetwork(req: IncomingMessage, hops: number): string {
  return networkOf(clientAddress(req, hops))
}

/** The network that a connection comes from, whatever its requests say. */
export function socketNetwork({ remoteAddress = '' }: Socket): string {
  return networkOf(readAddress(remoteAddress) ?? 'unknown')
}

/** Of an IPv6 network the 48 bits that one customer of a provider gets as a whole; of an IPv4 address the address. */
export function siteOf(network: string): string {
  return isIPv6Network(network) ? networkOfBits(network, 48) : network
}

/** Ever larger networks that a network is part of, to count by if there are too many networks to count each. */
export function widerNetworks(network: string): string[] {
  if (isIPv6Network(network)) return [networkOfBits(network, 48), networkOfBits(network, 32)]
  return isIP(network) === 4 ? [`${network.split('.').slice(0, 2).join('.')}.0.0/16`] : []
}

function isIPv6Network(network: string): boolean {
  return network.includes(':')
}

/** @param address one of IPv6, with or without a zone or a number of bits */
function networkOfBits(address: string, bits: number): string {
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.split(/[%/]/)[0]}/${bits}`)}/${bits}`
}
