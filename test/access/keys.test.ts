import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { generateKey, hasValidChecksum, keyKinds, kindByPrefix } from '../../src/access/key-format.ts'
import { createKey, importKeys, listKeys, revokeKey, useForWidget } from '../../src/access/keys.ts'
import { createWorkspace, findWorkspace } from '../../src/access/workspaces.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
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

test('a key consists of its prefix, 160 random bits and a checksum', () => {
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

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const number = (digits: string) => [...digits].reduce((sum, digit) => sum * 62n + BigInt(BASE62.indexOf(digit)), 0n)

test('a scanner recognizes a key by the CRC-32 of everything before its last six characters', () => {
  const key = generateKey('secret')
  assert.equal(number(key.slice(-6)), BigInt(crc32(key.slice(0, -6))))
  for (const noise of ['', 'sk_', 'sk_live_0123456789abcdef', key.slice(0, -1), `${key}0`, key.toLowerCase()])
    assert.equal(hasValidChecksum(noise), false, noise)
})

test('each of the 160 random bits of a key is set in about half of all keys', () => {
  const bodies = Array.from({ length: 400 }, () => number(generateKey('secret').slice(3, -6)))
  assert.ok(bodies.every((value) => value < 2n ** 160n))
  for (let bit = 0n; bit < 160n; bit++) {
    const set = bodies.filter((value) => (value >> bit) & 1n).length
    assert.ok(set > 120 && set < 280, `bit ${bit} is set in ${set} of 400`)
  }
})

test('only the hash of a key is stored, with its prefix and last characters', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const { id, key } = await make('secret')
  assert.deepEqual(await listKeys(store.read, workspaceId), [
    {
      id,
      workspaceId,
      kind: 'secret',
      name: 'x',
      prefix: key.slice(0, 8),
      suffix: key.slice(-4),
      key: null,
      widget: false,
      createdBy: 'test',
      createdAt: 2,
      lastUsedAt: null,
      revokedAt: null,
    },
  ])
  const row = await store.read.get<{ hash: string }>('SELECT * FROM api_keys')
  assert.equal(row?.hash, createHash('sha256').update(key).digest('hex'))
  assert.ok(!JSON.stringify(row).includes(key.slice(8, -4)))
})

test('only owners and admins manage keys', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const [secret, publishable] = [await make('secret'), await make('publishable')]
  const before = await listKeys(store.read, workspaceId)
  for (const role of ['agent', null] as const) {
    const actor = { ...owner, role }
    const keys = ['sk_live_0123456789abcdef']
    const refused = { code: 'FORBIDDEN' }
    await assert.rejects(
      store.write((tx) => createKey(tx, actor, { workspaceId, kind: 'secret', name: 'x' }, 3)),
      refused,
    )
    await assert.rejects(
      store.write((tx) => importKeys(tx, actor, { workspaceId, kind: undefined, keys }, 3)),
      refused,
    )
    await assert.rejects(
      store.write((tx) => revokeKey(tx, actor, secret.id, 3)),
      refused,
    )
    await assert.rejects(
      store.write((tx) => useForWidget(tx, actor, publishable.id, 3)),
      refused,
    )
  }
  assert.deepEqual(await listKeys(store.read, workspaceId), before)
  for (const role of ['owner', 'admin'] as const) {
    const actor = { ...owner, role }
    const made = await store.write((tx) => createKey(tx, actor, { workspaceId, kind: 'publishable', name: role }, 3))
    await store.write((tx) => useForWidget(tx, actor, publishable.id, 3))
    assert.equal((await store.write((tx) => revokeKey(tx, actor, made.id, 4))).revokedAt, 4)
  }
})

test('the key that the chat widget uses cannot be revoked until another one is current', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const [first, second, secret] = [await make('publishable'), await make('publishable'), await make('secret')]
  const use = (id: string) => store.write((tx) => useForWidget(tx, owner, id, 3))
  const revoke = (id: string) => store.write((tx) => revokeKey(tx, owner, id, 4))
  await use(first.id)
  await assert.rejects(revoke(first.id), { code: 'CONFLICT', reason: 'key_in_use_by_widget' })
  await use(second.id)
  const marked = (await listKeys(store.read, workspaceId)).filter((key) => key.widget)
  assert.deepEqual(
    marked.map(({ id }) => id),
    [second.id],
  )
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
  const all = () => store.read.all('SELECT * FROM audit_log ORDER BY rowid')
  const before = await all()
  for (const change of ["UPDATE audit_log SET actor = 'x'", 'DELETE FROM audit_log']) {
    await assert.rejects(
      store.write((tx) => tx.run(change)),
      /append-only/,
    )
  }
  assert.deepEqual(await all(), before)
})

test('an entry of the audit log cannot be replaced', async (t) => {
  const { store, make } = await shop(t)
  await make('secret')
  const all = () => store.read.all('SELECT * FROM audit_log ORDER BY at, id')
  const before = await all()
  await assert.rejects(
    store.write((tx) =>
      tx.run(
        "INSERT OR REPLACE INTO audit_log SELECT id, workspace_id, 'somebody else', origin, action, target, details, at, role FROM audit_log",
      ),
    ),
    /append-only/,
  )
  assert.deepEqual(await all(), before)
})

test('the audit log says who did what to which key, when and from where, and never holds a key', async (t) => {
  const { store, workspaceId } = await shop(t)
  const admin = { name: 'ada', origin: '203.0.113.7', role: 'admin' } as const
  const created = await store.write((tx) => createKey(tx, admin, { workspaceId, kind: 'secret', name: 'backend' }, 10))
  const keys = ['pk_sand_0123456789abcdef']
  const [imported] = await store.write((tx) => importKeys(tx, admin, { workspaceId, kind: undefined, keys }, 20))
  await store.write((tx) => revokeKey(tx, admin, created.id, 30))
  const log = await store.read.all<{ details: string }>(
    'SELECT actor, origin, action, target, details, at FROM audit_log WHERE at >= 10 ORDER BY at',
  )
  const entry = (action: string, target: string | undefined, details: object, at: number) => ({
    actor: 'ada',
    origin: '203.0.113.7',
    action,
    target,
    details,
    at,
  })
  assert.deepEqual(
    log.map((row) => ({ ...row, details: JSON.parse(row.details) })),
    [
      entry('key.created', created.id, { kind: 'secret', name: 'backend' }, 10),
      entry('key.imported', imported, { kind: 'publishable', name: 'imported' }, 20),
      entry('key.revoked', created.id, {}, 30),
    ],
  )
  assert.ok(!JSON.stringify(log).includes(created.key.slice(3)) && !JSON.stringify(log).includes(keys[0] ?? ''))
})

test('a refused change leaves no trace in the audit log', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const { id } = await make('publishable')
  await store.write((tx) => useForWidget(tx, owner, id, 3))
  const count = async () => (await store.read.all('SELECT id FROM audit_log')).length
  const before = await count()
  await assert.rejects(store.write((tx) => revokeKey(tx, owner, id, 4)))
  const keys = ['sk_live_0123456789abcdef', 'nonsense']
  await assert.rejects(store.write((tx) => importKeys(tx, owner, { workspaceId, kind: undefined, keys }, 4)))
  assert.equal(await count(), before)
})

test('an import of keys imports all of them or none', async (t) => {
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

test('an import that contains a key of another workspace imports no key', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const { key } = await make('secret')
  const other = await store.write((tx) => createWorkspace(tx, owner, { name: 'other', plan: 'scale', test: true }, 6))
  const keys = ['sk_live_0123456789abcdef', key]
  await assert.rejects(
    store.write((tx) => importKeys(tx, owner, { workspaceId: other.id, kind: undefined, keys }, 7)),
    ({ code, message }: { code: string; message: string }) => code === 'CONFLICT' && !message.includes(key.slice(3)),
  )
  assert.deepEqual(await listKeys(store.read, other.id), [])
  assert.equal((await listKeys(store.read, workspaceId)).length, 1)
})

test('importing a key again neither duplicates it nor restores a revoked one', async (t) => {
  const { store, workspaceId } = await shop(t)
  const keys = ['sk_live_0123456789abcdef', 'sk_live_0123456789abcdef']
  const run = () => store.write((tx) => importKeys(tx, owner, { workspaceId, kind: undefined, keys }, 5))
  const [first = '', second] = await run()
  assert.equal(first, second)
  await store.write((tx) => revokeKey(tx, owner, first, 6))
  assert.deepEqual(await run(), [first, first])
  assert.deepEqual(
    (await listKeys(store.read, workspaceId)).map(({ revokedAt }) => revokedAt),
    [6],
  )
})

test('a workspace is found by id or name; without either, the only one or the default', async (t) => {
  const { store, workspaceId } = await shop(t)
  assert.equal((await findWorkspace(store.read, undefined)).id, workspaceId)
  await store.write((tx) => createWorkspace(tx, owner, { name: 'second', plan: 'starter', test: false }, 2))
  assert.equal((await findWorkspace(store.read, 'second')).plan, 'starter')
  assert.equal((await findWorkspace(store.read, workspaceId)).name, 'shop')
  await assert.rejects(findWorkspace(store.read, undefined), {
    code: 'NOT_FOUND',
    facts: { names: 'shop, second' },
  })
  await assert.rejects(findWorkspace(store.read, 'third'), { code: 'NOT_FOUND' })
  await assert.rejects(
    store.write((tx) => createWorkspace(tx, owner, { name: 'shop', plan: 'scale', test: false }, 3)),
    { code: 'CONFLICT' },
  )
})

test('a publishable key is stored whole, a secret key never, also when they are imported', async (t) => {
  const { store, workspaceId, make } = await shop(t)
  const keys = ['pk_live_0123456789abcdef', 'sk_live_0123456789abcdef']
  const made = [await make('publishable'), await make('secret')]
  const importing = { workspaceId, kind: undefined, keys }
  await store.write((tx) => importKeys(tx, owner, importing, 3))
  const listed = async () => (await listKeys(store.read, workspaceId)).map(({ key }) => key)
  const whole = [made[0]?.key ?? '', null, 'pk_live_0123456789abcdef', null]
  assert.deepEqual((await listed()).toSorted(), whole.toSorted())
  const stored = JSON.stringify(await store.read.all('SELECT * FROM api_keys'))
  for (const secret of [made[1]?.key ?? '', 'sk_live_0123456789abcdef']) assert.ok(!stored.includes(secret))

  // As an older version has left them.
  await store.write((tx) => tx.run('UPDATE api_keys SET public_key = NULL'))
  await store.write((tx) => importKeys(tx, owner, importing, 4))
  assert.deepEqual(
    (await listed()).filter((key) => key !== null),
    ['pk_live_0123456789abcdef'],
  )
})
