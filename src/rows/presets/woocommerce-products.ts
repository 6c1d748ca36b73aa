import { textOfHtml } from '../html.ts'
import type { JsonObject } from '../json-object.ts'
import { put } from './fill.ts'
import type { CellsOf, ObjectContext, TablePreset } from './preset.ts'
import { count, digits, grams, html, list, money, text } from './readers.ts'

/*
 * The headings of the product export are those of the administrator's language: English, German, French, Spanish.
 */
const TYPE = ['Type', 'Typ', 'Tipo']
const SKU = ['SKU', 'Artikelnummer', 'UGS']
const BARCODE = [
  'GTIN, UPC, EAN, or ISBN',
  'GTIN, UPC, EAN oder ISBN',
  'GTIN, UPC, EAN ou ISBN',
  'GTIN, UPC, EAN o ISBN',
]
const NAME = ['Name', 'Nom', 'Nombre']
const PUBLISHED = ['Published', 'Veröffentlicht', 'Publié', 'Publicado']
const SHORT = ['Short description', 'Kurzbeschreibung', 'Description courte', 'Descripción corta']
const DESCRIPTION = ['Description', 'Beschreibung', 'Descripción']
const STARTS = [
  ...['Date sale price starts', 'Datum, an dem Angebotspreis beginnt'],
  ...['Date de début de promo', 'Día en que empieza el precio rebajado'],
]
const IN_STOCK = ['In stock?', 'Vorrätig?', 'En stock ?', '¿Existencias?', '¿En inventario?']
const STOCK = ['Stock', 'Bestand', 'Lager', 'Inventario']
const BACKORDERS = [
  ...['Backorders allowed?', 'Lieferrückstande erlaubt?', 'Lieferrückstände erlaubt?', 'Rückstände erlaubt?'],
  ...['Autoriser les commandes de produits en rupture ?', '¿Permitir reservas de productos agotados?'],
]
const WEIGHT = ['Weight (kg)', 'Gewicht (kg)', 'Poids (kg)', 'Peso (kg)']
const SALE = ['Sale price', 'Angebotspreis', 'Tarif promo', 'Precio rebajado']
const REGULAR = ['Regular price', 'Regulärer Preis', 'Tarif régulier', 'Precio normal']
const CATEGORIES = ['Categories', 'Kategorien', 'Catégories', 'Categorías']
const TAGS = ['Tags', 'Schlagwörter', 'Étiquettes', 'Etiquetas']
const IMAGES = ['Images', 'Bilder', 'Imágenes']
const PARENT = ['Parent', 'Übergeordnetes Produkt', 'Superior', 'Principal']
const BRANDS = ['Brands', 'Marken', 'Marques', 'Marcas']

const attributeName = (number: number) => [
  ...[`Attribute ${number} name`, `Attribut ${number} Name`],
  ...[`Nom de l'attribut ${number}`, `Nombre del atributo ${number}`],
]
const attributeValue = (number: number) => [
  ...[`Attribute ${number} value(s)`, `Attribut ${number} Wert(e)`],
  ...[`Valeur(s) de l'attribut ${number}`, `Valor(es) del atributo ${number}`],
]
/** The most options of a variant. */
const MOST_OPTIONS = 10

/** The columns of the export in their order, for administrators with another language. `undefined`: not read. */
const POSITIONS: (string[] | undefined)[] = [
  ...[['ID'], TYPE, SKU, BARCODE, NAME, PUBLISHED, undefined, undefined, SHORT, DESCRIPTION, STARTS, undefined],
  ...[undefined, undefined, IN_STOCK, STOCK, undefined, BACKORDERS, undefined, WEIGHT, undefined, undefined, undefined],
  ...[undefined, undefined, SALE, REGULAR, CATEGORIES, TAGS, undefined, IMAGES, undefined, undefined, PARENT],
]
const PLACE_OF_BARCODE = 3

const isVariation = (cell: CellsOf) => cell(...TYPE).startsWith('variation')
/** A product that is sold as it is, and not in variations or as a group of others. */
const isSold = (cell: CellsOf) => !/variable|grouped/.test(cell(...TYPE))

/** Products of WooCommerce: a row a product, and a row a variation, which names its parent by id or by SKU. */
export const woocommerceProducts: TablePreset = {
  name: 'woocommerce-products',
  label: 'WooCommerce products',
  type: 'products',
  needs: [['ID'], TYPE, SKU, NAME, PUBLISHED, REGULAR, PARENT],
  headingsOf: (headings) => {
    const isExport = headings[0] === 'ID' && /GTIN.*UPC.*EAN/.test(headings[PLACE_OF_BARCODE] ?? '')
    if (!isExport || headings.length < POSITIONS.length) return undefined
    return headings.map((heading, index) => POSITIONS[index]?.[0] ?? heading)
  },
  key: ['ID'],
  keyOf: (cell) => (isVariation(cell) ? cell(...PARENT) : cell('ID') && `id:${cell('ID')}`),
  aliasOf: (cell) => (isVariation(cell) ? '' : cell(...SKU)),
  isHead: (cell) => !isVariation(cell),
  ages: [],
  fields: {
    id: digits('ID'),
    title: text(...NAME),
    description: html(...DESCRIPTION),
    vendor: text(...BRANDS),
    tags: list(...TAGS),
  },
  finish: (object, [first], context) => {
    if (!first) return
    put(object, 'description', object.description ?? (textOfHtml(first(...SHORT)) || undefined))
    const [image, category] = [first(...IMAGES), first(...CATEGORIES)].map((cell) => cell.split(',')[0]?.trim())
    if (image) object.imageUrl = image
    if (category) object.category = category
    const published = first(...PUBLISHED)
    if (published !== '') object.status = published === '1' ? 'active' : 'draft'
    put(object, 'currency', context.currency)
  },
  lists: {
    variants: {
      has: (cell) => isVariation(cell) || isSold(cell),
      fields: {
        id: digits('ID'),
        sku: text(...SKU),
        barcode: digits(...BARCODE),
        price: money(...REGULAR),
        compareAtPrice: money(...SALE),
        stock: count(...STOCK),
        weightGrams: grams(...WEIGHT),
      },
      each: (variant, cell, { context }) => {
        addSale(variant, cell, context)
        addStock(variant, cell)
        if (isVariation(cell)) addOptions(variant, cell)
        const [image] = cell(...IMAGES).split(',')
        if (isVariation(cell) && image) variant.imageUrl = image.trim()
      },
    },
  },
}

/** The price of a sale that has begun is the price, and the regular one is what it is compared with. */
function addSale(variant: JsonObject, cell: CellsOf, context: ObjectContext): void {
  const price = variant.compareAtPrice
  delete variant.compareAtPrice
  const today = new Date(context.now).toISOString().slice(0, 10)
  if (price === undefined || cell(...STARTS).slice(0, 10) > today) return
  put(variant, 'compareAtPrice', variant.price)
  variant.price = price
}

function addStock(variant: JsonObject, cell: CellsOf): void {
  const inStock = cell(...IN_STOCK)
  if (inStock !== '') variant.inStock = inStock === '1'
  const backorders = cell(...BACKORDERS)
  if (backorders !== '') variant.allowBackorder = backorders !== '0'
}

function addOptions(variant: JsonObject, cell: CellsOf): void {
  const options: Record<string, string> = {}
  for (let number = 1; number <= MOST_OPTIONS; number++) {
    const [name, value] = [cell(...attributeName(number)), cell(...attributeValue(number))]
    if (name !== '' && value !== '') options[name] = value
  }
  const values = Object.values(options)
  if (values.length === 0) return
  variant.title = values.join(' / ')
  variant.options = options
}
