import assert from 'node:assert/strict'
import { test } from 'node:test'
import { article, customer, lineItem, message, order, product, shipment, ticket } from '../support/objects.ts'
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
  ['orders', order({ id: ['o1'] }), 'id', /string/],
  ['orders', order({ id: { id: 'o1' } }), 'id', /string/],
  ['orders', order({ id: '\udc00' }), 'id', /surrogate/],
  ['orders', order({ id: null }), 'id', /string/],
  ['orders', order({ id: 'a\0b' }), 'id', /NUL/],
  ['orders', order({ number: 'a\ud800b' }), 'number', /surrogate/],
  ['orders', order({ number: 'x'.repeat(2_001) }), 'number', /at most 2000/],
  ['orders', order({ number: '🧣'.repeat(2_001) }), 'number', /at most 2000/],
  ['orders', order({ number: 1001 }), 'number', /string/],
  ['orders', order({ number: ['#1'] }), 'number', /string/],
  ['orders', order({ note: 'x'.repeat(100_001) }), 'note', /at most 100000/],
  ['orders', order({ note: '\0' }), 'note', /NUL/],
  ['orders', order({ note: { text: 'x' } }), 'note', /string/],
  ['orders', order({ updatedAt: '2026-01-01T00:00:00' }), 'updatedAt', /no time zone/],
  ['orders', order({ updatedAt: null }), 'updatedAt', /time/],
  ['orders', order({ updatedAt: '2026-02-30T00:00:00Z' }), 'updatedAt', /does not exist/],
  ['orders', order({ updatedAt: '1767225600' }), 'updatedAt', /ISO-8601/],
  ['orders', order({ updatedAt: 1_767_225_600 }), 'updatedAt', /^looks like seconds: use milliseconds, 1767225600000$/],
  ['orders', order({ placedAt: 1_767_225_600_000_000 }), 'placedAt', /microseconds: use milliseconds, 1767225600000$/],
  [
    'orders',
    order({ placedAt: 1_767_225_600.25 }),
    'placedAt',
    /^looks like seconds: use milliseconds, 1767225600250$/,
  ],
  ['orders', order({ updatedAt: 1.5 }), 'updatedAt', /whole number of milliseconds/],
  ['orders', order({ updatedAt: [1] }), 'updatedAt', /time/],
  ['orders', order({ placedAt: true }), 'placedAt', /time/],
  ['orders', order({ placedAt: '2026-01-01' }), 'placedAt', /no time zone/],
  ['orders', order({ status: 'lost' }), 'status', /one of pending, processing/],
  ['orders', order({ status: 'constructor' }), 'status', /one of/],
  ['orders', order({ paymentStatus: 'free' }), 'paymentStatus', /one of/],
  ['orders', order({ currency: 'eur' }), 'currency', /ISO 4217.*nearest one is EUR/],
  ['orders', order({ currency: 'EURO' }), 'currency', /nearest one is EUR/],
  ['orders', order({ total: -1 }), 'total', /minor units/],
  ['orders', order({ total: 19.99 }), 'total', /^is not a whole number: amounts are in minor units, such as 1250 for /],
  ['orders', order({ total: MAX + 1 }), 'total', /minor units/],
  ['orders', order({ total: '100' }), 'total', /number/],
  ['orders', order({ total: true }), 'total', /number/],
  ['orders', order({ total: [100] }), 'total', /number/],
  ['orders', order({ currency: '' }), 'currency', /ISO 4217/],
  ['orders', order({ currency: 'EU' }), 'currency', /ISO 4217/],
  ['orders', order({ currency: 'UDS' }), 'currency', /nearest one is USD/],
  ['orders', order({ currency: 'EUR ' }), 'currency', /nearest one is EUR/],
  ['orders', order({ currency: '漢字€' }), 'currency', /ISO 4217 currency code, such as EUR/],
  ['products', product({ currency: 'GPB' }), 'currency', /nearest one is GBP/],
  ['products', product({ variants: [{ id: 'v', currency: 'ZZZ' }] }), 'variants.0.currency', /ISO 4217/],
  ['orders', order({ currency: 978 }), 'currency', /string/],
  ['orders', order({ email: 'nobody' }), 'email', /e-mail/],
  ['orders', order({ email: 'a b@example.com' }), 'email', /e-mail/],
  ['orders', order({ email: 'a@b@example.com' }), 'email', /e-mail/],
  ['orders', order({ email: 'a@example.com\n' }), 'email', /e-mail/],
  ['orders', order({ email: 'a\0@example.com' }), 'email', /NUL/],
  ['orders', order({ email: ['a@example.com'] }), 'email', /string/],
  ['orders', order({ statusUrl: 'javascript:alert(1)' }), 'statusUrl', /http/],
  ['orders', order({ statusUrl: '/orders/1' }), 'statusUrl', /http/],
  ['orders', order({ statusUrl: '//x.example' }), 'statusUrl', /http/],
  ['orders', order({ statusUrl: 'https://exa mple' }), 'statusUrl', /http/],
  ['orders', order({ statusUrl: ' https://x.example' }), 'statusUrl', /http/],
  ['orders', order({ statusUrl: `https://x.example/${'x'.repeat(2_000)}` }), 'statusUrl', /at most 2000/],
  ['orders', order({ statusUrl: 'ftp://x.example' }), 'statusUrl', /http/],
  ['orders', order({ statusUrl: 'http://' }), 'statusUrl', /http/],
  ['orders', order({ tags: many(251, 'x') }), 'tags', /at most 250/],
  ['orders', order({ tags: ['x'.repeat(256)] }), 'tags.0', /at most 255/],
  ['orders', order({ tags: 'vip' }), 'tags', /array/],
  ['orders', order({ tags: { 0: 'vip' } }), 'tags', /array/],
  ['orders', order({ shippingAddress: [] }), 'shippingAddress', /object/],
  ['orders', order({ shippingAddress: 'Berlin' }), 'shippingAddress', /object/],
  ['orders', order({ shippingAddress: { country: 'de' } }), 'shippingAddress.country', /ISO 3166/],
  ['orders', order({ shippingAddress: { country: 'Germany' } }), 'shippingAddress.country', /two-letter.*: DE$/],
  ['orders', order({ shippingAddress: { country: 'Österreich' } }), 'shippingAddress.country', /two-letter.*: AT$/],
  ['orders', order({ shippingAddress: { country: 'Espagne' } }), 'shippingAddress.country', /two-letter.*: ES$/],
  ['orders', order({ shippingAddress: { country: 'estados unidos' } }), 'shippingAddress.country', /two-letter.*: US$/],
  ['orders', order({ shippingAddress: { country: 'de' } }), 'shippingAddress.country', /two-letter.*: DE$/],
  ['orders', order({ shippingAddress: { country: 'European Union' } }), 'shippingAddress.country', /such as DE$/],
  ['orders', order({ shippingAddress: { country: 'x'.repeat(9_000) } }), 'shippingAddress.country', /such as DE$/],
  ['orders', order({ shippingAddress: { city: ['Berlin'] } }), 'shippingAddress.city', /string/],
  ['orders', order({ items: many(1_001, 1) }), 'items', /at most 1000/],
  ['orders', order({ items: {} }), 'items', /array/],
  ['orders', order({ items: [[]] }), 'items.0', /object/],
  ['orders', order({ items: [null] }), 'items.0', /object/],
  ['orders', order({ items: 'none' }), 'items', /array/],
  ['orders', order({ items: [lineItem(), 'l2'] }), 'items.1', /object/],
  ['orders', order({ discountCodes: 'SPRING' }), 'discountCodes', /array/],
  ['orders', order({ discountCodes: [null] }), 'discountCodes.0', /string/],
  ['orders', order({ tags: ['ok', 'a\0'] }), 'tags.1', /NUL/],
  ['orders', order({ tags: [null] }), 'tags.0', /string/],
  ['orders', order({ tags: [['x']] }), 'tags.0', /string/],
  ['orders', order({ billingAddress: { country: 'DEU' } }), 'billingAddress.country', /two-letter country code/],
  ['orders', order({ shippingAddress: { city: 'x'.repeat(2_001) } }), 'shippingAddress.city', /at most 2000/],
  ['orders', order(items({ title: null })), 'items.0.title', /string/],
  ['orders', order(items({ quantity: 1.5 })), 'items.0.quantity', /whole number/],
  ['orders', order(items({ quantity: '1' })), 'items.0.quantity', /number/],
  ['orders', order(items({ quantity: null })), 'items.0.quantity', /number/],
  ['orders', order(items({}, { id: 'l2', unitPrice: -1 })), 'items.1.unitPrice', /minor units/],
  ['orders', order(items({ tax: MAX + 1 })), 'items.0.tax', /minor units/],
  ['orders', order(items({ id: 'x'.repeat(256) })), 'items.0.id', /at most 255/],
  ['orders', order(items({ productId: 7 })), 'items.0.productId', /string/],
  ['orders', order(items({ imageUrl: 'ftp://x.example' })), 'items.0.imageUrl', /http/],
  ['orders', order(items({ fulfilledQuantity: -1 })), 'items.0.fulfilledQuantity', /from 0/],
  ['orders', order(items(...many(20, 0).map((_, i) => ({ id: `l${i % 19}` })))), 'items.19.id', /unique/],
  ['orders', order({ items: [{ id: 'l', title: 't', quantity: 1 }] }), 'items.0.unitPrice', /required/],
  ['orders', order(items({ quantity: 0 })), 'items.0.quantity', /is 0: leave the line out/],
  ['orders', order(items({ quantity: -1 })), 'items.0.quantity', /from 1/],
  ['orders', order(items({ refundable: 'yes' })), 'items.0.refundable', /true or false/],
  ['orders', order(items({ id: 'a' }, { id: 'b' }, { id: 'a' })), 'items.2.id', /unique/],
  ['orders', order({ custom: [] }), 'custom', /object/],
  ['orders', order({ custom: 'x' }), 'custom', /object/],
  ['orders', order({ custom: deep(33) }), 'custom', /32 levels/],
  ['orders', order({ custom: { text: 'x'.repeat(32 * 1024) } }), 'custom', /32 KiB/],
  ['orders', order({ custom: { a: ['\0'] } }), 'custom', /NUL/],
  ['orders', order({ custom: { 'a\0': 1 } }), 'custom', /NUL/],
  ['orders', order(items({ custom: [] })), 'items.0.custom', /object/],
  ['customers', customer({ locale: 'en_GB' }), 'locale', /BCP 47/],
  ['customers', customer({ totalSpent: 5 }), 'totalSpentCurrency', /required if totalSpent/],
  ['customers', customer({ totalSpent: 5, totalSpentCurrency: null }), 'totalSpentCurrency', /required if/],
  ['customers', customer({ totalSpent: 5, totalSpentCurrency: 'eur' }), 'totalSpentCurrency', /ISO 4217/],
  ['customers', customer({ totalSpent: 0, colour: 'red' }), 'totalSpentCurrency', /required if totalSpent/],
  ['customers', customer({ totalSpent: -5, totalSpentCurrency: 'EUR' }), 'totalSpent', /minor units/],
  ['customers', customer({ ordersCount: 1.5 }), 'ordersCount', /whole number/],
  ['customers', customer({ addresses: { 0: {} } }), 'addresses', /array/],
  ['customers', customer({ addresses: [{}, { country: 'd1' }] }), 'addresses.1.country', /ISO 3166/],
  ['customers', customer({ addresses: [[]] }), 'addresses.0', /object/],
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
  ['products', product({ variants: [{ id: 'v', options: ['M'] }] }), 'variants.0.options', /object/],
  ['products', product({ variants: [{ id: 'v', options: 'M' }] }), 'variants.0.options', /object/],
  [
    'products',
    product({ variants: [{ id: 'v', options: { Size: 'x'.repeat(2_001) } }] }),
    'variants.0.options.Size',
    /at most 2000/,
  ],
  ['products', product({ variants: [{ id: 'v', options: { Size: 1 } }] }), 'variants.0.options.Size', /string/],
  ['products', product({ variants: [{ id: 'v', inStock: 'yes' }] }), 'variants.0.inStock', /true or false/],
  ['products', product({ variants: [{ id: 'v', stock: '3' }] }), 'variants.0.stock', /number/],
  ['products', product({ variants: [{ id: 'v', weightGrams: -1 }] }), 'variants.0.weightGrams', /from 0/],
  [
    'products',
    product({
      variants: [
        { id: 'v', price: null },
        { id: 'w', price: 0.5 },
      ],
    }),
    'variants.1.price',
    /minor units/,
  ],
  ['products', product({ variants: [{ id: 'v', restockAt: 'soon' }] }), 'variants.0.restockAt', /ISO-8601/],
  ['products', product({ variants: [{ id: 'v', stock: 1.5 }] }), 'variants.0.stock', /whole number/],
  ['shipments', shipment({ status: 'shipped' }), 'status', /label_created/],
  ['shipments', shipment({ events: many(501, { occurredAt: 1 }) }), 'events', /at most 500/],
  ['shipments', shipment({ events: [{ status: 'lost' }] }), 'events.0.occurredAt', /required/],
  ['shipments', shipment({ items: [{ itemId: 'l1', quantity: 0 }] }), 'items.0.quantity', /is 0: leave the line out/],
  ['shipments', shipment({ items: many(1_001, { itemId: 'l', quantity: 1 }) }), 'items', /at most 1000/],
  ['shipments', shipment({ items: [{ quantity: 1 }] }), 'items.0.itemId', /required/],
  ['shipments', shipment({ items: [{ itemId: 'l' }] }), 'items.0.quantity', /required/],
  ['shipments', shipment({ events: [{ occurredAt: 1 }, { occurredAt: null }] }), 'events.1.occurredAt', /time/],
  ['shipments', shipment({ events: [{ occurredAt: 1, country: 'uk' }] }), 'events.0.country', /ISO 3166/],
  ['shipments', shipment({ destination: null, events: [7] }), 'events.0', /object/],
  ['articles', article({ body: 'x'.repeat(65_537) }), 'body', /at most 65536 bytes in UTF-8/],
  ['articles', article({ body: 'é'.repeat(32_769) }), 'body', /at most 65536 bytes in UTF-8/],
  ['articles', article({ body: 'x\0' }), 'body', /NUL/],
  ['articles', article({ body: 7 }), 'body', /string/],
  ['articles', article({ language: 'german!' }), 'language', /BCP 47/],
  ['articles', article({ topic: 'refunds' }), 'topic', /returns, shipping/],
  ['articles', article({ url: 'ftp://x.y' }), 'url', /http/],
  ['articles', article({ status: 'active' }), 'status', /published, draft/],
  ['tickets', ticket({ rating: 6 }), 'rating', /from 1 to 5/],
  ['tickets', ticket({ rating: 0 }), 'rating', /from 1 to 5/],
  ['tickets', ticket({ rating: 4.5 }), 'rating', /^is not a whole number$/],
  ['tickets', ticket({ orderIds: 'o1' }), 'orderIds', /array/],
  ['tickets', ticket({ orderIds: ['o1', 2] }), 'orderIds.1', /string/],
  ['tickets', ticket({ messages: [message({ id: undefined })] }), 'messages.0.id', /required/],
  ['tickets', ticket({ messages: [message({ createdAt: undefined })] }), 'messages.0.createdAt', /required/],
  ['tickets', ticket({ messages: [message({ body: undefined })] }), 'messages.0.body', /required/],
  ['tickets', ticket({ messages: [message({ body: 'x'.repeat(100_001) })] }), 'messages.0.body', /at most 100000/],
  ['tickets', ticket({ messages: [message({ author: [] })] }), 'messages.0.author', /object/],
  ['tickets', ticket({ messages: [message({ author: {} })] }), 'messages.0.author.type', /required/],
  [
    'tickets',
    ticket({ messages: [message({ author: { type: 'bot', email: 'x' } })] }),
    'messages.0.author.email',
    /e-mail/,
  ],
  ['tickets', ticket({ messages: [message({ internal: 0 })] }), 'messages.0.internal', /true or false/],
  [
    'tickets',
    ticket({ messages: [message({ attachments: [{ name: 'a' }] })] }),
    'messages.0.attachments.0.url',
    /required/,
  ],
  [
    'tickets',
    ticket({ messages: [message({ attachments: [{ url: 'https://x.example' }] })] }),
    'messages.0.attachments.0.name',
    /required/,
  ],
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

const step = (name: string): string | number => (/^\d+$/.test(name) ? Number(name) : name)

test('each invalid value is rejected with its path and the reason', async (t) => {
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
      assert.deepEqual(body.data.issues[0].path, ['data', 0, ...path.split('.').map(step)])
      assert.match(body.data.issues[0].message, reason)
    })
  }
})

const accepted: [resource: string, object: Record<string, unknown>][] = [
  ['orders', order({ currency: 'XAU' })],
  ['orders', order({ currency: 'DEM' })],
  ['orders', order({ currency: 'CLF' })],
  ['orders', order({ id: '🧣'.repeat(255) })],
  ['orders', order({ number: 'x'.repeat(2_000), note: 'x'.repeat(100_000), total: MAX })],
  ['orders', order({ tags: many(250, 'x'.repeat(255)) })],
  ['orders', order({ items: many(1_000, 0).map((_, index) => lineItem({ id: `l${index}` })) })],
  ['orders', order({ id: ' ', number: '', cancelReason: '🧣'.repeat(2_000) })],
  ['orders', order({ statusUrl: `https://x.example/${'x'.repeat(1_982)}`, email: 'x@y' })],
  ['orders', order({ statusUrl: 'HTTP://münchen.example:8080/ä?b=c#d', total: 0, discountCodes: [] })],
  ['orders', order({ custom: deep(32) })],
  ['orders', order({ custom: { text: 'x'.repeat(32 * 1024 - 11) } })],
  ['customers', customer({ addresses: many(50, {}), totalSpent: null, email: 'ünïcode+tag@exämple.de' })],
  ['products', product({ variants: many(2_000, 0).map((_, index) => ({ id: `v${index}`, stock: -3 })) })],
  [
    'products',
    product({ variants: [{ id: 'v', options: Object.fromEntries(many(10, 0).map((_, i) => [`o${i}`, 'x'])) }] }),
  ],
  [
    'products',
    product({
      variants: [
        { id: 'v', stock: 0 },
        { id: 'v', stock: null },
      ],
    }),
  ],
  ['customers', customer({ totalSpent: 0, totalSpentCurrency: 'XXX', ordersCount: MAX })],
  ['customers', customer({ totalSpentCurrency: 'EUR' })],
  [
    'tickets',
    ticket({ rating: 1, messages: [message({ createdAt: '2026-03-01T09:00:00.000Z', body: 'x'.repeat(100_000) })] }),
  ],
  ['articles', article({ body: 'x'.repeat(65_536) })],
  ['articles', article({ body: 'é'.repeat(32_768) })],
  ['shipments', shipment({ items: many(1_000, { itemId: 'l', quantity: 1 }) })],
  ['shipments', shipment({ events: many(500, { occurredAt: '2026-03-01T09:00:00.000Z' }) })],
]

test('values at the limit are accepted and read back unchanged', async (t) => {
  const api = await startServer(t)
  for (const [resource, object] of accepted) {
    const { results } = await api.push(resource, [object])
    assert.equal(results[0]?.ignored, undefined)
    const { body } = await api.call('GET', `/${resource}/${encodeURIComponent(object.id as string)}`)
    const expected = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
    assert.deepEqual({ ...body, updatedAt: object.updatedAt }, expected)
    assert.equal((await api.call('DELETE', `/${resource}/${encodeURIComponent(object.id as string)}`)).status, 204)
  }
})
