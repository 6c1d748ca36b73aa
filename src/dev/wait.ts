import { newestEvents } from '../events/events.ts'
import { HttpError } from '../http/errors.ts'
import type { DomainError } from '../lib/errors.ts'
import { getBackfill } from '../objects/bulk/backfills.ts'
import { getBatch } from '../objects/bulk/batches.ts'
import { getRefund } from '../refunds/refunds.ts'
import type { DevContext } from './context.ts'
import { shownEvent } from './events.ts'
import { shownRefund } from './refunds.ts'

/** The status to wait for, and of which object. A refund is named by its id or by its order; the status of an event is its type. */
export interface Awaited {
  kind: 'refund' | 'batch' | 'backfill' | 'event'
  status: string
  id?: string | undefined
  order?: string | undefined
}

/** Interval of polling: commits of other processes on the same file cause no notification. */
const LOOK_MS = 250

/**
 * Resolves with the refund, batch or history import as soon as it has had the status, even if that was before the call.
 *
 * @throws DomainError REQUEST_TIMEOUT after `timeoutMs` of real time
 */
export async function waitFor(
  context: DevContext,
  awaited: Awaited,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<unknown> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const change = listen(context, signal)
    try {
      const found = await look(context, awaited)
      if (found !== undefined) return found
      if (signal?.aborted || performance.now() >= deadline) throw tooLate(awaited, timeoutMs)
      await change.within(Math.min(LOOK_MS, deadline - performance.now()))
    } finally {
      change.end()
    }
  }
}

/** Listens from now on, so that nothing is missed while somebody looks. `within` waits for the first change since, or so long. */
function listen({ changes }: DevContext, signal: AbortSignal | undefined) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const onAbort = () => resolve()
  const stop = changes.listen(resolve)
  signal?.addEventListener('abort', onAbort)
  return {
    within: async (ms: number) => {
      const timer = setTimeout(resolve, ms)
      await promise
      clearTimeout(timer)
    },
    end: () => {
      stop()
      signal?.removeEventListener('abort', onAbort)
    },
  }
}

async function look({ services, keys }: DevContext, { kind, status, id, order }: Awaited): Promise<unknown> {
  const { read } = services.store
  const { workspaceId } = keys
  if (kind === 'refund') {
    const moved = await read.get<{ id: string }>(
      `SELECT refunds.id FROM refund_moves JOIN refunds ON refunds.id = refund_moves.refund_id
       WHERE refunds.workspace_id = ? AND to_status = ? AND (refunds.id = ? OR refunds.order_id = ?) ORDER BY refund_moves.id DESC`,
      workspaceId,
      status,
      id ?? null,
      order ?? null,
    )
    return moved && shownRefund(read, await getRefund(read, workspaceId, moved.id))
  }
  if (kind === 'event') {
    const [event] = await newestEvents(read, workspaceId, { type: status, subject: id, limit: 1 })
    return event && shownEvent(event)
  }
  const found = await (kind === 'batch' ? getBatch : getBackfill)(read, workspaceId, id ?? '')
  return found?.status === status ? found : undefined
}

function tooLate({ kind, status, id, order }: Awaited, timeoutMs: number): DomainError {
  const about = order === undefined ? (id ?? '') : `of order ${order}`
  const what = kind === 'event' ? `event ${status} has not come` : `${kind} ${about} has not come to ${status}`
  return new HttpError(
    'REQUEST_TIMEOUT',
    'not_yet',
    `The ${what} within ${timeoutMs / 1_000} s: look at /dev for what happened, or advance the clock.`,
  )
}
