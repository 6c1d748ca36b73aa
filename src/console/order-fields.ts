import { currency, id, money, text, time } from '../lib/fields.ts'
import { optional } from '../lib/schema.ts'

/** An order wherever the console names it: {@link OrderHead} of `lookup/story`. */
export const orderFields = {
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
}

export const exampleOrderFields = {
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
}
