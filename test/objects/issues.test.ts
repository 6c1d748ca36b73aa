import assert from 'node:assert/strict'
import { test } from 'node:test'
import { customer, order, product } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

const wrongBodies: [body: string, path: (string | number)[], message: RegExp][] = [
  ['[]', [], /object/],
  ['"data"', [], /object/],
  ['null', [], /object/],
  ['7', [], /object/],
  ['{}', ['data'], /required/],
  ['{"data":null}', ['data'], /array/],
  ['{"data":{}}', ['data'], /array/],
  ['{"data":{"0":{"id":"o1","updatedAt":1}}}', ['data'], /array/],
  ['{"data":"[]"}', ['data'], /array/],
  ['{"data":[null]}', ['data', 0], /object/],
  ['{"data":[[]]}', ['data', 0], /object/],
  ['{"data":[{"id":"o1","updatedAt":1},"o2"]}', ['data', 1], /object/],
]

test('a body of another form is rejected with the path to the issue', async (t) => {
  const api = await startServer(t)
  for (const [sent, path, reason] of wrongBodies) {
    const { status, body } = await api.call('POST', '/orders', { body: sent })
    assert.equal(status, 400, sent)
    assert.deepEqual(body.data.issues.length, 1, sent)
    assert.deepEqual(body.data.issues[0].path, path, sent)
    assert.match(body.data.issues[0].message, reason)
  }
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
})

test('issues of several objects and depths are listed together', async (t) => {
  const api = await startServer(t)
  const variants = [{ id: 'v', price: -1, options: { Size: 1, Fit: 'slim', Colour: 2 } }]
  const data = [{ title: 7, variants }, product(), product({ updatedAt: 'now', status: 'on' })]
  const { body } = await api.call('POST', '/products', { json: { data } })
  assert.deepEqual(
    new Set(body.data.issues.map(({ path }: { path: unknown[] }) => path.join('.'))),
    new Set([
      'data.0.title',
      'data.0.variants.0.price',
      'data.0.variants.0.options.Size',
      'data.0.variants.0.options.Colour',
      'data.0.id',
      'data.0.updatedAt',
      'data.2.updatedAt',
      'data.2.status',
    ]),
  )
})

test('a missing currency is listed with other issues', async (t) => {
  const api = await startServer(t)
  const data = [customer({ totalSpent: 5, email: 'x', addresses: [{ country: 'x' }] })]
  const { body } = await api.call('POST', '/customers', { json: { data } })
  assert.deepEqual(
    body.data.issues.map(({ path }: { path: unknown[] }) => path.join('.')),
    ['data.0.email', 'data.0.addresses.0.country', 'data.0.totalSpentCurrency'],
  )
})

test('every issue of a call is listed, up to 100', async (t) => {
  const api = await startServer(t)
  const wrong = order({ total: -1, email: 'x', status: 'x', tags: 1, currency: 'x', items: [1] })
  const data = Array.from({ length: 20 }, () => wrong)
  const { body } = await api.call('POST', '/orders', { json: { data } })
  assert.equal(body.data.issues.length, 100)
  assert.match(body.message, /data\.0\..*\(and 119 more/)
})

test('unknown fields count among the 100 issues of a strict call', async (t) => {
  const api = await startServer(t)
  const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}`, 1]))
  const data = [order({ id: 'a', ...unknown }), order({ id: 'b', ...unknown })]
  const { status, body } = await api.call('POST', '/orders?strict=true', { json: { data } })
  assert.equal(status, 400)
  assert.equal(body.data.issues.length, 100)
  assert.deepEqual(body.data.issues[0].path, ['data', 0, 'f0'])
  assert.deepEqual(body.data.issues[99].path, ['data', 1, 'f39'])
})

test('a strict call rejects an unknown field beside data, which other calls ignore', async (t) => {
  const api = await startServer(t)
  const json = { data: [order()], source: 'erp' }
  const strict = await api.call('POST', '/orders?strict=true', { json })
  assert.equal(strict.status, 400)
  assert.deepEqual(strict.body.data.issues[0].path, ['source'])
  assert.deepEqual((await api.call('POST', '/orders', { json })).body, { results: [{ id: 'o1', status: 'created' }] })
})
