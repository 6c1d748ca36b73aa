import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createKey } from '../../src/access/keys.ts'
import { purgeIdempotencyRecords } from '../../src/http/idempotency.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { customer, order } from '../support/objects.ts'
import {
  type Answer,
  type Api,
  addWorkspace,
  client,
  owner,
  startServer,
  tempFolder,
  testClock,
  testServices,
} from '../support/server.ts'

const keyed = (key: string) => ({ 'idempotency-key': key })
const push = (api: Pick<Api, 'call'>, key: string, object = order(), path = '/orders') =>
  api.call('POST', path, { json: { data: [object] }, headers: keyed(key) })

test('a repeated request gets the first response, byte for byte, and nothing is done twice', async (t) => {
  const api = await startServer(t)
  const first = await push(api, 'k')
  assert.equal(first.headers.get('idempotent-replayed'), null)
  await api.push('orders', [order({ updatedAt: '2026-03-01T10:00:00Z' })])
  const second = await push(api, 'k')
  assert.equal(second.status, 200)
  assert.equal(second.text, first.text)
  assert.equal(second.body.results[0].status, 'created')
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
})

test('the same key with another body or query is a conflict', async (t) => {
  const api = await startServer(t)
  await push(api, 'k')
  for (const again of [
    await push(api, 'k', order({ number: '#2' })),
    await push(api, 'k', order(), '/orders?strict=false'),
  ]) {
    assert.equal(again.status, 409)
    assert.equal(again.body.code, 'CONFLICT')
    assert.deepEqual(again.body.data, { reason: 'idempotency_key_reused' })
  }
})

test('a conflict is a regular error, has no effect, and the first response can still be repeated', async (t) => {
  const api = await startServer(t)
  const first = await push(api, 'k')
  const conflict = await push(api, 'k', order({ id: 'o2' }))
  assert.deepEqual([conflict.status, conflict.body.status, typeof conflict.body.message], [409, 409, 'string'])
  assert.equal(conflict.headers.get('idempotent-replayed'), null)
  assert.equal((await api.call('GET', '/orders/o2')).status, 404)
  assert.equal((await push(api, 'k')).text, first.text)
})

test('the same JSON in other bytes is another body', async (t) => {
  const api = await startServer(t)
  const send = (body: string) => api.call('POST', '/orders', { body, headers: keyed('k') })
  assert.equal((await send('{"data":[]}')).status, 200)
  assert.equal((await send('{"data": []}')).status, 409)
})

test('keys are compared exactly, up to 255 characters', async (t) => {
  const api = await startServer(t)
  const long = 'x'.repeat(254)
  for (const key of ['k', 'K', 'k.', 'a b', '~!@#$%^&*()', `${long}y`, `${long}z`, '1']) {
    const answer = await push(api, key, order({ id: `of ${key.slice(-5)}` }))
    assert.equal(answer.body.results[0].status, 'created', key)
  }
})

test('a key counts separately for each address, method and workspace', async (t) => {
  const api = await startServer(t)
  const other = client(api.baseUrl, (await addWorkspace(api.store, 'other', api.clock)).key)
  await push(api, 'k')
  for (const answer of [
    await push(api, 'k', customer(), '/customers'),
    await push(other, 'k', order({ number: 'theirs' })),
    await api.call('DELETE', '/orders/o1', { headers: keyed('k') }),
  ]) {
    assert.ok(answer.status < 300)
    assert.equal(answer.headers.get('idempotent-replayed'), null)
  }
})

test('a key counts separately for each method of one address', async (t) => {
  const api = await startServer(t)
  await push(api, 'first', order({ id: 'bulk' }))
  const erased = await api.call('DELETE', '/orders/bulk', { headers: keyed('k') })
  const pushed = await api.call('POST', '/orders/bulk', { json: { data: [] }, headers: keyed('k') })
  assert.deepEqual([erased.status, pushed.status], [204, 202])
  assert.equal(pushed.headers.get('idempotent-replayed'), null)
})

test('a repeated bulk upsert returns its batch and creates no second one', async (t) => {
  const api = await startServer(t)
  const send = () => api.call('POST', '/orders/bulk', { json: { data: [order()] }, headers: keyed('k') })
  const [first, again] = [await send(), await send()]
  assert.deepEqual([again.status, again.text], [202, first.text])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await api.store.read.all('SELECT id FROM batches')).length, 1)
})

test('a history import that is opened twice with one key is one', async (t) => {
  const api = await startServer(t)
  const open = () => api.call('POST', '/backfills', { headers: keyed('k') })
  const [first, again] = [await open(), await open()]
  assert.deepEqual([again.status, again.text], [200, first.text])
  assert.equal((await api.call('GET', '/backfills')).body.data.length, 1)
})

test('a key outlives the API key that it was used with', async (t) => {
  const api = await startServer(t)
  await push(api, 'k')
  const { key } = await api.store.write((tx) =>
    createKey(tx, owner, { workspaceId: api.workspaceId, kind: 'secret', name: 'rotated' }, api.clock.now()),
  )
  assert.equal((await push(client(api.baseUrl, key), 'k')).headers.get('idempotent-replayed'), 'true')
})

test('after a failed request its key can be used again', async (t) => {
  const api = await startServer(t)
  assert.equal((await push(api, 'k', order({ total: -1 }))).status, 400)
  assert.equal((await api.call('DELETE', '/orders/o1', { headers: keyed('k') })).status, 404)
  const answer = await push(api, 'k')
  assert.equal(answer.body.results[0].status, 'created')
  assert.equal((await api.call('DELETE', '/orders/o1', { headers: keyed('k') })).status, 204)
})

test('after a request failed at any check its key can be used again', async (t) => {
  const api = await startServer(t, {
    limits: { calls: 6 },
    settings: { maxBody: { small: 5_000, large: 5_000, widget: 5_000 } },
  })
  const many = Array.from({ length: 26 }, () => ({}))
  const failures: [status: number, body: string, headers: Record<string, string>][] = [
    [401, '{"data":[]}', { authorization: 'Bearer sk_wrong' }],
    [415, '{"data":[]}', { 'content-type': 'text/plain' }],
    [413, `{"data":[],"x":"${'x'.repeat(5_000)}"}`, {}],
    [400, '{"data":[', {}],
    [413, JSON.stringify({ data: many }), {}],
    [400, '{"data":[{}]}', {}],
  ]
  for (const [status, body, headers] of failures) {
    assert.equal((await api.call('POST', '/orders', { body, headers: { ...keyed('k'), ...headers } })).status, status)
  }
  await api.call('GET', '/ping')
  assert.equal((await push(api, 'k')).status, 429)
  api.clock.advance(60_000)
  assert.equal((await push(api, 'k')).body.results[0].status, 'created')
})

test('a write that fails halfway leaves neither objects nor a record', async (t) => {
  const api = await startServer(t)
  await api.store.write((tx) =>
    tx.run("CREATE TRIGGER broken BEFORE INSERT ON idempotency_records BEGIN SELECT RAISE(ABORT, 'broken'); END"),
  )
  assert.equal((await push(api, 'k')).status, 500)
  assert.equal((await api.call('GET', '/orders/o1')).status, 404)
  await api.store.write((tx) => tx.run('DROP TRIGGER broken'))
  const answer = await push(api, 'k')
  assert.equal(answer.body.results[0].status, 'created')
  assert.equal(answer.headers.get('idempotent-replayed'), null)
})

test('a repeated erasure gets the first response', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order()])
  assert.equal((await api.call('DELETE', '/orders/o1', { headers: keyed('k') })).status, 204)
  const again = await api.call('DELETE', '/orders/o1', { headers: keyed('k') })
  assert.equal(again.status, 204)
  assert.equal(again.text, '')
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('of many equal requests at the same moment one is done and all get its response', async (t) => {
  const api = await startServer(t)
  const answers = await Promise.all(Array.from({ length: 12 }, () => push(api, 'k')))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers[0]?.body.results[0].status, 'created')
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
})

test('of many different bodies at the same moment one is done and the others are conflicts', async (t) => {
  const api = await startServer(t)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => push(api, 'k', order({ id: `o${index}` }))),
  )
  const statuses = answers.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, ...Array(9).fill(409)])
  assert.equal((await api.call('GET', '/orders')).body.data.length, 1)
})

test('of many erasures at the same moment one is done and all get its response', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order()])
  const erase = () => api.call('DELETE', '/orders/o1', { headers: keyed('k') })
  const answers = await Promise.all(Array.from({ length: 10 }, erase))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]))
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
  const log = await api.store.read.all("SELECT id FROM audit_log WHERE action = 'order.erased'")
  assert.equal(log.length, 1)
})

test('a key survives a restart of the server on the same file', async (t) => {
  const file = join(await tempFolder(t), 'test.db')
  const clock = testClock()
  let key: string | undefined
  const answers: Answer[] = []
  for (const _ of ['first run', 'second run']) {
    const store = await openStore(file, { create: true, serving: true })
    const server = await startServing(testServices(store, clock), { host: '127.0.0.1', port: 0, graceMs: 0 })
    key ??= (await addWorkspace(store, 'shop', clock)).key
    answers.push(await push(client(server.url, key), 'k'))
    await server.stop()
    await store.close()
  }
  const [first, second] = answers
  assert.equal(second?.text, first?.text)
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('idempotent-replayed')),
    [null, 'true'],
  )
})

test('a key is valid for 24 hours, and then purged', async (t) => {
  const api = await startServer(t)
  const DAY = 24 * 60 * 60 * 1000
  const records = async () => (await api.store.read.all('SELECT key FROM idempotency_records')).length
  await push(api, 'k')
  api.clock.advance(DAY - 1)
  assert.equal((await push(api, 'k')).headers.get('idempotent-replayed'), 'true')
  await purgeIdempotencyRecords(api.store, api.clock.now())
  assert.equal(await records(), 1)
  api.clock.advance(1)
  assert.equal((await push(api, 'k')).body.results[0].status, 'stale')
  api.clock.advance(DAY)
  await purgeIdempotencyRecords(api.store, api.clock.now())
  assert.equal(await records(), 0)
})

test('the same bytes are the same body, however they were compressed', async (t) => {
  const api = await startServer(t)
  const body = JSON.stringify({ data: [order()] })
  await api.call('POST', '/orders', { body, headers: keyed('k') })
  const again = await api.call('POST', '/orders', {
    body: gzipSync(body),
    headers: { ...keyed('k'), 'content-encoding': 'gzip' },
  })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  const other = await api.call('POST', '/orders', {
    body: gzipSync(JSON.stringify({ data: [] })),
    headers: { ...keyed('k'), 'content-encoding': 'gzip' },
  })
  assert.equal(other.status, 409)
})

test('a quoted key equals the same key without quotes', async (t) => {
  const api = await startServer(t)
  await push(api, 'a "b"')
  assert.equal((await push(api, '"a \\"b\\""')).headers.get('idempotent-replayed'), 'true')
  await push(api, `"${'x'.repeat(255)}"`, order({ id: 'long' }))
  assert.equal((await push(api, 'x'.repeat(255), order({ id: 'long' }))).headers.get('idempotent-replayed'), 'true')
})

for (const key of ['', 'x'.repeat(256), '"open', '""', 'caf\u00e9', '"a"b', `"${'x'.repeat(256)}"`, 'a\tb']) {
  test(`the key ${JSON.stringify(key.slice(0, 8))} of ${key.length} characters is refused`, async (t) => {
    const api = await startServer(t)
    const answer = await push(api, key)
    assert.equal(answer.status, 400)
    assert.equal(answer.body.code, 'BAD_REQUEST')
    assert.match(answer.body.data.issues[0].message, /1 to 255 printable ASCII/)
    assert.equal((await api.call('GET', '/orders/o1')).status, 404)
  })
}

test('a long body is recognized by all of its bytes', async (t) => {
  const api = await startServer(t)
  const body = (last: string) =>
    JSON.stringify({ data: [order({ note: 'x'.repeat(90_000) })], more: `${'y'.repeat(400_000)}${last}` })
  const push = (last: string) =>
    api.call('POST', '/orders', { body: body(last), headers: { 'idempotency-key': 'long' } })
  assert.equal((await push('a')).body.results[0].status, 'created')
  const again = await push('a')
  assert.equal(again.body.results[0].status, 'created')
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await push('b')).status, 409)
})
