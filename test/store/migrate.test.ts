import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { migrate } from '../../src/store/migrate.ts'
import type { Migration } from '../../src/store/migrations.ts'

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

test('what an older file holds is there after it was brought up to date', () => {
  const db = fileAtVersion(1)
  db.prepare("INSERT INTO workspaces VALUES ('old', 'old', 'scale', 0, 1)").run()
  migrate(db, [{ version: 2, sql: "ALTER TABLE workspaces ADD COLUMN motto TEXT NOT NULL DEFAULT 'none'" }])
  assert.deepEqual(db.prepare('SELECT id, motto FROM workspaces').all(), [{ id: 'old', motto: 'none' }])
})

test('only the steps that a file lacks are run', () => {
  const db = fileAtVersion(2)
  db.exec('CREATE TABLE two (x)')
  migrate(db, steps)
  assert.equal(db.pragma('user_version', { simple: true }), 3)
})

test('a database of another program is refused and left as it is', () => {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE theirs (x)')
  assert.throws(() => migrate(db), /another program/)
  assert.deepEqual(db.prepare('SELECT name FROM sqlite_schema').pluck().all(), ['theirs'])
  assert.equal(db.pragma('user_version', { simple: true }), 0)
})

test('a file of each older version gets the very schema of a new one', () => {
  const older = new Database(':memory:')
  older.exec(readFileSync(new URL('./fixtures/schema-1.sql', import.meta.url), 'utf8'))
  older.pragma('user_version = 1')
  older.pragma(`application_id = ${0x53545752}`)
  migrate(older)
  const fresh = new Database(':memory:')
  migrate(fresh)
  assert.equal(older.pragma('user_version', { simple: true }), fresh.pragma('user_version', { simple: true }))
  assert.deepEqual(schemaOf(older), schemaOf(fresh))
})

function schemaOf(db: Database.Database): unknown[] {
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all() as { sql: string | null }[]
  return rows.map((row) => ({ ...row, sql: row.sql?.replaceAll(/--[^\n]*|[\s"]+/g, ' ').replaceAll(/ +/g, ' ') }))
}
