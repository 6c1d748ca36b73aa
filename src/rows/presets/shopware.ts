import { put } from './fill.ts'
import type { TablePreset } from './preset.ts'
import { country, digits, email, html, money, text } from './readers.ts'

/** Products of Shopware's default profile. A variant is a row that names its parent, and inherits its price. */
export const shopwareProducts: TablePreset = {
  name: 'shopware-products',
  label: 'Shopware products',
  type: 'products',
  needs: [['id'], ['product_number'], ['active'], ['stock'], ['name'], ['price_gross'], ['price_net']],
  key: ['id'],
  keyOf: (cell) => cell('parent_id') || cell('id'),
  isHead: (cell) => cell('parent_id') === '',
  ages: [],
  fields: {
    id: digits('id'),
    title: text('name'),
    description: html('description'),
    vendor: text('manufacturer_name'),
    imageUrl: text('cover_media_url'),
  },
  finish: (object, [head], context) => {
    if (head?.('active') !== '') object.status = head?.('active') === '1' ? 'active' : 'draft'
    put(object, 'currency', context.currency)
  },
  lists: {
    variants: {
      // A product with variants is not sold itself.
      has: (cell, count) => count === 1 || cell('parent_id') !== '',
      fields: {
        id: digits('id'),
        sku: digits('product_number'),
        price: money('price_gross'),
        imageUrl: text('cover_media_url'),
      },
      each: (variant, cell, { first, context }) => {
        const inherited = first('price_gross')
        if (variant.price === undefined && inherited !== '') {
          const price = money('').read(inherited, context)
          if (typeof price === 'number') variant.price = price
        }
        const stock = Number(cell('stock'))
        if (cell('stock') === '' || !Number.isSafeInteger(stock)) return
        variant.stock = stock
        variant.inStock = stock > 0
      },
    },
  },
}

const billing = (part: string) => `billing_${part}`

/** Customers of Shopware's default profile. */
export const shopwareCustomers: TablePreset = {
  name: 'shopware-customers',
  label: 'Shopware customers',
  type: 'customers',
  needs: [['customer_number'], ['first_name'], ['last_name'], ['email'], [billing('street')]],
  key: ['id', 'customer_number'],
  ages: [],
  fields: {
    id: digits('id', 'customer_number'),
    email: email('email'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: digits(billing('phone_number')),
    locale: text('language'),
    'custom.customerNumber': digits('customer_number'),
  },
  finish: (object) => {
    const name = `${object.firstName ?? ''} ${object.lastName ?? ''}`.trim()
    if (name !== '') object.name = name
    if (!/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(String(object.locale ?? ''))) delete object.locale
  },
  lists: {
    addresses: {
      has: (cell) => cell(billing('street')) !== '',
      fields: {
        company: text(billing('company')),
        line1: text(billing('street')),
        city: text(billing('city')),
        postalCode: digits(billing('zipcode'), billing('zip_code')),
        country: country(billing('country')),
        phone: digits(billing('phone_number')),
      },
    },
  },
}
