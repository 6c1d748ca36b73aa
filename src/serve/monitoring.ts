import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { H3, H3Event } from 'h3'
import { FastResponse } from 'srvx'
import { clientNetwork, isFromHere } from '../http/client-address.ts'
import { bearer } from '../http/credentials/credential.ts'
import { HttpError } from '../http/errors.ts'
import { serveGet } from '../http/methods.ts'
import { foreignHostProblem } from '../http/own-host.ts'
import { jsonReply } from '../http/reply.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { MetricsPage, Services } from '../http/services.ts'
import type { DomainError } from '../lib/errors.ts'

/** How long a successful /readyz is reused: a check costs a write, and anyone may ask. */
const READY_MS = 1_000

/** `GET /healthz`: the process responds. `GET /readyz`: the database can be written, checked by a write to the disk. */
export function mountHealth(app: H3, { store, clock, scheduler, isStopping }: Services): void {
  let readyUntil = Number.NEGATIVE_INFINITY
  const ok = (event: H3Event) => jsonReply(200, { status: 'ok' }, { 'x-request-id': noteOfEvent(event).requestId })

  serveGet(app, '/healthz', ok)
  serveGet(app, '/readyz', async (event) => {
    if (isStopping())
      throw new HttpError(
        'SERVICE_UNAVAILABLE',
        'stopping',
        'The server is stopping: send requests to another one, or wait for it to start again.',
      )
    if (!scheduler.isAlive()) {
      throw new HttpError(
        'SERVICE_UNAVAILABLE',
        'no_background_work',
        'Background work has stopped: restart the server.',
      )
    }
    const now = clock.now()
    if (now > readyUntil || readyUntil - now > READY_MS) {
      await store.write((tx) =>
        tx.run(
          'INSERT INTO readiness (id, checked_at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET checked_at = excluded.checked_at',
          now,
        ),
      )
      readyUntil = now + READY_MS
    }
    return ok(event)
  })
}

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
