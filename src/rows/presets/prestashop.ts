import { put } from './fill.ts'
import type { TablePreset } from './preset.ts'
import { count, digits, email, html, list, money, text, time, yesNo } from './readers.ts'

const ACTIVE = ['Active (0/1)', 'Status', 'Enabled']
const PRICE = ['Price tax included', 'Price (tax incl.)', 'Price tax excluded', 'Price (tax excl.)']

/** Products of PrestaShop: its list as a file, and the form of its import file, whose required columns have a star. */
export const prestashopProducts: TablePreset = {
  name: 'prestashop-products',
  label: 'PrestaShop products',
  type: 'products',
  needs: [['Product ID'], ['Name *'], ['Reference #', 'Reference'], PRICE, ['Quantity'], ACTIVE],
  key: ['Product ID'],
  ages: [],
  fields: {
    id: digits('Product ID'),
    title: text('Name *'),
    handle: text('URL rewritten'),
    description: html('Description', 'Summary'),
    vendor: text('Manufacturer', 'Brand'),
    category: text('Category'),
    tags: list('Tags (x,y,z...)'),
  },
  finish: (object, [row], context) => {
    const [categories, images] = [row?.('Categories (x,y,z...)'), row?.('Image URLs (x,y,z...)')]
    put(object, 'category', object.category ?? (categories?.split(',')[0]?.trim() || undefined))
    put(object, 'imageUrl', images?.split(',')[0]?.trim() || undefined)
    const active = yesNo('').read(row?.(...ACTIVE) || 'yes', context)
    if (typeof active === 'boolean') object.status = active ? 'active' : 'draft'
    put(object, 'currency', context.currency)
  },
  lists: {
    variants: {
      has: () => true,
      fields: {
        id: digits('Product ID'),
        sku: text('Reference #', 'Reference'),
        barcode: digits('EAN13'),
        price: money(...PRICE),
        stock: count('Quantity'),
      },
      each: (variant) => {
        if (typeof variant.stock === 'number') variant.inStock = variant.stock > 0
      },
    },
  },
}

/** Customers of PrestaShop, in the same two forms. */
export const prestashopCustomers: TablePreset = {
  name: 'prestashop-customers',
  label: 'PrestaShop customers',
  type: 'customers',
  needs: [
    ['Customer ID', 'ID'],
    ['First Name *'],
    ['Last Name *'],
    ['Email *', 'Email address'],
    ['Newsletter (0/1)', 'Newsletter'],
  ],
  key: ['Customer ID', 'ID'],
  ages: [time('Last visit'), time('Registration date (yyyy-mm-dd)', 'Registration')],
  fields: {
    id: digits('Customer ID', 'ID'),
    email: email('Email *', 'Email address'),
    firstName: text('First Name *'),
    lastName: text('Last Name *'),
    marketingConsent: yesNo('Newsletter (0/1)', 'Newsletter'),
    createdAt: time('Registration date (yyyy-mm-dd)', 'Registration'),
  },
  finish: (object) => {
    const name = `${object.firstName ?? ''} ${object.lastName ?? ''}`.trim()
    if (name !== '') object.name = name
  },
}

const STATUSES: [RegExp, string][] = [
  [/cancel|annul|storn/i, 'cancelled'],
  [/refund|rembours|erstatt/i, 'refunded'],
  [/deliver|livré|geliefert|entregado/i, 'delivered'],
  [/shipped|expédi|versandt|versendet|enviado/i, 'shipped'],
  [/await|attente|wartet|espera|error|erreur|fehler/i, 'pending'],
]

/** The list of orders of PrestaShop as a file. It has no items and no e-mail addresses. */
export const prestashopOrders: TablePreset = {
  name: 'prestashop-orders',
  label: 'PrestaShop orders',
  type: 'orders',
  needs: [['ID'], ['Reference'], ['New client'], ['Customer'], ['Total'], ['Payment'], ['Status'], ['Date']],
  key: ['ID'],
  ages: [time('Date')],
  fields: {
    id: digits('ID'),
    number: text('Reference'),
    total: money('Total'),
    placedAt: time('Date'),
    paymentMethod: text('Payment'),
    'custom.customer': text('Customer'),
  },
  finish: (object, [row], context) => {
    object.status = STATUSES.find(([words]) => words.test(row?.('Status') ?? ''))?.[1] ?? 'processing'
    put(object, 'currency', context.currency)
  },
  notes: () => ['This list has no items and e-mail addresses: customers can ask for the status only.'],
}
