import type { Socket } from 'node:net'
import * as v from 'valibot'
import type { Route } from '../../http/route.ts'
import { backfillStatuses, batchStatuses } from '../../objects/bulk/backfills.ts'
import { refundStatuses } from '../../refunds/lifecycle.ts'
import type { DevContext } from '../context.ts'
import { waitFor } from '../wait.ts'
import { Duration } from './clock.ts'
import { devRoute, problemOf, queryOf } from './dev-route.ts'

const statuses = { refund: refundStatuses, batch: batchStatuses, backfill: backfillStatuses } as const
const targets = Object.entries(statuses).flatMap(([kind, names]) => names.map((name) => `${kind}.${name}`))

/** The default timeout of a call. */
const DEFAULT_MS = 30_000
const LONGEST_MS = 10 * 60_000

/** What a wait is for, and how long it takes at most, in milliseconds. */
export const Wait = v.pipe(
  v.object(
    {
      for: v.picklist(targets, 'must be such as refund.succeeded, batch.done or backfill.done'),
      order: v.optional(v.string()),
      id: v.optional(v.string()),
      timeout: v.optional(v.pipe(Duration, v.maxValue(LONGEST_MS, 'must be at most 10 minutes')), DEFAULT_MS),
    },
    problemOf,
  ),
  v.check(({ order, id }) => order !== undefined || id !== undefined, 'must name an order or an id'),
  v.check(
    ({ for: target, id }) => target.startsWith('refund.') || id !== undefined,
    'must name a batch or history import by its id',
  ),
)

/** `GET /dev/wait?for=refund.succeeded&order=o1` */
export function waitRoute(context: DevContext): Route {
  return devRoute(context, {
    method: 'GET',
    path: '/dev/wait',
    operationId: 'wait',
    summary: 'Answers when something happens, or has happened; after `timeout` with a 408',
    query: queryOf(Wait),
    errors: ['REQUEST_TIMEOUT'],
    handler: async ({ query: { for: target, order, id, timeout }, holder: { socket } }) => {
      const [kind, status] = target.split('.') as [keyof typeof statuses, string]
      const gone = watchForEnd(socket)
      const signal = AbortSignal.any([gone.signal, context.stopping])
      try {
        return await waitFor(context, { kind, status, order, id }, { timeoutMs: timeout, signal })
      } finally {
        gone.forget()
      }
    },
  })
}

/** Aborts when the client disconnects. */
function watchForEnd(socket: Socket): { signal: AbortSignal; forget: () => void } {
  const gone = new AbortController()
  const onClose = () => gone.abort()
  socket.once('close', onClose)
  return { signal: gone.signal, forget: () => socket.off('close', onClose) }
}
