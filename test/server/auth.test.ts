import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createKey, importKeys, listKeys, revokeKey } from '../../src/access/keys.ts'
import { client, owner, startServer } from '../support/server.ts'

test('no key, a malformed, unknown, revoked or publishable one: all the same 401', async (t) => {
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

test('a key answers with its workspace', async (t) => {
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

test('imported keys of older forms work as what they are', async (t) => {
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

test('when a key was last used is known to the minute', async (t) => {
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

test('the value of a key is nowhere in the database', async (t) => {
  const api = await startServer(t)
  await api.call('GET', '/ping')
  for (const file of [api.file, `${api.file}-wal`]) assert.equal(readFileSync(file).includes(api.key.slice(3)), false)
})
