import { type Conversation, conversationModes } from '../../conversations/conversations.ts'
import { type ConversationSummary, listConversations, saidIn } from '../../conversations/inbox.ts'
import { choice, currency, flag, id, money, text, time } from '../../lib/fields.ts'
import { array, object, optional } from '../../lib/schema.ts'
import { toIso } from '../../lib/time.ts'
import { findUpTo } from '../../lookup/list.ts'
import { customerName, type StoredCustomer } from '../../lookup/story/customer.ts'
import { type OrderHead, orderHead } from '../../lookup/story/order.ts'
import { type ParcelHead, parcelHead } from '../../lookup/story/parcel.ts'
import { agentTagsOf } from '../../objects/agent-tags.ts'
import { getObject, getObjects, type ShownObject } from '../../objects/find/read.ts'
import type { Resource } from '../../objects/resource.ts'
import { customers } from '../../objects/types/customer.ts'
import { orders } from '../../objects/types/order.ts'
import { shipments } from '../../objects/types/shipment.ts'
import { tickets } from '../../objects/types/ticket.ts'
import { refundStatuses } from '../../refunds/lifecycle.ts'
import { createRefundBlocks } from '../../refunds/offer-guards.ts'
import { isPossiblyRefunded } from '../../refunds/refunded.ts'
import { type Refund, refundsOfOrder } from '../../refunds/refunds.ts'
import { segmentsOf } from '../../segments/segments.ts'
import type { Reader } from '../../store/store.ts'
import { exampleOrderFields, orderFields } from '../order-fields.ts'

/** Most orders of the customer, orders that a guest proved, shipments and refunds of an order, tickets and chats; the newest ones. */
const MOST = 10

const optionalText = () => optional(text())

const customerView = object('ChatCustomer', {
  id: id(),
  name: optionalText(),
  firstName: optionalText(),
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
  trackingUrl: optional(text('Of a page of the carrier: only `http` and `https`.')),
  expectedAt: optional(time()),
  expectedUntil: optional(time('The end of the window.')),
  deliveredAt: optional(time()),
})
const refundOfOrder = object('RefundOfOrder', {
  id: id(),
  status: choice(refundStatuses),
  amount: money(),
  currency: currency(),
  isPossiblyRefunded: flag('It did not succeed, and the shop may have paid it back all the same.'),
  createdAt: time(),
})
const orderView = object('ChatOrder', {
  ...orderFields,
  isAbout: flag('It was last spoken about.'),
  isProved: flag('A guest has named its number and e-mail address or postcode in this chat.'),
  shipments: array(shipmentView, MOST),
  refunds: array(refundOfOrder, MOST),
  refundBlock: optional(
    object('RefundBlock', {
      reason: text('Why no refund of it can be started in this chat.'),
      message: text('As a sentence.'),
    }),
  ),
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
  text: text('How the last message of the customer begins; before they have written, the last message of all.', 200),
  at: time(),
})

/** What is known of the customer of a chat. */
export const sideView = object('ChatSide', {
  customer: optional(customerView),
  orders: array(orderView, 2 * MOST + 1),
  tickets: array(ticketView, MOST),
  chats: array(earlierView, MOST),
})

export const exampleSide = {
  customer: {
    id: 'c_81',
    name: 'Ada Lovelace',
    firstName: 'Ada',
    email: 'ada@example.com',
    phone: null,
    tags: ['vip'],
    segments: [],
  },
  orders: [
    {
      ...exampleOrderFields,
      ...{ isAbout: true, isProved: false, shipments: [], refunds: [], refundBlock: null },
    },
  ],
  tickets: [],
  chats: [],
}

export interface Side {
  customer: (Record<string, unknown> & { id: string }) | null
  orders: SideOrder[]
  tickets: object[]
  chats: object[]
}

type SideOrder = OrderHead & Record<string, unknown> & { shipments: ParcelHead[] }

/** The customer of a chat, orders, past tickets and earlier chats. Of a guest only the orders that they proved. */
export async function readSide(
  reader: Reader,
  chat: Conversation,
  aboutOrder: string | null,
  now: number,
): Promise<Side> {
  const { workspaceId, customerId } = chat
  const shown = await readOrders(reader, chat, aboutOrder, now)
  if (customerId === null) return { customer: null, orders: shown, tickets: [], chats: [] }
  const chats = await listConversations(reader, workspaceId, { customerId, limit: MOST + 1 })
  const past = await newest(reader, workspaceId, tickets, { customerId })
  return {
    customer: await showCustomer(reader, workspaceId, customerId, now),
    orders: shown,
    tickets: past.map((ticket) => fields(ticket, ['id', 'subject', 'status', 'updatedAt'])),
    chats: chats
      .filter(({ id }) => id !== chat.id)
      .slice(0, MOST)
      .map((earlier) => showEarlier(earlier, now)),
  }
}

/** The order that was last spoken about is first, then those that a guest proved, then those of the customer. */
async function readOrders(
  reader: Reader,
  chat: Conversation,
  aboutOrder: string | null,
  now: number,
): Promise<SideOrder[]> {
  const { id, workspaceId, customerId } = chat
  const proofs = await reader.all<{ id: string }>(
    'SELECT order_id AS id FROM guest_proofs WHERE conversation_id = ? ORDER BY proved_at DESC LIMIT ?',
    id,
    MOST,
  )
  const proved = new Set(proofs.map((proof) => proof.id))
  const own = customerId === null ? [] : await newest(reader, workspaceId, orders, { customerId })
  const named = [...(aboutOrder === null ? [] : [aboutOrder]), ...proved]
  const { data } = await getObjects(reader, orders, workspaceId, [...new Set(named)])
  // What was spoken about may have become the order of somebody else since.
  const visible = data.filter(
    (order) => proved.has(order.id) || (customerId !== null && order.customerId === customerId),
  )
  const blockOf = await createRefundBlocks(reader, chat)
  const found = [...new Map([...visible, ...own].map((order) => [order.id, order])).values()]
  const shown: SideOrder[] = []
  for (const order of found) {
    const refunds = await refundsOfOrder(reader, workspaceId, order.id)
    const parcels = await newest(reader, workspaceId, shipments, { orderId: order.id })
    shown.push({
      ...orderHead(order),
      isAbout: order.id === aboutOrder,
      isProved: proved.has(order.id),
      shipments: parcels.map(parcelHead),
      refunds: refunds
        .slice(-MOST)
        .reverse()
        .map((refund) => showRefundOf(refund, now)),
      refundBlock: blockOf({ customerId: typeof order.customerId === 'string' ? order.customerId : null }, refunds),
    })
  }
  return shown
}

function showRefundOf(refund: Refund, now: number): object {
  const { id, status, amount, currency, createdAt } = refund
  return {
    id,
    status,
    amount,
    currency,
    isPossiblyRefunded: isPossiblyRefunded(refund),
    createdAt: toIso(Math.min(createdAt, now)),
  }
}

/** The newest objects of a type; none while the index of their filters is still being built after an update. */
async function newest(
  reader: Reader,
  workspaceId: string,
  resource: Resource,
  filters: Record<string, string>,
): Promise<ShownObject[]> {
  return (await findUpTo(reader, resource, workspaceId, { filters, limit: MOST }))?.data ?? []
}

const fields = (object: ShownObject, names: string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, object[name] ?? null]))

async function showCustomer(reader: Reader, workspaceId: string, id: string, now: number) {
  const customer = await getObject(reader, customers, workspaceId, id)
  const pushed = Array.isArray(customer?.tags) ? (customer.tags as string[]) : []
  const added = (await agentTagsOf(reader, workspaceId, [id])).get(id) ?? []
  return {
    // A customer who has not been pushed has only an id.
    ...fields(customer ?? { id, updatedAt: '' }, ['firstName', 'email', 'phone']),
    id,
    name: (customer && customerName(customer as StoredCustomer)) || null,
    tags: [...new Set([...pushed, ...added])],
    segments: await segmentsOf(reader, workspaceId, id, now),
  }
}

function showEarlier(chat: ConversationSummary, now: number): object {
  const { id, mode, lastMessage } = chat
  return { id, mode, text: saidIn(chat), at: toIso(Math.min(lastMessage.sentAt, now)) }
}
