import type { Order } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import { toMinute } from '../../lib/time.ts'
import { orderStory } from '../../lookup/stories.ts'
import type { ObjectPage } from '../../objects/read.ts'
import { orders } from '../../objects/types/order.ts'
import { type AgentView, overTotalWords, viewWords } from '../../refunds/agent-view.ts'
import { print, strong } from '../kit/output.ts'
import { commandHere } from '../kit/place.ts'
import { forScripts } from '../kit/refund-output.ts'
import { cut, spare } from '../kit/table.ts'
import { printWhereabouts, type StoredShipment } from './shipment.ts'
import {
  addressLine,
  amount,
  chatForScripts,
  day,
  joined,
  type ListColumn,
  printChats,
  printFacts,
  printHeading,
  printRows,
  view,
  when,
} from './view.ts'

export type StoredOrder = Stored<Order>
type Item = NonNullable<StoredOrder['items']>[number]

/** The columns of a list of one customer's orders. */
export const orderColumns: ListColumn<StoredOrder>[] = [
  ['ID', ({ id }) => id],
  ['NUMBER', ({ number }) => number ?? ''],
  ['STATUS', ({ status }) => status ?? ''],
  [spare('TOTAL'), ({ total, currency }) => amount(total, currency)],
  [spare('PLACED'), ({ placedAt }) => day(placedAt)],
]

export const orderView = view<StoredOrder>({
  resource: orders,
  columns: [...orderColumns, [cut('CUSTOMER'), ({ email, customerId }) => email ?? customerId ?? '']],
  summary: ({ number, status, total, currency, placedAt }) =>
    joined(number, status, amount(total, currency), day(placedAt)),
  show: async (reader, workspaceId, id) => {
    const { order: shown, customer, shipments, refunds, conversations } = await orderStory(reader, workspaceId, id)
    const order = shown as StoredOrder
    return {
      json: {
        order,
        customer,
        shipments: shipments.data,
        refunds: refunds.map(forScripts),
        conversations: conversations.map(chatForScripts),
      },
      print: async () => {
        printOrder(order, customer?.name as string | undefined)
        await printItems(order)
        printShipments(shipments, id)
        printRefunds(refunds)
        printChats(conversations)
      },
    }
  },
})

function printOrder(order: StoredOrder, customerName: string | undefined): void {
  const { id, number, status, paymentStatus, customerId, email, placedAt, updatedAt } = order
  print([strong(`Order ${joined(number ?? id, status, paymentStatus)}`)])
  printFacts({
    id,
    customer: joined(customerName, customerId, email),
    placed: when(placedAt),
    delivered: when(order.deliveredAt),
    cancelled: joined(when(order.cancelledAt), order.cancelReason),
    'returnable until': when(order.returnableUntil),
    payment: order.paymentMethod,
    shipping: joined(order.shippingMethod, addressLine(order.shippingAddress)),
    tags: order.tags?.join(', '),
    note: order.note,
    updated: when(updatedAt),
  })
}

async function printItems(order: StoredOrder): Promise<void> {
  const { items = [], currency } = order
  const sums: [string, number | undefined][] = [
    ['subtotal', order.subtotal],
    ['discount', order.discountTotal],
    ['shipping', order.shippingTotal],
    [isTaxIncluded(order) ? 'tax included' : 'tax', order.taxTotal],
    ['total', order.total],
    ['refunded', order.refundedTotal],
  ]
  const rows = [
    ...items.map((item) => [title(item), quantity(item), amount(item.unitPrice, currency), itemTotal(item, currency)]),
    ...sums.flatMap(([name, sum]) =>
      sum === undefined || (sum === 0 && name !== 'total') ? [] : [[name, '', '', amount(sum, currency)]],
    ),
  ]
  if (rows.length === 0) return
  print('')
  const cell = (index: number) => (row: string[]) => row[index] ?? ''
  const columns: ListColumn<string[]>[] = [cut('ITEM'), 'QUANTITY', 'PRICE', 'AMOUNT'].map((name, index) => [
    name,
    cell(index),
  ])
  await printRows(columns, rows)
}

/** Whether prices include taxes: in some shops they do, other shops add taxes. */
function isTaxIncluded({ subtotal, discountTotal = 0, shippingTotal = 0, total }: StoredOrder): boolean {
  return subtotal !== undefined && subtotal - discountTotal + shippingTotal === total
}

function title({ title, variantTitle, sku }: Item): string {
  return joined(title, variantTitle, sku)
}

function quantity({ quantity, refundedQuantity = 0 }: Item): string {
  return refundedQuantity > 0 ? `${quantity}, ${refundedQuantity} refunded` : String(quantity)
}

function itemTotal({ quantity, unitPrice, total }: Item, currency: string | undefined): string {
  const sum = total ?? quantity * unitPrice
  return Number.isSafeInteger(sum) ? amount(sum, currency) : ''
}

function printShipments(shipments: ObjectPage, orderId: string): void {
  printHeading('Shipments')
  if (shipments.data.length === 0) print('none')
  for (const shipment of shipments.data as StoredShipment[]) printWhereabouts(shipment)
  if (shipments.nextCursor !== null) print(`More: ${commandHere('shipments', 'list', '--order-id', orderId)}`)
}

function printRefunds(refunds: AgentView[]): void {
  if (refunds.length === 0) return
  printHeading('Refunds')
  for (const refund of refunds) {
    const { id, amount: minor, currency, kind, createdAt, overOrderTotal } = refund
    print(`${id}  ${amount(minor, currency)}, ${viewWords(refund)}`)
    print(`  ${toMinute(createdAt)}  ${kind}`)
    if (overOrderTotal) print(`  ${overTotalWords(refund, overOrderTotal)}`)
  }
}
