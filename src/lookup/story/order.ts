import type { Customer, Order } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import type { OrderCard } from '../../conversations/cards.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import { pictureAddress } from '../../objects/picture-hosts.ts'
import { customerName } from './customer.ts'
import { hasLeft, type ParcelHead, parcelSection, type StoredShipment } from './parcel.ts'
import {
  addressLine,
  dateRow,
  type FactRow,
  joined,
  type LineFacts,
  moneyRow,
  type Section,
  textRow,
  withRows,
} from './section.ts'

export type StoredOrder = Stored<Order>
type OrderStep = OrderCard['steps'][number]
type Item = NonNullable<StoredOrder['items']>[number]

/** What is said of an order wherever it is named: beside a chat or a refund, in lists, on cards. Null: the shop has pushed none. */
export interface OrderHead {
  id: string
  /** As customers know the order. */
  number: string | null
  customerId: string | null
  status: string | null
  paymentStatus: string | null
  currency: string | null
  /** In minor units. */
  total: number | null
  /** What the shop itself has refunded. */
  refundedTotal: number | null
  /** ISO 8601. */
  placedAt: string | null
  deliveredAt: string | null
}

export function orderHead(order: ShownObject): OrderHead {
  const { id, number, customerId, status, paymentStatus, currency, total, refundedTotal, placedAt, deliveredAt } =
    order as StoredOrder
  return {
    id,
    number: number ?? null,
    customerId: customerId ?? null,
    status: status ?? null,
    paymentStatus: paymentStatus ?? null,
    currency: currency ?? null,
    total: total ?? null,
    refundedTotal: refundedTotal ?? null,
    placedAt: placedAt ?? null,
    deliveredAt: deliveredAt ?? null,
  }
}

/** Statuses of an order after which something of it is on its way, and those of an order that does not arrive. */
const SHIPPED = new Set(['partially_shipped', 'shipped', 'delivered'])
const ENDED = new Set(['cancelled', 'refunded', 'returned'])

/** Whether an order with this status has arrived, or does not. */
export function isOver(status: string): boolean {
  return status === 'delivered' || ENDED.has(status)
}

/** How far an order is; nothing for one that does not arrive. */
export function stepsOfOrder(
  { status, placedAt, deliveredAt }: Pick<OrderHead, 'status' | 'placedAt' | 'deliveredAt'>,
  parcels: Pick<ParcelHead, 'status'>[],
): OrderStep[] {
  if (ENDED.has(status ?? '')) return []
  const isShipped = SHIPPED.has(status ?? '') || parcels.some((parcel) => hasLeft(parcel.status))
  return [
    { step: 'placed', isDone: true, at: placedAt },
    { step: 'shipped', isDone: isShipped, at: null },
    { step: 'delivered', isDone: status === 'delivered', at: deliveredAt },
  ]
}

/** What an order is shown from: the objects as they were pushed. */
export interface OrderParts {
  order: ShownObject
  customer: ShownObject | null
  /** Oldest first: their place is their number. */
  shipments: ShownObject[]
  /** From which pictures may be loaded. */
  pictureHosts: readonly string[]
}

/** An order as sections of facts, the same for the console and the command line: where it is, what was bought, what it cost, and whose it is. */
export function orderSections(parts: OrderParts): Section[] {
  const order = parts.order as StoredOrder
  const shipments = parts.shipments as StoredShipment[]
  return withRows(
    ...shipments.map((shipment, index) => parcelSection(shipment, shipments.length > 1 ? index + 1 : undefined)),
    { name: 'lines', title: 'Items', rows: lineRows(order, shipments, parts.pictureHosts) },
    { name: 'bill', title: 'Bill', rows: billRows(order) },
    { name: 'customer', title: 'Customer', rows: customerRows(order, parts.customer as Stored<Customer> | null) },
    { name: 'about', title: 'Order', rows: aboutRows(order) },
  )
}

function aboutRows(order: StoredOrder): FactRow[] {
  return [
    { label: 'ID', kind: 'text', text: order.id },
    ...dateRow('Placed', order.placedAt),
    ...dateRow('Delivered', order.deliveredAt),
    ...dateRow('Cancelled', order.cancelledAt, { text: order.cancelReason }),
    ...dateRow('Returnable until', order.returnableUntil, { isPlanned: true }),
    ...textRow('Payment', order.paymentMethod),
    ...textRow('Shipping', joined(order.shippingMethod, addressLine(order.shippingAddress))),
    ...textRow('Billing address', addressLine(order.billingAddress)),
    ...textRow('Tags', order.tags?.join(', ')),
    ...textRow('Note', order.note),
    ...dateRow('Updated', order.updatedAt),
  ]
}

function customerRows({ customerId, email, phone }: StoredOrder, customer: Stored<Customer> | null): FactRow[] {
  const name = (customer && customerName(customer)) || customerId
  return [
    ...(customerId && name
      ? [{ label: 'Name', kind: 'object' as const, text: name, type: 'customers', id: customerId }]
      : []),
    ...textRow('E-mail', email ?? customer?.email),
    ...textRow('Phone', phone ?? customer?.phone),
    ...(customer?.ordersCount === undefined ? [] : textRow('Orders', String(customer.ordersCount))),
    ...moneyRow('Spent', customer?.totalSpent, customer?.totalSpentCurrency),
  ]
}

export type LineRow = Extract<FactRow, { kind: 'line' }>

/** The lines of an order, each with the parcels that it is in. */
export function lineRows(
  { items = [], currency }: StoredOrder,
  shipments: StoredShipment[] = [],
  hosts: readonly string[] = [],
): LineRow[] {
  const parcels = new Map<string, LineFacts['parcels']>()
  for (const [index, { items: shipped = [] }] of shipments.entries())
    for (const { itemId, quantity } of shipped) {
      const number = index + 1
      const known = parcels.get(itemId) ?? []
      const last = known.at(-1)
      // Shops that name each piece by its serial number name a line several times.
      if (last?.number === number) last.quantity += quantity
      else known.push({ number, quantity })
      parcels.set(itemId, known)
    }
  return items.map((item) => ({
    label: item.title,
    kind: 'line',
    id: item.id,
    text: joined(item.variantTitle, item.sku) || null,
    quantity: item.quantity,
    refunded: item.refundedQuantity ?? 0,
    unitPrice: item.unitPrice,
    total: totalOf(item),
    currency: currency ?? null,
    picture: pictureAddress(item.imageUrl, hosts),
    productId: item.productId ?? null,
    parcels: parcels.get(item.id) ?? [],
  }))
}

function totalOf({ quantity, unitPrice, total }: Item): number | null {
  const sum = total ?? quantity * unitPrice
  return Number.isSafeInteger(sum) ? sum : null
}

/** What makes up the total. A part that is zero is left out. */
function billRows(order: StoredOrder): FactRow[] {
  const { currency, discountCodes } = order
  const codes = discountCodes?.length ? ` (${discountCodes.join(', ')})` : ''
  const parts: [string, number | undefined][] = [
    ['Subtotal', order.subtotal],
    [`Discount${codes}`, order.discountTotal],
    ['Shipping', order.shippingTotal],
    [isTaxIncluded(order) ? 'Tax included' : 'Tax', order.taxTotal],
    ['Total', order.total],
    ['Refunded', order.refundedTotal],
  ]
  return parts.flatMap(([label, sum]) => (sum === 0 && label !== 'Total' ? [] : moneyRow(label, sum, currency)))
}

/** Whether prices include taxes: in some shops they do, other shops add taxes. */
function isTaxIncluded({ subtotal, discountTotal = 0, shippingTotal = 0, total }: StoredOrder): boolean {
  return subtotal !== undefined && subtotal - discountTotal + shippingTotal === total
}
