import * as v from 'valibot'
import { requireAgent } from '../access/actor.ts'
import { listConversations } from '../conversations/inbox.ts'
import { type Route, route } from '../http/route.ts'
import { flag, id, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { MOST_ORDERS, ordersNamed } from '../lookup/find.ts'
import { getObject, type ShownObject } from '../objects/read.ts'
import { customers } from '../objects/types/customer.ts'
import { refundsOfOrder } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { exampleOrder, orderView, showOrder } from './order-view.ts'
import { exampleView, refundView, showRefund } from './refund-view.ts'

/** The newest chat with the customer, in which an offer can be shown. */
const chat = object('CustomerChat', { id: id(), lastMessageAt: time() })

const foundOrder = object('FoundOrder', {
  order: orderView,
  customerName: optional(text('Name or e-mail; null where the customer has not arrived.')),
  chat: optional(chat),
  refunds: array(refundView, 1_000),
})

const find = route({
  tag: 'Refunds',
  credential: member,
  limits: ['calls'],
  method: 'GET',
  path: '/orders',
  operationId: 'findOrders',
  summary: 'Find orders by id, number or e-mail address, with their refunds',
  query: v.object({
    named: v.pipe(v.string(), v.maxLength(255), v.description('An id, a number or an e-mail address.')),
  }),
  status: 200,
  response: {
    schema: object('FoundOrders', {
      data: array(foundOrder, MOST_ORDERS),
      isComplete: flag(
        'False while numbers are still being indexed after an update: an id finds its order all the same.',
      ),
    }),
    example: {
      data: [{ order: exampleOrder, customerName: 'Ada Lovelace', chat: null, refunds: [exampleView] }],
      isComplete: true,
    },
  },
  errors: [],
  handler: async ({ query: { named }, workspace, actor, store: { read } }) => {
    requireAgent(actor)
    const { found, isComplete } = await ordersNamed(read, workspace.id, named)
    return { data: await Promise.all(found.map((order) => showFound(read, workspace.id, order))), isComplete }
  },
})

async function showFound(reader: Reader, workspaceId: string, order: ShownObject): Promise<object> {
  const customerId = typeof order.customerId === 'string' ? order.customerId : undefined
  const refunds = await refundsOfOrder(reader, workspaceId, order.id)
  const customer = customerId === undefined ? undefined : await getObject(reader, customers, workspaceId, customerId)
  const chats = customerId === undefined ? [] : await listConversations(reader, workspaceId, { customerId, limit: 1 })
  const [newest] = chats.filter(({ trial, mode }) => !trial && mode !== 'closed')
  return {
    order: showOrder(order, refunds),
    customerName: customer?.name ?? customer?.email ?? null,
    chat: newest ? { id: newest.id, lastMessageAt: toIso(newest.lastMessage.sentAt) } : null,
    refunds: await Promise.all(refunds.toReversed().map((refund) => showRefund(reader, refund))),
  }
}

export const orderRoutes: Route[] = [find]
