import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { DomainError } from '../../src/lib/errors.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { tempFolder } from '../support/server.ts'

async function tempStore(t: TestContext): Promise<{ store: Store; file: string }> {
  const file = join(await tempFolder(t), 'store.db')
  const store = await openStore(file, { create: true })
  t.after(() => store.close())
  return { store, file }
}

const note = (id: string) =>
  ['INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, ?, ?, 0, 0)', id, id, 'scale'] as const
const ids = async (store: Store) =>
  (await store.read.all<{ id: string }>('SELECT id FROM workspaces ORDER BY id')).map(({ id }) => id)

test('works of one turn share a commit, and one that throws undoes itself alone', async (t) => {
  const { store, file } = await tempStore(t)
  const watcher = new Database(file)
  t.after(() => watcher.close())
  const version = () => watcher.pragma('data_version', { simple: true })
  const before = version()
  const seen: unknown[] = []
  const works = ['a', 'b', 'c', 'd'].map((id) =>
    store.write(async (tx) => {
      await tx.run(...note(id))
      seen.push(version())
      if (id === 'b') throw new Error('b will not')
      return id
    }),
  )
  assert.deepEqual(
    (await Promise.allSettled(works)).map((result) =>
      result.status === 'fulfilled' ? result.value : result.reason.message,
    ),
    ['a', 'b will not', 'c', 'd'],
  )
  // Some of them run twice.
  assert.deepEqual([...new Set(seen)], [before])
  assert.notEqual(version(), before)
  assert.deepEqual(await ids(store), ['a', 'c', 'd'])
})

test('a reader sees what another process committed', async (t) => {
  const { store, file } = await tempStore(t)
  assert.deepEqual(await ids(store), [])
  const other = new Database(file)
  t.after(() => other.close())
  other.prepare(note('theirs')[0]).run(...note('theirs').slice(1))
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual(await ids(store), ['theirs'])
})

test('lookups of one turn that differ only in the type of a value, or in its end, have their own results', async (t) => {
  const { store } = await tempStore(t)
  const one = 'SELECT typeof(?) AS type'
  const two = 'SELECT length(CAST(? AS BLOB)) AS first, length(CAST(? AS BLOB)) AS second'
  const found = []
  for (const value of ['1', 1, '1']) found.push(await store.read.get(one, value))
  for (const values of [
    ['a\0b', 'c'],
    ['a', 'b\0c'],
  ])
    found.push(await store.read.get(two, ...values))
  const lengths = [
    { first: 3, second: 1 },
    { first: 1, second: 3 },
  ]
  assert.deepEqual(found, [{ type: 'text' }, { type: 'real' }, { type: 'text' }, ...lengths])
})

test('a lookup right before a commit is not shared with one after it in the same turn', async (t) => {
  const { store } = await tempStore(t)
  const look = (below: number) => store.read.get("SELECT id FROM workspaces WHERE id < 'b' || ?", String(below))
  let isOver = false
  let looks = 0
  await store.write(async (tx) => {
    await tx.run(...note('a'))
    void (async () => {
      for (; !isOver; await undefined) void look(looks++)
    })()
  })
  isOver = true
  assert.ok(looks > 1)
  for (let below = 0; below < looks; below++) assert.deepEqual(await look(below), { id: 'a' })
})

test('a write that waits for another process blocks no reads', async (t) => {
  const { store, file } = await tempStore(t)
  const other = new Database(file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  let done = false
  const write = store
    .write((tx) => tx.run(...note('a')))
    .then(() => {
      done = true
    })
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(await ids(store), [])
  }
  assert.equal(done, false)
  other.exec('COMMIT')
  await write
  assert.deepEqual(await ids(store), ['a'])
})

test('closing waits for requested writes', async (t) => {
  const file = join(await tempFolder(t), 'store.db')
  const store = await openStore(file, { create: true })
  const writes = ['a', 'b', 'c'].map((id) => store.write((tx) => tx.run(...note(id))))
  await store.close()
  await Promise.all(writes)
  const db = new Database(file)
  t.after(() => db.close())
  assert.deepEqual(db.prepare('SELECT id FROM workspaces ORDER BY id').pluck().all(), ['a', 'b', 'c'])
})

test('foreign keys are enforced, and nothing is acknowledged before it is on disk', async (t) => {
  const { store, file } = await tempStore(t)
  await assert.rejects(
    store.write((tx) =>
      tx.run(
        "INSERT INTO customer_agent_tags SELECT 'none', 'c', 't', 'a', 0 FROM workspaces UNION SELECT 1, 2, 3, 4, NULL",
      ),
    ),
  )
  await assert.rejects(
    store.write((tx) =>
      tx.run("INSERT INTO customers (workspace_id, id, updated_at, data) VALUES ('none', 'c', 0, '{}')"),
    ),
    /FOREIGN KEY/,
  )
  const [journal, sync] = await store.write(async (tx) => [
    await tx.get('PRAGMA journal_mode'),
    await tx.get('PRAGMA synchronous'),
  ])
  assert.deepEqual([journal, sync], [{ journal_mode: 'wal' }, { synchronous: 2 }])
  assert.match(file, /store\.db$/)
})

test('a write waits for another process while the event loop continues', async (t) => {
  const { store, file } = await tempStore(t)
  const other = new Database(file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  let ticks = 0
  const ticking = setInterval(() => ticks++, 1)
  t.after(() => clearInterval(ticking))
  const write = store.write((tx) => tx.run(...note('a')))
  // A loop that stood still would not turn before the write was given up, after 5 seconds.
  while (ticks < 15) await Promise.race([sleep(1), write])
  other.exec('COMMIT')
  await write
  assert.deepEqual(await ids(store), ['a'])
})

test('after 5 seconds of waiting every requested write is a 503, and later ones work again', async (t) => {
  const { store, file } = await tempStore(t)
  const other = new Database(file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const started = performance.now()
  let refused = 0
  const early = Array.from({ length: 65 }, (_, index) => store.write((tx) => tx.run(...note(`w${index}`))))
  await sleep(100)
  const writes = [...early, store.write((tx) => tx.run(...note('later')))].map((write) =>
    write.then(
      () => undefined,
      (error: unknown) => {
        refused++
        return error
      },
    ),
  )
  await Promise.race(writes)
  assert.ok(performance.now() - started >= 5_000)
  // Works that waited for a lock of their own each would be refused after another 5 seconds, not in the same turn.
  await nextTurn()
  assert.equal(refused, 66)
  for (const error of await Promise.all(writes)) {
    assert.ok(error instanceof DomainError)
    assert.deepEqual([error.code, error.facts], ['SERVICE_UNAVAILABLE', {}])
  }
  other.exec('ROLLBACK')
  await store.write((tx) => tx.run(...note('b')))
  assert.deepEqual(await ids(store), ['b'])
})

test('overwritten or deleted data is not left in the file', async (t) => {
  const file = join(await tempFolder(t), 'store.db')
  const store = await openStore(file, { create: true })
  const named = (id: string) => `a name to forget ${id}`
  for (const id of ['w1', 'w2', 'w3', 'w4'])
    await store.write((tx) =>
      tx.run(
        'INSERT INTO workspaces (id, name, plan, test, created_at) VALUES (?, ?, ?, 0, 0)',
        id,
        named(id),
        'scale',
      ),
    )
  for (const id of ['w1', 'w2', 'w3'])
    await store.write((tx) => tx.run('UPDATE workspaces SET name = ? WHERE id = ?', `${id} ${'x'.repeat(50)}`, id))
  await store.write((tx) => tx.run('DELETE FROM workspaces WHERE id = ?', 'w4'))
  await store.close()
  assert.ok(!readFileSync(file, 'latin1').includes('forget'))
})
