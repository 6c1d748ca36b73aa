import type { Product } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import { requireObject } from '../../lookup/stories.ts'
import { products } from '../../objects/types/product.ts'
import { print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { amount, clip, day, joined, type ListColumn, printFacts, printRows, view, when } from './view.ts'

type StoredProduct = Stored<Product>
type Variant = NonNullable<StoredProduct['variants']>[number]

export const productView = view<StoredProduct>({
  resource: products,
  columns: [
    ['ID', ({ id }) => id],
    [cut('TITLE'), ({ title }) => title ?? ''],
    ['STATUS', ({ status }) => status ?? ''],
    [spare('VARIANTS'), ({ variants = [] }) => String(variants.length)],
    ['IN STOCK', ({ variants = [] }) => `${variants.filter(isInStock).length} of ${variants.length}`],
  ],
  summary: ({ title, status }) => joined(title, status),
  show: async (reader, workspaceId, id) => {
    const product = (await requireObject(reader, products, workspaceId, id)) as StoredProduct
    return { json: { product }, print: () => printProduct(product) }
  },
})

async function printProduct(product: StoredProduct): Promise<void> {
  const { id, title, status, variants = [], currency } = product
  print([strong(`Product ${joined(title ?? id, status)}`)])
  printFacts({
    id,
    vendor: product.vendor,
    category: product.category,
    url: product.url,
    tags: product.tags?.join(', '),
    description: clip(product.description, 300),
    updated: when(product.updatedAt),
  })
  if (variants.length === 0) return
  print('')
  const columns: ListColumn<Variant>[] = [
    ['VARIANT', ({ id }) => id],
    [cut('TITLE'), ({ title, options }) => title ?? Object.values(options ?? {}).join(', ')],
    [spare('SKU'), ({ sku }) => sku ?? ''],
    ['PRICE', (variant) => amount(variant.price, variant.currency ?? currency)],
    ['STOCK', stockWords],
  ]
  await printRows(columns, variants)
}

/** A variant without a tracked stock is in stock, unless `inStock` is false. */
function isInStock({ inStock, stock }: Variant): boolean {
  return inStock ?? (stock === undefined || stock > 0)
}

function stockWords(variant: Variant): string {
  const { stock, restockAt, allowBackorder } = variant
  const there = stock === undefined ? (isInStock(variant) ? 'yes' : 'no') : String(stock)
  return joined(there, allowBackorder ? 'backorder' : '', restockAt && `restock ${day(restockAt)}`)
}
