import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lineItem, message, order, ticket } from '../support/objects.ts'
import { type Answer, client, startServer } from '../support/server.ts'

function assertError({ status, headers, body }: Answer, expected: number, code: string): void {
  assert.equal(status, expected)
  assert.deepEqual(Object.keys(body), ['code', 'status', 'message', 'data'])
  assert.equal(body.code, code)
  assert.equal(body.status, expected)
  assert.ok(body.message.length > 20)
  assert.equal(typeof body.data, 'object')
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
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
  assertError(await api.call('GET', '/orders/%ff'), 400, 'BAD_REQUEST')
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

test('too many objects are a 413 whatever they hold', async (t) => {
  const api = await startServer(t)
  for (const resource of ['customers', 'products', 'orders', 'shipments']) {
    const answer = await api.call('POST', `/${resource}`, { json: { data: Array.from({ length: 26 }, () => 7) } })
    assertError(answer, 413, 'PAYLOAD_TOO_LARGE')
    assert.deepEqual(answer.body.data, { max: 25, received: 26 })
  }
  const tickets = await api.call('POST', '/tickets', { json: { data: Array.from({ length: 51 }, () => ticket()) } })
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
