import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError, rawCall } from '../support/errors.ts'
import { lineItem, message, order, ticket } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

const malformed: [name: string, body: string | Uint8Array, problem: RegExp][] = [
  ['is not JSON', '{"data": [', /not valid JSON/],
  ['ends in the middle', '{"data":[{"id":"o1","upda', /not valid JSON/],
  ['has a trailing comma', '{"data":[],}', /not valid JSON \(at character 12\)/],
  ['says NaN', '{"data":[{"total":NaN}]}', /not valid JSON/],
  ['is empty', '', /empty/],
  ['is white space', ' \n', /empty/],
  ['is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), /UTF-8/],
]

for (const [name, body, problem] of malformed) {
  test(`a body that ${name} is a 400 that names the reason and repeats no part of it`, async (t) => {
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

for (const resource of ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles']) {
  test(`${resource} without a list of objects are a 400, and an empty list is accepted`, async (t) => {
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

test('an empty list and a byte order mark are accepted', async (t) => {
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

test('a body without a Content-Type is a 415', async (t) => {
  const api = await startServer(t)
  const answer = await rawCall(
    t,
    api.baseUrl,
    `POST /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-length: 11\r\n\r\n{"data":[]}`,
  )
  assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  assert.deepEqual(answer.body.data, {})
})

test('an unknown or a double content encoding is a 415', async (t) => {
  const api = await startServer(t)
  for (const encoding of ['deflate', 'gzip, gzip', 'nonsense', '__proto__', 'constructor']) {
    const answer = await api.call('POST', '/orders', { body: '{"data":[]}', headers: { 'content-encoding': encoding } })
    assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
  }
})

test('too many objects are a 413 whatever they hold', async (t) => {
  const api = await startServer(t)
  for (const resource of ['customers', 'products', 'orders', 'shipments', 'articles']) {
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

test('a byte order mark is accepted only at the start of a body', async (t) => {
  const api = await startServer(t)
  const answer = await api.call('POST', '/orders', { body: `\ufeff${JSON.stringify({ data: [order()] })}` })
  assert.deepEqual(answer.body, { results: [{ id: 'o1', status: 'created' }] })
  assertError(await api.call('POST', '/orders', { body: '{\ufeff"data":[]}' }), 400, 'BAD_REQUEST')
  assertError(await api.call('POST', '/orders', { body: '\ufeff\ufeff{"data":[]}' }), 400, 'BAD_REQUEST')
})

test('JSON in another encoding than UTF-8 is a 400', async (t) => {
  const api = await startServer(t)
  const text = '{"data":[{"id":"é","updatedAt":1}]}'
  for (const body of [Buffer.from(text, 'latin1'), Buffer.from(`\ufeff${text}`, 'utf16le')])
    assertError(await api.call('POST', '/orders', { body }), 400, 'BAD_REQUEST')
  // A surrogate, written the way UTF-8 forbids.
  const surrogate = Buffer.concat([Buffer.from('{"data":["'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"]}')])
  assertError(await api.call('POST', '/orders', { body: surrogate }), 400, 'BAD_REQUEST')
})

test('too many tickets or messages are a 413 whatever else is wrong with them', async (t) => {
  const api = await startServer(t)
  const tickets = await api.call('POST', '/tickets', { json: { data: Array(51).fill(7) } })
  assertError(tickets, 413, 'PAYLOAD_TOO_LARGE')
  assert.deepEqual(tickets.body.data, { max: 50, received: 51 })
  const messages = await api.call('POST', '/tickets', { json: { data: [{ messages: Array(2_001).fill(7) }, null, 7] } })
  assertError(messages, 413, 'PAYLOAD_TOO_LARGE')
  assert.deepEqual(messages.body.data, { max: 2_000, received: 2_001 })
  assert.deepEqual((await api.call('GET', '/tickets')).body.data, [])
})
