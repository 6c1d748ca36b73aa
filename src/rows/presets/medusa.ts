import { put } from './fill.ts'
import type { TablePreset } from './preset.ts'
import { count, digits, html, list, money, text } from './readers.ts'

const PRICE = /^(?:Variant )?Price ([A-Z]{3})$/
const NUMBERS = [1, 2, 3, 4, 5]

/** Products of Medusa: one row a variant, which repeats the product, with a column of prices for each currency. */
export const medusaProducts: TablePreset = {
  name: 'medusa-products',
  label: 'Medusa products',
  type: 'products',
  needs: [['Product Id'], ['Product Handle'], ['Product Title'], ['Variant Id'], ['Variant SKU']],
  key: ['Product Id', 'Product Handle'],
  keyOf: (cell) => cell('Product Id') || cell('Product Handle'),
  // Of several currencies the first one is read.
  currencyOf: (headings) => headings.map((heading) => PRICE.exec(heading)?.[1]).find((code) => code !== undefined),
  headingsOf: (headings) => {
    const first = headings.findIndex((heading) => PRICE.test(heading))
    return first < 0 ? undefined : headings.with(first, 'Variant Price')
  },
  ages: [],
  fields: {
    handle: text('Product Handle'),
    title: text('Product Title'),
    description: html('Product Description'),
    imageUrl: text('Product Thumbnail', 'Product Image 1 Url', 'Image 1 Url'),
    category: text('Product Type', 'Product Collection Title'),
    tags: list('Product Tags', 'Product Tag 1'),
  },
  finish: (object, [row], context) => {
    put(object, 'id', row?.('Product Id') || row?.('Product Handle') || undefined)
    object.status = row?.('Product Status').toLowerCase() === 'published' ? 'active' : 'draft'
    put(object, 'currency', context.currency)
  },
  lists: {
    variants: {
      has: (cell) => cell('Variant Id') !== '' || cell('Variant SKU') !== '' || cell('Variant Title') !== '',
      fields: {
        id: digits('Variant Id'),
        title: text('Variant Title'),
        sku: text('Variant SKU'),
        barcode: digits('Variant Barcode'),
        price: money('Variant Price'),
        stock: count('Variant Inventory Quantity'),
      },
      each: (variant, cell, { place, object }) => {
        put(variant, 'id', variant.id ?? `${object.id}-${place + 1}`)
        if (typeof variant.stock === 'number') variant.inStock = variant.stock > 0
        const backorder = cell('Variant Allow Backorder').toLowerCase()
        if (backorder !== '') variant.allowBackorder = backorder === 'true'
        const options = NUMBERS.map((number) => [
          cell(`Variant Option ${number} Name`, `Option ${number} Name`),
          cell(`Variant Option ${number} Value`, `Option ${number} Value`),
        ]).filter(([name, value]) => name !== '' && value !== '')
        if (options.length > 0) variant.options = Object.fromEntries(options)
      },
    },
  },
}
