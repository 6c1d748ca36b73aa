import type { H3 } from 'h3'
import * as v from 'valibot'
import { backfillStatuses } from '../../objects/bulk/backfills.ts'
import { batchStatuses } from '../../objects/bulk/batch-status.ts'
import { refundStatuses } from '../../refunds/lifecycle.ts'
import type { DevContext } from '../context.ts'
import { waitFor } from '../wait.ts'
import { Duration } from './clock.ts'
import { checked, get, problemOf } from './json.ts'

const statuses = { refund: refundStatuses, batch: batchStatuses, backfill: backfillStatuses } as const
const targets = Object.entries(statuses).flatMap(([kind, names]) => names.map((name) => `${kind}.${name}`))

/** How long a call waits that does not say. */
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

/** `GET /dev/wait?for=refund.succeeded&order=o1` answers when it happens, or has happened; after `timeout` with a 408. */
export function mountWait(app: H3, context: DevContext): void {
  get(app, '/dev/wait', ({ url, req }) => {
    const { for: target, order, id, timeout } = checked(Wait, Object.fromEntries(url.searchParams), 'query')
    const [kind, status] = target.split('.') as [keyof typeof statuses, string]
    return waitFor(
      context,
      { kind, status, order, id },
      { timeoutMs: timeout, signal: AbortSignal.any([req.signal, context.stopping]) },
    )
  })
}
