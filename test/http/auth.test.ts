import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { createKey, importKeys, listKeys, revokeKey } from '../../src/access/keys.ts'
import { assertError } from '../support/errors.ts'
import { order } from '../support/objects.ts'
import { startProcess, storewire } from '../support/process.ts'
import { addWorkspace, client, owner, startServer, tempFolder, testClock } from '../support/server.ts'

test('a missing, malformed, unknown, revoked or publishable key gets the same 401', async (t) => {
  const api = await startServer(t)
  const make = (kind: 'secret' | 'publishable') =>
    api.store.write((tx) => createKey(tx, owner, { workspaceId: api.workspaceId, kind, name: 'x' }, api.clock.now()))
  const [revoked, publishable] = [await make('secret'), await make('publishable')]
  await api.store.write((tx) => revokeKey(tx, owner, revoked.id, api.clock.now()))
  const headers = [
    '',
    'Bearer',
    'Bearer ',
    `Basic ${api.key}`,
    api.key,
    `Bearer ${api.key}x`,
    `Bearer ${api.key} x`,
    'Bearer sk_unknown',
    `Bearer ${revoked.key}`,
    `Bearer ${publishable.key}`,
  ]
  const texts = new Set<string>()
  for (const authorization of headers) {
    const answer = await api.call('GET', '/ping', { headers: { authorization } })
    assert.equal(answer.status, 401, authorization)
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    texts.add(answer.text)
  }
  assert.equal(texts.size, 1)
  assert.equal((await api.call('GET', '/ping', { headers: { authorization: `bearer ${api.key}` } })).status, 200)
})

test("a call with a key returns the key's workspace", async (t) => {
  const api = await startServer(t)
  assert.deepEqual((await api.call('GET', '/ping')).body, { orgId: api.workspaceId })
})

test('a revoked key gets 401 on the very next request', async (t) => {
  const api = await startServer(t)
  const [key] = await listKeys(api.store.read, api.workspaceId)
  assert.equal((await api.call('GET', '/ping')).status, 200)
  await api.store.write((tx) => revokeKey(tx, owner, key?.id ?? '', api.clock.now()))
  assert.equal((await api.call('GET', '/ping')).status, 401)
})

test('imported keys of older forms work', async (t) => {
  const api = await startServer(t)
  const keys = ['sk_live_0123456789abcdef', 'pk_sand_0123456789abcdef', 'legacy-0123456789abcdef']
  await api.store.write(async (tx) => {
    await importKeys(
      tx,
      owner,
      { workspaceId: api.workspaceId, kind: undefined, keys: keys.slice(0, 2) },
      api.clock.now(),
    )
    await importKeys(tx, owner, { workspaceId: api.workspaceId, kind: 'secret', keys: keys.slice(2) }, api.clock.now())
  })
  const statuses = []
  for (const key of keys) statuses.push((await client(api.baseUrl, key).call('GET', '/ping')).status)
  assert.deepEqual(statuses, [200, 401, 200])
})

test('the last use of a key is recorded to the minute', async (t) => {
  const api = await startServer(t)
  const lastUsed = async () => (await listKeys(api.store.read, api.workspaceId))[0]?.lastUsedAt
  assert.equal(await lastUsed(), null)
  api.clock.advance(42_000)
  await api.call('GET', '/ping')
  await api.push('orders', [])
  assert.equal(await lastUsed(), Date.parse('2026-03-01T09:30:00Z'))
  api.clock.advance(18_000)
  await api.call('GET', '/ping')
  await api.push('orders', [])
  assert.equal(await lastUsed(), Date.parse('2026-03-01T09:31:00Z'))
})

test('a key used in the minute of its creation has no last use before it', async (t) => {
  const clock = testClock(Date.parse('2026-03-01T09:30:42Z'))
  const api = await startServer(t, { clock })
  await api.call('GET', '/ping')
  await api.push('orders', [])
  const [key] = await listKeys(api.store.read, api.workspaceId)
  assert.equal(key?.lastUsedAt, key?.createdAt)
})

test('a key that another process revokes gets 401 on the very next request', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl } = await startProcess(t, ['--db', db])
  const { id, key } = JSON.parse((await storewire(['keys', 'create', '--db', db, '--json'])).stdout)
  const api = client(baseUrl, key)
  await api.push('orders', [order()])
  assert.equal((await storewire(['keys', 'revoke', id, '--db', db])).code, 0)
  assertError(await api.call('GET', '/orders/o1'), 401, 'UNAUTHORIZED')
  assertError(await api.call('POST', '/orders', { json: { data: [order()] } }), 401, 'UNAUTHORIZED')
})

test('a publishable key is rejected by data endpoints', async (t) => {
  const api = await startServer(t)
  const { key } = await api.store.write((tx) =>
    createKey(tx, owner, { workspaceId: api.workspaceId, kind: 'publishable', name: 'x' }, api.clock.now()),
  )
  const widget = client(api.baseUrl, key)
  for (const resource of ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles']) {
    assertError(await widget.call('GET', `/${resource}`), 401, 'UNAUTHORIZED')
    assertError(await widget.call('GET', `/${resource}/x`), 401, 'UNAUTHORIZED')
    assertError(await widget.call('DELETE', `/${resource}/x`), 401, 'UNAUTHORIZED')
    const json = { data: [{ id: 'x', updatedAt: 1 }] }
    assertError(await widget.call('POST', `/${resource}`, { json }), 401, 'UNAUTHORIZED')
    if (resource !== 'tickets')
      assertError(await widget.call('POST', `/${resource}/bulk`, { json }), 401, 'UNAUTHORIZED')
    assert.deepEqual((await api.call('GET', `/${resource}`)).body.data, [])
  }
  for (const path of ['/backfills', '/backfills/x/close'])
    assertError(await widget.call('POST', path), 401, 'UNAUTHORIZED')
  for (const path of ['/backfills', '/backfills/x', '/batches/x'])
    assertError(await widget.call('GET', path), 401, 'UNAUTHORIZED')
})

test('a key is taken from the Authorization header and nowhere else', async (t) => {
  const api = await startServer(t)
  const none = { authorization: '' }
  assertError(
    await api.call('GET', `/ping?key=${api.key}&access_token=${api.key}`, { headers: none }),
    401,
    'UNAUTHORIZED',
  )
  for (const name of ['x-service-key', 'x-api-key', 'cookie'])
    assertError(await api.call('GET', '/ping', { headers: { ...none, [name]: api.key } }), 401, 'UNAUTHORIZED')
})

test('a key gives access to its own workspace only', async (t) => {
  const api = await startServer(t)
  const other = client(api.baseUrl, (await addWorkspace(api.store, 'other', api.clock)).key)
  await api.push('orders', [order({ number: 'ours' }), order({ id: 'only ours' })])
  await other.push('orders', [order({ number: 'theirs' })])
  assert.equal((await api.call('GET', '/orders/o1')).body.number, 'ours')
  assert.equal((await other.call('GET', '/orders/o1')).body.number, 'theirs')
  assert.equal((await other.call('GET', '/orders')).body.data.length, 1)
  const [hidden, none] = [await other.call('GET', '/orders/only%20ours'), await other.call('GET', '/orders/nothing')]
  assertError(hidden, 404, 'NOT_FOUND')
  assert.equal(hidden.text, none.text)
  assertError(await other.call('DELETE', '/orders/only%20ours'), 404, 'NOT_FOUND')
  assert.equal((await api.call('GET', '/orders/only%20ours')).status, 200)
})

test('the command line shows when a key was last used, to the minute', async (t) => {
  const api = await startServer(t)
  api.clock.advance(42_000)
  await api.call('GET', '/ping')
  await api.push('orders', [])
  const [key] = JSON.parse((await storewire(['keys', 'list', '--db', api.file, '--json'])).stdout)
  assert.equal(key.lastUsedAt, '2026-03-01T09:30:00.000Z')
})

test('the value of a key is nowhere in the database', async (t) => {
  const api = await startServer(t)
  await api.call('GET', '/ping')
  for (const file of [api.file, `${api.file}-wal`]) assert.equal(readFileSync(file).includes(api.key.slice(3)), false)
})

test('no key is in the log, whatever goes wrong', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl, output, child, stop } = await startProcess(t, ['--db', db])
  let log = ''
  child.stderr.on('data', (chunk: string) => {
    log += chunk
  })
  const key = /sk_\w+/.exec(output())?.[0] ?? ''
  const api = client(baseUrl, key)
  await api.push('orders', [order()])
  const other = new Database(db)
  other.exec("UPDATE orders SET data = 'damaged {'")
  other.close()
  assertError(await api.call('GET', '/orders/o1'), 500, 'INTERNAL_SERVER_ERROR')
  assertError(await client(baseUrl, 'sk_unknown0123456789').call('GET', '/ping'), 401, 'UNAUTHORIZED')
  await stop()
  assert.match(log, /"level":"error"/)
  assert.doesNotMatch(log, new RegExp(`${key}|${key.slice(3)}|sk_unknown`))
})
