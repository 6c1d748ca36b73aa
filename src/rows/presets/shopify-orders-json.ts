import type { JsonObject } from '../json-object.ts'
import { put } from './fill.ts'
import { objectsIn } from './json-mapping.ts'
import type { JsonPreset } from './preset.ts'
import { code, count, country, digits, email, list, magnitude, money, text, time } from './readers.ts'
import { paymentStatusOf, shopifyStatus } from './shopify-status.ts'

const address = (kind: 'shipping' | 'billing') => {
  const [path, from] = [`${kind}Address`, `${kind}_address`]
  return {
    [`${path}.name`]: text(`${from}.name`),
    [`${path}.company`]: text(`${from}.company`),
    [`${path}.line1`]: text(`${from}.address1`),
    [`${path}.line2`]: text(`${from}.address2`),
    [`${path}.city`]: text(`${from}.city`),
    [`${path}.region`]: text(`${from}.province`),
    [`${path}.postalCode`]: digits(`${from}.zip`),
    [`${path}.country`]: country(`${from}.country_code`, `${from}.country`),
    [`${path}.phone`]: digits(`${from}.phone`),
  }
}

/** Orders as Shopify's REST API answers with them: `{"orders": […]}`. */
export const shopifyOrdersJson: JsonPreset = {
  name: 'shopify-orders-json',
  label: 'Shopify orders',
  type: 'orders',
  fits: (order) => 'financial_status' in order && 'line_items' in order,
  currency: ['currency'],
  ages: [time('updated_at'), time('created_at'), time('processed_at'), time('cancelled_at'), time('closed_at')],
  fields: {
    id: digits('id'),
    number: digits('name'),
    customerId: digits('customer.id'),
    email: email('email', 'contact_email'),
    phone: digits('phone'),
    currency: code('currency'),
    total: money('total_price'),
    subtotal: money('subtotal_price'),
    discountTotal: magnitude('total_discounts'),
    shippingTotal: money('total_shipping_price_set.shop_money.amount'),
    taxTotal: money('total_tax'),
    placedAt: time('created_at'),
    cancelledAt: time('cancelled_at'),
    cancelReason: text('cancel_reason'),
    paymentMethod: text('payment_gateway_names.0'),
    shippingMethod: text('shipping_lines.0.title'),
    statusUrl: text('order_status_url'),
    ...address('shipping'),
    ...address('billing'),
    note: text('note'),
    tags: list('tags'),
    'custom.source': text('source_name'),
  },
  finish: (object, source, context) => {
    const word = (name: string) => String(source[name] ?? '').toLowerCase()
    const codes = objectsIn(source, 'discount_codes').flatMap((one) => (typeof one.code === 'string' ? [one.code] : []))
    if (codes.length > 0) object.discountCodes = codes
    put(object, 'paymentStatus', paymentStatusOf(word('financial_status')))
    const parcels = objectsIn(source, 'fulfillments').filter((parcel) => parcel.status !== 'cancelled')
    object.status = shopifyStatus({
      isCancelled: word('cancelled_at') !== '',
      payment: word('financial_status'),
      fulfillment: word('fulfillment_status'),
      isDelivered:
        word('fulfillment_status') === 'fulfilled' &&
        parcels.length > 0 &&
        parcels.every((parcel) => parcel.shipment_status === 'delivered'),
    })
    put(
      object,
      'refundedTotal',
      refundedOf(source, (cell) => money('amount').read(cell, context)),
    )
  },
  lists: {
    items: {
      from: 'line_items',
      fields: {
        id: digits('id'),
        title: text('name', 'title'),
        quantity: count('quantity'),
        unitPrice: money('price'),
        productId: digits('product_id'),
        variantId: digits('variant_id'),
        sku: text('sku'),
        variantTitle: text('variant_title'),
        discount: magnitude('total_discount'),
      },
      each: (item, source) => {
        if (source.fulfillment_status === 'fulfilled') put(item, 'fulfilledQuantity', item.quantity)
      },
    },
  },
}

/** The sum of the refunds that were paid out. */
function refundedOf(source: JsonObject, amountOf: (cell: string) => unknown): number | undefined {
  const paid = objectsIn(source, 'refunds')
    .flatMap((refund) => objectsIn(refund, 'transactions'))
    .filter(({ kind, status }) => kind === 'refund' && status === 'success')
    .map(({ amount }) => amountOf(String(amount)))
  const amounts = paid.filter((amount) => typeof amount === 'number')
  return amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount) : undefined
}
