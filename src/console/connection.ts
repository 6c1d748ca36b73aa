import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'

/** Whether a request came by https, by its own connection or by the header of the outermost of `hops` trusted proxies. */
export function isHttps({ headers, socket }: IncomingMessage, hops: number): boolean {
  if ((socket as Partial<TLSSocket>).encrypted) return true
  if (hops === 0) return false
  const seen = [headers['x-forwarded-proto'] ?? []].flat().join(',').split(',')
  return (seen.at(-hops) ?? seen[0] ?? '').trim().toLowerCase() === 'https'
}

const LOCALHOST = /^(.+\.)?localhost$/

/** Whether others on the network can read the request: it came without https and not to the browser's own machine. */
export function isReadable(req: IncomingMessage, hops: number): boolean {
  const host = URL.parse(`http://${req.headers.host ?? ''}/`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isOwn = LOCALHOST.test(host) || (ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback')
  return !isOwn && !isHttps(req, hops)
}
