import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customer, lineItem, message, order, product, shipment, ticket } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

type Case = [resource: string, object: Record<string, unknown>, path: string, message: RegExp]

const many = (count: number, entry: unknown) => Array.from({ length: count }, () => entry)
const items = (...fields: object[]) => ({ items: fields.map((field) => lineItem(field as Record<string, unknown>)) })
const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
const MAX = Number.MAX_SAFE_INTEGER

const refused: Case[] = [
  ['orders', { updatedAt: 1 }, 'id', /required/],
  ['orders', { id: 'o' }, 'updatedAt', /required/],
  ['orders', order({ id: '' }), 'id', /at least 1/],
  ['orders', order({ id: 'x'.repeat(256) }), 'id', /at most 255/],
  ['orders', order({ id: '🧣'.repeat(256) }), 'id', /at most 255/],
  ['orders', order({ id: 7 }), 'id', /string/],
  ['orders', order({ id: null }), 'id', /string/],
  ['orders', order({ id: 'a\0b' }), 'id', /NUL/],
  ['orders', order({ number: 'a\ud800b' }), 'number', /surrogate/],
  ['orders', order({ number: 'x'.repeat(2_001) }), 'number', /at most 2000/],
  ['orders', order({ note: 'x'.repeat(100_001) }), 'note', /at most 100000/],
  ['orders', order({ updatedAt: '2026-01-01T00:00:00' }), 'updatedAt', /no time zone/],
  ['orders', order({ updatedAt: null }), 'updatedAt', /time/],
  ['orders', order({ placedAt: true }), 'placedAt', /time/],
  ['orders', order({ status: 'lost' }), 'status', /one of pending, processing/],
  ['orders', order({ status: 'constructor' }), 'status', /one of/],
  ['orders', order({ paymentStatus: 'free' }), 'paymentStatus', /one of/],
  ['orders', order({ currency: 'eur' }), 'currency', /ISO 4217/],
  ['orders', order({ currency: 'EURO' }), 'currency', /at most 3/],
  ['orders', order({ total: -1 }), 'total', /minor units/],
  ['orders', order({ total: 19.99 }), 'total', /minor units/],
  ['orders', order({ total: MAX + 1 }), 'total', /minor units/],
  ['orders', order({ total: '100' }), 'total', /number/],
  ['orders', order({ email: 'nobody' }), 'email', /e-mail/],
  ['orders', order({ statusUrl: 'ftp://x.example' }), 'statusUrl', /http/],
  ['orders', order({ statusUrl: 'http://' }), 'statusUrl', /http/],
  ['orders', order({ tags: many(251, 'x') }), 'tags', /at most 250/],
  ['orders', order({ tags: ['x'.repeat(256)] }), 'tags.0', /at most 255/],
  ['orders', order({ tags: 'vip' }), 'tags', /array/],
  ['orders', order({ tags: { 0: 'vip' } }), 'tags', /array/],
  ['orders', order({ shippingAddress: [] }), 'shippingAddress', /object/],
  ['orders', order({ shippingAddress: 'Berlin' }), 'shippingAddress', /object/],
  ['orders', order({ shippingAddress: { country: 'de' } }), 'shippingAddress.country', /ISO 3166/],
  ['orders', order({ shippingAddress: { city: ['Berlin'] } }), 'shippingAddress.city', /string/],
  ['orders', order({ items: many(1_001, 1) }), 'items', /at most 1000/],
  ['orders', order({ items: {} }), 'items', /array/],
  ['orders', order({ items: [[]] }), 'items.0', /object/],
  ['orders', order({ items: [null] }), 'items.0', /object/],
  ['orders', order({ items: [{ id: 'l', title: 't', quantity: 1 }] }), 'items.0.unitPrice', /required/],
  ['orders', order(items({ quantity: 0 })), 'items.0.quantity', /from 1/],
  ['orders', order(items({ refundable: 'yes' })), 'items.0.refundable', /true or false/],
  ['orders', order(items({ id: 'a' }, { id: 'b' }, { id: 'a' })), 'items.2.id', /unique/],
  ['orders', order({ custom: [] }), 'custom', /object/],
  ['orders', order({ custom: 'x' }), 'custom', /object/],
  ['orders', order({ custom: deep(33) }), 'custom', /32 deep/],
  ['orders', order({ custom: { text: 'x'.repeat(32 * 1024) } }), 'custom', /32 KiB/],
  ['orders', order({ custom: { a: ['\0'] } }), 'custom', /NUL/],
  ['orders', order({ custom: { 'a\0': 1 } }), 'custom', /NUL/],
  ['orders', order(items({ custom: [] })), 'items.0.custom', /object/],
  ['customers', customer({ locale: 'en_GB' }), 'locale', /BCP 47/],
  ['customers', customer({ totalSpent: 5 }), 'totalSpentCurrency', /required where totalSpent/],
  ['customers', customer({ ordersCount: -1 }), 'ordersCount', /from 0/],
  ['customers', customer({ marketingConsent: 1 }), 'marketingConsent', /true or false/],
  ['customers', customer({ addresses: many(51, {}) }), 'addresses', /at most 50/],
  ['products', product({ status: 'on' }), 'status', /active, draft, archived/],
  ['products', product({ variants: many(2_001, { id: 'v' }) }), 'variants', /at most 2000/],
  ['products', product({ variants: [{ title: 'x' }] }), 'variants.0.id', /required/],
  [
    'products',
    product({ variants: [{ id: 'v', options: Object.fromEntries(many(11, 0).map((_, i) => [`o${i}`, 'x'])) }] }),
    'variants.0.options',
    /at most 10/,
  ],
  ['products', product({ variants: [{ id: 'v', options: { Size: 1 } }] }), 'variants.0.options', /strings/],
  ['products', product({ variants: [{ id: 'v', stock: 1.5 }] }), 'variants.0.stock', /whole number/],
  ['shipments', shipment({ status: 'shipped' }), 'status', /label_created/],
  ['shipments', shipment({ events: many(501, { occurredAt: 1 }) }), 'events', /at most 500/],
  ['shipments', shipment({ events: [{ status: 'lost' }] }), 'events.0.occurredAt', /required/],
  ['shipments', shipment({ items: [{ itemId: 'l1', quantity: 0 }] }), 'items.0.quantity', /from 1/],
  ['tickets', ticket({ rating: 6 }), 'rating', /from 1 to 5/],
  ['tickets', ticket({ channel: 'fax' }), 'channel', /one of email/],
  [
    'tickets',
    ticket({ messages: [message({ author: { type: 'boss' } })] }),
    'messages.0.author.type',
    /one of customer/,
  ],
  ['tickets', ticket({ messages: [message({ author: undefined })] }), 'messages.0.author', /required/],
  [
    'tickets',
    ticket({ messages: [message({ attachments: many(51, { name: 'a', url: 'https://x.example' }) })] }),
    'messages.0.attachments',
    /at most 50/,
  ],
]

test('each wrong value is refused with its path and the reason', async (t) => {
  const api = await startServer(t)
  for (const [resource, object, path, reason] of refused) {
    await t.test(`${resource}: ${path} ${reason}`, async () => {
      const { status, body } = await api.call('POST', `/${resource}`, { json: { data: [object] } })
      assert.equal(status, 400)
      assert.equal(body.code, 'BAD_REQUEST')
      const told = body.data.issues.map(
        ({ path: at, message: why }: { path: unknown[]; message: string }) => `${at.join('.')} ${why}`,
      )
      assert.equal(told.length, 1, told.join('; '))
      assert.equal(body.data.issues[0].path.join('.'), `data.0.${path}`)
      assert.match(body.data.issues[0].message, reason)
    })
  }
})

const accepted: [resource: string, object: Record<string, unknown>][] = [
  ['orders', order({ id: '🧣'.repeat(255) })],
  ['orders', order({ number: 'x'.repeat(2_000), note: 'x'.repeat(100_000), total: MAX })],
  ['orders', order({ tags: many(250, 'x'.repeat(255)) })],
  ['orders', order({ items: many(1_000, 0).map((_, index) => lineItem({ id: `l${index}` })) })],
  ['orders', order({ custom: deep(32) })],
  ['orders', order({ custom: { text: 'x'.repeat(32 * 1024 - 11) } })],
  ['customers', customer({ addresses: many(50, {}), totalSpent: null, email: 'ünïcode+tag@exämple.de' })],
  ['products', product({ variants: many(2_000, 0).map((_, index) => ({ id: `v${index}`, stock: -3 })) })],
  ['shipments', shipment({ events: many(500, { occurredAt: 1 }) })],
]

test('values at the limit are taken and come back as they were', async (t) => {
  const api = await startServer(t)
  for (const [resource, object] of accepted) {
    const { results } = await api.push(resource, [object])
    assert.equal(results[0]?.ignored, undefined)
    const { body } = await api.call('GET', `/${resource}/${encodeURIComponent(object.id as string)}`)
    const expected = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
    if (resource !== 'shipments') assert.deepEqual({ ...body, updatedAt: object.updatedAt }, expected)
    assert.equal((await api.call('DELETE', `/${resource}/${encodeURIComponent(object.id as string)}`)).status, 204)
  }
})

test('every issue of a call is told, up to 100', async (t) => {
  const api = await startServer(t)
  const data = many(20, order({ total: -1, email: 'x', status: 'x', tags: 1, currency: 'x', items: [1] }))
  const { body } = await api.call('POST', '/orders', { json: { data } })
  assert.equal(body.data.issues.length, 100)
  assert.match(body.message, /data\.0\..*\(and 119 more/)
})
