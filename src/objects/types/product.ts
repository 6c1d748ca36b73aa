import { choice, currency, flag, id, int, longText, money, text, texts, time, url } from '../../lib/fields.ts'
import { list, object, optional } from '../../lib/schema.ts'
import { choiceFilter, exactFilter } from '../find/filter.ts'
import { MAX_OBJECT_BYTES, type Resource } from '../resource.ts'
import { custom, identity, tags } from './shared-fields.ts'

export const productStatuses = ['active', 'draft', 'archived'] as const

export const Variant = object('Variant', {
  id: id('Your own id of the variant.'),
  title: optional(text()),
  sku: optional(text()),
  barcode: optional(text()),
  price: optional(money('In minor units.')),
  compareAtPrice: optional(money('Price before a reduction, in minor units.')),
  currency: optional(currency('ISO 4217 code. Default: the currency of the product.')),
  inStock: optional(flag()),
  stock: optional(int('Units in stock; negative when oversold, null when not tracked.', Number.MIN_SAFE_INTEGER)),
  allowBackorder: optional(flag()),
  restockAt: optional(time('When the variant is expected back in stock.')),
  weightGrams: optional(int()),
  url: optional(url()),
  imageUrl: optional(url()),
  options: optional(texts(10, 'Option names and values, such as `{"Size": "M"}`.')),
  custom: optional(custom()),
})

export const Product = object('Product', {
  ...identity,
  title: optional(text()),
  handle: optional(text('Name of the product in the URLs of your shop.')),
  description: optional(longText()),
  url: optional(url()),
  imageUrl: optional(url()),
  vendor: optional(text()),
  category: optional(text()),
  status: optional(choice(productStatuses)),
  tags: tags(),
  currency: optional(currency('ISO 4217 code of the prices.')),
  variants: optional(list(Variant, 2_000)),
})

export const products: Resource = {
  name: 'products',
  noun: 'product',
  about:
    'Products with their variants: prices, options and stock. The assistant uses them to answer questions about availability.',
  schema: Product,
  filters: [
    exactFilter({
      name: 'sku',
      field: 'variants.sku',
      description: 'The SKU of one of the variants.',
      example: 'SCARF-RED',
      storage: { entries: 'sku' },
    }),
    choiceFilter(
      {
        name: 'status',
        description: 'The status of the product.',
        example: 'active',
        storage: { column: 'status', index: 'updates' },
      },
      productStatuses,
    ),
  ],
  searched: {
    names: ['title'],
    marks: [
      'vendor',
      'category',
      'tags[]',
      ...['title', 'sku', 'barcode', 'options.*'].map((field) => `variants[].${field}`),
    ],
    body: ['description'],
    favor: ({ status, variants }) =>
      (status === 'active' ? 1.2 : 1) * (Array.isArray(variants) && variants.some(isAvailable) ? 1.1 : 1),
  },
  maxPerCall: 25,
  maxPerBatch: 1_000,
  maxBytes: MAX_OBJECT_BYTES,
  callSize: 'small',
  isPersonal: false,
  example: {
    id: 'p_12',
    updatedAt: '2026-03-01T09:30:00.000Z',
    title: 'Wool scarf',
    url: 'https://shop.example.com/wool-scarf',
    status: 'active',
    currency: 'EUR',
    variants: [{ id: 'v_12_red', title: 'Red', sku: 'SCARF-RED', price: 3900, stock: 14, options: { Colour: 'Red' } }],
  },
}

function isAvailable({ inStock, stock }: { inStock?: boolean; stock?: number }): boolean {
  return inStock ?? (stock !== undefined && stock > 0)
}
