import assert from 'node:assert/strict'
import { copyFileSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { sampleFiles } from '../../scripts/sample/files.ts'
import { NOW } from '../../src/sample-shop/repeatable.ts'
import { sampleShop } from '../../src/sample-shop/shop.ts'
import { startImporting } from '../support/importing.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`../../scripts/sample/${name}`, import.meta.url))
const COUNTS = { customers: 200, products: 60, orders: 500, shipments: 450, tickets: 80, articles: 22 }

test('the generator writes exactly the committed files', () => {
  for (const { name, text } of sampleFiles()) {
    const bytes = readFileSync(pathOf(name))
    // Compressed bytes may differ from one zlib to another: what counts is what they unpack to.
    assert.ok((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).equals(Buffer.from(text)), name)
  }
})

test('references lead to objects, and ids are unique', () => {
  const { customers, products, orders, shipments, tickets, articles } = sampleShop()
  const byId = <T extends { id: string }>(objects: T[]) => new Map(objects.map((object) => [object.id, object]))
  const [people, known] = [byId(customers), byId(orders)]
  const variants = byId(products.flatMap((product) => product.variants.map((variant) => ({ ...variant, product }))))
  for (const objects of [customers, products, orders, shipments, tickets, articles]) {
    assert.equal(new Set(objects.map(({ id }) => id)).size, objects.length)
  }
  for (const { customerId, email, items } of orders) {
    assert.equal(people.get(customerId)?.email, email)
    for (const { variantId, productId, unitPrice } of items) {
      assert.deepEqual([variants.get(variantId)?.product.id, variants.get(variantId)?.price], [productId, unitPrice])
    }
  }
  for (const { orderId, items } of shipments) {
    for (const { itemId, quantity } of items) {
      assert.equal(known.get(orderId)?.items.find(({ id }) => id === itemId)?.quantity, quantity)
    }
  }
  for (const { customerId, orderIds } of tickets) {
    assert.deepEqual(
      orderIds.map((id) => known.get(id)?.customerId),
      [customerId],
    )
  }
})

test('amounts add up', () => {
  const { customers, orders } = sampleShop()
  for (const { items, subtotal, discountTotal, shippingTotal, taxTotal, total, refundedTotal } of orders) {
    assert.ok(items.every((item) => item.total === item.quantity * item.unitPrice))
    assert.equal(
      items.reduce((sum, item) => sum + item.total, 0),
      subtotal,
    )
    assert.equal(subtotal - discountTotal + shippingTotal, total)
    assert.equal(Math.round(((total - taxTotal) * 20) / 100), taxTotal)
    assert.ok(refundedTotal === 0 || refundedTotal === total)
  }
  for (const { id, totalSpent, ordersCount } of customers) {
    const own = orders.filter(({ customerId }) => customerId === id)
    assert.equal(ordersCount, own.length)
    assert.equal(
      totalSpent,
      own.reduce((sum, { total, refundedTotal }) => sum + total - refundedTotal, 0),
    )
  }
})

test('times are in order of their causes, and none is in the future', () => {
  const { customers, orders, shipments, tickets } = sampleShop()
  const inOrder = (...times: (string | undefined)[]) => {
    const known = times.filter((time) => time !== undefined)
    assert.deepEqual(known, known.toSorted())
    assert.ok(
      known.every((time) => Date.parse(time) <= NOW),
      String(known),
    )
  }
  const placed = new Map(orders.map(({ id, placedAt }) => [id, placedAt]))
  const signedUp = new Map(customers.map(({ id, createdAt }) => [id, createdAt]))
  for (const order of orders) {
    inOrder(signedUp.get(order.customerId), order.placedAt, order.deliveredAt, order.updatedAt)
    inOrder(order.placedAt, order.cancelledAt, order.updatedAt)
  }
  for (const { orderId, events, shippedAt, deliveredAt, updatedAt, status } of shipments) {
    inOrder(placed.get(orderId), ...events.map(({ occurredAt }) => occurredAt), updatedAt)
    inOrder(placed.get(orderId), shippedAt, deliveredAt, updatedAt)
    assert.equal(events.at(-1)?.status, status)
  }
  for (const { orderIds, createdAt, messages, closedAt, updatedAt } of tickets) {
    inOrder(
      placed.get(orderIds[0] ?? ''),
      createdAt,
      ...messages.map((message) => message.createdAt),
      closedAt,
      updatedAt,
    )
  }
})

test('the whole sample shop is imported with every field unchanged', async (t) => {
  const shop = await startImporting(t)
  const made = sampleShop()
  for (const { name } of sampleFiles()) {
    const resource = (name.split('.')[0] ?? '') as keyof typeof COUNTS
    // Imported from a folder of its own: what the import keeps beside a file shall not appear in the clone.
    copyFileSync(pathOf(name), `${shop.folder}/${name}`)
    const { code, stdout, stderr } = await shop.import([resource, name, '--json'])
    assert.equal(code, 0, stderr)
    assert.doesNotMatch(stderr, /is not known/)
    const { results, rejected } = JSON.parse(stdout)
    assert.deepEqual([results, rejected], [{ created: COUNTS[resource], updated: 0, stale: 0 }, 0])
    const first = made[resource][0]
    const stored = (await shop.call('GET', `/${resource}/${first?.id}`)).body
    // An empty list has an empty cell in CSV, which leaves the field out.
    const given = Object.entries(first ?? {}).filter(
      ([, value]) => resource !== 'orders' || !Array.isArray(value) || value.length > 0,
    )
    assert.deepEqual(withoutMilliseconds(stored), Object.fromEntries(given))
  }
})

/** Answers write times to the millisecond, the sample to the second. */
function withoutMilliseconds(stored: object): unknown {
  return JSON.parse(JSON.stringify(stored).replaceAll(/(\d\d:\d\d:\d\d)\.000Z/g, '$1Z'))
}
