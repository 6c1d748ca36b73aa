import * as v from 'valibot'
import { secretKey } from '../http/credentials/keys.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { flag, id, someText, text, time } from '../lib/fields.ts'
import { array, list, object } from '../lib/schema.ts'
import { customers } from '../objects/types/customer.ts'
import { listMembers } from './members.ts'
import { type Rule, ruleField } from './rule.ts'
import { createSegment, deleteSegment, listSegments, MAX_NAME, MAX_SEGMENTS, requireSegment } from './segments.ts'

export const SEGMENTS_TAG = 'Segments'

const name = () => someText('A name of your choice, unique in the workspace.', MAX_NAME)

const SegmentSchema = object('Segment', {
  id: id(),
  name: name(),
  rule: ruleField(),
  createdAt: time('When the segment was created.'),
})

const rule: Rule = {
  all: [
    { field: 'totalSpent', op: '>=', value: 50_000, currency: 'EUR' },
    { field: 'lastOrderAt', op: 'withinDays', value: 90 },
  ],
}

const example = {
  id: 'seg_0VbaoV8B0000GRiw6PwSfiY',
  name: 'Good customers',
  rule,
  createdAt: '2026-03-01T09:30:00.000Z',
}

const SegmentParams = v.object({ id: id('The `id` of the segment.') })
const nextCursor = v.nullable(text('Pass it as `cursor` to read the next page; null on the last page.'))

const createRoute = route({
  method: 'POST',
  path: '/segments',
  tag: SEGMENTS_TAG,
  operationId: 'createSegment',
  summary: 'Create a segment',
  description: `A workspace has up to ${MAX_SEGMENTS} segments. A segment does not change: delete it, and create another one. The first segment of a workspace makes the server count what is stored of all customers, in the background.`,
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  body: {
    schema: object('NewSegment', { name: name(), rule: ruleField() }),
    size: 'small',
    example: { name: example.name, rule },
  },
  status: 200,
  response: { schema: SegmentSchema, example },
  errors: ['CONFLICT'],
  handler: async ({ body, workspace, actor, store, clock, wake }) => {
    const segment = await store.write((tx) =>
      createSegment(tx, { workspaceId: workspace.id, actor, ...body }, clock.now()),
    )
    wake()
    return segment
  },
})

const listRoute = route({
  method: 'GET',
  path: '/segments',
  tag: SEGMENTS_TAG,
  operationId: 'listSegments',
  summary: 'List segments, the oldest first',
  description: 'Paged by cursor. The list ends when `nextCursor` is null.',
  credential: secretKey,
  limits: ['calls'],
  query: v.object(pageQuery),
  status: 200,
  response: {
    schema: object('SegmentList', { data: list(SegmentSchema, MAX_PAGE), nextCursor }),
    example: { data: [example], nextCursor: null },
  },
  errors: [],
  handler: async ({ query: { limit = DEFAULT_PAGE, cursor }, workspace, store }) => {
    const found = await listSegments(store.read, workspace.id, { limit: limit + 1, after: cursor })
    const data = found.slice(0, limit)
    return { data, nextCursor: found.length > limit ? (data.at(-1)?.id ?? null) : null }
  },
})

const getRoute = route({
  method: 'GET',
  path: '/segments/{id}',
  tag: SEGMENTS_TAG,
  operationId: 'getSegment',
  summary: 'Read one segment',
  description: 'Returns its name and its rule.',
  credential: secretKey,
  limits: ['calls'],
  params: SegmentParams,
  status: 200,
  response: { schema: SegmentSchema, example },
  errors: ['NOT_FOUND'],
  handler: ({ params, workspace, store }) => requireSegment(store.read, workspace.id, params.id),
})

const membersRoute = route({
  method: 'GET',
  path: '/segments/{id}/customers',
  tag: SEGMENTS_TAG,
  operationId: 'listSegmentCustomers',
  summary: 'List the customers of a segment',
  description:
    'The customers that fit the rule now, in the order of their ids. Paged by cursor. A page ends at 4 MiB, or when the search reaches its limit of time, so a page can have fewer customers than `limit`, or none. The list ends when `nextCursor` is null.',
  credential: secretKey,
  limits: ['calls'],
  params: SegmentParams,
  query: v.object(pageQuery),
  status: 200,
  response: {
    schema: object('SegmentCustomers', {
      data: array(customers.schema, MAX_PAGE),
      nextCursor,
      incomplete: flag(
        'Whether the server is still counting, for example after a large import or the first segment. Customers may be missing then.',
      ),
    }),
    example: { data: [customers.example], nextCursor: null, incomplete: false },
  },
  errors: ['NOT_FOUND'],
  handler: ({ params, query: { limit = DEFAULT_PAGE, cursor }, workspace, store, clock }) =>
    listMembers(store, { workspaceId: workspace.id, id: params.id, limit, cursor }, clock.now()),
})

const deleteRoute = route({
  method: 'DELETE',
  path: '/segments/{id}',
  tag: SEGMENTS_TAG,
  operationId: 'deleteSegment',
  summary: 'Delete one segment',
  description: 'Its customers are not deleted.',
  credential: secretKey,
  limits: ['calls'],
  idempotent: true,
  params: SegmentParams,
  status: 204,
  errors: ['NOT_FOUND'],
  handler: ({ params, workspace, actor, store, clock }) =>
    store.write((tx) => deleteSegment(tx, { workspaceId: workspace.id, actor, id: params.id }, clock.now())),
})

export const segmentRoutes: Route[] = [createRoute, listRoute, getRoute, membersRoute, deleteRoute]
