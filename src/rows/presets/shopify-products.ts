import type { JsonObject } from '../json-object.ts'
import { put } from './fill.ts'
import type { CellsOf, TablePreset } from './preset.ts'
import { count, digits, html, list, money, text } from './readers.ts'

const HANDLE = ['Handle', 'URL handle']
const TITLE = ['Title']
const PRICE = ['Variant Price', 'Price']
const SKU = ['Variant SKU', 'SKU']
const TRACKER = ['Variant Inventory Tracker', 'Inventory tracker']
const STOCK = ['Variant Inventory Qty', 'Inventory quantity']
const OVERSOLD = ['Variant Inventory Policy', 'Continue selling when out of stock']
const NUMBERS = [1, 2, 3]
/** The option of a product that has no options. */
const NO_OPTION = 'Default Title'

/** Products of Shopify, in the format before 2024 and in that since: one row a variant, and rows of pictures. */
export const shopifyProducts: TablePreset = {
  name: 'shopify-products',
  label: 'Shopify products',
  type: 'products',
  needs: [HANDLE, TITLE, ['Vendor'], PRICE, ['Option1 Value']],
  key: HANDLE,
  ages: [],
  fields: {
    id: text(...HANDLE),
    title: text(...TITLE),
    handle: text(...HANDLE),
    description: html('Body (HTML)', 'Description'),
    imageUrl: text('Image Src', 'Product image URL'),
    vendor: text('Vendor'),
    category: text('Type', 'Product Category', 'Product type'),
    tags: list('Tags'),
  },
  finish: (object, records, context) => {
    const [first] = records
    const word = (...names: string[]) => first?.(...names).toLowerCase() ?? ''
    if (object.title === undefined)
      context.reject('title', 'is missing: the first row of the product is not in the file')
    const isShown = word('Published', 'Published on online store')
    const status = word('Status') || (isShown === 'false' ? 'draft' : isShown === 'true' ? 'active' : '')
    if (['active', 'draft', 'archived'].includes(status)) object.status = status
    put(object, 'currency', context.currency)
  },
  lists: {
    variants: {
      // Rows of pictures have nothing of a variant.
      has: (cell) => [['Option1 Value'], PRICE, SKU].some((names) => cell(...names) !== ''),
      fields: {
        sku: text(...SKU),
        barcode: digits('Variant Barcode', 'Barcode'),
        price: money(...PRICE),
        compareAtPrice: money('Variant Compare At Price', 'Compare-at price'),
        weightGrams: count('Variant Grams', 'Weight value (grams)'),
        imageUrl: text('Variant Image', 'Variant image URL'),
      },
      each: (variant, cell, { place, object, first }) => {
        variant.id = `${object.id}-${place + 1}`
        addOptions(variant, cell, first)
        addStock(variant, cell)
      },
    },
  },
  notes: () => [
    'The file has no ids, so the handle is the id. If you connect the shop later, these products come again under other ids.',
  ],
}

/** The names of options are in the first row of their product only. */
function addOptions(variant: JsonObject, cell: CellsOf, first: CellsOf): void {
  const options: Record<string, string> = {}
  for (const number of NUMBERS) {
    const value = cell(`Option${number} Value`)
    const name = cell(`Option${number} Name`) || first(`Option${number} Name`) || `Option ${number}`
    if (value !== '' && value !== NO_OPTION) options[name] = value
  }
  const values = Object.values(options)
  if (values.length === 0) return
  variant.title = values.join(' / ')
  variant.options = options
}

/** Stock counts only where Shopify tracks it. */
function addStock(variant: JsonObject, cell: CellsOf): void {
  const policy = cell(...OVERSOLD).toLowerCase()
  if (policy !== '') variant.allowBackorder = policy === 'continue' || policy === 'true'
  const stock = Number.parseInt(cell(...STOCK), 10)
  const isTracked = cell(...TRACKER) !== ''
  if (isTracked && Number.isSafeInteger(stock)) {
    variant.stock = stock
    variant.inStock = stock > 0
  } else if (!isTracked) variant.inStock = true
}
