import { choice, id, int, text, time } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import { type Backfill, backfillStatuses, batchStatuses } from '../../objects/bulk/backfills.ts'

export const counts = object('ImportCounts', { created: int(), updated: int(), stale: int() })

/** A batch as the API shows it. */
export const batchView = object('BatchView', {
  id: id(),
  resource: text('The type of its objects.'),
  status: choice(batchStatuses),
  backfillId: optional(id()),
  received: int(),
  processed: int(),
  results: counts,
  failure: optional(object('BatchViewFailure', { message: text(undefined, 100_000) })),
  createdAt: time(),
  startedAt: optional(time()),
  finishedAt: optional(time()),
})

export const exampleBatch = {
  id: 'bat_01KCJ5w60000x7Rb2mQvT9aLp',
  resource: 'orders',
  status: 'failed',
  backfillId: null,
  received: 1_000,
  processed: 0,
  results: { created: 0, updated: 0, stale: 0 },
  failure: { message: 'The disk is full.' },
  createdAt: '2026-03-01T09:30:00.000Z',
  startedAt: '2026-03-01T09:30:00.010Z',
  finishedAt: '2026-03-01T09:30:00.120Z',
}

export const importView = object('ImportView', {
  id: id(),
  label: optional(text('The name that it was given.')),
  status: choice(backfillStatuses),
  received: int(),
  processed: int(),
  results: counts,
  batches: object('ImportBatches', { pending: int(), processing: int(), done: int(), failed: int() }),
  createdAt: time(),
  closedAt: optional(time()),
  finishedAt: optional(time()),
  erasure: optional(
    object('ImportErasure', { erased: int('Objects erased so far.'), startedAt: time(), endedAt: optional(time()) }),
  ),
})

export const exampleImport = {
  id: 'bf_01KCJ5w60000Zt4nQ8sWc2Ykd',
  label: 'orders.csv',
  status: 'closed',
  received: 4_000,
  processed: 3_000,
  results: { created: 3_000, updated: 0, stale: 0 },
  batches: { pending: 1, processing: 0, done: 3, failed: 0 },
  createdAt: '2026-03-01T09:30:00.000Z',
  closedAt: '2026-03-01T09:31:00.000Z',
  finishedAt: null,
  erasure: null,
}

export function shown({ progress: _, ...backfill }: Backfill): object {
  return backfill
}
