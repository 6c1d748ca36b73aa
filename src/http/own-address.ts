import type { IncomingMessage } from 'node:http'
import { isHttps } from './client-scheme.ts'
import type { Settings } from './settings.ts'

/**
 * The address of this server, without a `/` at its end: the public one, or the one that a browser has called.
 *
 * @returns such as `https://chat.shop.example`, with the path that a proxy puts before it
 */
export function ownAddress(req: IncomingMessage, settings: Pick<Settings, 'publicUrl' | 'trustProxy'>): string {
  const { publicUrl } = settings
  if (publicUrl !== null) return withoutApi(publicUrl)
  return `${isHttps(req, settings) ? 'https' : 'http'}://${req.headers.host ?? 'localhost'}`
}

/** The address of a server whose address may be given with or without that of its API. */
export function withoutApi(address: string): string {
  return address.replace(/\/+$/, '').replace(/\/api\/v1$/, '')
}
