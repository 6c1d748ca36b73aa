import * as v from 'valibot'
import { secretKey } from '../../http/credentials/keys.ts'
import { DEFAULT_PAGE, pageQuery } from '../../http/paging.ts'
import { type Route, route } from '../../http/route.ts'
import { DomainError } from '../../lib/errors.ts'
import { choice, id, int, text } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import {
  type Backfill,
  backfillStatuses,
  closeBackfill,
  getBackfill,
  listBackfills,
  openBackfill,
} from './backfills.ts'
import { batchStatuses } from './batch-status.ts'
import { getBatch } from './batches.ts'

const Counts = object('UpsertCounts', { created: int(), updated: int(), stale: int() })

const Batch = object('Batch', {
  id: id(),
  resource: text('`customers`, `products`, `orders` or `shipments`.'),
  status: choice(batchStatuses, '`failed`: the server could not process it, see `failure`.'),
  backfillId: v.nullable(id()),
  received: int('Objects in the batch.'),
  processed: int('Objects processed so far.'),
  results: Counts,
  failure: v.nullable(object('BatchFailure', { message: text() })),
  createdAt: text('ISO-8601 in UTC.'),
  startedAt: v.nullable(text('ISO-8601 in UTC.')),
  finishedAt: v.nullable(text('ISO-8601 in UTC.')),
})

const batchExample = {
  id: 'bat_01KCJ5w60000x7Rb2mQvT9aLp',
  resource: 'orders',
  status: 'done',
  backfillId: null,
  received: 1000,
  processed: 1000,
  results: { created: 990, updated: 8, stale: 2 },
  failure: null,
  createdAt: '2026-03-01T09:30:00.000Z',
  startedAt: '2026-03-01T09:30:00.010Z',
  finishedAt: '2026-03-01T09:30:00.120Z',
}

const BackfillSchema = object('Backfill', {
  id: id(),
  label: v.nullable(text()),
  status: choice(
    backfillStatuses,
    '`open` takes batches; `closed` takes no more; `done`: every received object is processed; `failed`: no batch is left to process and at least one failed.',
  ),
  progress: v.pipe(v.number(), v.description('From 0 to 1: objects processed of those received so far.')),
  received: int(),
  processed: int(),
  results: Counts,
  batches: object('BatchCounts', { pending: int(), processing: int(), done: int(), failed: int() }),
  createdAt: text('ISO-8601 in UTC.'),
  closedAt: v.nullable(text('ISO-8601 in UTC.')),
  finishedAt: v.nullable(text('ISO-8601 in UTC.')),
})

const backfillExample: Backfill = {
  id: 'bf_01KCJ5w60000Zt4nQ8sWc2Ykd',
  label: 'first import',
  status: 'closed',
  progress: 0.75,
  received: 4000,
  processed: 3000,
  results: { created: 3000, updated: 0, stale: 0 },
  batches: { pending: 1, processing: 0, done: 3, failed: 0 },
  createdAt: '2026-03-01T09:30:00.000Z',
  closedAt: '2026-03-01T09:31:00.000Z',
  finishedAt: null,
}

const IdParams = v.object({ id: id() })

const readBatch = route({
  method: 'GET',
  path: '/batches/{id}',
  tag: 'Imports',
  operationId: 'getBatch',
  summary: 'Progress of a bulk upsert',
  description: 'A batch that has ended is kept for 30 days.',
  credential: secretKey,
  limits: ['calls'],
  params: IdParams,
  status: 200,
  response: { schema: Batch, example: batchExample },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, store }) => {
    const batch = await getBatch(store.read, workspace.id, params.id)
    if (!batch)
      throw new DomainError(
        'NOT_FOUND',
        'no_such_batch',
        'This workspace has no batch with this id: pass the batchId of a bulk answer.',
      )
    return batch
  },
})

const openRoute = route({
  method: 'POST',
  path: '/backfills',
  tag: 'Imports',
  operationId: 'openBackfill',
  summary: 'Start a history import',
  description:
    'Pass its `id` as `backfillId` with each bulk upsert, close it when everything is sent, and poll it until it is `done`.',
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  body: {
    schema: object('NewBackfill', { label: optional(text('A name of your own for it.')) }),
    size: 'small',
    optional: true,
    example: { label: 'first import' },
  },
  status: 200,
  response: { schema: BackfillSchema, example: { ...backfillExample, status: 'open', closedAt: null } },
  errors: [],
  handler: ({ body, workspace, store, clock }) =>
    store.write((tx) => openBackfill(tx, workspace.id, body.label ?? null, clock.now())),
})

const listRoute = route({
  method: 'GET',
  path: '/backfills',
  tag: 'Imports',
  operationId: 'listBackfills',
  summary: 'List history imports, the newest first',
  credential: secretKey,
  limits: ['calls'],
  query: v.object(pageQuery),
  status: 200,
  response: {
    schema: object('BackfillList', {
      data: list(BackfillSchema, 100),
      nextCursor: v.nullable(text('Pass it as `cursor` for the next page; null on the last one.')),
    }),
    example: { data: [backfillExample], nextCursor: null },
  },
  errors: [],
  handler: async ({ query: { limit = DEFAULT_PAGE, cursor }, workspace, store }) => {
    const found = await listBackfills(store.read, workspace.id, { limit: limit + 1, before: cursor })
    const data = found.slice(0, limit)
    return { data, nextCursor: found.length > limit ? (data.at(-1)?.id ?? null) : null }
  },
})

const getRoute = route({
  method: 'GET',
  path: '/backfills/{id}',
  tag: 'Imports',
  operationId: 'getBackfill',
  summary: 'Progress of a history import',
  credential: secretKey,
  limits: ['calls'],
  params: IdParams,
  status: 200,
  response: { schema: BackfillSchema, example: backfillExample },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, store }) => {
    const backfill = await getBackfill(store.read, workspace.id, params.id)
    if (!backfill)
      throw new DomainError('NOT_FOUND', 'no_such_backfill', 'This workspace has no backfill with this id.')
    return backfill
  },
})

const closeRoute = route({
  method: 'POST',
  path: '/backfills/{id}/close',
  tag: 'Imports',
  operationId: 'closeBackfill',
  summary: 'Declare that all data for a history import has been sent',
  description: 'Takes no body. Closing twice is a 409.',
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  params: IdParams,
  status: 200,
  response: { schema: BackfillSchema, example: backfillExample },
  errors: [],
  handler: ({ params, workspace, store, clock }) =>
    store.write((tx) => closeBackfill(tx, workspace.id, params.id, clock.now())),
})

/** Bulk upserts and history imports: what becomes of them. */
export const importRoutes: Route[] = [readBatch, openRoute, listRoute, getRoute, closeRoute]
