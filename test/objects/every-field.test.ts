import assert from 'node:assert/strict'
import { test } from 'node:test'
import { article, message, order, product, shipment, ticket } from '../support/objects.ts'
import { startServer } from '../support/server.ts'
import { asEpoch, asIso, START, whole, withOffset } from '../support/whole-objects.ts'

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
