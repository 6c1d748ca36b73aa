import { DomainError } from '../../lib/errors.ts'
import { choice, id, int, text, time } from '../../lib/fields.ts'
import { object, optional } from '../../lib/schema.ts'
import { batchStatuses } from '../../objects/bulk/backfills.ts'

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

export function noSuchImport(): DomainError {
  return new DomainError('NOT_FOUND', 'no_such_import', 'This workspace has no import with this id. Check the id.')
}
