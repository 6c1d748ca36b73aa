import * as v from 'valibot'
import { requireAgent, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery } from '../../http/query.ts'
import { type Route, route } from '../../http/route.ts'
import { choice, flag, id, int, someText, text } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { closeBackfill, getBackfill, listBackfills, noSuchImport, openBackfill } from '../../objects/bulk/backfills.ts'
import { newestBatches } from '../../objects/bulk/batches.ts'
import { cellFields, kindsOf, requiredFields } from '../../objects/kinds.ts'
import { cellKinds } from '../../rows/cells.ts'
import { member } from '../credentials.ts'
import { resourceNamed, type as typeOf } from '../data/row.ts'
import { nothing } from '../schemas.ts'
import { batchView, exampleBatch, exampleImport, importView, shown } from './import-view.ts'

/** Shared by all routes of this file. */
const ofImports = { tag: 'Imports', credential: member, limits: ['calls'] } satisfies Partial<Route>

/** Batches that are shown beside imports. */
const MOST_BATCHES = 50

const list = route({
  ...ofImports,
  method: 'GET',
  path: '/imports',
  operationId: 'listImports',
  summary: 'List imports, the newest first, and the newest batches that belong to none',
  query: v.object(pageQuery),
  status: 200,
  response: {
    schema: object('Imports', {
      data: array(importView, MAX_PAGE),
      nextCursor: optional(text('Where the next page begins; null on the last one.')),
      alone: array(batchView, MOST_BATCHES),
    }),
    example: { data: [exampleImport], nextCursor: null, alone: [exampleBatch] },
  },
  errors: [],
  handler: async ({ query: { limit = DEFAULT_PAGE, cursor }, workspace, actor, store: { read } }) => {
    requireAgent(actor)
    const found = await listBackfills(read, workspace.id, { limit: limit + 1, before: cursor })
    const page = found.slice(0, limit)
    return {
      data: page.map(shown),
      nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
      alone: await newestBatches(read, workspace.id, 'alone', MOST_BATCHES),
    }
  },
})

const show = route({
  ...ofImports,
  method: 'GET',
  path: '/imports/{id}',
  operationId: 'showImport',
  summary: 'Show an import with its newest batches',
  params: v.object({ id: id('The import.') }),
  status: 200,
  response: {
    schema: object('ImportDetail', { import: importView, batches: array(batchView, MOST_BATCHES) }),
    example: { import: exampleImport, batches: [exampleBatch] },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, store: { read } }) => {
    requireAgent(actor)
    const backfill = await getBackfill(read, workspace.id, params.id)
    if (!backfill) throw noSuchImport()
    const batches = await newestBatches(read, workspace.id, { backfillId: backfill.id }, MOST_BATCHES)
    return { import: shown(backfill), batches }
  },
})

const start = route({
  ...ofImports,
  method: 'POST',
  path: '/imports',
  operationId: 'startImport',
  summary: 'Start an import: batches follow, and a close',
  body: {
    schema: object('NewImport', { label: someText('Such as the name of the file.', 200) }),
    size: 'widget',
    example: { label: 'orders.csv' },
  },
  status: 200,
  response: { schema: importView, example: { ...exampleImport, status: 'open', closedAt: null } },
  errors: [],
  handler: async ({ body: { label }, workspace, actor, store, clock }) => {
    requireManager(actor)
    const now = clock.now()
    const backfill = await store.write(async (tx) => {
      const opened = await openBackfill(tx, workspace.id, label, now)
      await audit(tx, { workspaceId: workspace.id, actor, action: 'import.started', target: opened.id, at: now })
      return opened
    })
    return shown(backfill)
  },
})

const close = route({
  ...ofImports,
  method: 'POST',
  path: '/imports/{id}/close',
  operationId: 'closeImport',
  summary: 'Close an import: everything has been sent',
  params: v.object({ id: id('The import.') }),
  body: nothing,
  status: 200,
  response: { schema: importView, example: exampleImport },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ params, workspace, actor, store, clock }) => {
    requireManager(actor)
    const now = clock.now()
    const backfill = await store.write(async (tx) => {
      if (!(await getBackfill(tx, workspace.id, params.id))) throw noSuchImport()
      const closed = await closeBackfill(tx, workspace.id, params.id, now)
      await audit(tx, { workspaceId: workspace.id, actor, action: 'import.closed', target: closed.id, at: now })
      return closed
    })
    return shown(backfill)
  },
})

const fields = route({
  ...ofImports,
  method: 'GET',
  path: '/import-fields/{type}',
  operationId: 'listImportFields',
  summary: 'List the fields that columns of a file can be matched with',
  params: v.object({ type: typeOf() }),
  status: 200,
  response: {
    schema: object('ImportFields', {
      fields: array(
        object('ImportField', {
          name: text('Such as `shippingAddress.city`.'),
          kind: choice(cellKinds, 'What a cell is read as.'),
          list: optional(text('The list whose entries have it, such as `items`.')),
          isRequired: flag(),
        }),
        1_000,
      ),
      maxObjects: int('Most objects of one call.'),
    }),
    example: { fields: [{ name: 'id', kind: 'text', list: null, isRequired: true }], maxObjects: 1_000 },
  },
  errors: [],
  handler: async ({ params: { type }, actor }) => {
    requireAgent(actor)
    const { schema, maxPerBatch, maxPerCall } = resourceNamed(type)
    const required = requiredFields(schema)
    return {
      fields: cellFields(kindsOf(schema)).map((field) => ({ ...field, isRequired: required.includes(field.name) })),
      maxObjects: maxPerBatch ?? maxPerCall,
    }
  },
})

export const importViewRoutes: Route[] = [list, show, start, close, fields]
