import type { Json, JsonObject } from '../json-object.ts'
import { put } from './fill.ts'
import { cellsIn, objectsIn } from './json-mapping.ts'
import type { JsonPreset, ObjectContext } from './preset.ts'
import { country, digits, email, gmt, html, magnitude, money, text, yesNo } from './readers.ts'
import { itemFields, orderAges, orderFields } from './woocommerce-fields.ts'
import { woocommercePayment, woocommerceStatus } from './woocommerce-status.ts'

/** WooCommerce writes 0 for no customer, and for no variation. */
function withoutZero(object: JsonObject, name: string): void {
  if (object[name] === '0') delete object[name]
}

function nameIn(source: JsonObject, part: string): string {
  const cell = cellsIn(source)
  return `${cell(`${part}.first_name`)} ${cell(`${part}.last_name`)}`.trim()
}

function refundedIn(source: JsonObject, context: ObjectContext): number {
  return objectsIn(source, 'refunds')
    .map(({ total = '0' }) => magnitude('total').read(String(total), context))
    .reduce<number>((sum, amount) => sum + (typeof amount === 'number' ? amount : 0), 0)
}

/** Orders as the REST API answers with them: a list without a name. */
export const woocommerceOrdersJson: JsonPreset = {
  name: 'woocommerce-orders-json',
  label: 'WooCommerce orders',
  type: 'orders',
  fits: (order) => 'line_items' in order && 'billing' in order && 'date_created_gmt' in order,
  currency: ['currency'],
  ages: orderAges,
  fields: { ...orderFields, shippingMethod: text('shipping_lines.0.method_title') },
  finish: (object, source, context) => {
    withoutZero(object, 'customerId')
    put(object, 'currency', context.currency)
    for (const kind of ['shipping', 'billing']) {
      const name = nameIn(source, kind)
      if (name !== '') put(object, `${kind}Address.name`, name)
    }
    const coupons = objectsIn(source, 'coupon_lines').flatMap(({ code }) => (typeof code === 'string' ? [code] : []))
    if (coupons.length > 0) object.discountCodes = coupons
    const refunded = refundedIn(source, context)
    if (refunded > 0) object.refundedTotal = refunded
    object.status = woocommerceStatus(String(source.status ?? ''))
    object.paymentStatus = woocommercePayment(Boolean(source.date_paid_gmt), refunded, Number(object.total ?? 0))
  },
  lists: {
    items: {
      from: 'line_items',
      fields: itemFields,
      each: (item, source) => {
        withoutZero(item, 'productId')
        withoutZero(item, 'variantId')
        const names = objectsIn(source, 'meta_data').filter(
          ({ key }) => typeof key === 'string' && !key.startsWith('_'),
        )
        const values = names.flatMap(({ display_value: value }) => (typeof value === 'string' ? [value] : []))
        if (values.length > 0) item.variantTitle = values.join(' / ')
      },
    },
  },
}

/** Customers as the REST API answers with them. */
export const woocommerceCustomersJson: JsonPreset = {
  name: 'woocommerce-customers-json',
  label: 'WooCommerce customers',
  type: 'customers',
  fits: (customer) => 'is_paying_customer' in customer && 'billing' in customer,
  ages: [gmt('date_modified_gmt'), gmt('date_created_gmt')],
  fields: {
    id: digits('id'),
    email: email('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: digits('billing.phone'),
    createdAt: gmt('date_created_gmt'),
  },
  finish: (object, source, context) => {
    const name = `${object.firstName ?? ''} ${object.lastName ?? ''}`.trim()
    if (name !== '') object.name = name
    const addresses = ['billing', 'shipping'].flatMap((kind) => addressIn(source, kind, context))
    if (addresses.length > 0) object.addresses = addresses
  },
}

function addressIn(source: JsonObject, kind: string, context: ObjectContext): JsonObject[] {
  const cell = cellsIn(source)
  const address: JsonObject = {}
  const parts = {
    company: 'company',
    line1: 'address_1',
    line2: 'address_2',
    city: 'city',
    region: 'state',
    postalCode: 'postcode',
  }
  for (const [field, name] of Object.entries(parts)) {
    const value = cell(`${kind}.${name}`)
    if (value !== '') address[field] = value
  }
  if (Object.keys(address).length === 0) return []
  const code = cell(`${kind}.country`)
  if (code !== '') put(address, 'country', country('').read(code, context) as Json | undefined)
  const name = nameIn(source, kind)
  return [{ ...(name === '' ? {} : { name }), ...address }]
}

/** Products as the REST API answers with them. Variations have a list of their own there, so that none are set here. */
export const woocommerceProductsJson: JsonPreset = {
  name: 'woocommerce-products-json',
  label: 'WooCommerce products',
  type: 'products',
  fits: (product) => 'regular_price' in product && 'permalink' in product,
  ages: [gmt('date_modified_gmt'), gmt('date_created_gmt')],
  fields: {
    id: digits('id'),
    title: text('name'),
    handle: text('slug'),
    description: html('description', 'short_description'),
    url: text('permalink'),
    imageUrl: text('images.0.src'),
    category: text('categories.0.name'),
    vendor: text('brands.0.name'),
  },
  finish: (object, source, context) => {
    object.status = source.status === 'publish' ? 'active' : 'draft'
    put(object, 'currency', context.currency)
    const tags = objectsIn(source, 'tags').flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
    if (tags.length > 0) object.tags = tags
    if (source.type === 'variable' || source.type === 'grouped') return
    const cell = cellsIn(source)
    const variant: JsonObject = { id: cell('id') }
    const [price, regular] = [cell('price'), cell('regular_price')]
    if (cell('sku') !== '') variant.sku = cell('sku')
    if (price !== '') put(variant, 'price', amountIn(price, context))
    if (regular !== '' && regular !== price) put(variant, 'compareAtPrice', amountIn(regular, context))
    variant.inStock = source.stock_status === 'instock'
    if (typeof source.stock_quantity === 'number') variant.stock = source.stock_quantity
    put(variant, 'allowBackorder', yesNo('').read(cell('backorders_allowed') || 'no', context) as Json)
    object.variants = [variant]
  },
}

function amountIn(cell: string, context: ObjectContext): number | undefined {
  const amount = money('').read(cell, context)
  if (typeof amount === 'number') return amount
  context.reject('variants', `has a price that is not an amount: ${cell}`)
  return undefined
}
