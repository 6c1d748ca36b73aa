import * as v from 'valibot'
import { requireAgent } from '../access/actor.ts'
import { DEFAULT_PAGE, MAX_PAGE, pageQuery } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { choice, currency, id, int, money, text } from '../lib/fields.ts'
import { array, list as listOf, object, optional } from '../lib/schema.ts'
import { listSorts } from '../objects/find/by-filter.ts'
import { getObject } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import { picturesSent } from '../pictures/pictures.ts'
import { shopNoteOf } from '../refunds/endpoint/answers.ts'
import { finishedStatuses, type RefundStatus, refundStatuses } from '../refunds/lifecycle.ts'
import { quoteRefund, type RequestedByAgent, startRefund } from '../refunds/offer.ts'
import { reasonKinds } from '../refunds/reasons.ts'
import { getRefund, refundsByStatus, refundsOfOrder, timelineOf } from '../refunds/refunds.ts'
import { PictureView } from '../widget/picture-routes.ts'
import { member } from './credentials.ts'
import { orderView, showOrder } from './order-routes.ts'
import { refundCounts, refundPart } from './refund-parts.ts'
import {
  exampleView,
  leftOfOrder,
  line,
  MOST_MESSAGES,
  MOST_OF_ORDER,
  MOST_PICTURES,
  message,
  messagesOf,
  refundView,
  showRefund,
  showRefunds,
  timeline,
  timelineEntry,
} from './refund-view.ts'

const TAG = 'Refunds'

/** Shared by all routes of this file. */
const ofRefunds = { tag: TAG, credential: member, limits: ['calls'] } satisfies Partial<Route>

/** The lists of refunds in the console. */
export const TABS: Record<'waiting' | 'running' | 'done' | 'all', readonly RefundStatus[]> = {
  waiting: ['awaiting_approval'],
  running: ['awaiting_customer', 'executing', 'pending'],
  done: finishedStatuses,
  all: refundStatuses,
}
export type Tab = keyof typeof TABS
export const tabs = Object.keys(TABS) as Tab[]

/** What narrows the list of refunds down, and sorts it. */
export const refundListQuery = {
  tab: v.optional(
    v.pipe(v.picklist(tabs), v.description('Refunds that wait for an agent, are in progress, or are finished.')),
  ),
  status: v.optional(v.pipe(v.picklist(refundStatuses), v.description('Only refunds in this state of the tab.'))),
  sort: v.optional(
    v.pipe(
      v.picklist(listSorts),
      v.description(
        'By their start: `newest` or `oldest` first. By default those that wait for an agent are oldest first.',
      ),
    ),
  ),
}

/** The refunds that a list shows. */
export function refundsAsked({
  tab = 'all',
  status,
  sort,
}: v.InferOutput<v.ObjectSchema<typeof refundListQuery, undefined>>): {
  statuses: RefundStatus[]
  oldestFirst: boolean
} {
  return {
    statuses: TABS[tab].filter((one) => status === undefined || one === status),
    // The refund that has waited longest comes first.
    oldestFirst: sort === undefined ? tab === 'waiting' : sort === 'oldest',
  }
}

const list = route({
  ...ofRefunds,
  method: 'GET',
  path: '/refunds',
  operationId: 'listRefunds',
  summary: 'List refunds, the newest first; of those that wait for an agent the oldest',
  query: v.object({ ...refundListQuery, ...pageQuery }),
  status: 200,
  response: {
    schema: object('Refunds', {
      data: array(refundView, MAX_PAGE),
      counts: object('RefundCounts', { waiting: int(), running: int(), done: int(), all: int() }),
      nextCursor: optional(text('Where the next page begins; null on the last one.')),
    }),
    example: { data: [exampleView], counts: { waiting: 1, running: 0, done: 0, all: 1 }, nextCursor: null },
  },
  errors: [],
  handler: async ({ query: { limit = DEFAULT_PAGE, cursor, ...asked }, workspace, actor, store, part }) => {
    requireAgent(actor)
    const found = await refundsByStatus(store.read, workspace.id, {
      ...refundsAsked(asked),
      after: cursor,
      limit: limit + 1,
    })
    const page = found.slice(0, limit)
    const byStatus = await part(refundCounts).byStatus(store.read, workspace.id)
    const count = (tab: Tab) => TABS[tab].reduce((sum, status) => sum + (byStatus[status] ?? 0), 0)
    return {
      data: await showRefunds(store.read, page),
      counts: Object.fromEntries(tabs.map((tab) => [tab, count(tab)])),
      nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null,
    }
  },
})

const show = route({
  ...ofRefunds,
  method: 'GET',
  path: '/refunds/{id}',
  operationId: 'showRefund',
  summary: 'Show a refund, with everything that happened to it',
  params: v.object({ id: id('The refund.') }),
  status: 200,
  response: {
    schema: object('RefundDetail', {
      refund: refundView,
      timeline: array(timelineEntry, 1_000),
      order: optional(orderView),
      ofOrder: array(refundView, MOST_OF_ORDER),
      shopNote: optional(text('What the shop wrote beside the amount.')),
      messages: array(message, MOST_MESSAGES),
      pictures: array(PictureView, MOST_PICTURES),
    }),
    example: {
      refund: exampleView,
      timeline: [],
      order: null,
      ofOrder: [],
      shopNote: null,
      messages: [],
      pictures: [],
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, store: { read } }) => {
    requireAgent(actor)
    const refund = await getRefund(read, workspace.id, params.id)
    const ofOrder = await refundsOfOrder(read, workspace.id, refund.orderId)
    const others = ofOrder.filter((other) => other.id !== refund.id)
    const order = await getObject(read, orders, workspace.id, refund.orderId)
    const history = await timelineOf(read, refund.id)
    return {
      refund: await showRefund(read, refund),
      timeline: timeline(history),
      order: order ? showOrder(order, ofOrder) : null,
      ofOrder: await showRefunds(read, others.slice(-MOST_OF_ORDER)),
      shopNote: shopNoteOf(history.deliveries),
      messages: await messagesOf(read, refund.conversationId),
      pictures: refund.conversationId === null ? [] : await picturesSent(read, refund.conversationId, MOST_PICTURES),
    }
  },
})

const wanted = {
  orderId: id('The order.'),
  lines: optional(listOf(line, 1_000)),
  kind: choice(reasonKinds),
  note: optional(text('More words on why; the shop gets them.', 1_000)),
  conversationId: optional(id('The conversation that it belongs to.')),
}

/** The body of a request with optional fields. */
function requestedOf(
  { orderId, lines, kind, note, conversationId }: v.InferOutput<ReturnType<typeof wantedSchema>>,
  workspaceId: string,
): RequestedByAgent {
  return {
    workspaceId,
    orderId,
    kind,
    lines: lines ?? [],
    note: note ?? null,
    conversationId: conversationId ?? null,
  }
}

const wantedSchema = () => object('RefundWanted', wanted)

const quote = route({
  ...ofRefunds,
  method: 'POST',
  path: '/refunds/quote',
  operationId: 'quoteRefund',
  summary: 'Ask the shop for the amount of a refund',
  description: 'No refund is started. If the shop returns no amount, a 409 has its message.',
  body: { schema: wantedSchema(), size: 'widget', example: { orderId: 'o_1001', kind: 'defect' } },
  status: 200,
  response: {
    schema: object('RefundQuote', {
      amount: money(),
      currency: currency(),
      note: optional(text("The shop's own words.")),
      overOrderTotal: optional(leftOfOrder),
      earlier: array(refundView, MOST_OF_ORDER),
    }),
    example: { amount: 3_900, currency: 'EUR', note: null, overOrderTotal: null, earlier: [] },
  },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ body, workspace, actor, part, store }) => {
    const found = await quoteRefund(part(refundPart).services, actor, requestedOf(body, workspace.id))
    return { ...found, earlier: await showRefunds(store.read, found.earlier.slice(-MOST_OF_ORDER)) }
  },
})

const start = route({
  ...ofRefunds,
  method: 'POST',
  path: '/refunds',
  operationId: 'startRefund',
  summary: 'Start a refund, which its customer then confirms',
  body: {
    schema: object('NewRefund', {
      ...wanted,
      again: optional(id('The newest refund of the order that was made, or may have been. Required if there is one.')),
    }),
    size: 'widget',
    example: { orderId: 'o_1001', kind: 'defect', lines: [{ itemId: 'li_1', quantity: 1 }] },
  },
  status: 200,
  response: { schema: refundView, example: exampleView },
  errors: ['NOT_FOUND', 'CONFLICT'],
  handler: async ({ body: { again, ...body }, workspace, actor, part, store, wake }) => {
    const requested = { ...requestedOf(body, workspace.id), again: again ?? null }
    const refund = await startRefund(part(refundPart).services, actor, requested)
    wake()
    return showRefund(store.read, refund)
  },
})

export const refundListRoutes: Route[] = [list, show, quote, start]
