import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery } from '../../http/query.ts'
import { type Route, route } from '../../http/route.ts'
import type { Part } from '../../http/services.ts'
import { anyObject, flag, id, int, text, time } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { customers } from '../../objects/types/customer.ts'
import { countMembers, listMembers, type MemberCount } from '../../segments/members.ts'
import { listSegments, MAX_SEGMENTS, requireSegment, type Segment } from '../../segments/segments.ts'
import type { Store } from '../../store/store.ts'
import { member } from '../credentials.ts'
import { dataRow, exampleRow, showRow } from './row.ts'

/** A count takes up to a second of the reading thread: consoles that show the same segment share it. */
const KEPT_MS = 60_000
/** Most counts that are kept. */
const MOST = 1_000

interface SegmentCounts {
  /** How many customers a segment has, up to a minute ago. @throws DomainError NOT_FOUND */
  of(store: Store, segment: { workspaceId: string; id: string }, now: number): Promise<MemberCount>
}

export const segmentCounts: Part<SegmentCounts & { stop(): void }> = {
  start: () => {
    const kept = new Map<string, { at: number; counted: Promise<MemberCount> }>()
    return {
      of: (store, { workspaceId, id }, now) => {
        const key = `${workspaceId} ${id}`
        const known = kept.get(key)
        if (known && now >= known.at && now - known.at < KEPT_MS) return known.counted
        kept.delete(key)
        for (const oldest of kept.keys()) {
          if (kept.size < MOST) break
          kept.delete(oldest)
        }
        const counted = countMembers(store, { workspaceId, id }, now)
        kept.set(key, { at: now, counted })
        counted.catch(() => {
          if (kept.get(key)?.counted === counted) kept.delete(key)
        })
        return counted
      },
      stop: () => {},
    }
  },
}

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
