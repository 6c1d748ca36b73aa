import type { IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { networkOf } from '../lib/networks.ts'
import { remembered } from '../lib/remember.ts'

/**
 * The client address of a request. Behind `hops` trusted proxies it is the address that the outermost proxy saw, counted from the
 * right of X-Forwarded-For; the client itself may have written the entries further left. If that entry is not an address, the address
 * of the connection is used. The address goes into the audit log and is the basis of limits.
 */
export function clientAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const peer = readAddress(socket.remoteAddress ?? '') ?? 'unknown'
  const seen = valueFromProxies(headers['x-forwarded-for'], hops)
  return (seen === undefined ? undefined : readAddress(seen)) ?? peer
}

/** The entry of a header's list that the outermost of `hops` trusted proxies wrote; undefined without an entry or a trusted proxy. */
export function valueFromProxies(header: string | string[] | undefined, hops: number): string | undefined {
  const seen = entriesOf(header)
  return hops === 0 ? undefined : (seen.at(-hops) ?? seen[0])
}

/** The entries of a header's list, in their order. */
export function entriesOf(header: string | string[] | undefined): string[] {
  const entries = [header ?? []].flat().join(',').split(',')
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
}

/** Some proxies write the port as well: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::\d+)?$/i

/** The canonical form of an address; an IPv4 address in IPv6 (`::ffff:192.0.2.1`) becomes IPv4. */
const readAddress = remembered((text: string): string | undefined => {
  const [, v6, v4] = WITH_PORT.exec(text) ?? []
  const address = v6 ?? v4 ?? text
  const version = isIP(address)
  if (version === 0) return undefined
  return version === 4 ? address : ipaddr.process(address).toString()
})

/** Whether a request comes from this machine. A request with the headers of a proxy may come from anywhere. */
export function isFromHere({ headers, socket }: IncomingMessage): boolean {
  const address = socket.remoteAddress ?? ''
  const isPassedOn = ['x-forwarded-for', 'forwarded', 'via'].some((name) => headers[name] !== undefined)
  return !isPassedOn && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

/** The network of a request's client. @param hops trusted proxies, as in {@link clientAddress} */
export function clientNetwork(req: IncomingMessage, hops: number): string {
  return networkOf(clientAddress(req, hops))
}

/** The network of a connection, whatever its requests say. */
export function socketNetwork({ remoteAddress = '' }: Socket): string {
  return networkOf(readAddress(remoteAddress) ?? 'unknown')
}
