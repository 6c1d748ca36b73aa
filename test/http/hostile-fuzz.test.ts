import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from '../support/fuzz/run.ts'
import { article, customer, lineItem, order, product, shipment, ticket } from '../support/objects.ts'
import { fc } from '../support/properties.ts'
import { type Api, startServer } from '../support/server.ts'

const post = (api: Api, body: string, path = '/orders') => api.call('POST', path, { body })
const answers = async (api: Api) => assert.equal((await api.call('GET', '/ping')).status, 200)

test('whatever JSON is pushed, the response is never a 5xx', async (t) => {
  const api = await startServer(t)
  const field = fc.constantFrom(
    'id',
    'updatedAt',
    'items',
    'custom',
    'tags',
    'messages',
    'variants',
    'events',
    'shippingAddress',
    'author',
    '__proto__',
    'x',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'medium' },
      fc.constantFrom('a', '', '2026-01-01T00:00:00Z', 'a\0', '\ud800'),
      fc.double(),
      fc.maxSafeInteger(),
      fc.constantFrom(null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(field, tie('value'), { maxKeys: 6 }),
    ),
  }))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('customers', 'products', 'orders', 'shipments', 'tickets', 'orders/bulk'),
      fc.array(value, { maxLength: 3 }),
      async (resource, data) => {
        const { status } = await api.call('POST', `/${resource}`, { json: { data } })
        assert.ok(status === 200 || status === 202 || status === 400, `${status}`)
      },
    ),
    { numRuns: 300 },
  )
  assert.deepEqual(api.log.lines, [])
  await api.push('orders', [order({ items: [lineItem()] })])
})

for (const resource of ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles']) {
  test(`whatever JSON is sent to ${resource}, the response is never a 5xx`, async (t) => {
    const api = await startServer(t)
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.json(),
          fc.json({ stringUnit: 'binary' }).map((json) => `{"data":[${json}]}`),
        ),
        async (body) => {
          const answer = await post(api, body, `/${resource}`)
          assert.ok(answer.status === 200 || answer.status === 400, answer.text)
          if (answer.status === 400) assert.equal(answer.body.code, 'BAD_REQUEST')
        },
      ),
      { numRuns: 500 },
    )
    assert.deepEqual(api.log.lines, [])
    await answers(api)
  })
}

test('however a valid object is damaged, the response is never a 5xx, and every accepted object can be read', async (t) => {
  const api = await startServer(t)
  const good = {
    customers: customer,
    products: product,
    orders: order,
    shipments: shipment,
    tickets: ticket,
    articles: article,
  } as const
  const odd = fc.oneof(
    fc.constantFrom<unknown>(
      null,
      true,
      '',
      'a\0',
      '\ud800',
      '\u202e',
      -0,
      2 ** 53,
      -1,
      1.5,
      [],
      {},
      [null],
      [[]],
      [{}],
    ),
    fc.jsonValue(),
  )
  const name = fc.constantFrom(
    ...['id', 'updatedAt', 'email', 'title', 'number', 'status', 'orderId', 'subject', 'items', 'variants', 'events'],
    ...['messages', 'tags', 'custom', 'currency', 'total', 'shippingAddress', 'createdAt', 'orderIds', 'locale', 'url'],
  )
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(good) as (keyof typeof good)[])),
      fc.dictionary(name, odd, { maxKeys: 2 }),
      async (resource, fields) => {
        const answer = await api.call('POST', `/${resource}`, { json: { data: [good[resource](fields)] } })
        assert.ok(answer.status === 200 || answer.status === 400, answer.text)
        if (answer.status === 400) return
        taken++
        const { id } = answer.body.results[0]
        const read = await api.call('GET', `/${resource}/${encodeURIComponent(id)}`)
        assert.equal(read.body.id, id)
      },
    ),
    { numRuns: 300 },
  )
  assert.ok(taken > 0)
  assert.deepEqual(api.log.lines, [])
  await answers(api)
})

test('2,000 damaged requests made from spec.json get no 5xx and block no push', async (t) => {
  const api = await startServer(t)
  const statuses = await fuzz(api.baseUrl, { key: api.key, seed: 2, count: 2_000 })
  t.diagnostic(JSON.stringify(statuses))
  // All kinds of answers: what is sent is neither all right nor all wrong.
  for (const status of [200, 202, 204, 400, 401, 404, 405, 409, 415])
    assert.ok((statuses[status] ?? 0) > 0, `some are answered with ${status}`)
  // Some of the requests look as if a proxy had passed them on.
  assert.deepEqual(
    api.log.lines.filter(({ message }) => !message.includes('X-Forwarded-For')),
    [],
  )
  await api.push('orders', [order({ id: 'after', items: [lineItem()] })])
})
