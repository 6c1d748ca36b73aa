import type { Socket } from 'node:net'
import * as v from 'valibot'
import { eventTypes } from '../../events/types/types.ts'
import type { Route } from '../../http/route.ts'
import { backfillStatuses, batchStatuses } from '../../objects/bulk/backfills.ts'
import { refundStatuses } from '../../refunds/lifecycle.ts'
import type { DevContext } from '../context.ts'
import { type Awaited, waitFor } from '../wait.ts'
import { Duration } from './clock.ts'
import { devRoute, problemOf, queryOf } from './dev-route.ts'

const statuses = { refund: refundStatuses, batch: batchStatuses, backfill: backfillStatuses } as const
const types = eventTypes.map(({ name }) => name)
const targets = Object.entries({ ...statuses, event: types }).flatMap(([kind, names]) =>
  names.map((name) => `${kind}.${name}`),
)

const isEvent = (target: string) => target.startsWith('event.')

/** The default timeout of a call. */
const DEFAULT_MS = 30_000
const LONGEST_MS = 10 * 60_000

/** What a wait is for, and how long it takes at most, in milliseconds. */
export const Wait = v.pipe(
  v.object(
    {
      for: v.picklist(
        targets,
        'must be such as refund.succeeded, batch.done, backfill.done or event.conversation.waiting',
      ),
      order: v.optional(v.string()),
      id: v.optional(v.string()),
      timeout: v.optional(v.pipe(Duration, v.maxValue(LONGEST_MS, 'must be at most 10 minutes')), DEFAULT_MS),
    },
    problemOf,
  ),
  v.check(
    ({ for: target, order, id }) => isEvent(target) || order !== undefined || id !== undefined,
    'must name an order or an id',
  ),
  v.check(
    ({ for: target, id }) => target.startsWith('refund.') || isEvent(target) || id !== undefined,
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
      const kind = target.slice(0, target.indexOf('.')) as Awaited['kind']
      const status = target.slice(kind.length + 1)
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
