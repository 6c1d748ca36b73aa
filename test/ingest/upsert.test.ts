import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineItem, order } from '../support/objects.ts'
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

test('results come in the order of data, and the same id twice in one call is handled in order', async (t) => {
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

test('what is left out stays, null clears, arrays and objects are replaced whole', async (t) => {
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

test('one bad object in a call, and none of the call is stored', async (t) => {
  const api = await startServer(t)
  const data = Array.from({ length: 25 }, (_, index) =>
    order({ id: `o${index}`, ...(index === 24 ? { total: -1 } : {}) }),
  )
  const answer = await api.call('POST', '/orders', { json: { data } })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.body.data.issues[0].path, ['data', 24, 'total'])
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
})

test('fields that no schema knows are not stored, and the result names them', async (t) => {
  const api = await startServer(t)
  const items = [lineItem({ id: 'l1', colour: 'red' }), lineItem({ id: 'l2', colour: 'blue' })]
  const { results } = await api.push('orders', [order({ id: 'o1', size: 'M', items }), order({ id: 'o2' })])
  assert.deepEqual(results, [
    { id: 'o1', status: 'created', ignored: ['size', 'items[].colour'] },
    { id: 'o2', status: 'created' },
  ])
  assert.doesNotMatch((await api.call('GET', '/orders/o1')).text, /colour|size/)
})

test('with ?strict=true a field that no schema knows is a 400, told together with every other issue', async (t) => {
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

test('custom fields come back exactly, at every level: order of keys, big numbers, __proto__', async (t) => {
  const api = await startServer(t)
  const custom = '{"b":1,"10":9007199254740993,"9":[1e400],"__proto__":{"polluted":true},"constructor":"x"}'
  const push = async (resource: string, object: string) =>
    assert.equal((await api.call('POST', `/${resource}`, { body: `{"data":[${object}]}` })).status, 200)
  await push(
    'orders',
    `{"id":"o1","updatedAt":1,"custom":${custom},"items":[{"id":"l","title":"t","quantity":1,"unitPrice":1,"custom":${custom}}]}`,
  )
  await push('products', `{"id":"p1","updatedAt":1,"variants":[{"id":"v","custom":${custom}}]}`)
  await push('shipments', `{"id":"s1","updatedAt":1,"events":[{"occurredAt":1,"custom":${custom}}]}`)
  // What is left out of a later push stays exact too.
  await push('orders', '{"id":"o1","updatedAt":2,"number":"7"}')
  for (const [path, times] of [
    ['/orders/o1', 2],
    ['/products/p1', 1],
    ['/shipments/s1', 1],
  ] as const) {
    assert.equal((await api.call('GET', path)).text.split(`"custom":${custom}`).length - 1, times, path)
  }
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
})

test('an object may refer to one that has not arrived', async (t) => {
  const api = await startServer(t)
  const { results } = await api.push('orders', [
    order({ customerId: 'nobody', items: [lineItem({ productId: 'none' })] }),
  ])
  assert.equal(results[0]?.status, 'created')
})

test('two workspaces with the same ids do not meet', async (t) => {
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
      number: fc.option(fc.string({ unit: 'grapheme', maxLength: 5 })),
      note: fc.option(fc.constantFrom('a', 'b')),
      total: fc.option(fc.nat()),
      tags: fc.option(fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 })),
    },
    { requiredKeys: [] },
  )
  const pushes = fc.array(
    fc.record({ id: fc.constantFrom('a', 'b'), updatedAt: fc.integer({ min: 1, max: 6 }), fields }),
    { minLength: 1, maxLength: 10 },
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(pushes, async (sequence) => {
      const prefix = `run${run++}-`
      const model = new Map<string, Record<string, unknown>>()
      const data = sequence.map(({ id, updatedAt, fields: pushed }) => ({ id: prefix + id, updatedAt, ...pushed }))
      const { results } = await api.push('orders', data)
      for (const [index, object] of data.entries()) {
        const stored = model.get(object.id)
        const stale = stored !== undefined && object.updatedAt <= (stored.updatedAt as number)
        assert.equal(results[index]?.status, stored === undefined ? 'created' : stale ? 'stale' : 'updated')
        if (!stale) model.set(object.id, { ...stored, ...object })
      }
      for (const [id, object] of model) {
        const expected = Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null))
        const { body } = await api.call('GET', `/orders/${encodeURIComponent(id)}`)
        assert.deepEqual(body, { ...expected, updatedAt: new Date(object.updatedAt as number).toISOString() })
      }
    }),
    { numRuns: 60 },
  )
})
