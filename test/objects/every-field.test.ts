import assert from 'node:assert/strict'
import { test } from 'node:test'
import { article, message, order, product, shipment, ticket } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

/** Writes the nth time of an object in some form. */
type At = (n: number) => string | number
type Whole = (at: At) => Record<string, unknown>

const START = Date.parse('2026-03-01T09:00:00.000Z')
const asEpoch: At = (n) => START + n * 1_001
const asIso: At = (n) => new Date(START + n * 1_001).toISOString()
const withOffset: At = (n) => new Date(START + n * 1_001 + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30')

const address = {
  name: 'Ada Lovelace',
  company: 'Engines Ltd',
  line1: '12 St James’s Square',
  line2: 'Attic',
  city: 'London',
  region: 'Greater London',
  postalCode: 'SW1Y 4LB',
  country: 'GB',
  phone: '+44 20 7946 0000',
}

/** One object of each kind with every field that there is. */
const whole: Record<string, Whole> = {
  customers: (at) => ({
    id: 'c1',
    updatedAt: at(0),
    custom: { tier: 'gold', since: 2019, nested: { a: [1, null, true] } },
    email: 'ada@example.com',
    name: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+44 20 7946 0000',
    locale: 'zh-Hant-TW',
    timezone: 'Europe/London',
    createdAt: at(1),
    note: 'Rings twice.\n\tSpeaks “softly” 🧣',
    tags: ['vip', 'wholesale'],
    totalSpent: 48_900,
    totalSpentCurrency: 'EUR',
    ordersCount: 7,
    marketingConsent: false,
    addresses: [address, {}],
  }),
  products: (at) => ({
    id: 'p1',
    updatedAt: at(0),
    custom: {},
    title: 'Wool scarf',
    handle: 'wool-scarf',
    description: '<p>Warm</p>',
    url: 'https://shop.example.com/wool-scarf?a=1#b',
    imageUrl: 'http://cdn.example.com/s.png',
    vendor: 'Mill',
    category: 'Scarves > Wool',
    status: 'active',
    tags: [],
    currency: 'EUR',
    variants: [
      {
        id: 'v1',
        title: 'Red / M',
        sku: 'SCARF-RED',
        barcode: '4006381333931',
        price: 3_900,
        compareAtPrice: 0,
        currency: 'USD',
        inStock: false,
        stock: -3,
        allowBackorder: true,
        restockAt: at(1),
        weightGrams: 120,
        url: 'https://shop.example.com/wool-scarf/red',
        imageUrl: 'https://cdn.example.com/red.png',
        options: { Colour: 'Red', Size: '' },
        custom: { shelf: 'B7' },
      },
      { id: 'v2', stock: null },
    ],
  }),
  orders: (at) => ({
    id: 'o1',
    updatedAt: at(0),
    custom: { channel: 'web' },
    number: '#1001',
    customerId: 'c1',
    email: 'ada@example.com',
    phone: '+44 20 7946 0000',
    status: 'partially_shipped',
    paymentStatus: 'partially_refunded',
    currency: 'EUR',
    total: 9_007_199_254_740_991,
    subtotal: 3_900,
    discountTotal: 0,
    shippingTotal: 500,
    taxTotal: 702,
    refundedTotal: 100,
    placedAt: at(1),
    cancelledAt: at(2),
    cancelReason: 'changed her mind',
    deliveredAt: at(3),
    returnableUntil: at(4),
    paymentMethod: 'Visa',
    shippingMethod: 'Express',
    discountCodes: ['SPRING', 'VIP'],
    shippingAddress: address,
    billingAddress: { country: 'DE' },
    statusUrl: 'https://shop.example.com/orders/1001',
    note: 'Gift',
    tags: ['gift'],
    items: [
      {
        id: 'l1',
        title: 'Wool scarf',
        quantity: 2,
        unitPrice: 3_900,
        productId: 'p1',
        variantId: 'v1',
        sku: 'SCARF-RED',
        variantTitle: 'Red / M',
        url: 'https://shop.example.com/wool-scarf',
        imageUrl: 'https://cdn.example.com/red.png',
        total: 7_800,
        discount: 0,
        tax: 702,
        refundable: true,
        fulfilledQuantity: 1,
        refundedQuantity: 0,
        custom: { engraving: 'A.L.' },
      },
      { id: 'l2', title: '', quantity: 1, unitPrice: 0 },
    ],
  }),
  shipments: (at) => ({
    id: 's1',
    updatedAt: at(0),
    custom: { box: 3 },
    orderId: 'o1',
    status: 'out_for_delivery',
    carrier: 'Royal Mail',
    service: 'Tracked 24',
    trackingNumber: 'RM123456789GB',
    trackingUrl: 'https://tracking.example.com/RM123456789GB',
    shippedAt: at(1),
    estimatedDeliveryAt: at(2),
    estimatedDeliveryUntil: at(3),
    deliveredAt: at(4),
    destination: address,
    items: [{ itemId: 'l1', quantity: 1 }],
    events: [
      {
        id: 'e1',
        occurredAt: at(5),
        status: 'exception',
        rawStatus: 'EX-12',
        description: 'Held at depot',
        location: 'Depot 4',
        city: 'London',
        region: 'Greater London',
        country: 'GB',
        postalCode: 'E1 6AN',
        custom: { scan: 1 },
      },
      { occurredAt: at(6) },
    ],
  }),
  tickets: (at) => ({
    id: 't1',
    updatedAt: at(0),
    custom: { helpdesk: 'old' },
    number: '77',
    subject: 'Where is my scarf?',
    status: 'solved',
    channel: 'email',
    customerId: 'c1',
    email: 'ada@example.com',
    customerName: 'Ada Lovelace',
    orderIds: ['o1', 'o2'],
    assignee: 'Grace',
    priority: 'urgent',
    language: 'en',
    url: 'https://desk.example.com/77',
    tags: ['shipping'],
    createdAt: at(1),
    closedAt: at(2),
    rating: 5,
    messages: [
      {
        id: 'm1',
        createdAt: at(3),
        author: { type: 'agent', name: 'Grace', email: 'grace@example.com' },
        body: 'On its way.',
        internal: true,
        attachments: [
          { name: 'label.pdf', url: 'https://desk.example.com/l.pdf', contentType: 'application/pdf', size: 0 },
          { name: 'b', url: 'https://desk.example.com/b' },
        ],
      },
      { id: 'm2', createdAt: at(4), author: { type: 'customer' }, body: '' },
    ],
  }),
  articles: (at) => ({
    id: 'a1',
    updatedAt: at(0),
    custom: { author: 'Grace' },
    title: 'Returns',
    body: '# Returns\n\n1. *Wrap* it.\n2. Send it – “free” 🧣',
    language: 'de-AT',
    topic: 'returns',
    url: 'https://shop.example.com/help/returns',
    status: 'published',
  }),
}

for (const [resource, object] of Object.entries(whole)) {
  test(`every field of ${resource} is stored and read back unchanged, times as ISO-8601 in UTC`, async (t) => {
    const api = await startServer(t)
    for (const at of [asIso, asEpoch, withOffset]) {
      const sent = object(at)
      assert.deepEqual((await api.push(resource, [sent], '?strict=true')).results, [{ id: sent.id, status: 'created' }])
      const { status, body } = await api.call('GET', `/${resource}/${sent.id}`)
      assert.equal(status, 200)
      assert.deepEqual(body, object(asIso))
      assert.deepEqual((await api.call('GET', `/${resource}`)).body.data, [body])
      assert.equal((await api.call('DELETE', `/${resource}/${sent.id}`)).status, 204)
    }
  })

  test(`every field of ${resource} except id and updatedAt is cleared by null and kept if omitted`, async (t) => {
    const api = await startServer(t)
    const { id, updatedAt: _, ...rest } = object(asIso)
    const later = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
    await api.push(resource, [object(asIso)])
    await api.push(resource, [{ id, updatedAt: later(1) }])
    assert.deepEqual((await api.call('GET', `/${resource}/${id}`)).body, { ...rest, id, updatedAt: later(1) })
    const cleared = Object.fromEntries(Object.keys(rest).map((field) => [field, null]))
    const { results } = await api.push(resource, [{ ...cleared, id, updatedAt: later(2) }])
    assert.deepEqual(results, [{ id, status: 'updated' }])
    assert.deepEqual((await api.call('GET', `/${resource}/${id}`)).body, { id, updatedAt: later(2) })
  })

  test(`of ${resource} only id and updatedAt are required`, async (t) => {
    const api = await startServer(t)
    assert.deepEqual((await api.push(resource, [{ id: 'x', updatedAt: 0 }])).results, [{ id: 'x', status: 'created' }])
    const { body } = await api.call('GET', `/${resource}/x`)
    assert.deepEqual(body, { id: 'x', updatedAt: '1970-01-01T00:00:00.000Z' })
  })
}

const shipmentStatuses =
  'label_created in_transit out_for_delivery delivered delayed exception lost returned_to_sender'.split(' ')
const choices: [field: string, resource: string, values: string[], make: (value: string) => object][] = [
  [
    'status',
    'orders',
    'pending processing partially_shipped shipped delivered cancelled refunded returned'.split(' '),
    (status) => order({ status }),
  ],
  [
    'paymentStatus',
    'orders',
    'pending authorized paid partially_paid partially_refunded refunded voided'.split(' '),
    (paymentStatus) => order({ paymentStatus }),
  ],
  ['status', 'products', ['active', 'draft', 'archived'], (status) => product({ status })],
  ['status', 'shipments', shipmentStatuses, (status) => shipment({ status })],
  ['events[].status', 'shipments', shipmentStatuses, (status) => shipment({ events: [{ occurredAt: 1, status }] })],
  ['status', 'tickets', ['open', 'pending', 'solved', 'closed'], (status) => ticket({ status })],
  ['channel', 'tickets', 'email chat phone sms social web other'.split(' '), (channel) => ticket({ channel })],
  ['priority', 'tickets', ['low', 'normal', 'high', 'urgent'], (priority) => ticket({ priority })],
  [
    'topic',
    'articles',
    ['returns', 'shipping', 'payment', 'warranty', 'contact', 'other'],
    (topic) => article({ topic }),
  ],
  ['status', 'articles', ['published', 'draft'], (status) => article({ status })],
  [
    'messages[].author.type',
    'tickets',
    ['customer', 'agent', 'bot', 'system'],
    (type) => ticket({ messages: [message({ author: { type } })] }),
  ],
]

test('every value of an enumeration in the reference is accepted, and no other', async (t) => {
  const api = await startServer(t)
  for (const [field, resource, values, make] of choices) {
    const push = (value: string) => api.call('POST', `/${resource}`, { json: { data: [make(value)] } })
    for (const value of values) assert.equal((await push(value)).status, 200, `${resource} ${field} ${value}`)
    for (const value of ['', 'unknown', `${values[0]} `, `${values[0]}`.toUpperCase()]) {
      assert.equal((await push(value)).status, 400, `${resource} ${field} ${value}`)
    }
  }
})
