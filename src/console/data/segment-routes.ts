import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery } from '../../http/query.ts'
import { type Route, route } from '../../http/route.ts'
import { anyObject, flag, id, int, text, time } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { customers } from '../../objects/types/customer.ts'
import { listMembers } from '../../segments/members.ts'
import { listSegments, MAX_SEGMENTS, requireSegment, type Segment } from '../../segments/segments.ts'
import { member } from '../credentials.ts'
import { dataRow, exampleRow, showRow } from './row.ts'
import { segmentCounts } from './segment-counts.ts'

/** Shared by all routes of this file. */
const ofSegments = { tag: 'Data', credential: member, limits: ['calls'] } satisfies Partial<Route>

const segmentView = object('SegmentView', {
  id: id(),
  name: text(),
  rule: anyObject('Its rule, as in the API.'),
  createdAt: time(),
})
const example: Segment = {
  id: 'seg_0VbaoV8B0000GRiw6PwSfiY',
  name: 'Good customers',
  rule: { all: [{ field: 'ordersCount', op: '>=', value: 5 }] },
  createdAt: '2026-03-01T09:30:00.000Z',
}
const params = v.object({ id: id('The segment.') })

const list = route({
  ...ofSegments,
  method: 'GET',
  path: '/segments',
  operationId: 'listSegmentViews',
  summary: 'List all segments, the oldest first',
  status: 200,
  response: {
    schema: object('SegmentViews', { data: array(segmentView, MAX_SEGMENTS) }),
    example: { data: [example] },
  },
  errors: [],
  handler: async ({ workspace, actor, store: { read } }) => {
    requireAgent(actor)
    return { data: await listSegments(read, workspace.id, { limit: MAX_SEGMENTS }) }
  },
})

const count = route({
  ...ofSegments,
  method: 'GET',
  path: '/segments/{id}/count',
  operationId: 'countSegment',
  summary: 'Count the customers of a segment',
  description: 'A count is up to a minute old.',
  params,
  status: 200,
  response: {
    schema: object('SegmentCount', {
      count: int(),
      isComplete: flag('False if there may be more: there are too many to count them all, or data are being counted.'),
    }),
    example: { count: 1_204, isComplete: true },
  },
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  handler: async ({ params: { id }, workspace, actor, store, clock, part }) => {
    requireAgent(actor)
    await requireSegment(store.read, workspace.id, id)
    return part(segmentCounts).of(store, { workspaceId: workspace.id, id }, clock.now())
  },
})

const show = route({
  ...ofSegments,
  method: 'GET',
  path: '/segments/{id}',
  operationId: 'showSegment',
  summary: 'Show a segment with its customers',
  description: 'Customers that fit the rule now, in the order of their ids. A page may be short before the last one.',
  params,
  query: v.object(pageQuery),
  status: 200,
  response: {
    schema: object('SegmentDetail', {
      segment: segmentView,
      data: array(dataRow, MAX_PAGE),
      nextCursor: optional(text('Where the next page begins; null on the last one.')),
      isComplete: flag('False while pushed data are being counted: customers may be missing.'),
    }),
    example: { segment: example, data: [{ ...exampleRow, type: 'customers' }], nextCursor: null, isComplete: true },
  },
  errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  handler: async ({ params: { id }, query: { limit = DEFAULT_PAGE, cursor }, workspace, actor, store, clock }) => {
    requireAgent(actor)
    const segment = await requireSegment(store.read, workspace.id, id)
    const page = await listMembers(store, { workspaceId: workspace.id, id, limit, cursor }, clock.now())
    return {
      segment,
      data: page.data.map((one) => showRow(customers, one)),
      nextCursor: page.nextCursor,
      isComplete: !page.incomplete,
    }
  },
})

export const segmentViewRoutes: Route[] = [list, show, count]
