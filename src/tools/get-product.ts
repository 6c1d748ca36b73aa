import * as v from 'valibot'
import { DAY_MS } from '../lib/time.ts'
import { getObject } from '../objects/find/read.ts'
import { listPictureHosts, pictureAddress } from '../objects/picture-hosts.ts'
import { products } from '../objects/types/product.ts'
import type { Tool } from './tool.ts'
import { visibleCustom } from './visible-custom.ts'

export type Availability = 'available' | 'low' | 'backorder' | 'unavailable' | 'unknown'

/** A variant as customers may see it. */
export interface ViewedVariant {
  id: string
  sku: string | null
  title: string | null
  options: Record<string, string>
  /** In minor units. */
  price: number | null
  compareAtPrice: number | null
  currency: string | null
  availability: Availability
  /** Null unless the shop tells exact figures. */
  stock: number | null
  restockAt: string | null
  /** Whether as many are there as were asked for; null if nobody asked or it is not known. */
  isEnough: boolean | null
}

export interface ViewedProduct {
  id: string
  title: string
  description: string | null
  url: string | null
  /** Where pages may load the picture from: see {@link pictureAddress}; null for a tile. */
  picture: string | null
  updatedAt: string
  /** Entries of `custom` that the shop shows. */
  custom: Record<string, string>
  variants: ViewedVariant[]
}

interface VariantFields {
  id: string
  sku?: string
  title?: string
  price?: number
  compareAtPrice?: number
  currency?: string
  inStock?: boolean
  stock?: number
  allowBackorder?: boolean
  restockAt?: string
  options?: Record<string, string>
}

const One = v.object({
  id: v.pipe(v.string(), v.maxLength(255)),
  /** How many the customer wants. */
  quantity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
})

/** A product that is sold, with what customers may know of its variants; null for others. */
export const getProduct: Tool<v.InferOutput<typeof One>, ViewedProduct | null> = {
  name: 'get_product',
  description: 'Reads a product with prices, options and availability of its variants.',
  input: One,
  allowed: 'anyone',
  run: async ({ read, asker: { workspaceId }, settings, now }, { id, quantity }) => {
    const product = await getObject(read, products, workspaceId, id)
    if (!product || product.status === 'draft' || product.status === 'archived') return null
    const variants = (product.variants ?? []) as VariantFields[]
    const text = (value: unknown) => (typeof value === 'string' ? value : null)
    return {
      id,
      title: text(product.title) ?? id,
      description: text(product.description),
      url: text(product.url),
      picture: pictureAddress(text(product.imageUrl), await listPictureHosts(read, workspaceId)),
      updatedAt: product.updatedAt,
      custom: visibleCustom(product, settings.visibleCustom.products),
      variants: variants.map((variant) => ({
        id: variant.id,
        sku: variant.sku ?? null,
        title: variant.title ?? null,
        options: variant.options ?? {},
        price: variant.price ?? null,
        compareAtPrice: variant.compareAtPrice ?? null,
        currency: variant.currency ?? text(product.currency),
        availability: availabilityOf(variant, settings.lowStock),
        stock: settings.exactStock ? (variant.stock ?? null) : null,
        isEnough: isEnough(variant, quantity),
        // A date that has passed says nothing.
        restockAt: variant.restockAt && Date.parse(variant.restockAt) > now - DAY_MS ? variant.restockAt : null,
      })),
    }
  },
  objects: (product) => (product ? [`products/${product.id}`] : []),
}

function isEnough({ stock, allowBackorder }: VariantFields, quantity: number | undefined): boolean | null {
  if (quantity === undefined || stock === undefined) return null
  return stock >= quantity || allowBackorder === true
}

/** `inStock` comes first, then the number. */
export function availabilityOf(
  { inStock, stock, allowBackorder }: Pick<VariantFields, 'inStock' | 'stock' | 'allowBackorder'>,
  lowStock: number,
): Availability {
  const isThere = inStock ?? (stock === undefined ? undefined : stock > 0)
  if (isThere === true) return stock !== undefined && stock > 0 && stock <= lowStock ? 'low' : 'available'
  if (isThere === undefined) return allowBackorder ? 'backorder' : 'unknown'
  return allowBackorder ? 'backorder' : 'unavailable'
}
