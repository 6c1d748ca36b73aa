import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineItem, message, order } from '../support/objects.ts'
import { fc } from '../support/properties.ts'
import { startServer } from '../support/server.ts'

test('an older push does not overwrite a newer one', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ id: 'o1', updatedAt: 2_000, status: 'shipped' })])
  const { results } = await api.push('orders', [order({ id: 'o1', updatedAt: 1_000, status: 'pending' })])
  assert.deepEqual(results, [{ id: 'o1', status: 'stale' }])
  assert.equal((await api.call('GET', '/orders/o1')).body.status, 'shipped')
})

test('a push of the same time is stale, one a millisecond newer is an update', async (t) => {
  const api = await startServer(t)
  const statuses = []
  for (const updatedAt of [1_000, 1_000, 1_001, '1970-01-01T00:00:01.001Z']) {
    statuses.push((await api.push('orders', [order({ updatedAt })])).results[0]?.status)
  }
  assert.deepEqual(statuses, ['created', 'stale', 'updated', 'stale'])
})

test('results are in the order of data, and the same id twice in one call is handled in order', async (t) => {
  const api = await startServer(t)
  const { results } = await api.push('orders', [
    order({ id: 'b', updatedAt: 1_000, number: 'first' }),
    order({ id: 'a', updatedAt: 1_000 }),
    order({ id: 'b', updatedAt: 2_000, number: 'second' }),
    order({ id: 'b', updatedAt: 1_500, number: 'late' }),
  ])
  assert.deepEqual(results, [
    { id: 'b', status: 'created' },
    { id: 'a', status: 'created' },
    { id: 'b', status: 'updated' },
    { id: 'b', status: 'stale' },
  ])
  assert.equal((await api.call('GET', '/orders/b')).body.number, 'second')
})

test('omitted fields stay, null clears, arrays and objects are replaced completely', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [
    order({
      updatedAt: 1_000,
      number: '#1',
      note: 'ring twice',
      total: 100,
      placedAt: 500,
      custom: { a: 1, b: 2 },
      shippingAddress: { city: 'Berlin', line1: 'Torstr. 1' },
      items: [lineItem({ id: 'l1' }), lineItem({ id: 'l2' })],
    }),
  ])
  await api.push('orders', [
    {
      id: 'o1',
      updatedAt: 2_000,
      note: null,
      custom: { b: 3 },
      shippingAddress: { city: 'Wien' },
      items: [lineItem({ id: 'l3' })],
    },
  ])
  assert.deepEqual((await api.call('GET', '/orders/o1')).body, {
    id: 'o1',
    updatedAt: '1970-01-01T00:00:02.000Z',
    number: '#1',
    status: 'pending',
    total: 100,
    placedAt: '1970-01-01T00:00:00.500Z',
    custom: { b: 3 },
    shippingAddress: { city: 'Wien' },
    items: [lineItem({ id: 'l3' })],
  })
})

test('a call with one invalid object stores nothing', async (t) => {
  const api = await startServer(t)
  const data = Array.from({ length: 25 }, (_, index) =>
    order({ id: `o${index}`, ...(index === 24 ? { total: -1 } : {}) }),
  )
  const answer = await api.call('POST', '/orders', { json: { data } })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.body.data.issues[0].path, ['data', 24, 'total'])
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
})

test('a call with one invalid object updates nothing', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ updatedAt: 1_000, number: 'before' })])
  const data = [order({ updatedAt: 2_000, number: 'after' }), order({ id: 'o2' }), { id: 'o3' }]
  assert.equal((await api.call('POST', '/orders', { json: { data } })).status, 400)
  assert.equal((await api.call('GET', '/orders/o1')).body.number, 'before')
  assert.equal((await api.call('GET', '/orders/o2')).status, 404)
})

test('a stale push changes nothing, not even fields that the stored object lacks', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [{ id: 'o1', updatedAt: 2_000, number: '#1' }])
  const before = (await api.call('GET', '/orders/o1')).text
  await api.push('orders', [order({ updatedAt: 2_000, note: 'equal', number: null })])
  await api.push('orders', [order({ updatedAt: 1_999, note: 'older', custom: {} })])
  assert.equal((await api.call('GET', '/orders/o1')).text, before)
})

test('ids are compared byte for byte', async (t) => {
  const api = await startServer(t)
  const ids = ['a', 'A', ' a', 'a ', '\u00e9', 'e\u0301', '1', '01', '1.0', '__proto__', 'constructor', 'null']
  const { results } = await api.push(
    'orders',
    ids.map((id) => order({ id, number: `of ${id}` })),
  )
  assert.deepEqual(
    results,
    ids.map((id) => ({ id, status: 'created' })),
  )
  for (const id of ids) {
    assert.equal((await api.call('GET', `/orders/${encodeURIComponent(id)}`)).body.number, `of ${id}`)
  }
})

test('the same id may be used in every kind of object', async (t) => {
  const api = await startServer(t)
  for (const resource of ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles']) {
    assert.deepEqual((await api.push(resource, [{ id: 'x', updatedAt: 1 }])).results, [{ id: 'x', status: 'created' }])
  }
})

test('a call without objects has no results', async (t) => {
  const api = await startServer(t)
  assert.deepEqual(await api.push('orders', []), { results: [] })
})

const unknown: [resource: string, fields: Record<string, unknown>, ignored: string[]][] = [
  ['customers', { addresses: [{ floor: 3 }, { floor: 4, lift: true }] }, ['addresses[].floor', 'addresses[].lift']],
  ['products', { variants: [{ id: 'v', colour: 'red' }] }, ['variants[].colour']],
  ['orders', { shippingAddress: { floor: 3 }, colour: 'red' }, ['shippingAddress.floor', 'colour']],
  ['orders', { __typename: 'Order', constructor: 1, toString: null }, ['__typename', 'constructor', 'toString']],
  ['orders', { ['__proto__']: { status: 'shipped' } }, ['__proto__']],
  [
    'shipments',
    { destination: { floor: 1 }, events: [{ occurredAt: 1, lat: 1.5 }] },
    ['destination.floor', 'events[].lat'],
  ],
  ['shipments', { items: [{ itemId: 'l', quantity: 1, sku: 'x' }] }, ['items[].sku']],
  [
    'tickets',
    {
      messages: [
        message({
          mood: 1,
          author: { type: 'bot', age: 3 },
          attachments: [{ name: 'a', url: 'https://x.example', etag: 1 }],
        }),
      ],
    },
    ['messages[].mood', 'messages[].author.age', 'messages[].attachments[].etag'],
  ],
]

test('ignored names each unknown field once, at every depth', async (t) => {
  const api = await startServer(t)
  for (const [resource, fields, ignored] of unknown) {
    const [result] = (await api.push(resource, [{ id: 'x', updatedAt: 1, ...fields }])).results
    assert.deepEqual(new Set(result?.ignored), new Set(ignored))
    assert.equal(result?.ignored?.length, ignored.length)
    const shown = (await api.call('GET', `/${resource}/x`)).text
    for (const name of ignored) assert.doesNotMatch(shown, new RegExp(`"${name.split('.').at(-1)}":`))
    const data = [{ id: 'y', updatedAt: 1, ...fields }]
    const strict = await api.call('POST', `/${resource}?strict=true`, { json: { data } })
    assert.equal(strict.status, 400)
    assert.equal((await api.call('GET', `/${resource}/y`)).status, 404)
    await api.call('DELETE', `/${resource}/x`)
  }
})

test('a stale or updated result also names ignored fields', async (t) => {
  const api = await startServer(t)
  const push = async (updatedAt: number) => (await api.push('orders', [order({ updatedAt, size: 'M' })])).results[0]
  assert.deepEqual(await push(1_000), { id: 'o1', status: 'created', ignored: ['size'] })
  assert.deepEqual(await push(1_001), { id: 'o1', status: 'updated', ignored: ['size'] })
  assert.deepEqual(await push(1_001), { id: 'o1', status: 'stale', ignored: ['size'] })
})

test('unknown fields are not stored, and the result names them', async (t) => {
  const api = await startServer(t)
  const items = [lineItem({ id: 'l1', colour: 'red' }), lineItem({ id: 'l2', colour: 'blue' })]
  const { results } = await api.push('orders', [order({ id: 'o1', size: 'M', items }), order({ id: 'o2' })])
  assert.deepEqual(results, [
    { id: 'o1', status: 'created', ignored: ['size', 'items[].colour'] },
    { id: 'o2', status: 'created' },
  ])
  assert.doesNotMatch((await api.call('GET', '/orders/o1')).text, /colour|size/)
})

test('with ?strict=true an unknown field is a 400, listed with every other issue', async (t) => {
  const api = await startServer(t)
  const data = [order({ size: 'M', total: 'much', items: [lineItem({ colour: 'red' })] })]
  const { status, body } = await api.call('POST', '/orders?strict=true', { json: { data } })
  assert.equal(status, 400)
  assert.deepEqual(body.data.issues.map(({ path }: { path: unknown[] }) => path.join('.')).sort(), [
    'data.0.items.0.colour',
    'data.0.size',
    'data.0.total',
  ])
  assert.equal((await api.call('POST', '/orders?strict=perhaps', { json: { data: [] } })).status, 400)
})

test('an object may refer to ones that have not arrived', async (t) => {
  const api = await startServer(t)
  for (const [resource, fields] of [
    ['orders', { customerId: 'nobody', items: [lineItem({ productId: 'none', variantId: 'none' })] }],
    ['shipments', { orderId: 'none', items: [{ itemId: 'none', quantity: 1 }] }],
    ['tickets', { customerId: 'nobody', orderIds: ['none'] }],
  ] as const) {
    assert.equal((await api.push(resource, [{ id: 'x', updatedAt: 1, ...fields }])).results[0]?.status, 'created')
  }
})

test('two workspaces may have the same ids', async (t) => {
  const { addWorkspace, client } = await import('../support/server.ts')
  const api = await startServer(t)
  const other = await addWorkspace(api.store, 'other', api.clock)
  await api.push('orders', [order({ updatedAt: 2_000, number: 'mine' })])
  const theirs = client(api.baseUrl, other.key)
  assert.equal(
    (await theirs.push('orders', [order({ updatedAt: 1_000, number: 'theirs' })])).results[0]?.status,
    'created',
  )
  assert.equal((await api.call('GET', '/orders/o1')).body.number, 'mine')
  assert.equal((await theirs.call('DELETE', '/orders/o1')).status, 204)
  assert.equal((await api.call('GET', '/orders/o1')).status, 200)
})

test('any sequence of pushes ends as the rules say', async (t) => {
  const api = await startServer(t)
  const fields = fc.record(
    {
      number: fc.option(fc.string({ unit: 'grapheme', maxLength: 5 }).filter((text) => !text.includes('\0'))),
      note: fc.option(fc.constantFrom('a', 'b')),
      total: fc.option(fc.nat()),
      tags: fc.option(fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 })),
      custom: fc.option(fc.dictionary(fc.constantFrom('k', 'l', '__proto__'), fc.nat())),
      items: fc.option(fc.constantFrom([], [lineItem({ id: 'l1' })], [lineItem({ id: 'l2', custom: { a: 1 } })])),
      billingAddress: fc.option(fc.constantFrom({}, { city: 'Wien' }, { line1: 'Ring 1' })),
    },
    { requiredKeys: [] },
  )
  const push = fc.record({ id: fc.constantFrom('a', 'b', 'c'), updatedAt: fc.integer({ min: 1, max: 6 }), fields })
  const calls = fc.array(fc.array(push, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })
  let run = 0
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      const prefix = `run${run++}-`
      const model = new Map<string, Record<string, unknown>>()
      for (const call of sequence) {
        const data = call.map(({ id, updatedAt, fields: pushed }) => ({ ...pushed, id: prefix + id, updatedAt }))
        const { results } = await api.push('orders', data)
        assert.deepEqual(
          results,
          data.map((object) => ({ id: object.id, status: pushToModel(model, object) })),
        )
      }
      for (const [id, object] of model) {
        const expected = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
        const { body } = await api.call('GET', `/orders/${encodeURIComponent(id)}`)
        const updatedAt = new Date(object.updatedAt as number).toISOString()
        assert.deepEqual(body, JSON.parse(JSON.stringify({ ...expected, updatedAt })))
      }
    }),
    { numRuns: 80 },
  )
})

/** The rules of an upsert, on a map. */
function pushToModel(
  model: Map<string, Record<string, unknown>>,
  object: { id: string; updatedAt: number } & Record<string, unknown>,
): string {
  const stored = model.get(object.id)
  if (stored && object.updatedAt <= Number(stored.updatedAt)) return 'stale'
  model.set(object.id, { ...stored, ...object })
  return stored ? 'updated' : 'created'
}
