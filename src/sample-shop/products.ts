import { DAY_MS, MINUTE_MS } from '../lib/time.ts'
import { pictureName, SHOP_PICTURES } from './pictures.ts'
import { iso, NOW, type Random } from './repeatable.ts'

export interface SampleVariant {
  id: string
  title: string
  sku: string
  barcode: string
  /** Cents. */
  price: number
  compareAtPrice?: number
  inStock: boolean
  stock: number
  restockAt?: string
  weightGrams: number
  imageUrl: string
  options: Record<string, string>
}

export interface SampleProduct {
  id: string
  updatedAt: string
  title: string
  handle: string
  description: string
  url: string
  imageUrl: string
  vendor: string
  category: string
  status: 'active' | 'draft' | 'archived'
  tags: string[]
  currency: 'EUR'
  variants: SampleVariant[]
}

const MATERIALS = ['Merino', 'Alpaca', 'Linen', 'Organic cotton', 'Recycled wool', 'Cashmere'] as const
const KINDS = [
  { name: 'scarf', category: 'Accessories', price: 3900, grams: 180, sizes: ['One size'] },
  { name: 'beanie', category: 'Accessories', price: 2900, grams: 90, sizes: ['S/M', 'L/XL'] },
  { name: 'cardigan', category: 'Knitwear', price: 11900, grams: 520, sizes: ['S', 'M', 'L'] },
  { name: 'jumper', category: 'Knitwear', price: 9900, grams: 480, sizes: ['S', 'M', 'L', 'XL'] },
  { name: 'socks', category: 'Accessories', price: 1400, grams: 60, sizes: ['36–39', '40–43', '44–47'] },
  { name: 'blanket', category: 'Home', price: 14900, grams: 1300, sizes: ['130 × 180 cm'] },
  { name: 'gloves', category: 'Accessories', price: 3400, grams: 80, sizes: ['S', 'M', 'L'] },
  { name: 'T-shirt', category: 'Basics', price: 3200, grams: 170, sizes: ['S', 'M', 'L', 'XL'] },
  { name: 'leggings', category: 'Basics', price: 5400, grams: 210, sizes: ['S', 'M', 'L'] },
  { name: 'cushion', category: 'Home', price: 4500, grams: 600, sizes: ['50 × 50 cm'] },
] as const
const COLOURS = ['Moss', 'Sand', 'Night blue', 'Brick', 'Oat', 'Graphite', 'Plum'] as const
const VENDORS = ['Atelier Nord', 'Weberei Hofer', 'Lã da Serra'] as const

/** Each material in each kind: 60 products, every one in two colours and all sizes of its kind. */
export function sampleProducts(random: Random): SampleProduct[] {
  return MATERIALS.flatMap((material, row) =>
    KINDS.map((kind, column) => sampleProduct(random, row * KINDS.length + column + 1, material, kind)),
  )
}

function sampleProduct(random: Random, number: number, material: string, kind: (typeof KINDS)[number]): SampleProduct {
  const title = `${material} ${kind.name}`
  const handle = title.toLowerCase().replaceAll(' ', '-')
  const first = random.int(0, COLOURS.length - 1)
  const colours = [first, first + random.int(1, COLOURS.length - 1)].map(
    (index) => COLOURS[index % COLOURS.length] ?? '',
  )
  const pictureIn = (colour: string) => SHOP_PICTURES + pictureName(material, kind.name, colour)
  const price = kind.price + random.int(0, 8) * 500
  const sizes = colours.flatMap((colour) => kind.sizes.map((size) => ({ colour, size })))
  return {
    id: `prod-${number}`,
    // The shop pushes its stock several times a day.
    updatedAt: iso(NOW - random.int(1, 60) * 10 * MINUTE_MS),
    title,
    handle,
    description: `${title}, made in small runs. Wash by hand, dry flat.`,
    url: `https://shop.example/products/${handle}`,
    imageUrl: pictureIn(colours[0] ?? ''),
    vendor: random.pick(VENDORS),
    category: kind.category,
    status: random.chance(0.93) ? 'active' : 'archived',
    tags: [material.toLowerCase(), ...(random.chance(0.3) ? ['gift'] : [])],
    currency: 'EUR',
    variants: sizes.map(({ colour, size }, index) => {
      const stock = random.chance(0.12) ? 0 : random.int(1, 60)
      return {
        id: `var-${number}-${index + 1}`,
        title: `${colour} / ${size}`,
        sku: `SW-${String(number).padStart(3, '0')}-${String(index + 1).padStart(2, '0')}`,
        barcode: `40${String(number * 100 + index).padStart(11, '0')}`,
        price,
        ...(random.chance(0.15) ? { compareAtPrice: price + 1000 } : {}),
        inStock: stock > 0,
        stock,
        ...(stock === 0 ? { restockAt: iso(NOW + random.int(3, 30) * DAY_MS) } : {}),
        weightGrams: kind.grams,
        imageUrl: pictureIn(colour),
        options: { Colour: colour, Size: size },
      }
    }),
  }
}
