import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { lineItem, message, order, ticket } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Answer, type Api, client, startServer } from '../support/server.ts'

function assertError({ status, headers, text, body }: Answer, expected: number, code: string): void {
  assert.match(headers.get('content-type') ?? '', /^application\/json/, text)
  assert.equal(status, expected)
  assert.deepEqual(Object.keys(body), ['code', 'status', 'message', 'data'])
  assert.equal(body.code, code)
  assert.equal(body.status, expected)
  assert.ok(body.message.length > 20)
  assert.ok(typeof body.data === 'object' && body.data !== null && !Array.isArray(body.data), text)
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
}

/** Sends a request as it is written, and reads the error that answers it. */
async function refusal(t: TestContext, api: Api, request: string): Promise<Answer> {
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(request)
  const received = await until(/\r\n\r\n\{.*\}$/s)
  socket.destroy()
  const [head = '', text = ''] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const fields = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers: new Headers(fields), text, body: JSON.parse(text) }
}

test('unknown addresses are a 404 in the shape of every error, inside and outside the base address', async (t) => {
  const api = await startServer(t)
  for (const path of ['/nothing', '/orders/o1/items', '/../../nothing', '//ping', '/bulk']) {
    assertError(await api.call('GET', path), 404, 'NOT_FOUND')
  }
})

test('a wrong method is a 405 that lists the right ones', async (t) => {
  const api = await startServer(t)
  const cases = [
    ['PUT', '/orders', 'POST, GET, HEAD'],
    ['PATCH', '/orders/o1', 'GET, HEAD, DELETE'],
    ['OPTIONS', '/ping', 'GET, HEAD'],
    ['DELETE', '/orders', 'POST, GET, HEAD'],
    ['POST', '/spec.json', 'GET, HEAD'],
    ['POST', '', 'GET, HEAD'],
    ['POST', '/../../healthz', 'GET, HEAD'],
    ['PUT', '/orders/bulk', 'POST, GET, HEAD, DELETE'],
  ] as const
  for (const [method, path, allow] of cases) {
    const answer = await api.call(method, path)
    assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
    assert.equal(answer.headers.get('allow'), allow)
  }
})

test('HEAD answers as GET does, without the body', async (t) => {
  const api = await startServer(t)
  const { status, text } = await api.call('HEAD', '/ping')
  assert.equal(status, 200)
  assert.equal(text, '')
})

test('a path that cannot be decoded is a 400', async (t) => {
  const api = await startServer(t)
  for (const path of ['/orders/%ff', '/orders/%', '/orders/%zz', '/orders/a%c0%af', '/%ff', '/../../%ff'])
    assertError(await api.call('GET', path), 400, 'BAD_REQUEST')
  assertError(await api.call('DELETE', '/orders/%ff'), 400, 'BAD_REQUEST')
  assertError(await api.call('POST', '/%ff', { body: '{"data":[]}' }), 400, 'BAD_REQUEST')
})

test('a path is decoded once: an id may hold a percent sign', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ id: '100%' }), order({ id: '%41' })])
  assert.equal((await api.call('GET', '/orders/100%25')).body.id, '100%')
  assert.equal((await api.call('GET', '/orders/%2541')).body.id, '%41')
  assertError(await api.call('GET', '/orders/%41'), 404, 'NOT_FOUND')
})

test('an error answers HEAD with its headers and no body', async (t) => {
  const api = await startServer(t)
  for (const path of ['/nothing', '/orders/none']) {
    const { status, headers, text } = await api.call('HEAD', path)
    assert.equal(status, 404)
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.equal(text, '')
  }
})

test('every error has a request id of its own', async (t) => {
  const api = await startServer(t)
  const answers = await Promise.all([
    api.call('GET', '/nothing'),
    api.call('GET', '/nothing'),
    api.call('PUT', '/orders'),
    api.call('PUT', '/orders'),
    api.call('POST', '/orders', { body: '{' }),
    api.call('POST', '/orders', { body: '{' }),
  ])
  assert.equal(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size, answers.length)
})

for (const method of ['TRACE', 'QUERY', 'PROPFIND']) {
  test(`the method ${method} is a 405`, async (t) => {
    const api = await startServer(t)
    const answer = await refusal(t, api, `${method} /api/v1/orders HTTP/1.1\r\nhost: x\r\n\r\n`)
    assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
    assert.equal(answer.headers.get('allow'), 'POST, GET, HEAD')
  })
}

test('CONNECT is refused with an answer', async (t) => {
  const api = await startServer(t)
  const answer = await refusal(t, api, 'CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n')
  assertError(answer, 405, 'METHOD_NOT_SUPPORTED')
})

test('a request without Host is a 400 in the shape of every error', async (t) => {
  const api = await startServer(t)
  const answer = await refusal(t, api, 'GET /api/v1/nothing HTTP/1.1\r\n\r\n')
  assertError(answer, 400, 'BAD_REQUEST')
})

const malformed: [name: string, body: string | Uint8Array, problem: RegExp][] = [
  ['is no JSON', '{"data": [', /not valid JSON/],
  ['ends in the middle', '{"data":[{"id":"o1","upda', /not valid JSON/],
  ['has a trailing comma', '{"data":[],}', /not valid JSON \(at character 12\)/],
  ['says NaN', '{"data":[{"total":NaN}]}', /not valid JSON/],
  ['is empty', '', /empty/],
  ['is white space', ' \n', /empty/],
  ['is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /UTF-8/],
]

for (const [name, body, problem] of malformed) {
  test(`a body that ${name} is a 400 that says so and repeats none of it`, async (t) => {
    const api = await startServer(t)
    const answer = await api.call('POST', '/orders', { body })
    assertError(answer, 400, 'BAD_REQUEST')
    assert.match(answer.body.message, problem)
    assert.deepEqual(answer.body.data.issues[0].path, [])
    assert.doesNotMatch(answer.text, /o1|total/)
  })
}

const shapes: [body: string, path: string][] = [
  ['{}', 'data'],
  ['{"data":null}', 'data'],
  ['{"data":{}}', 'data'],
  ['{"data":"x"}', 'data'],
  ['null', ''],
  ['[]', ''],
  ['7', ''],
  ['{"data":[1]}', 'data.0'],
  ['{"data":[[]]}', 'data.0'],
  ['{"data":[null]}', 'data.0'],
]

for (const [body, path] of shapes) {
  test(`the body ${body} is a 400 at "${path}"`, async (t) => {
    const api = await startServer(t)
    const answer = await api.call('POST', '/orders', { body })
    assertError(answer, 400, 'BAD_REQUEST')
    assert.equal(answer.body.data.issues[0].path.join('.'), path)
  })
}

for (const resource of ['customers', 'products', 'orders', 'shipments', 'tickets']) {
  test(`${resource} without a list of objects are a 400, and an empty list is none`, async (t) => {
    const api = await startServer(t)
    for (const body of ['null', '{}', '{"data":null}', '{"data":{"0":1,"length":1}}', '{"Data":[]}'])
      assertError(await api.call('POST', `/${resource}`, { body }), 400, 'BAD_REQUEST')
    const empty = await api.call('POST', `/${resource}`, { body: '{"data":[]}' })
    assert.equal(empty.status, 200)
    assert.deepEqual(empty.body, { results: [] })
    assert.deepEqual((await api.call('GET', `/${resource}`)).body.data, [])
  })
}

test('a 400 names every issue by its path from the root of the body, up to 100', async (t) => {
  const api = await startServer(t)
  const two = await api.call('POST', '/orders', {
    json: { data: [order(), order({ items: [lineItem(), lineItem({ id: 'l2', quantity: 'two' })], total: 'x' })] },
  })
  assertError(two, 400, 'BAD_REQUEST')
  assert.deepEqual(
    two.body.data.issues.map(({ path }: { path: unknown }) => path),
    [
      ['data', 1, 'items', 1, 'quantity'],
      ['data', 1, 'total'],
    ],
  )
  const items = Array.from({ length: 150 }, (_, index) => lineItem({ id: `l${index}`, quantity: 'two' }))
  const many = await api.call('POST', '/orders', { json: { data: [order({ items })] } })
  assertError(many, 400, 'BAD_REQUEST')
  assert.equal(many.body.data.issues.length, 100)
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
})

test('no objects are no error, and a byte order mark is none either', async (t) => {
  const api = await startServer(t)
  assert.deepEqual((await api.call('POST', '/orders', { body: '{"data":[]}' })).body, { results: [] })
  assert.deepEqual((await api.call('POST', '/orders', { body: '\ufeff{"data":[]}' })).body, { results: [] })
})

test('the body must be declared as JSON in UTF-8', async (t) => {
  const api = await startServer(t)
  const post = (type: string, encoding?: string) =>
    api.call('POST', '/orders', {
      body: '{"data":[]}',
      headers: { 'content-type': type, ...(encoding ? { 'content-encoding': encoding } : {}) },
    })
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])
    assert.equal((await post(type)).status, 200)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/jsonp',
    'nonsense',
    '',
  ]) {
    assertError(await post(type), 415, 'UNSUPPORTED_MEDIA_TYPE')
  }
  const unknown = await post('application/json', 'br')
  assertError(unknown, 415, 'UNSUPPORTED_MEDIA_TYPE')
  assert.equal(unknown.headers.get('accept-encoding'), 'gzip, zstd')
})

test('a body of which no type is declared is a 415', async (t) => {
  const api = await startServer(t)
  const answer = await refusal(
    t,
    api,
    `POST /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-length: 11\r\n\r\n{"data":[]}`,
  )
  assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  assert.deepEqual(answer.body.data, {})
})

test('an encoding that is unknown, or one upon another, is a 415', async (t) => {
  const api = await startServer(t)
  for (const encoding of ['deflate', 'gzip, gzip', 'nonsense', '__proto__', 'constructor']) {
    const answer = await api.call('POST', '/orders', { body: '{"data":[]}', headers: { 'content-encoding': encoding } })
    assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  }
})

test('too many objects are a 413 whatever they hold', async (t) => {
  const api = await startServer(t)
  for (const resource of ['customers', 'products', 'orders', 'shipments']) {
    const answer = await api.call('POST', `/${resource}`, { json: { data: Array.from({ length: 26 }, () => 7) } })
    assertError(answer, 413, 'PAYLOAD_TOO_LARGE')
    assert.deepEqual(answer.body.data, { max: 25, received: 26 })
  }
  const tickets = await api.call('POST', '/tickets', { json: { data: Array.from({ length: 51 }, () => ticket()) } })
  assertError(tickets, 413, 'PAYLOAD_TOO_LARGE')
  assert.deepEqual(tickets.body.data, { max: 50, received: 51 })
  const bulk = await api.call('POST', '/orders/bulk', { json: { data: Array.from({ length: 1_001 }, () => 7) } })
  assertError(bulk, 413, 'PAYLOAD_TOO_LARGE')
  assert.deepEqual(bulk.body.data, { max: 1_000, received: 1_001 })
})

test('tickets have 2,000 messages together', async (t) => {
  const api = await startServer(t)
  const thread = (count: number, id: string) =>
    ticket({ id, messages: Array.from({ length: count }, (_, index) => message({ id: `m${index}` })) })
  const over = await api.call('POST', '/tickets', { json: { data: [thread(1_000, 'a'), thread(1_001, 'b')] } })
  assertError(over, 413, 'PAYLOAD_TOO_LARGE')
  assert.deepEqual(over.body.data, { max: 2_000, received: 2_001 })
  assert.equal((await api.push('tickets', [thread(1_000, 'a'), thread(1_000, 'b')])).results.length, 2)
})

test('checks come in order: address, key, limit, type and size, JSON, count, schema, idempotency', async (t) => {
  const api = await startServer(t, { limits: { calls: 8 }, settings: { maxBody: { small: 1_000, large: 1_000 } } })
  const nobody = client(api.baseUrl, 'sk_unknown')
  const statuses: number[] = []
  const post = async (caller: typeof nobody, path: string, body: string, headers: Record<string, string> = {}) =>
    statuses.push((await caller.call('POST', path, { body, headers })).status)
  await post(nobody, '/nothing', 'x', { 'content-type': 'text/plain' })
  await post(nobody, '/orders', 'x', { 'content-type': 'text/plain' })
  await post(api, '/orders', `{"data":[${Array(300).fill(7).join()}${' '.repeat(1_000)}]}`, {
    'content-type': 'text/plain',
  })
  await post(api, '/orders', `{"data":[${Array(300).fill(7).join()}${' '.repeat(1_000)}]`)
  await post(api, '/orders', `{"data":[${Array(26).fill(7).join()}]`)
  await post(api, '/orders', `{"data":[${Array(26).fill(7).join()}]}`)
  await post(api, '/orders', '{"data":[7]}', { 'idempotency-key': 'k' })
  await post(api, '/orders', '{"data":[]}', { 'idempotency-key': 'k' })
  await post(api, '/orders', '{"data": []}', { 'idempotency-key': 'k' })
  await post(api, '/orders', '{"data":[]}', { 'idempotency-key': 'k2' })
  await post(api, '/orders', 'x', { 'content-type': 'text/plain' })
  assert.deepEqual(statuses, [404, 401, 415, 413, 400, 413, 400, 200, 409, 200, 429])
})

test('without a key it is a 401, whatever is wrong with the body', async (t) => {
  const api = await startServer(t)
  for (const headers of [{ authorization: '' }, { authorization: 'Bearer sk_unknown' }]) {
    for (const body of ['{', JSON.stringify({ data: Array(26).fill(7) })]) {
      const answer = await api.call('POST', '/orders', { body, headers })
      assertError(answer, 401, 'UNAUTHORIZED')
      assert.deepEqual(answer.body.data, {})
    }
  }
})

test('over the limit it is a 429, whatever is wrong with the body', async (t) => {
  const api = await startServer(t, { limits: { calls: 1 } })
  assert.equal((await api.call('GET', '/ping')).status, 200)
  for (const headers of [{}, { 'content-type': 'text/plain' }]) {
    const answer = await api.call('POST', '/orders', { body: '{', headers })
    assertError(answer, 429, 'TOO_MANY_REQUESTS')
    assert.deepEqual(answer.body.data, { limit: 1, windowSeconds: 60 })
    assert.equal(answer.headers.get('retry-after'), '60')
  }
})

test('of the wrong type and with too many objects it is a 415', async (t) => {
  const api = await startServer(t)
  const body = JSON.stringify({ data: Array(26).fill(7) })
  assertError(
    await api.call('POST', '/orders', { body, headers: { 'content-type': 'text/plain' } }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  )
  assertError(await api.call('POST', '/orders', { body }), 413, 'PAYLOAD_TOO_LARGE')
})

test('a defect of the server is a 500 without its cause, which the log has under the same request id', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ items: [lineItem()] })])
  await api.store.write((tx) => tx.run("UPDATE orders SET data = 'damaged {'"))
  const answer = await api.call('GET', '/orders/o1')
  assertError(answer, 500, 'INTERNAL_SERVER_ERROR')
  assert.doesNotMatch(answer.text, /JSON|damaged|\.ts/)
  const [line] = api.log.lines
  assert.equal(line?.fields?.requestId, answer.headers.get('x-request-id'))
  assert.match(String(line?.fields?.error), /JSON/)
})
