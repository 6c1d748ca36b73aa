import { currency, id, int, money, text, time } from '../lib/fields.ts'
import { array, object, optional } from '../lib/schema.ts'
import type { ShownObject } from '../objects/read.ts'
import { leftOfLine } from '../refunds/left-to-refund.ts'
import type { Refund } from '../refunds/refunds.ts'

/** Most lines of an order. */
const MOST_LINES = 1_000

const orderLine = object('OrderLine', {
  id: id('The id of the line, which refunds name.'),
  title: text(),
  variant: optional(text('Such as its size or color.')),
  quantity: int('Units bought.', 1),
  left: int('Units that can still be refunded.'),
  unitPrice: money('In minor units of the currency of the order.'),
})

/** An order as far as refunds are concerned. */
export const orderView = object('OrderToRefund', {
  id: id(),
  number: optional(text('As customers know the order.')),
  customerId: optional(id()),
  status: optional(text()),
  paymentStatus: optional(text()),
  currency: optional(currency()),
  total: optional(money()),
  refundedTotal: optional(money('What the shop itself has refunded.')),
  placedAt: optional(time()),
  deliveredAt: optional(time()),
  lines: array(orderLine, MOST_LINES),
})

export const exampleOrder = {
  id: 'o_1001',
  number: '#1001',
  customerId: 'c_81',
  status: 'delivered',
  paymentStatus: 'paid',
  currency: 'EUR',
  total: 3_900,
  refundedTotal: null,
  placedAt: '2026-02-20T10:00:00.000Z',
  deliveredAt: null,
  lines: [{ id: 'l_1', title: 'Wool scarf, red', variant: null, quantity: 1, left: 1, unitPrice: 3_900 }],
}

interface LineFields {
  id: string
  title: string
  variantTitle?: string
  quantity: number
  unitPrice: number
  refundedQuantity?: number
}

/** @param refunds all refunds of the order */
export function showOrder(order: ShownObject, refunds: Refund[]): object {
  const made = refunds.filter(({ status }) => status === 'succeeded')
  const lines = (order.items ?? []) as LineFields[]
  const shown = ['number', 'customerId', 'status', 'paymentStatus', 'currency', 'total', 'refundedTotal', 'placedAt']
  return {
    id: order.id,
    ...Object.fromEntries([...shown, 'deliveredAt'].map((name) => [name, order[name] ?? null])),
    lines: lines.map(({ id, title, variantTitle = null, quantity, unitPrice, refundedQuantity = 0 }) => ({
      id,
      title,
      variant: variantTitle,
      quantity,
      left: leftOfLine({ id, quantity, refundedQuantity }, made),
      unitPrice,
    })),
  }
}
