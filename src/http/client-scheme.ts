import type { IncomingMessage } from 'node:http'
import type { TLSSocket } from 'node:tls'
import ipaddr from 'ipaddr.js'
import { valueFromProxies } from './client-address.ts'
import type { Settings } from './settings.ts'

type Known = Pick<Settings, 'trustProxy' | 'publicUrl'>

/**
 * The scheme that the outermost of the trusted proxies reports in X-Forwarded-Proto, in lower case; undefined if it reports none, or no
 * proxy is trusted. It is believed as far as X-Forwarded-For.
 */
export function forwardedScheme({ headers }: IncomingMessage, hops: number): string | undefined {
  return valueFromProxies(headers['x-forwarded-proto'], hops)?.toLowerCase()
}

/** Whether browsers send a request by https: as the proxies report, or, if they report nothing, as the public address has it. */
export function isHttps(req: IncomingMessage, { trustProxy, publicUrl }: Known): boolean {
  if ((req.socket as Partial<TLSSocket>).encrypted) return true
  const reported = forwardedScheme(req, trustProxy)
  return reported === undefined ? schemeOf(publicUrl) === 'https:' : reported === 'https'
}

function schemeOf(publicUrl: string | null): string | undefined {
  return publicUrl === null ? undefined : URL.parse(publicUrl)?.protocol
}

const LOCALHOST = /^(.+\.)?localhost$/

/** Whether others on the network can read a request: it came without https, and not to the browser's own machine. */
export function isReadable(req: IncomingMessage, settings: Known): boolean {
  const host = URL.parse(`http://${req.headers.host ?? ''}/`)
  const name = host?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isOwn = LOCALHOST.test(name) || (ipaddr.isValid(name) && ipaddr.process(name).range() === 'loopback')
  if (isOwn) return false
  if (!isHttps(req, settings)) return true
  // A public address with https says nothing about a request that came to another one.
  const isReported = forwardedScheme(req, settings.trustProxy) !== undefined
  const { publicUrl } = settings
  return !isReported && publicUrl !== null && URL.parse(publicUrl)?.hostname !== name
}
