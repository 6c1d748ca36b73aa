import { put } from './fill.ts'
import type { TablePreset } from './preset.ts'
import { count, country, digits, email, list, magnitude, money, text, time } from './readers.ts'
import { paymentStatusOf, shopifyStatus } from './shopify-status.ts'

/** The fields of an address of a kind. */
const address = (kind: 'Shipping' | 'Billing') => {
  const path = `${kind.toLowerCase()}Address`
  return {
    [`${path}.name`]: text(`${kind} Name`),
    [`${path}.company`]: text(`${kind} Company`),
    [`${path}.line1`]: text(`${kind} Address1`),
    [`${path}.line2`]: text(`${kind} Address2`),
    [`${path}.city`]: text(`${kind} City`),
    [`${path}.region`]: text(`${kind} Province Name`, `${kind} Province`),
    [`${path}.postalCode`]: digits(`${kind} Zip`),
    [`${path}.country`]: country(`${kind} Country`),
    [`${path}.phone`]: digits(`${kind} Phone`),
  }
}

const ITEM = ['Lineitem name', 'Lineitem quantity', 'Lineitem price']

/** Orders of Shopify: one row an item. The cells of an order are in its first row only. */
export const shopifyOrders: TablePreset = {
  name: 'shopify-orders',
  label: 'Shopify orders',
  type: 'orders',
  needs: ['Name', 'Financial Status', 'Total', 'Created at', ...ITEM].map((name) => [name]),
  key: ['Name'],
  currency: ['Currency'],
  ages: [time('Created at'), time('Paid at'), time('Fulfilled at'), time('Cancelled at')],
  fields: {
    id: digits('Id'),
    number: digits('Name'),
    email: email('Email'),
    phone: digits('Phone'),
    total: money('Total'),
    subtotal: money('Subtotal'),
    discountTotal: magnitude('Discount Amount'),
    shippingTotal: money('Shipping'),
    taxTotal: money('Taxes'),
    refundedTotal: magnitude('Refunded Amount'),
    placedAt: time('Created at'),
    cancelledAt: time('Cancelled at'),
    paymentMethod: text('Payment Method'),
    shippingMethod: text('Shipping Method'),
    discountCodes: list('Discount Code'),
    ...address('Shipping'),
    ...address('Billing'),
    note: text('Notes'),
    tags: list('Tags'),
    'custom.source': text('Source'),
    'custom.location': text('Location'),
  },
  lists: {
    items: {
      has: (cell) => ITEM.some((name) => cell(name) !== ''),
      fields: {
        title: text('Lineitem name'),
        quantity: count('Lineitem quantity'),
        unitPrice: money('Lineitem price'),
        sku: text('Lineitem sku'),
        discount: magnitude('Lineitem discount'),
      },
      each: (item, cell, { place, object }) => {
        item.id = `${object.id}-${place + 1}`
        if (cell('Lineitem fulfillment status') === 'fulfilled') put(item, 'fulfilledQuantity', item.quantity)
      },
    },
  },
  finish: (object, records, context) => {
    put(object, 'id', object.id ?? object.number)
    put(object, 'currency', context.currency)
    const word = (name: string) =>
      records
        .map((cell) => cell(name))
        .find((cell) => cell !== '')
        ?.toLowerCase() ?? ''
    if (word('Total') === '') context.reject('', 'has no row with its total: its first row is missing in the file')
    put(object, 'paymentStatus', paymentStatusOf(word('Financial Status')))
    object.status = shopifyStatus({
      isCancelled: word('Cancelled at') !== '',
      payment: word('Financial Status'),
      fulfillment: word('Fulfillment Status'),
      isDelivered: false,
    })
  },
  notes: (has) => (has('Id') ? [] : [MADE_IDS]),
}

/** What a missing column of ids means for later. */
export const MADE_IDS =
  'The file has no ids, so the number is the id. If you connect the shop later, these orders come again under other ids.'
