import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createKey } from '../../src/access/keys.ts'
import { purgeIdempotencyRecords } from '../../src/server/idempotency.ts'
import { customer, order } from '../support/objects.ts'
import { type Api, addWorkspace, client, owner, startServer } from '../support/server.ts'

const keyed = (key: string) => ({ 'idempotency-key': key })
const push = (api: Pick<Api, 'call'>, key: string, object = order(), path = '/orders') =>
  api.call('POST', path, { json: { data: [object] }, headers: keyed(key) })

test('a repeated request is answered with the first response, byte for byte, and nothing is done twice', async (t) => {
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

test('one key serves each address, method and workspace apart', async (t) => {
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

test('a key outlives the API key that it was used with', async (t) => {
  const api = await startServer(t)
  await push(api, 'k')
  const { key } = await api.store.write((tx) =>
    createKey(tx, owner, { workspaceId: api.workspaceId, kind: 'secret', name: 'rotated' }, api.clock.now()),
  )
  assert.equal((await push(client(api.baseUrl, key), 'k')).headers.get('idempotent-replayed'), 'true')
})

test('a request that failed leaves its key free', async (t) => {
  const api = await startServer(t)
  assert.equal((await push(api, 'k', order({ total: -1 }))).status, 400)
  assert.equal((await api.call('DELETE', '/orders/o1', { headers: keyed('k') })).status, 404)
  const answer = await push(api, 'k')
  assert.equal(answer.body.results[0].status, 'created')
  assert.equal((await api.call('DELETE', '/orders/o1', { headers: keyed('k') })).status, 204)
})

test('an erasure is repeated as it was answered', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order()])
  assert.equal((await api.call('DELETE', '/orders/o1', { headers: keyed('k') })).status, 204)
  const again = await api.call('DELETE', '/orders/o1', { headers: keyed('k') })
  assert.equal(again.status, 204)
  assert.equal(again.text, '')
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('of many at the same moment one is done and all get its answer', async (t) => {
  const api = await startServer(t)
  const answers = await Promise.all(Array.from({ length: 12 }, () => push(api, 'k')))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.equal(answers[0]?.body.results[0].status, 'created')
  assert.equal(answers.filter(({ headers }) => headers.get('idempotent-replayed') === null).length, 1)
})

test('a key counts for 24 hours, and then is purged', async (t) => {
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

test('the same bytes count as the same body, however they were compressed', async (t) => {
  const api = await startServer(t)
  const body = JSON.stringify({ data: [order()] })
  await api.call('POST', '/orders', { body, headers: keyed('k') })
  const again = await api.call('POST', '/orders', {
    body: gzipSync(body),
    headers: { ...keyed('k'), 'content-encoding': 'gzip' },
  })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
})

test('a quoted key is the key that is quoted', async (t) => {
  const api = await startServer(t)
  await push(api, 'a "b"')
  assert.equal((await push(api, '"a \\"b\\""')).headers.get('idempotent-replayed'), 'true')
})

for (const key of ['', 'x'.repeat(256), '"open', '""', 'caf\u00e9', '"a"b']) {
  test(`the key ${key.slice(0, 8)} is refused`, async (t) => {
    const api = await startServer(t)
    const answer = await push(api, key)
    assert.equal(answer.status, 400)
    assert.match(answer.body.data.issues[0].message, /1 to 255 printable ASCII/)
    assert.equal((await api.call('GET', '/orders/o1')).status, 404)
  })
}
