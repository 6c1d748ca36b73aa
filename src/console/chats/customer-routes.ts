import * as v from 'valibot'
import { requireAgent } from '../../access/actor.ts'
import { conversationModes, getConversation } from '../../conversations/conversations.ts'
import { type ConversationSummary, listConversations } from '../../conversations/inbox.ts'
import { type Route, route } from '../../http/route.ts'
import { choice, currency, id, money, text, time } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { toIso } from '../../lib/time.ts'
import { findUpTo } from '../../lookup/list.ts'
import { agentTagsOf } from '../../objects/agent-tags.ts'
import { getObject, type ShownObject } from '../../objects/read.ts'
import type { Resource } from '../../objects/resource.ts'
import { customers } from '../../objects/types/customer.ts'
import { orders } from '../../objects/types/order.ts'
import { shipments } from '../../objects/types/shipment.ts'
import { tickets } from '../../objects/types/ticket.ts'
import { segmentsOf } from '../../segments/segments.ts'
import type { Reader } from '../../store/store.ts'
import { ofChats } from './read-routes.ts'

/** Most orders, shipments of an order, tickets and chats; the newest ones. */
const MOST = 10

const optionalText = () => optional(text())

const customerView = object('ChatCustomer', {
  id: id(),
  name: optionalText(),
  email: optionalText(),
  phone: optionalText(),
  tags: array(text(), 1_000),
  segments: array(object('SegmentOfCustomer', { id: id(), name: text() }), 100),
})
const shipmentView = object('ChatShipment', {
  id: id(),
  status: optionalText(),
  carrier: optionalText(),
  trackingNumber: optionalText(),
  trackingUrl: optionalText(),
})
const orderView = object('ChatOrder', {
  id: id(),
  number: optionalText(),
  status: optionalText(),
  total: optional(money()),
  currency: optional(currency()),
  placedAt: optional(time()),
  shipments: array(shipmentView, MOST),
})
const ticketView = object('ChatTicket', {
  id: id(),
  subject: optionalText(),
  status: optionalText(),
  updatedAt: time(),
})
const earlierView = object('EarlierChat', {
  id: id(),
  mode: choice(conversationModes),
  text: text('How the last message begins.', 200),
  at: time(),
})

const EXCERPT = 100

const show = route({
  ...ofChats,
  method: 'GET',
  path: '/chats/{id}/customer',
  operationId: 'showChatCustomer',
  summary: 'Show the customer of a chat, with orders, shipments, tickets and earlier chats: the newest 10 of each',
  description: 'Of a guest nothing is known: `customer` is null. A customer who has not been pushed has only an id.',
  params: v.object({ id: id('The chat.') }),
  status: 200,
  response: {
    schema: object('ChatSide', {
      customer: optional(customerView),
      orders: array(orderView, MOST),
      tickets: array(ticketView, MOST),
      chats: array(earlierView, MOST),
    }),
    example: {
      customer: {
        id: 'c_81',
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone: null,
        tags: ['vip'],
        segments: [],
      },
      orders: [
        {
          ...{ id: 'o_1001', number: '#1001', status: 'shipped', total: 3_900, currency: 'EUR', placedAt: null },
          shipments: [],
        },
      ],
      tickets: [],
      chats: [],
    },
  },
  errors: ['NOT_FOUND'],
  handler: async ({ params, workspace, actor, store: { read }, clock }) => {
    requireAgent(actor)
    const { customerId } = await getConversation(read, workspace.id, params.id)
    if (customerId === null) return { customer: null, orders: [], tickets: [], chats: [] }
    const list = newest(read, workspace.id)
    const of = { customerId }
    const chats = await listConversations(read, workspace.id, { customerId, limit: MOST + 1 })
    return {
      customer: await showCustomer(read, workspace.id, customerId, clock.now()),
      orders: await Promise.all(
        (await list(orders, of)).map(async (order) => ({
          ...fields(order, ['id', 'number', 'status', 'total', 'currency', 'placedAt']),
          shipments: (await list(shipments, { orderId: order.id })).map((shipment) =>
            fields(shipment, ['id', 'status', 'carrier', 'trackingNumber', 'trackingUrl']),
          ),
        })),
      ),
      tickets: (await list(tickets, of)).map((ticket) => fields(ticket, ['id', 'subject', 'status', 'updatedAt'])),
      chats: chats
        .filter((chat) => chat.id !== params.id)
        .slice(0, MOST)
        .map(showEarlier),
    }
  },
})

/** The newest objects of a type; none while the index of their filters is still being built after an update. */
function newest(reader: Reader, workspaceId: string) {
  return async (resource: Resource, filters: Record<string, string>): Promise<ShownObject[]> =>
    (await findUpTo(reader, resource, workspaceId, { filters, limit: MOST }))?.data ?? []
}

const fields = (object: ShownObject, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, object[name] ?? null]))

async function showCustomer(reader: Reader, workspaceId: string, id: string, now: number): Promise<object> {
  const customer = await getObject(reader, customers, workspaceId, id)
  const pushed = Array.isArray(customer?.tags) ? (customer.tags as string[]) : []
  const added = (await agentTagsOf(reader, workspaceId, [id])).get(id) ?? []
  return {
    ...(customer ? fields(customer, ['name', 'email', 'phone']) : { name: null, email: null, phone: null }),
    id,
    tags: [...new Set([...pushed, ...added])],
    segments: await segmentsOf(reader, workspaceId, id, now),
  }
}

function showEarlier({ id, mode, lastMessage: { text, sentAt } }: ConversationSummary): object {
  return { id, mode, text: [...text].slice(0, EXCERPT).join(''), at: toIso(sentAt) }
}

export const chatCustomerRoutes: Route[] = [show]
