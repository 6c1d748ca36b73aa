import type { H3, H3Event } from 'h3'
import { HttpError } from '../http/errors.ts'
import { serveGet } from '../http/methods.ts'
import { jsonReply } from '../http/reply.ts'
import { noteOfEvent } from '../http/request-note.ts'
import type { Services } from '../http/services.ts'

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
