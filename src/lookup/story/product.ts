import type { Product } from '../../client/objects.ts'
import type { Stored } from '../../client/reads.ts'
import type { ShownObject } from '../../objects/find/read.ts'
import { pictureAddress } from '../../objects/picture-hosts.ts'
import { dateRow, type FactRow, linkRow, type Section, textRow, withRows } from './section.ts'

export type StoredProduct = Stored<Product>
type Variant = NonNullable<StoredProduct['variants']>[number]

/** The least and the greatest price of a product, in minor units; null if it has none, or prices in several currencies. */
export function priceRange(shown: ShownObject): { from: number; to: number; currency: string } | null {
  const { variants = [], currency } = shown as StoredProduct
  const priced = variants.flatMap(({ price, currency: own }) =>
    price === undefined ? [] : [{ price, currency: own ?? currency }],
  )
  const [first] = priced
  if (!first?.currency || priced.some(({ currency }) => currency !== first.currency)) return null
  const prices = priced.map(({ price }) => price)
  return { from: Math.min(...prices), to: Math.max(...prices), currency: first.currency }
}

/** A product as sections of facts: what it is, and each variant with its price and stock. */
export function productSections(shown: ShownObject, hosts: readonly string[]): Section[] {
  const product = shown as StoredProduct
  const { variants = [], currency, imageUrl } = product
  return withRows(
    {
      name: 'about',
      title: 'Product',
      rows: [
        { label: 'ID', kind: 'text', text: product.id },
        ...textRow('Vendor', product.vendor),
        ...textRow('Category', product.category),
        ...linkRow('Page', product.url),
        ...textRow('Tags', product.tags?.join(', ')),
        ...textRow('Description', product.description),
        ...dateRow('Updated', product.updatedAt),
      ],
    },
    {
      name: 'variants',
      title: 'Variants',
      rows: variants.map(
        (variant): FactRow => ({
          label: variantTitle(variant),
          kind: 'variant',
          id: variant.id,
          sku: variant.sku ?? null,
          price: variant.price ?? null,
          earlierPrice: variant.compareAtPrice ?? null,
          currency: variant.currency ?? currency ?? null,
          picture: pictureAddress(variant.imageUrl ?? imageUrl, hosts),
          state: stockState(variant),
          stock: variant.stock ?? null,
          restockAt: variant.restockAt ?? null,
        }),
      ),
    },
  )
}

function variantTitle({ id, title, options }: Variant): string {
  return title ?? (Object.values(options ?? {}).join(', ') || id)
}

/** This many units or fewer are said to be low. */
const LOW = 3

/** `inStock` comes first, then the number. A variant whose stock is not counted is in stock, unless `inStock` is false. */
function stockState({ inStock, stock, allowBackorder }: Variant): string {
  if (!(inStock ?? (stock === undefined || stock > 0))) return allowBackorder ? 'backorder' : 'sold_out'
  return stock !== undefined && stock > 0 && stock <= LOW ? 'low_stock' : 'in_stock'
}
