import assert from 'node:assert/strict'
import { chmodSync, copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import type { Migration } from '../../src/store/sqlite/migrations.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { upgrade } from '../../src/store/sqlite/upgrade.ts'
import { verifyDatabase } from '../../src/store/sqlite/verify.ts'
import { databaseWith, firstVersion, schema, workspacesIn } from '../support/databases.ts'
import { tempFolder } from '../support/server.ts'

const steps: Migration[] = [
  { version: schema + 1, sql: "UPDATE workspaces SET name = 'two'" },
  { version: schema + 2, sql: 'CREATE TABLE three (x)' },
]
const BACKUP = new RegExp(`^shop\\.db\\.schema-${schema}\\.\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\dZ\\.db$`)

async function opened(t: TestContext): Promise<{ folder: string; file: string; db: Database.Database }> {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'one')
  const db = new Database(file, { timeout: 0 })
  db.pragma('journal_mode = WAL')
  t.after(() => db.close())
  return { folder, file, db }
}

const backupsIn = (folder: string) => readdirSync(folder).filter((name) => BACKUP.test(name))
const versionOf = (db: Database.Database) => db.pragma('user_version', { simple: true })

test('before an older file is changed, a verified backup with its version in the name is beside it', async (t) => {
  const { folder, file, db } = await opened(t)
  chmodSync(file, 0o644)
  await upgrade(db, file, steps)
  assert.equal(versionOf(db), schema + 2)
  assert.equal(db.pragma('mmap_size', { simple: true }), 0, 'reads the file as memory only while it changes the tables')
  assert.deepEqual(workspacesIn(file), ['two'])
  const [backup = '', ...more] = backupsIn(folder)
  assert.deepEqual(more, [])
  assert.equal(verifyDatabase(join(folder, backup)).version, schema)
  assert.deepEqual(workspacesIn(join(folder, backup)), ['one'])
  assert.equal(statSync(join(folder, backup)).mode & 0o777, 0o600)
  await upgrade(db, file, steps)
  assert.equal(backupsIn(folder).length, 1)
})

test('a backup before a change has what is only in the log', async (t) => {
  const { folder, file, db } = await opened(t)
  const other = new Database(file)
  t.after(() => other.close())
  // The log cannot be moved into the file beyond what this one reads.
  other.exec('BEGIN; SELECT * FROM workspaces')
  db.exec("UPDATE workspaces SET name = 'newest'")
  await upgrade(db, file, steps)
  assert.deepEqual(workspacesIn(join(folder, backupsIn(folder)[0] ?? '')), ['newest'])
  assert.deepEqual(workspacesIn(file), ['two'])
})

test('a migration that fails leaves the file as it was and needs no backup', async (t) => {
  const { folder, file, db } = await opened(t)
  await assert.rejects(
    upgrade(db, file, [...steps, { version: schema + 3, sql: 'CREATE TABLE broken (' }]),
    /syntax|incomplete/,
  )
  assert.equal(versionOf(db), schema)
  assert.deepEqual(workspacesIn(file), ['one'])
  assert.deepEqual(backupsIn(folder), [])
})

test('without a backup nothing is changed', async (t) => {
  const { file, db } = await opened(t)
  db.pragma('foreign_keys = OFF')
  db.exec("INSERT INTO orders (workspace_id, id, updated_at, data) VALUES ('none', 'o', 0, '{}')")
  await assert.rejects(upgrade(db, file, steps), /the copy of .* can't be used: it is damaged/)
  assert.equal(versionOf(db), schema)
})

test('two programs that open an older file at once change it once', async (t) => {
  const { folder, file, db } = await opened(t)
  const other = new Database(file, { timeout: 0 })
  t.after(() => other.close())
  const first = upgrade(db, file, steps)
  await assert.rejects(upgrade(other, file, steps), /locked/)
  await first
  await upgrade(other, file, steps)
  assert.equal(versionOf(other), schema + 2)
  assert.equal(backupsIn(folder).length, 1)
})

test('a new file is made without a backup', async (t) => {
  const folder = await tempFolder(t)
  const db = new Database(join(folder, 'shop.db'))
  t.after(() => db.close())
  await upgrade(db, join(folder, 'shop.db'))
  assert.deepEqual(readdirSync(folder), ['shop.db'])
})

test('a server that updated a file after a crash holds its locks on it', async (t) => {
  if (process.platform !== 'linux') return t.skip('the locks of the system are read from /proc')
  const folder = await tempFolder(t)
  const [living, file] = [join(folder, 'living.db'), join(folder, 'shop.db')]
  const crashed = firstVersion(living)
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(living + suffix, file + suffix)
  crashed.close()
  const store = await openStore(file, { serving: true })
  t.after(() => store.close())
  assert.match(readFileSync('/proc/locks', 'utf8'), new RegExp(`:${statSync(file).ino} `))
})
