import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { H3 } from 'h3'
import { FastResponse } from 'srvx'
import { clientNetwork, isFromHere } from '../http/client-address.ts'
import { bearer } from '../http/credentials/credential.ts'
import { HttpError } from '../http/errors.ts'
import { serveGet } from '../http/methods.ts'
import { foreignHostProblem } from '../http/own-host.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { MetricsPage, Services } from '../http/services.ts'
import type { DomainError } from '../lib/errors.ts'

/**
 * `GET /metrics` in Prometheus' text format.
 *
 * @param host the host that the server listens on
 * @throws (when called) DomainError FORBIDDEN, UNAUTHORIZED, TOO_MANY_REQUESTS
 */
export function mountMetrics(
  app: H3,
  { token, text }: MetricsPage,
  { limiter, settings: { publicUrl, trustProxy } }: Services,
  host: string,
): void {
  const names = publicUrl === null ? [host] : [host, new URL(publicUrl).hostname]
  serveGet(app, '/metrics', async (event) => {
    const { req } = event.node as { req: IncomingMessage }
    const problem = token === null ? foreignHostProblem(req, names, 'start the server with --metrics-token') : undefined
    if (problem) throw problem
    if (!(token === null ? isFromHere(req) : carries(req, token))) {
      throw refusal(token, limiter.take(['unauthorized'], clientNetwork(req, trustProxy)))
    }
    return new FastResponse(await text(), {
      headers: {
        'content-type': 'text/plain; version=0.0.4; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-request-id': noteOfEvent(event).requestId,
      },
    })
  })
}

/** Hashes have one length, so the time of the comparison does not show where the tokens differ. */
function carries(req: IncomingMessage, token: string): boolean {
  return timingSafeEqual(hash('sha256', bearer(req) ?? '', 'buffer'), hash('sha256', token, 'buffer'))
}

function refusal(token: string | null, headers: Record<string, string>): DomainError {
  const message =
    token === null
      ? 'Metrics are available on this machine only. To read them from elsewhere, start the server with --metrics-token.'
      : 'Send the metrics token of this server as "Authorization: Bearer …".'
  return new HttpError('UNAUTHORIZED', 'not_authenticated', message, {
    headers: { ...headers, 'www-authenticate': 'Bearer' },
  })
}
