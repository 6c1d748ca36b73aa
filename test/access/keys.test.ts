import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { generateKey, hasValidChecksum, keyKinds, kindByPrefix } from '../../src/access/key-format.ts'
import { createKey, importKeys, listKeys, revokeKey, useForWidget } from '../../src/access/keys.ts'
import { createWorkspace, findWorkspace } from '../../src/access/workspaces.ts'
import { openStore } from '../../src/store/store.ts'
import { owner, tempFolder } from '../support/server.ts'

async function shop(t: TestContext) {
  const store = await openStore(join(await tempFolder(t), 'keys.db'), { create: true })
  t.after(() => store.close())
  const { id: workspaceId } = await store.write((tx) =>
    createWorkspace(tx, owner, { name: 'shop', plan: 'scale', test: false }, 1),
  )
  const make = (kind: 'secret' | 'publishable') =>
    store.write((tx) => createKey(tx, owner, { workspaceId, kind, name: 'x' }, 2))
  return { store, workspaceId, make }
}

test('a key is its prefix, 160 random bits and a checksum', () => {
  for (const kind of keyKinds) {
    const keys = Array.from({ length: 200 }, () => generateKey(kind))
    for (const key of keys) {
      assert.match(key, kind === 'secret' ? /^sk_[0-9A-Za-z]{33}$/ : /^pk_[0-9A-Za-z]{33}$/)
      assert.ok(hasValidChecksum(key))
      assert.equal(kindByPrefix(key), kind)
      const broken = `${key.slice(0, 10)}${key[10] === 'a' ? 'b' : 'a'}${key.slice(11)}`
      assert.ok(!hasValidChecksum(broken))
    }
    assert.equal(new Set(keys).size, keys.length)
  }
  assert.equal(kindByPrefix('sk_live_x'), 'secret')
  assert.equal(kindByPrefix('pk_sand_x'), 'publishable')
  assert.equal(kindByPrefix('whatever'), undefined)
})

test('only owners and admins manage keys', async (t) => {
  const { store, workspaceId } = await shop(t)
  const as = (role: 'owner' | 'admin' | 'agent' | null) =>
    store.write((tx) => createKey(tx, { ...owner, role }, { workspaceId, kind: 'secret', name: 'x' }, 2))
  await as('owner')
  await as('admin')
  await assert.rejects(as('agent'), { code: 'FORBIDDEN' })
  await assert.rejects(as(null), { code: 'FORBIDDEN' })
  assert.equal((await listKeys(store.read, workspaceId)).length, 2)
})

test('the key that the chat widget uses cannot be revoked until another one is current', async (t) => {
  const { store, make } = await shop(t)
  const [first, second, secret] = [await make('publishable'), await make('publishable'), await make('secret')]
  const use = (id: string) => store.write((tx) => useForWidget(tx, owner, id, 3))
  const revoke = (id: string) => store.write((tx) => revokeKey(tx, owner, id, 4))
  await use(first.id)
  await assert.rejects(revoke(first.id), { code: 'CONFLICT', message: /use-for-widget/ })
  await use(second.id)
  assert.equal((await revoke(first.id)).revokedAt, 4)
  await assert.rejects(use(first.id), { code: 'CONFLICT', message: /revoked/ })
  await assert.rejects(use(secret.id), { code: 'CONFLICT', message: /secret/ })
  await assert.rejects(use('key_none'), { code: 'NOT_FOUND' })
})

test('every change is in the audit log, which nobody can change', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const { id } = await make('publishable')
  await store.write((tx) => useForWidget(tx, owner, id, 3))
  const other = await make('secret')
  await store.write((tx) => revokeKey(tx, owner, other.id, 4))
  await store.write((tx) => revokeKey(tx, owner, other.id, 5))
  const log = await store.read.all<{ action: string; actor: string; at: number }>(
    'SELECT action, actor, at FROM audit_log WHERE workspace_id = ? ORDER BY at, rowid',
    workspaceId,
  )
  assert.deepEqual(
    log.map(({ action }) => action),
    ['workspace.created', 'key.created', 'key.created', 'key.used_for_widget', 'key.revoked'],
  )
  for (const change of ["UPDATE audit_log SET actor = 'x'", 'DELETE FROM audit_log']) {
    await assert.rejects(
      store.write((tx) => tx.run(change)),
      /append-only/,
    )
  }
})

test('keys are imported all or none', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const known = await make('secret')
  const good = 'sk_live_0123456789abcdef'
  const run = (keys: string[], into = workspaceId) =>
    store.write((tx) => importKeys(tx, owner, { workspaceId: into, kind: undefined, keys }, 5))
  await assert.rejects(run([good, 'short']), { code: 'BAD_REQUEST', message: /Key 2 of 2/ })
  await assert.rejects(run([good, 'sk_too_short']), { code: 'BAD_REQUEST', message: /20 printable/ })
  assert.equal((await listKeys(store.read, workspaceId)).length, 1)
  const ids = await run([good, known.key])
  assert.equal(ids[1], known.id)
  const other = await store.write((tx) => createWorkspace(tx, owner, { name: 'other', plan: 'scale', test: true }, 6))
  await assert.rejects(run([good], other.id), { code: 'CONFLICT', message: /another workspace/ })
})

test('a workspace is found by id or name; without either, the only one or the default', async (t) => {
  const { store, workspaceId } = await shop(t)
  assert.equal((await findWorkspace(store.read, undefined)).id, workspaceId)
  await store.write((tx) => createWorkspace(tx, owner, { name: 'second', plan: 'starter', test: false }, 2))
  assert.equal((await findWorkspace(store.read, 'second')).plan, 'starter')
  assert.equal((await findWorkspace(store.read, workspaceId)).name, 'shop')
  await assert.rejects(findWorkspace(store.read, undefined), {
    code: 'NOT_FOUND',
    message: /--workspace \(shop, second\)/,
  })
  await assert.rejects(findWorkspace(store.read, 'third'), { code: 'NOT_FOUND' })
  await assert.rejects(
    store.write((tx) => createWorkspace(tx, owner, { name: 'shop', plan: 'scale', test: false }, 3)),
    { code: 'CONFLICT' },
  )
})
