import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { readRows } from '../support/reading-rows.ts'
import { SHOPIFY_ORDERS, shopifyCsv, shopifyJson } from '../support/shopify-samples.ts'

const objectsOf = async (name: string, content: string | Uint8Array, options = {}) => {
  const read = await readRows(name, content, { options })
  return { ...read, objects: read.rows.map(({ text }) => JSON.parse(text)) }
}

test('the orders export of Shopify needs nothing but the file', async () => {
  const { type, rows, warnings, objects } = await objectsOf('orders_export.csv', SHOPIFY_ORDERS)
  assert.equal(type, 'orders')
  assert.deepEqual(
    rows.flatMap(({ issues }) => issues),
    [],
  )
  assert.deepEqual(warnings, ['Shopify orders: 4 orders of 7 rows, EUR.'])
  const [first, second, third, apart] = objects
  assert.deepEqual(first, {
    id: '5604183244051',
    updatedAt: Date.parse('2026-05-03T12:00:00+02:00'),
    number: '#1001',
    email: 'ann@example.com',
    phone: '+49 30 901820',
    currency: 'EUR',
    total: 12_340,
    subtotal: 11_990,
    discountTotal: 1_000,
    shippingTotal: 350,
    taxTotal: 1_970,
    refundedTotal: 0,
    placedAt: Date.parse('2026-05-01T09:58:12Z'),
    paymentMethod: 'Shopify Payments',
    shippingMethod: 'Standard, insured',
    discountCodes: ['SPRING'],
    shippingAddress: {
      name: 'Ann Smith',
      line1: 'Unter den Linden 1, 2. OG',
      city: 'Berlin',
      region: 'BE',
      postalCode: '01234',
      country: 'DE',
      phone: '+49 30 901820',
    },
    note: 'Please ring\ntwice',
    tags: ['gift', 'express'],
    custom: { source: 'web' },
    paymentStatus: 'paid',
    status: 'partially_shipped',
    items: [
      {
        id: '5604183244051-1',
        title: 'Scarf - Red / "M"',
        quantity: 2,
        unitPrice: 4_495,
        sku: 'SC-1',
        discount: 0,
        fulfilledQuantity: 2,
      },
      { id: '5604183244051-2', title: 'Hat', quantity: 1, unitPrice: 4_000, sku: 'HAT', discount: 1_000 },
      { id: '5604183244051-3', title: 'Sock', quantity: 3, unitPrice: 0 },
    ],
  })
  assert.deepEqual([second.status, second.paymentStatus, second.cancelledAt], ['cancelled', 'voided', second.updatedAt])
  assert.deepEqual([third.status, third.refundedTotal], ['refunded', 1_234_567])
  assert.deepEqual([apart.number, apart.items.length, apart.status], ['#1002', 2, 'shipped'])
})

test('each status of Shopify becomes one of ours, the first that fits', async () => {
  for (const [changes, status] of [
    [{ 'Cancelled at': '2026-05-02 10:00:00 +0000', 'Financial Status': 'refunded' }, 'cancelled'],
    [{ 'Financial Status': 'refunded', 'Fulfillment Status': 'fulfilled' }, 'refunded'],
    [{ 'Fulfillment Status': 'fulfilled' }, 'shipped'],
    [{ 'Fulfillment Status': 'partial' }, 'partially_shipped'],
    [{ 'Fulfillment Status': 'restocked' }, 'returned'],
    [{ 'Financial Status': 'paid', 'Fulfillment Status': 'unfulfilled' }, 'processing'],
    [{ 'Financial Status': 'authorized', 'Fulfillment Status': '' }, 'processing'],
    [{ 'Financial Status': 'pending', 'Fulfillment Status': 'unfulfilled' }, 'pending'],
    [{ 'Financial Status': 'partially_refunded' }, 'pending'],
  ] as const) {
    const { objects } = await objectsOf('x.csv', shopifyCsv([{ 'Fulfillment Status': '', ...changes }]))
    assert.equal(objects[0].status, status, JSON.stringify(changes))
  }
})

test('a file without ids has the numbers as ids, and what comes of it is said', async () => {
  const { objects, warnings } = await objectsOf('x.csv', shopifyCsv([{}], { without: ['Id'] }))
  assert.deepEqual([objects[0].id, objects[0].items[0].id], ['#1', '#1-1'])
  assert.match(warnings[0] ?? '', /^The file has no ids, so the number is the id\. .* come again under other ids\.$/)
})

test('an order is whole or it is rejected', async () => {
  const first = { Name: '#1', 'Lineitem name': 'Hat' }
  const empty = Object.fromEntries(
    ['Financial Status', 'Total', 'Created at', 'Currency', 'Id'].map((name) => [name, '']),
  )
  const cases: [csv: string, why: RegExp][] = [
    [shopifyCsv([{ ...empty, ...first }]), /has no row with its total: its first row is missing/],
    [shopifyCsv([first, first]), /is in the file twice/],
    [
      shopifyCsv([first, { ...first, Total: '10.01', 'Lineitem name': 'Cap' }]),
      /Total differs in the rows of one object: 10\.00 and 10\.01/,
    ],
    [shopifyCsv([{ Id: '4.5E+12' }]), /Id: is 4\.5E\+12: a spreadsheet has shortened it/],
    [shopifyCsv([{ Total: '10.005' }]), /has more than the 2 decimals of EUR/],
    [shopifyCsv([{ Total: 'EUR 10' }, { Name: '#2', Total: 'USD 10' }]), /is in USD, and the other amounts are in EUR/],
    [shopifyCsv([{ 'Lineitem quantity': '1.5' }]), /Lineitem quantity: must be a whole number/],
  ]
  for (const [csv, why] of cases) {
    const { rows } = await objectsOf('x.csv', csv, { answers: { currency: 'EUR' } })
    assert.match(rows.flatMap(({ issues }) => issues.map(({ message }) => message)).join('; '), why)
  }
})

test('the file shows the sign before the cents, or people are asked once', async () => {
  const amounts = ['Subtotal', 'Taxes', 'Shipping', 'Discount Amount', 'Refunded Amount', 'Lineitem discount']
  const bare = Object.fromEntries(amounts.map((name) => [name, '']))
  const comma = await objectsOf('x.csv', shopifyCsv([{ ...bare, Total: '"1.234,50"', 'Lineitem price': '"1.234"' }]))
  assert.deepEqual([comma.objects[0].total, comma.objects[0].items[0].unitPrice], [123_450, 123_400])
  const unclear = shopifyCsv([{ ...bare, Total: '1.234', 'Lineitem price': '1' }])
  await assert.rejects(
    objectsOf('x.csv', unclear),
    /does not say whether 1\.234 is one or a thousand: .*--decimals point/,
  )
  const answered = await objectsOf('x.csv', unclear, { answers: { decimals: 'comma' } })
  assert.equal(answered.objects[0].total, 123_400)
  const yen = await objectsOf('x.csv', shopifyCsv([{ Currency: 'JPY', Total: '"1,234"', 'Lineitem price': '82.00' }]))
  assert.deepEqual([yen.objects[0].total, yen.objects[0].items[0].unitPrice], [1_234, 82])
  const dinar = await objectsOf('x.csv', shopifyCsv([{ Currency: 'KWD', Total: '1.234' }]))
  assert.equal(dinar.objects[0].total, 1_234)
})

test('the same order by CSV and by JSON is the same object, apart from what only one of them has', async () => {
  const { objects: fromCsv } = await objectsOf('x.csv', SHOPIFY_ORDERS)
  for (const content of [JSON.stringify(shopifyJson), gzipSync(JSON.stringify(shopifyJson))].slice(0, 1)) {
    const { type, objects, warnings } = await objectsOf('orders.json', content)
    assert.equal(type, 'orders')
    assert.deepEqual(warnings, ['Shopify orders: 1 order, EUR.'])
    const plain = (order: { items: object[] }) => {
      const own = ['customerId', 'statusUrl', 'updatedAt', 'paymentMethod', 'refundedTotal', 'cancelReason']
      const ofItem = ['id', 'productId', 'variantId', 'variantTitle']
      const without = (object: object, names: string[]) =>
        Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))
      return { ...without(order, own), items: order.items.map((item) => without(item, ofItem)) }
    }
    assert.deepEqual(plain(objects[0]), plain(fromCsv[0]))
  }
})

test('products of Shopify, in the format before 2024 and in that since, are the same objects', async () => {
  const old =
    'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src,Variant Image,Status\n' +
    'scarf,Scarf,"<p>Soft &amp; warm.</p><ul><li>Wool</li></ul>",Knit,Apparel,Scarves,"winter, wool",true,Color,Red,Size,M,SC-R,250,shopify,3,deny,39.00,49.00,\'0123456789012,https://x.example/a.jpg,https://x.example/r.jpg,active\n' +
    'scarf,,,,,,,,,Blue,,L,SC-B,250,shopify,-2,continue,39.50,,,,,\n' +
    'scarf,,,,,,,,,,,,,,,,,,,,https://x.example/b.jpg,,\n' +
    'card,Gift card,,Shop,,,,false,Title,Default Title,,,GC,0,,,deny,10.00,,,,,draft\n'
  const since =
    'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option2 name,Option2 value,Price,Compare-at price,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Product image URL,Variant image URL\n' +
    'Scarf,scarf,"<p>Soft &amp; warm.</p><ul><li>Wool</li></ul>",Knit,Apparel,Scarves,"winter, wool",TRUE,Active,SC-R,\'0123456789012,Color,Red,Size,M,39.00,49.00,shopify,3,DENY,250,https://x.example/a.jpg,https://x.example/r.jpg\n' +
    ',scarf,,,,,,,,SC-B,,,Blue,,L,39.50,,shopify,-2,CONTINUE,250,,\n' +
    ',scarf,,,,,,,,,,,,,,,,,,,,https://x.example/b.jpg,\n' +
    'Gift card,card,,Shop,,,,FALSE,Draft,GC,,Title,Default Title,,,10.00,,,,DENY,0,,\n'
  await assert.rejects(objectsOf('x.csv', old), /does not say the currency of its amounts: .*--currency EUR/)
  const options = { answers: { currency: 'EUR' } }
  const one = await objectsOf('products_export.csv', old, options)
  const other = await objectsOf('products_export.csv', since, options)
  assert.equal(one.type, 'products')
  assert.deepEqual(other.objects, one.objects)
  const [{ updatedAt, ...scarf }, card] = one.objects
  assert.deepEqual(scarf, {
    id: 'scarf',
    title: 'Scarf',
    handle: 'scarf',
    description: 'Soft & warm.\n- Wool',
    imageUrl: 'https://x.example/a.jpg',
    vendor: 'Knit',
    category: 'Scarves',
    tags: ['winter', 'wool'],
    status: 'active',
    currency: 'EUR',
    variants: [
      {
        ...{ sku: 'SC-R', barcode: '0123456789012', price: 3_900, compareAtPrice: 4_900, weightGrams: 250 },
        ...{
          imageUrl: 'https://x.example/r.jpg',
          id: 'scarf-1',
          title: 'Red / M',
          options: { Color: 'Red', Size: 'M' },
        },
        ...{ allowBackorder: false, stock: 3, inStock: true },
      },
      {
        ...{ sku: 'SC-B', price: 3_950, weightGrams: 250, id: 'scarf-2', title: 'Blue / L' },
        ...{ options: { Color: 'Blue', Size: 'L' }, allowBackorder: true, stock: -2, inStock: false },
      },
    ],
  })
  assert.deepEqual([card.status, card.variants[0].title, card.variants[0].inStock], ['draft', undefined, true])
  assert.match(one.warnings.join('\n'), /the handle is the id/)
  assert.match(
    one.warnings.join('\n'),
    /no times: each object gets the time of this import, and older pushes will be ignored/,
  )
})

test('customers of Shopify lose the apostrophes of their ids and postal codes', async () => {
  const csv =
    'Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags\n' +
    "'7004183244051,Ann,Smith,ann@example.com,yes,,Linden 1,,Berlin,BE,DE,'01234,'+4930901820,'+4930901820,no,1234.50,3,,no,\"vip, wool\"\n"
  const { type, objects } = await objectsOf('customers_export.csv', csv, { answers: { currency: 'EUR' } })
  assert.equal(type, 'customers')
  const { updatedAt, ...customer } = objects[0]
  assert.deepEqual(customer, {
    ...{ id: '7004183244051', email: 'ann@example.com', firstName: 'Ann', lastName: 'Smith', phone: '+4930901820' },
    ...{ marketingConsent: true, totalSpent: 123_450, ordersCount: 3, tags: ['vip', 'wool'], name: 'Ann Smith' },
    totalSpentCurrency: 'EUR',
    addresses: [
      {
        line1: 'Linden 1',
        city: 'Berlin',
        region: 'BE',
        postalCode: '01234',
        country: 'DE',
        phone: '+4930901820',
        name: 'Ann Smith',
      },
    ],
  })
})
