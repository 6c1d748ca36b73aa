import { objectIn } from '../format.ts'
import { isJsonObject, type JsonObject } from '../json-object.ts'
import { entryOf, put } from './fill.ts'
import { cellsIn } from './json-mapping.ts'
import type { CellsOf, ObjectContext, TablePreset } from './preset.ts'
import { digits, list, text, time } from './readers.ts'
import { itemFields, named, orderAges, orderFields } from './woocommerce-fields.ts'
import { woocommercePayment, woocommerceStatus } from './woocommerce-status.ts'

const ITEMS = 'line_items'
const ITEM = ['line_items.name', 'item_name', 'line_item_name']

/** Orders of WooCommerce as a table with the names of the REST API: the items are JSON in a cell, or a row each. */
export const woocommerceOrders: TablePreset = {
  name: 'woocommerce-orders',
  label: 'WooCommerce orders',
  type: 'orders',
  needs: [
    ['id', 'order_id'],
    ['status'],
    ['total', 'order_total'],
    ['date_created_gmt', 'date_created'],
    named('billing', 'email'),
  ],
  key: ['id', 'order_id'],
  currency: ['currency', 'order_currency'],
  ages: [...orderAges, time('date_modified'), time('date_created'), time('date_paid'), time('date_completed')],
  fields: { ...orderFields, localPlacedAt: time('date_created') },
  finish: (object, records, context) => {
    const [first] = records
    const { localPlacedAt } = object
    delete object.localPlacedAt
    if (object.placedAt === undefined) put(object, 'placedAt', localPlacedAt)
    if (object.customerId === '0') delete object.customerId
    put(object, 'currency', context.currency)
    const cell = (...names: string[]) => first?.(...names) ?? ''
    for (const kind of ['shipping', 'billing']) {
      const name = `${cell(...named(kind, 'first_name'))} ${cell(...named(kind, 'last_name'))}`.trim()
      if (name !== '') put(object, `${kind}Address.name`, name)
    }
    object.status = woocommerceStatus(cell('status'))
    object.paymentStatus = woocommercePayment(cell('date_paid_gmt', 'date_paid') !== '', 0, 0)
    if (object.status === 'refunded') object.paymentStatus = 'refunded'
    const items = cell(ITEMS)
    if (items !== '') object.items = itemsIn(items, context)
  },
  lists: {
    items: {
      has: (cell) => cell(...ITEM) !== '',
      fields: Object.fromEntries(
        Object.entries(itemFields).map(([path, field]) => [
          path,
          {
            ...field,
            names: field.names.flatMap((name) => [`line_items.${name}`, `item_${name}`, `line_item_${name}`]),
          },
        ]),
      ),
      each: (item, _, { place, object }) => put(item, 'id', item.id ?? `${object.id}-${place + 1}`),
    },
  },
}

/** The items of an order from the JSON of a cell. */
function itemsIn(cell: string, context: ObjectContext): JsonObject[] {
  const list = objectIn(`{"items":${cell}}`)?.items
  if (!Array.isArray(list)) {
    context.reject('items', 'line_items: must be JSON, a list of objects')
    return []
  }
  return list.filter(isJsonObject).map((item, place) => {
    const entry = entryOf(itemFields, cellsIn(item), context, `items.${place}`)
    for (const name of ['productId', 'variantId']) if (entry[name] === '0') delete entry[name]
    return entry
  })
}

const statusOf = (cell: CellsOf) => woocommerceStatus(cell('Status'))

/** The table of orders that WooCommerce's analytics export. It has neither amounts of orders nor items, only their names. */
export const woocommerceOrderReport: TablePreset = {
  name: 'woocommerce-order-report',
  label: 'WooCommerce orders (analytics)',
  type: 'orders',
  needs: [['Date'], ['Order #'], ['Status'], ['Product(s)'], ['Items sold']],
  key: ['Order #'],
  ages: [time('Date')],
  fields: {
    id: digits('Order #'),
    number: digits('Order #'),
    placedAt: time('Date'),
    discountCodes: list('Coupon(s)'),
    'custom.products': text('Product(s)'),
    'custom.customer': text('Customer'),
  },
  finish: (object, [first]) => {
    if (first) object.status = statusOf(first)
  },
  notes: () => ['This report has no items, totals and e-mail addresses: customers can ask for the status only.'],
}
