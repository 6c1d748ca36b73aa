import * as v from 'valibot'
import { secretKey } from '../../http/credentials/keys.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery } from '../../http/query.ts'
import { type Route, route } from '../../http/route.ts'
import { DomainError } from '../../lib/errors.ts'
import { choice, id, int, text, time } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import {
  type Backfill,
  backfillStatuses,
  batchStatuses,
  closeBackfill,
  getBackfill,
  listBackfills,
  openBackfill,
} from './backfills.ts'
import { getBatch } from './batches.ts'

const Counts = object('UpsertCounts', { created: int(), updated: int(), stale: int() })

const Batch = object('Batch', {
  id: id(),
  resource: text('The type of the objects, such as `orders`.'),
  status: choice(batchStatuses, '`failed`: the server could not process the batch, see `failure`.'),
  backfillId: v.nullable(id()),
  received: int('Objects in the batch.'),
  processed: int('Objects processed so far.'),
  results: Counts,
  failure: v.nullable(object('BatchFailure', { message: text() })),
  createdAt: time('When the batch was received.'),
  startedAt: v.nullable(time('When processing began.')),
  finishedAt: v.nullable(time('When processing ended.')),
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
    '`open`: accepts batches. `closed`: accepts no more batches. `done`: all received objects are processed. `failed`: processing has ended and at least one batch failed.',
  ),
  progress: v.pipe(v.number(), v.description('From 0 to 1: objects processed of those received so far.')),
  received: int(),
  processed: int(),
  results: Counts,
  batches: object('BatchCounts', { pending: int(), processing: int(), done: int(), failed: int() }),
  createdAt: time('When the backfill was opened.'),
  closedAt: v.nullable(time('When the backfill was closed.')),
  finishedAt: v.nullable(time('When the backfill became `done` or `failed`.')),
  erasure: v.nullable(
    v.pipe(
      object('BackfillErasure', {
        erased: int('Objects erased so far.'),
        startedAt: time(),
        endedAt: v.nullable(time()),
      }),
      v.description('What the backfill had brought is erased again; null unless an owner or admin has asked for it.'),
    ),
  ),
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
  erasure: null,
}

const BatchParams = v.object({ id: id('The `batchId` of a bulk upsert.') })
const BackfillParams = v.object({ id: id('The `id` of the backfill.') })

const readBatch = route({
  method: 'GET',
  path: '/batches/{id}',
  tag: 'Imports',
  operationId: 'getBatch',
  summary: 'Read the progress of a bulk upsert',
  description: 'Batches are kept for 30 days after they ended.',
  credential: secretKey,
  limits: ['calls'],
  params: BatchParams,
  status: 200,
  response: { schema: Batch, example: batchExample },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, store }) => {
    const batch = await getBatch(store.read, workspace.id, params.id)
    if (!batch)
      throw new DomainError(
        'NOT_FOUND',
        'no_such_batch',
        'This workspace has no batch with this id. Pass the batchId from the response to a bulk call.',
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
    'Opens a backfill. Pass its `id` as `backfillId` with each bulk upsert. Close the backfill when everything is sent, then poll it until it is `done` or `failed`.',
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  body: {
    schema: object('NewBackfill', { label: optional(text('A name for the import, for you to recognize it.')) }),
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
  summary: 'List history imports (backfills), the newest first',
  description: 'Paged by cursor. The list ends when `nextCursor` is null.',
  credential: secretKey,
  limits: ['calls'],
  query: v.object(pageQuery),
  status: 200,
  response: {
    schema: object('BackfillList', {
      data: list(BackfillSchema, MAX_PAGE),
      nextCursor: v.nullable(text('Pass it as `cursor` to read the next page; null on the last page.')),
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
  summary: 'Read the progress of a history import',
  description: 'Poll a closed backfill until its status is `done` or `failed`.',
  credential: secretKey,
  limits: ['calls'],
  params: BackfillParams,
  status: 200,
  response: { schema: BackfillSchema, example: backfillExample },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, store }) => {
    const backfill = await getBackfill(store.read, workspace.id, params.id)
    if (!backfill)
      throw new DomainError(
        'NOT_FOUND',
        'no_such_backfill',
        'This workspace has no backfill with this id. Check the id.',
      )
    return backfill
  },
})

const closeRoute = route({
  method: 'POST',
  path: '/backfills/{id}/close',
  tag: 'Imports',
  operationId: 'closeBackfill',
  summary: 'Close a history import: all data has been sent',
  description: 'Without a body. The response is 409 if the backfill is unknown or already closed.',
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  params: BackfillParams,
  status: 200,
  response: { schema: BackfillSchema, example: backfillExample },
  errors: [],
  handler: ({ params, workspace, store, clock }) =>
    store.write((tx) => closeBackfill(tx, workspace.id, params.id, clock.now())),
})

/** Progress of bulk upserts, and history imports. */
export const importRoutes: Route[] = [readBatch, openRoute, listRoute, getRoute, closeRoute]
