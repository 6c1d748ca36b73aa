import { choice, currency, email, flag, id, int, longText, money, objectId, text, time, url } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { custom } from '../custom.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { Address } from './address.ts'
import { identity, tags } from './common.ts'

export const orderStatuses = [
  'pending',
  'processing',
  'partially_shipped',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'returned',
] as const

export const paymentStatuses = [
  'pending',
  'authorized',
  'paid',
  'partially_paid',
  'partially_refunded',
  'refunded',
  'voided',
] as const

export const LineItem = object('LineItem', {
  id: id('Your own id of the line, unique within its order.'),
  title: text(),
  quantity: int('Units bought.', 1),
  unitPrice: money('In minor units.'),
  productId: optional(objectId()),
  variantId: optional(id()),
  sku: optional(text()),
  variantTitle: optional(text()),
  url: optional(url()),
  imageUrl: optional(url()),
  total: optional(money('In minor units.')),
  discount: optional(money('In minor units.')),
  tax: optional(money('In minor units.')),
  refundable: optional(flag()),
  fulfilledQuantity: optional(int()),
  refundedQuantity: optional(int()),
  custom: optional(custom()),
})

export const Order = object('Order', {
  ...identity,
  number: optional(text('Order number as the customer knows it, such as `#1001`.')),
  customerId: optional(
    objectId(
      'Your id of the customer; equals the `sub` of the identity token for a signed-in customer to find the order in chat.',
    ),
  ),
  email: optional(email('E-mail address the order was placed with.')),
  phone: optional(text()),
  status: optional(choice(orderStatuses)),
  paymentStatus: optional(choice(paymentStatuses)),
  currency: optional(currency('ISO 4217 code of every amount in the order.')),
  total: optional(money('What the customer paid, in minor units.')),
  subtotal: optional(money('In minor units.')),
  discountTotal: optional(money('In minor units.')),
  shippingTotal: optional(money('In minor units.')),
  taxTotal: optional(money('In minor units.')),
  refundedTotal: optional(money('In minor units.')),
  placedAt: optional(time('When the customer ordered.')),
  cancelledAt: optional(time()),
  cancelReason: optional(text()),
  deliveredAt: optional(time()),
  returnableUntil: optional(time('Until when the customer may return it.')),
  paymentMethod: optional(text('Label for people, such as `Visa`; never credentials.')),
  shippingMethod: optional(text('Label for people, such as `Express`.')),
  discountCodes: optional(list(text(), 1_000)),
  shippingAddress: optional(Address),
  billingAddress: optional(Address),
  statusUrl: optional(url('Page on which the customer can follow the order.')),
  note: optional(longText()),
  tags: tags(),
  items: optional(list(LineItem, 1_000, { distinct: true })),
})

export const orders: Resource = {
  name: 'orders',
  noun: 'order',
  schema: Order,
  columns: { customer_id: 'customerId' },
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
  callSize: 'small',
  isPersonal: true,
  example: {
    id: 'o_1001',
    updatedAt: '2026-03-01T09:30:00.000Z',
    number: '#1001',
    customerId: 'c_81',
    email: 'ada@example.com',
    status: 'shipped',
    paymentStatus: 'paid',
    currency: 'EUR',
    total: 4400,
    shippingTotal: 500,
    placedAt: '2026-02-27T18:04:11.000Z',
    items: [
      { id: 'l_1', title: 'Wool scarf, red', quantity: 1, unitPrice: 3900, productId: 'p_12', variantId: 'v_12_red' },
    ],
    shippingAddress: {
      name: 'Ada Lovelace',
      line1: '12 St James’s Square',
      city: 'London',
      postalCode: 'SW1Y 4LB',
      country: 'GB',
    },
  },
}
