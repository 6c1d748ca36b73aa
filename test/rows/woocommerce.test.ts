import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from '../support/reading-rows.ts'

const objectsOf = async (name: string, content: string, options = {}) => {
  const { rows, ...read } = await readRows(name, content, { options })
  return {
    ...read,
    objects: rows.map(({ text }) => JSON.parse(text)),
    issues: rows.flatMap(({ issues }) => issues.map(({ message }) => message)),
  }
}

const HEADINGS = {
  en: 'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Is featured?","Visibility in catalog","Short description",Description,"Date sale price starts","Date sale price ends","Tax status","Tax class","In stock?",Stock,"Low stock amount","Backorders allowed?","Sold individually?","Weight (kg)","Length (cm)","Width (cm)","Height (cm)","Allow customer reviews?","Purchase note","Sale price","Regular price",Categories,Tags,"Shipping class",Images,"Download limit","Download expiry days",Parent,"Grouped products",Upsells,Cross-sells,"External URL","Button text",Position,"Attribute 1 name","Attribute 1 value(s)","Attribute 1 visible","Attribute 1 global"',
  de: 'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,"Ist hervorgehoben?","Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,"Datum, an dem Angebotspreis beginnt","Datum, an dem Angebotspreis endet",Steuerstatus,Steuerklasse,Vorrätig?,Bestand,"Geringe Lagermenge","Lieferrückstande erlaubt?","Nur einzeln verkaufen?","Gewicht (kg)","Länge (cm)","Breite (cm)","Höhe (cm)","Kundenrezensionen erlauben?","Hinweis zum Kauf",Angebotspreis,"Regulärer Preis",Kategorien,Schlagwörter,Versandklasse,Bilder,Downloadlimit,"Ablauftage des Downloads","Übergeordnetes Produkt","Gruppierte Produkte",Zusatzverkäufe,"Cross-Sells (Querverkäufe)","Externe URL",Button-Text,Position,"Attribut 1 Name","Attribut 1 Wert(e)","Attribut 1 Sichtbar","Attribut 1 Global"',
  fr: 'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Mis en avant ?","Visibilité dans le catalogue","Description courte",Description,"Date de début de promo","Date de fin de promo","État de la TVA","Classe de TVA","En stock ?",Stock,"Montant de stock faible","Autoriser les commandes de produits en rupture ?","Vendre individuellement ?","Poids (kg)","Longueur (cm)","Largeur (cm)","Hauteur (cm)","Autoriser les avis clients ?","Note de commande","Tarif promo","Tarif régulier",Catégories,Étiquettes,"Classe d’expédition",Images,"Limite de téléchargement","Jours d’expiration du téléchargement",Parent,"Groupes de produits","Produits suggérés","Ventes croisées","URL externe","Libellé du bouton",Position,"Nom de l’attribut 1","Valeur(s) de l’attribut 1","Attribut 1 visible","Attribut 1 global"',
  es: 'ID,Tipo,SKU,"GTIN, UPC, EAN o ISBN",Nombre,Publicado,"¿Está destacado?","Visibilidad en el catálogo","Descripción corta",Descripción,"Día en que empieza el precio rebajado","Día en que termina el precio rebajado","Estado del impuesto","Clase de impuesto",¿Existencias?,Inventario,"Cantidad de bajo inventario","¿Permitir reservas de productos agotados?","¿Vendido individualmente?","Peso (kg)","Longitud (cm)","Anchura (cm)","Altura (cm)","¿Permitir valoraciones de clientes?","Nota de compra","Precio rebajado","Precio normal",Categorías,Etiquetas,"Clase de envío",Imágenes,"Límite de descargas","Días de caducidad de la descarga",Superior,"Productos agrupados","Ventas dirigidas","Ventas cruzadas","URL externa","Texto del botón",Posición,"Nombre del atributo 1","Valor(es) del atributo 1","Atributo visible 1","Atributo global 1"',
}
/** The rows of a hood in two sizes, one of them before its parent, and of a plain mug. */
const ROWS = `
46,variation,HOOD-M,'0401234500017,Hood - M,1,0,visible,,,,,taxable,,1,5,,0,0,0.4,,,,0,,,"49,90",,,,https://x.example/m.jpg,,,id:44,,,,,,0,Size,M,,1
44,variable,HOOD,,Hood,1,0,visible,"<p>Warm</p>","<h2>A hood</h2><p>of wool &amp; silk</p>",,,taxable,,1,,,0,0,0.4,,,,1,,,,"Clothing > Hoodies, Sale","winter, wool",,"https://x.example/a.jpg, https://x.example/b.jpg",,,,,,,,,0,Size,"M, L",1,1
47,variation,HOOD-L,,Hood - L,1,0,visible,,,,,taxable,,0,0,,notify,0,0.45,,,,0,,"39,90","49,90",,,,,,,HOOD,,,,,,0,Size,L,,1
50,"simple, virtual",MUG,,Mug,-1,0,visible,"<p>Blue</p>",,"2999-01-01",,taxable,,1,,,0,0,,,,,1,,"5","12,00",,,,,,,,,,,,,0,,,,
`.trimStart()

test('the product export of WooCommerce is read in each language, with variations by the id or the SKU of their parent', async () => {
  const options = { answers: { currency: 'EUR' } }
  const read = await objectsOf('wc-product-export.csv', `${HEADINGS.en}\n${ROWS}`, options)
  assert.deepEqual([read.type, read.issues], ['products', []])
  const [{ updatedAt, ...hood }, mug] = read.objects
  assert.deepEqual(hood, {
    ...{ id: '44', title: 'Hood', description: 'A hood\nof wool & silk', tags: ['winter', 'wool'] },
    ...{ imageUrl: 'https://x.example/a.jpg', category: 'Clothing > Hoodies', status: 'active', currency: 'EUR' },
    variants: [
      {
        ...{ id: '46', sku: 'HOOD-M', barcode: '0401234500017', price: 4_990, stock: 5, weightGrams: 400 },
        ...{ inStock: true, allowBackorder: false, title: 'M', options: { Size: 'M' } },
        imageUrl: 'https://x.example/m.jpg',
      },
      {
        ...{ id: '47', sku: 'HOOD-L', price: 3_990, compareAtPrice: 4_990, stock: 0, weightGrams: 450 },
        ...{ inStock: false, allowBackorder: true, title: 'L', options: { Size: 'L' } },
      },
    ],
  })
  assert.deepEqual(
    [mug.status, mug.description, mug.variants[0].price],
    ['draft', 'Blue', 1_200],
    'the sale begins later',
  )
  for (const heading of [HEADINGS.de, HEADINGS.fr, HEADINGS.es]) {
    assert.deepEqual((await objectsOf('x.csv', `${heading}\n${ROWS}`, options)).objects, read.objects)
  }
  // A language without names here: the columns have their order, and the one of barcodes its letters.
  const dutch = HEADINGS.en
    .replace('or ISBN', 'of ISBN')
    .replaceAll(/(Type|Name|Published|Description|Stock|Categories|Tags|Images|Parent)(?=,)/g, 'X$1')
    .replace('Regular price', 'Normale prijs')
  const attributes = (objects: { variants: object[] }[]) =>
    objects.map((one) => ({ ...one, variants: one.variants.length }))
  assert.deepEqual(
    attributes((await objectsOf('x.csv', `${dutch}\n${ROWS}`, options)).objects),
    attributes(read.objects),
  )
})

test('a variation without its parent, and two products of one id, are rejected', async () => {
  const options = { answers: { currency: 'EUR' } }
  const rows = ROWS.split('\n')
  const orphan = await objectsOf('x.csv', `${HEADINGS.en}\n${rows[0]}\n${rows[3]}\n`, options)
  assert.deepEqual(orphan.issues, ['is not in the file, only parts of it are'])
  const twice = await objectsOf('x.csv', `${HEADINGS.en}\n${rows[3]}\n${rows[3]?.replace('Mug', 'Cup')}\n`, options)
  assert.deepEqual(twice.issues, ['is in the file more than once'])
})

const order = {
  ...{ id: 727, number: '727', status: 'completed', currency: 'EUR', customer_id: 0, customer_note: '' },
  ...{ date_created: '2026-05-01T11:58:12', date_created_gmt: '2026-05-01T09:58:12' },
  ...{ date_modified_gmt: '2026-05-03T10:00:00', date_paid_gmt: '2026-05-01T10:00:00', date_completed_gmt: null },
  ...{ total: '29.35', discount_total: '1.00', shipping_total: '10.00', total_tax: '1.35' },
  ...{ customer_ip_address: '192.0.2.7', payment_method_title: 'Card', transaction_id: 't_1' },
  billing: {
    ...{ first_name: 'Ann', last_name: 'Smith', company: '', address_1: 'Linden 1', address_2: '', city: 'Berlin' },
    ...{ state: 'BE', postcode: '01234', country: 'DE', email: 'ann@example.com', phone: '+49 30 901820' },
  },
  shipping: {
    first_name: 'Ann',
    last_name: 'Smith',
    address_1: 'Linden 1',
    city: 'Berlin',
    postcode: '01234',
    country: 'DE',
  },
  line_items: [
    {
      ...{ id: 315, name: 'Hood', product_id: 44, variation_id: 47, quantity: 3, subtotal: '25.00', total: '25.00' },
      ...{ total_tax: '1.35', sku: 'HOOD-L', price: 8.333333333333334, image: { src: 'https://x.example/a.jpg' } },
      meta_data: [
        { key: 'pa_size', display_value: 'L' },
        { key: '_reduced_stock', display_value: '3' },
      ],
    },
  ],
  ...{ shipping_lines: [{ method_title: 'Express' }], coupon_lines: [{ code: 'SPRING' }], refunds: [] as object[] },
}

test('a bare list of orders as the REST API of WooCommerce answers needs no question', async () => {
  const { type, objects, issues, warnings } = await objectsOf('orders.json', JSON.stringify([order]))
  assert.deepEqual([type, issues, warnings], ['orders', [], ['WooCommerce orders: 1 order, EUR.']])
  assert.deepEqual(objects[0], {
    ...{ id: '727', updatedAt: Date.parse('2026-05-03T10:00:00Z'), number: '727', email: 'ann@example.com' },
    ...{ phone: '+49 30 901820', total: 2_935, discountTotal: 100, shippingTotal: 1_000, taxTotal: 135 },
    ...{ placedAt: Date.parse('2026-05-01T09:58:12Z'), paymentMethod: 'Card', shippingMethod: 'Express' },
    shippingAddress: { line1: 'Linden 1', city: 'Berlin', postalCode: '01234', country: 'DE', name: 'Ann Smith' },
    billingAddress: {
      ...{ line1: 'Linden 1', city: 'Berlin', region: 'BE', postalCode: '01234', country: 'DE' },
      ...{ phone: '+49 30 901820', name: 'Ann Smith' },
    },
    ...{ currency: 'EUR', discountCodes: ['SPRING'], status: 'shipped', paymentStatus: 'paid' },
    items: [
      {
        ...{ id: '315', title: 'Hood', quantity: 3, unitPrice: 833, productId: '44', variantId: '47' },
        ...{ sku: 'HOOD-L', total: 2_500, tax: 135, imageUrl: 'https://x.example/a.jpg', variantTitle: 'L' },
      },
    ],
  })
  const refunded = { ...order, refunds: [{ id: 1, total: '-29.35' }], status: 'refunded' }
  const { objects: back } = await objectsOf('orders.json', JSON.stringify([refunded]))
  assert.deepEqual([back[0].refundedTotal, back[0].status, back[0].paymentStatus], [2_935, 'refunded', 'refunded'])
})

test('each status of WooCommerce becomes one of ours', async () => {
  const words = {
    ...{ pending: 'pending', 'on-hold': 'pending', 'checkout-draft': 'pending', processing: 'processing' },
    ...{ completed: 'shipped', cancelled: 'cancelled', failed: 'cancelled', trash: 'cancelled' },
    ...{ refunded: 'refunded', 'wc-completed': 'shipped', 'awaiting-pickup': 'processing' },
  }
  const orders = Object.keys(words).map((status, id) => ({ ...order, id, status }))
  const { objects } = await objectsOf('orders.json', JSON.stringify(orders))
  assert.deepEqual(
    objects.map(({ status }) => status),
    Object.values(words),
  )
})

test('the same order as a table with the names of the REST API is the same object, apart from what only JSON has', async () => {
  const flat = Object.entries({
    ...Object.fromEntries(Object.entries(order).filter(([, value]) => typeof value !== 'object')),
    ...Object.fromEntries(Object.entries(order.billing).map(([name, value]) => [`billing_${name}`, value])),
    ...Object.fromEntries(Object.entries(order.shipping).map(([name, value]) => [`shipping_${name}`, value])),
    ...{ date_paid: '2026-05-01T10:00:00', line_items: JSON.stringify(order.line_items) },
  })
  const cell = (value: unknown) => `"${String(value ?? '').replaceAll('"', '""')}"`
  const csv = `${flat.map(([name]) => name).join()}\n${flat.map(([, value]) => cell(value)).join()}\n`
  const options = { answers: { timezone: 'Europe/Berlin' } }
  const { type, objects, issues } = await objectsOf('orders.csv', csv, options)
  assert.deepEqual([type, issues], ['orders', []])
  const { objects: json } = await objectsOf('orders.json', JSON.stringify([order]))
  const plain = ({ shippingMethod, discountCodes, items, ...rest }: { items: object[]; [name: string]: unknown }) => {
    const { variantTitle, ...others } = items[0] as Record<string, unknown>
    return { ...rest, item: others }
  }
  assert.deepEqual(plain(objects[0]), plain(json[0]))
})

test('the tables of analytics, and customers by both ways', async () => {
  const report =
    'Date,Order #,Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue\n' +
    '2026-05-01 09:58:12,727,completed,Ann Smith,new,"3× Hood, 1× Mug",4,spring,25\n'
  const options = { answers: { timezone: 'Europe/Berlin', currency: 'EUR' } }
  const { objects, warnings } = await objectsOf('orders.csv', report, options)
  assert.deepEqual(
    objects,
    [
      {
        ...{ id: '727', updatedAt: Date.parse('2026-05-01T07:58:12Z'), number: '727', status: 'shipped' },
        ...{ placedAt: Date.parse('2026-05-01T07:58:12Z'), discountCodes: ['spring'] },
        custom: { products: '3× Hood, 1× Mug', customer: 'Ann Smith' },
      },
    ].map(({ status, custom, ...rest }) => ({ ...rest, custom, status })),
  )
  assert.match(warnings.join('\n'), /has no items, totals and e-mail addresses/)
  const people =
    'Name,Username,Last active,Sign up,Email,Orders,Total spend,AOV,Country / Region,City,Region,Postal code\n' +
    'Ann Smith,ann,2026-05-01 09:58:12,2025-01-01 00:00:00,ann@example.com,3,"1,234.50",411.5,Germany,Berlin,BE,01234\n'
  const { objects: reported } = await objectsOf('customers.csv', people, options)
  assert.deepEqual(
    [reported[0].id, reported[0].totalSpent, reported[0].addresses],
    ['ann@example.com', 123_450, [{ city: 'Berlin', region: 'BE', postalCode: '01234', country: 'DE' }]],
  )
  const customer = {
    ...{ id: 25, email: 'ann@example.com', first_name: 'Ann', last_name: 'Smith', is_paying_customer: true },
    ...{ date_created_gmt: '2025-01-01T00:00:00', date_modified_gmt: '2026-01-01T00:00:00', billing: order.billing },
  }
  const { type, objects: customers } = await objectsOf('customers.json', JSON.stringify([customer]))
  assert.deepEqual([type, customers[0].id, customers[0].name], ['customers', '25', 'Ann Smith'])
  assert.equal(customers[0].addresses[0].postalCode, '01234')
})
