import type { IncomingMessage } from 'node:http'

/**
 * The address a request came from. Behind `hops` trusted proxies it is what the outermost of them saw, counted from the right of
 * X-Forwarded-For: whatever stands further left was written by the client itself.
 */
export function clientAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const peer = socket.remoteAddress ?? 'unknown'
  if (hops === 0) return peer
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const seen = forwarded.map((address) => address.trim()).filter((address) => address !== '')
  return seen.at(-hops) ?? seen[0] ?? peer
}
