import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { type Migration, migrate } from '../../src/store/migrate.ts'
import { openStore, type Store } from '../../src/store/store.ts'
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
  assert.deepEqual(seen, [before, before, before, before])
  assert.notEqual(version(), before)
  assert.deepEqual(await ids(store), ['a', 'c', 'd'])
})

test('a work sees what it and earlier works of its group wrote; a reader sees what is committed', async (t) => {
  const { store } = await tempStore(t)
  assert.deepEqual(await ids(store), [])
  const first = store.write((tx) => tx.run(...note('a')))
  const second = store.write((tx) => tx.all('SELECT id FROM workspaces'))
  assert.deepEqual(await ids(store), [])
  await first
  assert.deepEqual(await second, [{ id: 'a' }])
  assert.deepEqual(await ids(store), ['a'])
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

test('a write waits for another process and keeps nobody else waiting', async (t) => {
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

test('many runs one statement for many rows and tells what each did', async (t) => {
  const { store } = await tempStore(t)
  const [sql] = note('a')
  const ran = await store.write((tx) =>
    tx.many(
      `${sql} ON CONFLICT (id) DO NOTHING`,
      [note('a').slice(1), note('b').slice(1), note('a').slice(1)].map((row) => row as string[]),
    ),
  )
  assert.deepEqual(
    ran.map(({ changes }) => changes),
    [1, 1, 0],
  )
})

test('foreign keys hold, and nothing is acknowledged before it is on disk', async (t) => {
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

function fileAtVersion(version: number): Database.Database {
  const db = new Database(':memory:')
  migrate(db)
  db.pragma(`user_version = ${version}`)
  return db
}

const steps: Migration[] = [
  { version: 2, sql: 'CREATE TABLE two (x)' },
  { version: 3, sql: 'ALTER TABLE two ADD COLUMN y' },
]

test('an older file is brought to the newest version, step by step, once', () => {
  const db = fileAtVersion(1)
  for (let start = 0; start < 2; start++) {
    migrate(db, steps)
    assert.equal(db.pragma('user_version', { simple: true }), 3)
    assert.deepEqual(db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all('two'), ['x', 'y'])
  }
})

test('a migration that fails leaves the version before', () => {
  const db = fileAtVersion(1)
  assert.throws(() => migrate(db, [...steps, { version: 4, sql: 'CREATE TABLE broken (' }]))
  assert.equal(db.pragma('user_version', { simple: true }), 1)
  assert.equal(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'two'").get(), undefined)
})

test('a newer file is refused', () => {
  assert.throws(() => migrate(fileAtVersion(4), steps), /newer storewire \(schema 4, this program knows 3\)/)
})
