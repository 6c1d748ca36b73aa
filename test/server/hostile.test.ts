import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import fc from 'fast-check'
import { lineItem, order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, startServer } from '../support/server.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const post = (api: Api, body: string, path = '/orders') => api.call('POST', path, { body })
const answers = async (api: Api) => assert.equal((await api.call('GET', '/ping')).status, 200)

test('nesting without end is refused, or ignored where nothing is read', async (t) => {
  const api = await startServer(t)
  const deep = nested(10_000)
  const cases = [
    [`{"data":${deep}}`, 400],
    [`{"data":[${deep}]}`, 400],
    [deep, 400],
    [`{"data":[{"id":"o1","updatedAt":1,"custom":{"a":${deep}}}]}`, 400],
    [`{"data":[{"id":"o1","updatedAt":1,"custom":{"2":1,"1":${deep}}}]}`, 400],
    [`{"data":[{"id":"o1","updatedAt":1,"items":${deep}}]}`, 400],
    [`{"data":[{"id":"o2","updatedAt":1,"unknown":${deep}}]}`, 200],
    [`{"data":[{"id":"o3","updatedAt":1,"unknown":${nested(400_000)}}]}`, 200],
  ] as const
  for (const [body, status] of cases) assert.equal((await post(api, body)).status, status, body.slice(0, 60))
  assert.deepEqual((await api.call('GET', '/orders/o2')).body, { id: 'o2', updatedAt: '1970-01-01T00:00:00.001Z' })
})

test('numbers that are none of ours are refused', async (t) => {
  const api = await startServer(t)
  for (const number of ['1e400', '-1e400', '9007199254740993', '1.5', '-1', '1e-5']) {
    const { status, body } = await post(api, `{"data":[{"id":"o1","updatedAt":1,"total":${number}}]}`)
    assert.equal(status, 400)
    assert.deepEqual(body.data.issues[0].path, ['data', 0, 'total'])
  }
  assert.equal((await post(api, '{"data":[{"id":"o1","updatedAt":1,"total":-0,"subtotal":1e3}]}')).status, 200)
  assert.match((await api.call('GET', '/orders/o1')).text, /"total":0,"subtotal":1000/)
})

test('of a member given twice the last one counts', async (t) => {
  const api = await startServer(t)
  await post(api, '{"data":[{"id":"first"}],"data":[{"id":"o1","id":"o2","updatedAt":1,"number":"a","number":"b"}]}')
  assert.equal((await api.call('GET', '/orders/o2')).body.number, 'b')
  assert.equal((await api.call('GET', '/orders')).body.data.length, 1)
})

test('__proto__ is a field like any other that is not known', async (t) => {
  const api = await startServer(t)
  const { body } = await post(
    api,
    '{"__proto__":{"x":1},"data":[{"id":"o1","updatedAt":1,"__proto__":{"status":"shipped"},"shippingAddress":{"__proto__":{"city":"x"}}}]}',
  )
  assert.deepEqual(body.results[0].ignored, ['__proto__', 'shippingAddress.__proto__'])
  assert.deepEqual((await api.call('GET', '/orders/o1')).body, {
    id: 'o1',
    updatedAt: '1970-01-01T00:00:00.001Z',
    shippingAddress: {},
  })
})

test('millions of wrong values are one short answer', async (t) => {
  const api = await startServer(t)
  const ones = Array(1_500_000).fill(1).join()
  for (const object of [
    `{"id":"o","updatedAt":1,"items":[${ones}]}`,
    `{"id":"o","updatedAt":1,"tags":[${ones}]}`,
    `{${'"a":1,'.repeat(400_000)}"b":1}`,
  ]) {
    const { status, text } = await post(api, `{"data":[${object}]}`)
    assert.equal(status, 400)
    assert.ok(text.length < 20_000)
  }
  const many = Array.from({ length: 300_000 }, (_, index) => `"k${index}":1`).join()
  const { body } = await post(api, `{"data":[{"id":"o","updatedAt":1,${many}}]}`)
  assert.equal(body.results[0].ignored.length, 100)
})

test('a client that dribbles is cut off with a 408', async (t) => {
  const api = await startServer(t, { requestTimeoutMs: 300 })
  const { socket, until, closed } = await rawConnection(t, api.baseUrl)
  socket.write(
    `POST /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
  )
  const dribble = setInterval(() => socket.write(' '), 20)
  t.after(() => clearInterval(dribble))
  assert.match(await until(/\}\}/), /^HTTP\/1\.1 408 Request Timeout[\s\S]*"code":"REQUEST_TIMEOUT"/)
  await closed
  await answers(api)
})

test('a thousand idle connections keep nobody from pushing', async (t) => {
  const api = await startServer(t)
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => rawConnection(t, api.baseUrl)))
  assert.equal((await api.push('orders', [order()])).results[0]?.status, 'created')
  for (const { socket } of idle) socket.destroy()
})

test('what is no HTTP, or too much of it, gets an error in the shape of every other', async (t) => {
  const api = await startServer(t)
  const cases = [
    ['garbage\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      `GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
    ],
    ['GET nonsense HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/ping HTTP/1.1\r\nhost: x y\r\nauthorization: Bearer a b\r\n\r\n', 401, 'UNAUTHORIZED'],
  ] as const
  for (const [request, status, code] of cases) {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    socket.write(request)
    const answer = await until(/\}\}?$/)
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.equal(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))).code, code)
    assert.match(answer, /x-request-id: \S+/)
  }
  await answers(api)
})

test('requests cannot be smuggled past the one that is seen', async (t) => {
  const api = await startServer(t)
  const smuggled = `POST /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-type: application/json\r\ncontent-length: 55\r\n\r\n${JSON.stringify({ data: [{ id: 'smuggled', updatedAt: 1 }] })}`
  const head = `POST /api/v1/customers HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-type: application/json\r\n`
  const attempts = [
    `${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}content-length: 0\r\ncontent-length: ${smuggled.length}\r\n\r\n${smuggled}`,
    `${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    `${head}transfer-encoding: chunked\r\n\r\nZZ\r\n\r\n${smuggled}`,
    `${head}content-length: +4\r\n\r\n${smuggled}`,
    `${head}transfer-encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  ]
  for (const attempt of attempts) {
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(attempt)
    await closed
    assert.match(received(), /^HTTP\/1\.1 400/)
  }
  assert.equal((await api.call('GET', '/orders/smuggled')).status, 404)
})

test('whatever JSON is pushed, the answer is never a defect', async (t) => {
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

test('a client that never reads its answers is no burden', async (t) => {
  const api = await startServer(t)
  const { socket } = await rawConnection(t, api.baseUrl)
  socket.pause()
  socket.write(`GET /api/v1/spec.json HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(200))
  await answers(api)
  socket.destroy()
  await once(socket, 'close')
  await answers(api)
})
