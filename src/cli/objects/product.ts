import { requireObject } from '../../lookup/stories.ts'
import { priceRange, productSections, type StoredProduct } from '../../lookup/story/product.ts'
import { joined } from '../../lookup/story/section.ts'
import { products } from '../../objects/types/product.ts'
import { print, strong } from '../kit/output.ts'
import { cut, spare } from '../kit/table.ts'
import { printSections } from './sections.ts'
import { amount, view } from './view.ts'

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
  const { id, title, status } = product
  const range = priceRange(product)
  const price =
    range &&
    joined(amount(range.from, range.currency), range.to > range.from ? `up to ${amount(range.to, range.currency)}` : '')
  print([strong(`Product ${joined(title ?? id, status, price)}`)])
  // No picture is shown.
  await printSections(productSections(product, []))
}

/** A variant without a tracked stock is in stock, unless `inStock` is false. */
function isInStock({ inStock, stock }: Variant): boolean {
  return inStock ?? (stock === undefined || stock > 0)
}
