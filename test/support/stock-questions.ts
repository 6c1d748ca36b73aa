import type { SampleProduct, SampleVariant } from '../../src/sample-shop/products.ts'
import { randomFrom } from '../../src/sample-shop/repeatable.ts'

type Random = ReturnType<typeof randomFrom>

/** The parts of a product that questions are made of. */
export type AskedProduct = Pick<SampleProduct, 'id' | 'updatedAt' | 'title' | 'status'> & {
  currency: string
  variants: Pick<SampleVariant, 'id' | 'price' | 'inStock' | 'stock' | 'options'>[]
}

export interface StockQuestion {
  text: string
  language: string
  product: AskedProduct
  variant: AskedProduct['variants'][number]
  /** The option that the question leaves out; null if it names all. */
  leftOut: string | null
}

const SERIES = ['Nordic', 'Classic', 'Urban', 'Alpine', 'Coastal', 'Studio', 'Heritage', 'Trail', 'Everyday', 'Atlas']
const MATERIALS = ['wool', 'linen', 'cotton', 'silk', 'leather', 'fleece', 'denim', 'canvas', 'bamboo', 'hemp']
const KINDS = ['scarf', 'jacket', 'shirt', 'dress', 'skirt', 'backpack', 'belt', 'hat', 'coat', 'cardigan']
const COLORS = [
  'Red',
  'Blue',
  'Green',
  'Black',
  'White',
  'Grey',
  'Yellow',
  'Brown',
  'Purple',
  'Navy',
  'Night blue',
  'Sand',
]
const SIZES = ['XS', 'S', 'M', 'L', 'XL', 'XXL']

/** A catalog with a thousand products, whose titles share their words, in several colors and sizes. */
export function largeCatalog(seed: number): AskedProduct[] {
  const random = randomFrom(seed)
  return SERIES.flatMap((series) =>
    MATERIALS.flatMap((material) => KINDS.map((kind) => `${series} ${material} ${kind}`)),
  ).map((title, index) => {
    const colors = COLORS.filter(() => random.chance(0.3))
    const sizes = SIZES.filter(() => random.chance(0.6))
    const options = (colors.length > 1 ? colors : ['Black', 'White']).flatMap((Color) =>
      (sizes.length > 0 ? sizes : ['M', 'L']).map((Size) => ({ Color, Size })),
    )
    return {
      id: `big-${index}`,
      updatedAt: '2026-10-31T00:00:00.000Z',
      title,
      status: 'active' as const,
      currency: 'EUR',
      variants: options.map((values, position) => {
        const stock = random.chance(0.3) ? 0 : random.int(1, 50)
        return {
          id: `big-${index}-${position}`,
          price: random.int(10, 90) * 100,
          inStock: stock > 0,
          stock,
          options: values,
        }
      }),
    }
  })
}

const TEMPLATES: Record<string, ((what: string, values: string) => string)[]> = {
  en: [
    (what, values) => `Is the ${what} in ${values} in stock?`,
    (what, values) => `do you have the ${what} in ${values}`,
    (what, values) => `Hi, is the ${what} available in ${values}? Thanks!`,
    (what, values) => `any ${what} left in ${values}`,
  ],
  de: [
    (what, values) => `Habt ihr ${what} in ${values} auf Lager?`,
    (what, values) => `Ist ${what} in ${values} noch verfügbar?`,
  ],
  fr: [
    (what, values) => `Avez-vous ${what} en ${values} ?`,
    (what, values) => `${what} en ${values} est-il disponible ?`,
  ],
  es: [(what, values) => `¿Tienen ${what} en ${values}?`, (what, values) => `¿Está disponible ${what} en ${values}?`],
}

/** Colors in the order of the languages; others are named as the shop names them. */
const COLOR_WORDS: Record<string, Record<string, string>> = {
  de: {
    Red: 'rot',
    Blue: 'blau',
    Green: 'grün',
    Black: 'schwarz',
    White: 'weiß',
    Grey: 'grau',
    Yellow: 'gelb',
    Brown: 'braun',
    Purple: 'lila',
    'Night blue': 'nachtblau',
    Plum: 'Pflaume',
    Moss: 'Moos',
  },
  fr: {
    Red: 'rouge',
    Blue: 'bleu',
    Green: 'vert',
    Black: 'noir',
    White: 'blanc',
    Grey: 'gris',
    Yellow: 'jaune',
    Brown: 'marron',
    Purple: 'violet',
    'Night blue': 'bleu nuit',
    Plum: 'prune',
    Moss: 'mousse',
  },
  es: {
    Red: 'rojo',
    Blue: 'azul',
    Green: 'verde',
    Black: 'negro',
    White: 'blanco',
    Grey: 'gris',
    Yellow: 'amarillo',
    Brown: 'marrón',
    Purple: 'morado',
    'Night blue': 'azul noche',
    Plum: 'ciruela',
    Moss: 'musgo',
  },
}

/** Questions about the stock of random variants, in four languages; a quarter leaves one option out. */
export function stockQuestions(products: AskedProduct[], count: number, seed: number): StockQuestion[] {
  const random = randomFrom(seed)
  const sold = products.filter(({ status }) => status === 'active')
  return Array.from({ length: count }, () => question(random, random.pick(sold as [AskedProduct, ...AskedProduct[]])))
}

function question(random: Random, product: AskedProduct): StockQuestion {
  const language = random.pick(['en', 'de', 'fr', 'es'] as const)
  const variant = random.pick(product.variants as [AskedProduct['variants'][0], ...AskedProduct['variants']])
  const several = Object.keys(variant.options).filter(
    (name) => new Set(product.variants.map(({ options }) => options[name])).size > 1,
  )
  const isShort = several.length > 1 && random.chance(0.25)
  const leftOut = isShort ? random.pick(several as [string, ...string[]]) : null
  const values = several
    .filter((name) => name !== leftOut)
    .map((name) => variant.options[name] ?? '')
    .map((value) => COLOR_WORDS[language]?.[value] ?? (random.chance(0.5) ? value.toLowerCase() : value))
  const title = random.chance(0.5) ? product.title : product.title.toLowerCase()
  const template = random.pick((TEMPLATES[language] ?? []) as [(what: string, values: string) => string])
  return { text: template(title, values.join(' ')), language, product, variant, leftOut }
}
