import type { IncomingMessage } from 'node:http'

/** Whether a client waits for `100 Continue` before it sends the body. HTTP/1.0 has none. */
export function invitesBody({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect?.toLowerCase() === '100-continue' && httpVersion !== '1.0'
}
