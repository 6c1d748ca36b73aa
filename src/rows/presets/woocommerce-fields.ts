import type { Field } from './preset.ts'
import { calculated, count, country, digits, email, gmt, magnitude, money, text } from './readers.ts'

/** The names of a part of an object in JSON, and as headings of tables. */
export const named = (part: string, name: string) => [`${part}.${name}`, `${part}_${name}`, `${part}: ${name}`]

const address = (kind: 'shipping' | 'billing'): Record<string, Field> => {
  const path = `${kind}Address`
  return {
    [`${path}.company`]: text(...named(kind, 'company')),
    [`${path}.line1`]: text(...named(kind, 'address_1')),
    [`${path}.line2`]: text(...named(kind, 'address_2')),
    [`${path}.city`]: text(...named(kind, 'city')),
    [`${path}.region`]: text(...named(kind, 'state')),
    [`${path}.postalCode`]: digits(...named(kind, 'postcode')),
    [`${path}.country`]: country(...named(kind, 'country')),
    [`${path}.phone`]: digits(...named(kind, 'phone')),
  }
}

/** The fields of an order under the names of the REST API. */
export const orderFields: Record<string, Field> = {
  id: digits('id', 'order_id'),
  number: digits('number', 'order_number'),
  customerId: digits('customer_id'),
  email: email(...named('billing', 'email')),
  phone: digits(...named('billing', 'phone')),
  total: money('total', 'order_total'),
  discountTotal: magnitude('discount_total'),
  shippingTotal: money('shipping_total'),
  taxTotal: calculated('total_tax'),
  placedAt: gmt('date_created_gmt'),
  paymentMethod: text('payment_method_title'),
  note: text('customer_note'),
  ...address('shipping'),
  ...address('billing'),
}

/** The fields of an item. `price` is calculated, and has many digits. */
export const itemFields: Record<string, Field> = {
  id: digits('id'),
  title: text('name'),
  quantity: count('quantity'),
  unitPrice: calculated('price'),
  productId: digits('product_id'),
  variantId: digits('variation_id'),
  sku: text('sku'),
  total: calculated('total'),
  tax: calculated('total_tax'),
  imageUrl: text('image.src'),
}

/** The times of an order. */
export const orderAges = ['date_modified_gmt', 'date_created_gmt', 'date_paid_gmt', 'date_completed_gmt'].map((name) =>
  gmt(name),
)
