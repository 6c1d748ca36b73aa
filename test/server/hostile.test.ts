import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import fc from 'fast-check'
import { customer, lineItem, order, product, shipment, ticket } from '../support/objects.ts'
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
  assert.equal((await api.call('GET', '/orders/o1')).status, 404)
  await answers(api)
})

test('with strict=true a field that nests without end is a short 400', async (t) => {
  const api = await startServer(t)
  const body = `{"data":[{"id":"o1","updatedAt":1,"unknown":${nested(10_000)}}]}`
  const answer = await post(api, body, '/orders?strict=true')
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.body.data.issues[0].path, ['data', 0, 'unknown'])
  assert.ok(answer.text.length < 1_000)
  await answers(api)
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
  await answers(api)
})

test('numbers that JavaScript cannot hold come back from custom as they were sent', async (t) => {
  const api = await startServer(t)
  const custom = '{"big":1e400,"long":9007199254740993,"negative":-1e400}'
  assert.equal((await post(api, `{"data":[{"id":"o1","updatedAt":1,"custom":${custom}}]}`)).status, 200)
  const { text } = await api.call('GET', '/orders/o1')
  assert.ok(text.includes(`"custom":${custom}`), text)
  await answers(api)
})

test('times that are no times are refused', async (t) => {
  const api = await startServer(t)
  for (const time of [
    '1e400',
    '9007199254740993',
    '1e21',
    '1.5',
    '"+999999-01-01T00:00:00Z"',
    '"2026-02-30T00:00:00Z"',
  ]) {
    const { status, body } = await post(api, `{"data":[{"id":"o1","updatedAt":${time}}]}`)
    assert.equal(status, 400, time)
    assert.deepEqual(body.data.issues[0].path, ['data', 0, 'updatedAt'])
  }
  await answers(api)
})

test('of a member given twice the last one counts', async (t) => {
  const api = await startServer(t)
  await post(api, '{"data":[{"id":"first"}],"data":[{"id":"o1","id":"o2","updatedAt":1,"number":"a","number":"b"}]}')
  assert.equal((await api.call('GET', '/orders/o2')).body.number, 'b')
  assert.equal((await api.call('GET', '/orders')).body.data.length, 1)
  await answers(api)
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
  assert.equal(Object.hasOwn(Object.prototype, 'x') || Object.hasOwn(Object.prototype, 'status'), false)
  await answers(api)
})

test('__proto__ in custom is kept like any other key', async (t) => {
  const api = await startServer(t)
  const custom = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":1}'
  assert.equal((await post(api, `{"data":[{"id":"o1","updatedAt":1,"custom":${custom}}]}`)).status, 200)
  const { text } = await api.call('GET', '/orders/o1')
  assert.ok(text.includes(`"custom":${custom}`), text)
  assert.equal(Reflect.get({}, 'polluted'), undefined)
  await answers(api)
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
  await answers(api)
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

for (const [name, start] of [
  ['the request line', ''],
  ['its headers', 'GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-slow: '],
] as const) {
  test(`a client that sends ${name} one byte at a time is cut off with a 408`, async (t) => {
    const api = await startServer(t, { requestTimeoutMs: 300 })
    const { socket, until, closed } = await rawConnection(t, api.baseUrl)
    socket.write(start)
    const bytes = start === '' ? `GET /${'x'.repeat(1_000)}`[Symbol.iterator]() : 'x'.repeat(1_000)[Symbol.iterator]()
    const dribble = setInterval(() => socket.write(bytes.next().value ?? 'x'), 20)
    t.after(() => clearInterval(dribble))
    assert.match(await until(/\}\}/), /^HTTP\/1\.1 408 Request Timeout[\s\S]*"code":"REQUEST_TIMEOUT"/)
    await closed
    await answers(api)
  })
}

test('a thousand idle connections keep nobody from pushing', async (t) => {
  const api = await startServer(t)
  const idle = await Promise.all(Array.from({ length: 1_000 }, () => rawConnection(t, api.baseUrl)))
  // Half of them have begun a request that they never end.
  for (const { socket } of idle.slice(0, 500)) socket.write('POST /api/v1/orders HTTP/1.1\r\nhost: x\r\n')
  for (const id of ['o1', 'o2', 'o3'])
    assert.equal((await api.push('orders', [order({ id })])).results[0]?.status, 'created')
  assert.equal(idle.filter(({ socket }) => socket.destroyed).length, 0)
  for (const { socket } of idle) socket.destroy()
  await Promise.all(idle.map(({ closed }) => closed))
  await answers(api)
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
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'BAD_REQUEST'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-a: b\r\n folded\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-a: \0\r\n\r\n', 400, 'BAD_REQUEST'],
    [`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'REQUEST_HEADER_FIELDS_TOO_LARGE'],
    ['GET nonsense HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/ping HTTP/1.1\r\nhost: x y\r\nauthorization: Bearer a b\r\n\r\n', 401, 'UNAUTHORIZED'],
  ] as const
  for (const [request, status, code] of cases) {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    socket.write(request)
    const answer = await until(/\}\}?$/)
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    assert.deepEqual(Object.keys(body), ['code', 'status', 'message', 'data'])
    assert.equal(body.code, code)
    assert.equal(body.status, status)
    assert.match(answer, /x-request-id: \S+/)
  }
  await answers(api)
})

test('requests cannot be smuggled past the one that is seen', async (t) => {
  const api = await startServer(t)
  const push = (path: string, id: string, ...framing: string[]) => {
    const body = JSON.stringify({ data: [{ id, updatedAt: 1 }] })
    const headers = framing.length > 0 ? framing : [`content-length: ${body.length}`]
    const key = [`authorization: Bearer ${api.key}`, 'content-type: application/json']
    return { head: [`POST ${path} HTTP/1.1`, 'host: x', ...key, ...headers, '', ''].join('\r\n'), body }
  }
  const inner = push('/api/v1/orders', 'smuggled')
  const smuggled = inner.head + inner.body
  const outer = (...framing: string[]) => push('/api/v1/customers', 'seen', ...framing)
  const { body } = outer()
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const attempts = [
    `${outer('content-length: 4', 'transfer-encoding: chunked').head}0\r\n\r\n${smuggled}`,
    `${outer(`content-length: ${body.length}`, 'transfer-encoding: chunked').head}${body}${smuggled}`,
    `${outer('transfer-encoding: chunked', `content-length: ${chunked.length}`).head}${chunked}${smuggled}`,
    `${outer('content-length: 0', `content-length: ${smuggled.length}`).head}${smuggled}`,
    `${outer(`content-length: ${body.length}`, `content-length: ${body.length}`).head}${body}${smuggled}`,
    `${outer(`content-length: ${body.length}, ${body.length}`).head}${body}${smuggled}`,
    `${outer('transfer-encoding: xchunked').head}0\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked, identity').head}${chunked}${smuggled}`,
    `${outer('transfer-encoding: chunked').head}ZZ\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked').head}-1\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked').head}${'F'.repeat(20)}\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked').head}0x${chunked}${smuggled}`,
    `${outer('transfer-encoding: chunked').head}1\r\n${body}\r\n0\r\n\r\n${smuggled}`,
    `${outer('content-length: +4').head}${smuggled}`,
    `${outer('content-length: -4').head}${smuggled}`,
    `${outer('transfer-encoding : chunked').head}0\r\n\r\n${smuggled}`,
  ]
  for (const attempt of attempts) {
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(attempt)
    await closed
    const framing = attempt.slice(attempt.indexOf('json\r\n') + 6, attempt.indexOf('\r\n\r\n'))
    assert.match(received(), /^HTTP\/1\.1 400/, framing)
    assert.equal(received().match(/^HTTP\/1\.1 \d/gm)?.length, 1, framing)
  }
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
  assert.deepEqual((await api.call('GET', '/customers')).body.data, [])

  // The same two requests, framed as they should be, are both stored: it was the framing that was refused.
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(outer().head + body + smuggled)
  await until(/200 OK[\s\S]*"seen"[\s\S]*200 OK[\s\S]*"smuggled"/)
  await answers(api)
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

test('whatever JSON the body is, the answer is never a defect', async (t) => {
  const api = await startServer(t)
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('customers', 'products', 'orders', 'shipments', 'tickets'),
      fc.oneof(
        fc.json(),
        fc.json({ stringUnit: 'binary' }).map((json) => `{"data":[${json}]}`),
      ),
      async (resource, body) => {
        const answer = await post(api, body, `/${resource}`)
        assert.ok(answer.status === 200 || answer.status === 400, answer.text)
        if (answer.status === 400) assert.equal(answer.body.code, 'BAD_REQUEST')
      },
    ),
    { numRuns: 300 },
  )
  assert.deepEqual(api.log.lines, [])
  await answers(api)
})

test('whatever is done to a good object, the answer is never a defect, and what was taken can be read', async (t) => {
  const api = await startServer(t)
  const good = { customers: customer, products: product, orders: order, shipments: shipment, tickets: ticket } as const
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
