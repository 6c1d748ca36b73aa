import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customerSections } from '../../src/lookup/story/customer.ts'
import { orderSections } from '../../src/lookup/story/order.ts'
import { type StoredShipment, shipmentSection, stepsOf } from '../../src/lookup/story/parcel.ts'
import { priceRange, productSections } from '../../src/lookup/story/product.ts'
import type { FactRow, Section } from '../../src/lookup/story/section.ts'
import { toneOf } from '../../src/lookup/story/tones.ts'
import { orderStatuses, paymentStatuses } from '../../src/objects/types/order.ts'
import { shipmentStatuses } from '../../src/objects/types/shipment.ts'

const [day1, day2, day3] = ['2026-03-01T09:00:00.000Z', '2026-03-02T09:00:00.000Z', '2026-03-03T09:00:00.000Z']
const at = { id: 'x', updatedAt: day3 }

const order = (fields: object, shipments: object[] = []) =>
  orderSections({
    order: { ...at, ...fields },
    customer: null,
    shipments: shipments.map((shipment) => ({ ...at, ...shipment })),
    pictureHosts: ['cdn.shop.example'],
  })

const rowsOf = (sections: Section[], name: Section['name']) => sections.find((one) => one.name === name)?.rows ?? []
const labels = (rows: FactRow[]) => rows.map(({ label }) => label)

/** The steps of a parcel, with the days of those that are done. */
const steps = (shipment: Partial<StoredShipment>) =>
  stepsOf({ ...at, ...shipment }).flatMap(({ name, at, isDone }) =>
    isDone ? [`${name} ${at?.slice(8, 10) ?? '?'}`] : [],
  )

test('a parcel has done every step before the one that it has reached, with the days that are known', () => {
  assert.deepEqual(steps({}), [])
  assert.deepEqual(steps({ status: 'label_created' }), ['label ?'])
  const events = [
    { occurredAt: day2, status: 'in_transit' as const },
    { occurredAt: day1, status: 'label_created' as const },
    { occurredAt: day3, status: 'in_transit' as const },
  ]
  assert.deepEqual(steps({ status: 'in_transit', events }), ['label 01', 'on_its_way 02'])
  assert.deepEqual(steps({ shippedAt: day1 }), ['label ?', 'on_its_way 01'])
  assert.deepEqual(steps({ status: 'out_for_delivery' }), ['label ?', 'on_its_way ?', 'out_for_delivery ?'])
  const done = steps({ status: 'delivered', deliveredAt: day3, events })
  assert.deepEqual(done, ['label 01', 'on_its_way 02', 'out_for_delivery ?', 'delivered 03'])
  for (const status of ['delayed', 'exception', 'lost', 'returned_to_sender'] as const)
    assert.deepEqual(steps({ status }), ['label ?', 'on_its_way ?'], status)
  // A parcel that came back was not delivered, whatever the carrier calls its last event.
  const back = [...events, { occurredAt: day3, status: 'delivered' as const }]
  assert.equal(steps({ status: 'returned_to_sender', events: back }).length, 2)
})

test('an order is its parcels, what was bought and in which parcel it is, and what it cost', () => {
  const items = [
    {
      id: 'l1',
      title: 'Scarf',
      variantTitle: 'Red',
      quantity: 3,
      unitPrice: 100,
      imageUrl: 'https://cdn.shop.example/a.jpg',
    },
    {
      id: 'l2',
      title: 'Hat',
      quantity: 1,
      unitPrice: 50,
      refundedQuantity: 1,
      imageUrl: 'https://other.example/a.jpg',
    },
  ]
  const sums = { currency: 'JPY', subtotal: 350, discountTotal: 50, shippingTotal: 0, taxTotal: 30, total: 300 }
  const sections = order({ items, ...sums, discountCodes: ['MAY'] }, [
    { id: 's1', status: 'delivered', items: [{ itemId: 'l1', quantity: 2 }] },
    { id: 's2', trackingUrl: 'javascript:alert(1)', items: [{ itemId: 'l1', quantity: 1 }] },
  ])
  assert.deepEqual(
    sections.map(({ title }) => title),
    ['Parcel 1', 'Parcel 2', 'Items', 'Bill', 'Order'],
  )
  const [scarf, hat] = rowsOf(sections, 'lines')
  assert.ok(scarf?.kind === 'line' && hat?.kind === 'line')
  assert.deepEqual(scarf.parcels, [
    { number: 1, quantity: 2 },
    { number: 2, quantity: 1 },
  ])
  assert.deepEqual([scarf.total, scarf.picture, scarf.text], [300, 'https://cdn.shop.example/a.jpg', 'Red'])
  assert.deepEqual([hat.parcels, hat.picture, hat.refunded], [[], null, 1])
  assert.deepEqual(labels(rowsOf(sections, 'bill')), ['Subtotal', 'Discount (MAY)', 'Tax included', 'Total'])
  assert.ok(!JSON.stringify(sections).includes('javascript:'), 'a link leads to a web page')
})

test('a line that a parcel names several times, once for each piece, is in it once, with all pieces', () => {
  const pieces = (count: number) => Array.from({ length: count }, () => ({ itemId: 'l1', quantity: 1 }))
  const items = [{ id: 'l1', title: 'Phone', quantity: 3, unitPrice: 100 }]
  const sections = order({ items }, [{ items: pieces(2) }, { items: [...pieces(1), { itemId: 'l9', quantity: 1 }] }])
  const [phone] = rowsOf(sections, 'lines')
  assert.ok(phone?.kind === 'line')
  assert.deepEqual(phone.parcels, [
    { number: 1, quantity: 2 },
    { number: 2, quantity: 1 },
  ])
})

test('a parcel by itself names its order by number, and what is in it', () => {
  const of = {
    ...at,
    id: 'o1',
    number: '#1001',
    items: [{ id: 'l1', title: 'Scarf', variantTitle: 'Red', quantity: 3, unitPrice: 100 }],
  }
  const sent = {
    ...at,
    orderId: 'o1',
    items: [
      { itemId: 'l1', quantity: 2 },
      { itemId: 'l9', quantity: 1 },
    ],
  }
  const facts = (order: typeof of | null) =>
    shipmentSection(sent, order).rows.flatMap((row) => ('text' in row && row.label !== 'Updated' ? [row.text] : []))
  assert.deepEqual(facts(of), ['#1001', '2 × Scarf (Red), 1 × l9'])
  assert.deepEqual(facts(null), ['o1', '2 × l1, 1 × l9'], 'the order was not pushed')
})

test('an order without parcels, items or customer has what is known of it', () => {
  const cancelled = order({ status: 'cancelled', cancelledAt: day1, cancelReason: 'Out of stock', total: 0 })
  assert.deepEqual(
    cancelled.map(({ name }) => name),
    ['bill', 'about'],
  )
  assert.deepEqual(labels(rowsOf(cancelled, 'about')), ['ID', 'Cancelled', 'Updated'])
  assert.deepEqual(rowsOf(cancelled, 'bill'), [{ label: 'Total', kind: 'money', amount: 0, currency: null }])
  assert.deepEqual(labels(rowsOf(order({ customerId: 'c1' }), 'customer')), ['Name'], 'not pushed yet')
})

test('a product has its prices and the stock of each variant', () => {
  const product = {
    ...at,
    currency: 'EUR',
    imageUrl: 'https://cdn.shop.example/a.jpg',
    variants: [
      { id: 'v1', title: 'Red', price: 300, stock: 0 },
      { id: 'v2', options: { Size: 'M' }, price: 200, stock: 3 },
      { id: 'v3', stock: -1, allowBackorder: true },
      { id: 'v4', inStock: true, stock: 9 },
    ],
  }
  assert.deepEqual(priceRange(product), { from: 200, to: 300, currency: 'EUR' })
  assert.equal(
    priceRange({ ...product, variants: [...product.variants, { id: 'v5', price: 1, currency: 'USD' }] }),
    null,
  )
  const shown = rowsOf(productSections(product, ['cdn.shop.example']), 'variants')
  assert.deepEqual(labels(shown), ['Red', 'M', 'v3', 'v4'])
  assert.deepEqual(
    shown.map((row) => row.kind === 'variant' && row.state),
    ['sold_out', 'low_stock', 'backorder', 'in_stock'],
  )
  assert.ok(shown.every((row) => row.kind === 'variant' && row.picture === 'https://cdn.shop.example/a.jpg'))
})

test('a customer is who they are and what they are worth', () => {
  const sections = customerSections({ ...at, name: 'Ada', email: 'ada@example.com', totalSpent: 5, ordersCount: 2 })
  assert.deepEqual(labels(rowsOf(sections, 'about')), ['ID', 'E-mail', 'Updated'])
  assert.deepEqual(labels(rowsOf(sections, 'worth')), ['Total spent', 'Orders'])
})

test('what went wrong and what is settled are told apart for every state', () => {
  const states = [...orderStatuses, ...paymentStatuses, ...shipmentStatuses]
  const of = (tone: string) => [...new Set(states.filter((state) => toneOf(state) === tone))]
  assert.deepEqual(of('bad'), ['exception', 'lost', 'returned_to_sender'])
  assert.deepEqual(of('good'), ['delivered', 'paid'])
})
