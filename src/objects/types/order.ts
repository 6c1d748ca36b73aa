import {
  choice,
  currency,
  email,
  flag,
  id,
  int,
  longText,
  money,
  objectId,
  quantity,
  text,
  time,
  url,
} from '../../lib/fields.ts'
import { TIME_FORMS } from '../../lib/given-time.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { choiceFilter, emailFilter, exactFilter, numberFilter, sinceFilter } from '../find/filter.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { Address, custom, identity, tags } from './shared-fields.ts'

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
  quantity: quantity('Units bought.'),
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
  number: optional(text('Order number that the customer sees, such as `#1001`.')),
  customerId: optional(
    objectId(
      'Your id of the customer. A signed-in customer finds the order in the chat if the `sub` of the identity token is the same id.',
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
  returnableUntil: optional(time('End of the return period of this order.')),
  paymentMethod: optional(text('Name shown to people, such as `Visa`. Never send card numbers or other credentials.')),
  shippingMethod: optional(text('Name shown to people, such as `Express`.')),
  discountCodes: optional(list(text(), 1_000)),
  shippingAddress: optional(Address),
  billingAddress: optional(Address),
  statusUrl: optional(url('Page that shows the customer the status of the order.')),
  note: optional(longText()),
  tags: tags(),
  items: optional(list(LineItem, 1_000, { distinct: true })),
})

export const orders: Resource = {
  name: 'orders',
  noun: 'order',
  about: 'Purchases of customers: lines, amounts, status and payment status. Refunds refer to the lines of an order.',
  schema: Order,
  filters: [
    exactFilter({
      name: 'customerId',
      description: 'Your id of the customer.',
      example: 'c_81',
      storage: { column: 'customer_id', index: 'parts' },
    }),
    emailFilter({
      name: 'email',
      description: 'The e-mail address the order was placed with, in upper or lower case.',
      example: 'ada@example.com',
      storage: { column: 'email', index: 'parts' },
    }),
    numberFilter({
      name: 'number',
      description: 'The order number, with or without `#` and spaces.',
      example: '#1001',
      storage: { column: 'number', index: 'parts' },
    }),
    choiceFilter(
      {
        name: 'status',
        description: 'The status of the order.',
        example: 'shipped',
        storage: { column: 'status', index: 'updates' },
      },
      orderStatuses,
    ),
    sinceFilter({
      name: 'placedSince',
      field: 'placedAt',
      description: `Only orders that were placed at this time or later: ${TIME_FORMS}.`,
      example: '2026-02-01T00:00:00Z',
      storage: { column: 'placed_at', index: 'updates' },
    }),
  ],
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
