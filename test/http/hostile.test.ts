import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { order, ticket } from '../support/objects.ts'
import { type Api, startServer } from '../support/server.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const post = (api: Api, body: string, path = '/orders') => api.call('POST', path, { body })
const answers = async (api: Api) => assert.equal((await api.call('GET', '/ping')).status, 200)
/** How long this process, the server in it, has computed: what others do on the machine does not count. */
const computedMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

test('endless nesting is rejected, or ignored in fields that are not read', async (t) => {
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

test('with strict=true an endlessly nested field is a short 400', async (t) => {
  const api = await startServer(t)
  const body = `{"data":[{"id":"o1","updatedAt":1,"unknown":${nested(10_000)}}]}`
  const answer = await post(api, body, '/orders?strict=true')
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.body.data.issues[0].path, ['data', 0, 'unknown'])
  assert.ok(answer.text.length < 1_000)
  await answers(api)
})

test('numbers out of range or of the wrong type are rejected', async (t) => {
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

test('invalid times are rejected', async (t) => {
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

test('if a member is given twice, the last one counts', async (t) => {
  const api = await startServer(t)
  await post(api, '{"data":[{"id":"first"}],"data":[{"id":"o1","id":"o2","updatedAt":1,"number":"a","number":"b"}]}')
  assert.equal((await api.call('GET', '/orders/o2')).body.number, 'b')
  assert.equal((await api.call('GET', '/orders')).body.data.length, 1)
  await answers(api)
})

test('__proto__ is an unknown field like any other', async (t) => {
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

test('millions of invalid values get one short response', async (t) => {
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

test('three million bytes of numbers instead of objects are rejected quickly, and delay nobody else', async (t) => {
  const api = await startServer(t)
  const numbers = Array(1_500_000).fill(1).join()
  for (const [resource, field] of [
    ['orders', 'items'],
    ['products', 'variants'],
    ['shipments', 'events'],
    ['tickets', 'tags'],
  ]) {
    const before = computedMs()
    const [answer, ping] = await Promise.all([
      post(api, `{"data":[{"id":"x","updatedAt":1,"${field}":[${numbers}]}]}`, `/${resource}`),
      api.call('GET', '/ping'),
    ])
    assert.equal(answer.status, 400)
    assert.ok(answer.body.data.issues.length <= 100)
    assert.equal(ping.status, 200)
    const took = computedMs() - before
    t.diagnostic(`${resource}: ${Math.round(took)} ms`)
    assert.ok(took < 5_000, `${resource}: ${took} ms`)
  }
  await answers(api)
})

test('text that only resembles a JSON number is a 400', async (t) => {
  const api = await startServer(t)
  for (const number of ['NaN', 'Infinity', '-Infinity', '+1', '01', '.5', '1.', '0x10', '1_000', '1n', 'undefined']) {
    assert.equal((await post(api, `{"data":[{"id":"o1","updatedAt":1,"total":${number}}]}`)).status, 400, number)
    assert.equal((await post(api, `{"data":[{"id":"o1","updatedAt":1,"custom":{"a":${number}}}]}`)).status, 400, number)
  }
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
  await answers(api)
})

test("names of JavaScript's object members are ordinary names", async (t) => {
  const api = await startServer(t)
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']
  await api.push(
    'orders',
    names.map((id) => order({ id })),
  )
  for (const id of names) assert.equal((await api.call('GET', `/orders/${id}`)).body.id, id)
  const fields = names.map((name) => `"${name}":{"id":"evil","isAdmin":true}`).join()
  for (const body of [
    `{${fields},"data":[{"id":"t1","updatedAt":2,${fields},"messages":[]}]}`,
    `{"data":[{"id":"t2","updatedAt":2,"messages":[{"id":"m","createdAt":1,"author":{"type":"agent",${fields}},"body":"x",${fields}}]}]}`,
  ]) {
    const { status, body: answer } = await post(api, body, '/tickets')
    assert.equal(status, 200, JSON.stringify(answer))
    assert.ok(answer.results[0].ignored.some((name: string) => name.endsWith('__proto__')))
  }
  assert.doesNotMatch((await api.call('GET', '/tickets')).text, /evil|isAdmin/)
  assert.equal(Reflect.get({}, 'isAdmin'), undefined)
  await answers(api)
})

test('a member given twice counts once, at every level and in custom', async (t) => {
  const api = await startServer(t)
  const custom = '"custom":{"a":1},"custom":{"b":9007199254740993}'
  const item = '{"id":"l1","id":"l2","title":"a","title":"b","quantity":1,"quantity":2,"unitPrice":3}'
  const body = `{"data":[{"id":"o1","updatedAt":1,${custom},"items":[],"items":[${item}]}]}`
  assert.equal((await post(api, body)).status, 200)
  const read = await api.call('GET', '/orders/o1')
  assert.deepEqual(read.body.items, [{ id: 'l2', title: 'b', quantity: 2, unitPrice: 3 }])
  assert.match(read.text, /"custom":\{"b":9007199254740993\}/)
  await answers(api)
})

test('a kilobyte that unpacks to millions of brackets is rejected before it costs memory', async (t) => {
  const api = await startServer(t)
  const before = process.resourceUsage().maxRSS
  const answers: number[] = []
  for (const piece of ['[', '{"a":', '[{"a":"[]\\\\",', '["\\"",']) {
    const body = gzipSync(`{"data":${piece.repeat(Math.floor(30_000_000 / piece.length))}`)
    const { status, body: told } = await api.call('POST', '/tickets', { body, headers: { 'content-encoding': 'gzip' } })
    answers.push(status)
    assert.match(told.message, /is nested too deeply/)
  }
  assert.deepEqual(new Set(answers), new Set([400]))
  const grown = process.resourceUsage().maxRSS - before
  t.diagnostic(`${grown} KiB more`)
  assert.ok(grown < 700_000, `${grown} KiB more`)
})

test('brackets in strings are not nesting', async (t) => {
  const api = await startServer(t)
  const text = '[{'.repeat(45_000)
  const message = (id: number) => ({ id: `m${id}`, author: { type: 'customer' }, body: `${text}\\\\"`, createdAt: 1 })
  const data = [{ ...ticket(), messages: Array.from({ length: 10 }, (_, id) => message(id)) }]
  assert.equal((await api.call('POST', '/tickets', { json: { data } })).status, 200)
})

test('a media type of many kilobytes is rejected at once', async (t) => {
  const api = await startServer(t)
  const type = `application/json${' '.repeat(15_000)}x`
  const push = () => api.call('POST', '/orders', { body: '{}', headers: { 'content-type': type } })
  // What a search from each space takes, on this machine.
  const begun = computedMs()
  assert.ok(!/ +y/.test(type))
  const slow = computedMs() - begun
  const before = computedMs()
  for (let round = 0; round < 10; round++) assert.equal((await push()).status, 415)
  const took = computedMs() - before
  t.diagnostic(`${Math.round(took)} ms, a slow search ${Math.round(slow)} ms`)
  assert.ok(took < 5 * slow, `${took} ms, a slow search ${slow} ms`)
})
