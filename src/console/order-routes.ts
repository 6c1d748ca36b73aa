import * as v from 'valibot'
import { requireAgent } from '../access/actor.ts'
import { listConversations } from '../conversations/inbox.ts'
import { type Route, route } from '../http/route.ts'
import { flag, id, int, money, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import { MOST_ORDERS, ordersNamed } from '../lookup/find.ts'
import { lineRows, orderHead, type StoredOrder } from '../lookup/story/order.ts'
import { inReadingTurn, type ShownObject } from '../objects/find/read.ts'
import { leftOfLine } from '../refunds/left-to-refund.ts'
import { type Refund, refundsOfOrder } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'
import { member } from './credentials.ts'
import { customerName } from './customer-name.ts'
import { exampleOrderFields, orderFields } from './order-fields.ts'
import { exampleView, MOST_OF_ORDER, refundView, showRefunds } from './refund-view.ts'

/** Most lines of an order, and most characters of the title of a line: nobody reads more beside a refund. */
const MOST_LINES = 1_000
const MOST_TITLE = 300

const orderLine = object('OrderLine', {
  id: id('The id of the line, which refunds name.'),
  title: text(),
  variant: optional(text('Such as its size or color, and its SKU.')),
  quantity: int('Units bought.', 1),
  left: int('Units that can still be refunded.'),
  unitPrice: money('In minor units of the currency of the order.'),
})

/** An order as far as refunds are concerned. */
export const orderView = object('OrderToRefund', {
  ...orderFields,
  lines: array(orderLine, MOST_LINES),
})

const exampleOrder = {
  ...exampleOrderFields,
  lines: [{ id: 'l_1', title: 'Wool scarf, red', variant: null, quantity: 1, left: 1, unitPrice: 3_900 }],
}

/** @param refunds all refunds of the order */
export function showOrder(order: ShownObject, refunds: Refund[]): object {
  const made = refunds.filter(({ status }) => status === 'succeeded')
  return {
    ...orderHead(order),
    lines: lineRows(order as StoredOrder).map(({ id, label, text, quantity, unitPrice, refunded }) => ({
      id,
      title: beginning(label),
      variant: text === null ? null : beginning(text),
      quantity,
      left: leftOfLine({ id, quantity, refundedQuantity: refunded }, made),
      unitPrice,
    })),
  }
}

const beginning = (title: string) => title.slice(0, MOST_TITLE).toWellFormed()

/** The newest chat with the customer, in which an offer can be shown. */
const chat = object('CustomerChat', { id: id(), lastMessageAt: time() })

const foundOrder = object('FoundOrder', {
  order: orderView,
  customerName: optional(text('Name or e-mail; null where the customer has not arrived.')),
  chat: optional(chat),
  refunds: array(refundView, MOST_OF_ORDER),
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
  const name = customerId && (await inReadingTurn(workspaceId, () => customerName(reader, workspaceId, customerId)))
  const chats = customerId === undefined ? [] : await listConversations(reader, workspaceId, { customerId, limit: 1 })
  const [newest] = chats.filter(({ mode }) => mode !== 'closed')
  return {
    order: showOrder(order, refunds),
    customerName: name ?? null,
    chat: newest ? { id: newest.id, lastMessageAt: toIso(newest.lastMessage.sentAt) } : null,
    refunds: await showRefunds(reader, refunds.slice(-MOST_OF_ORDER).reverse()),
  }
}

export const orderRoutes: Route[] = [find]
