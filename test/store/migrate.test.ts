import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { type Migration, migrations } from '../../src/store/sqlite/migrations.ts'
import { firstVersion } from '../support/databases.ts'

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

test('what a shop pushed into the first version is there after it was brought up to date', () => {
  const db = firstVersion(':memory:')
  db.exec(`
    INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO customers VALUES ('w', 'c1', 1, 'ada@example.com', '{"email":"ada@example.com"}');
    INSERT INTO orders VALUES ('w', 'o1', 2, '#1', 'c1', 'ada@example.com', '{"number":"#1","customerId":"c1"}');
    INSERT INTO shipments VALUES ('w', 's1', 3, 'o1', 'T1', '{"orderId":"o1","trackingNumber":"T1"}');
    INSERT INTO tickets VALUES ('w', 't1', 4, 'c1', 'ada@example.com', '{"customerId":"c1"}');
  `)
  migrate(db)
  const rows = (table: string) => db.prepare(`SELECT * FROM ${table}`).all()
  const at = (id: string, updated_at: number, data: string) => ({ workspace_id: 'w', id, updated_at, data })
  assert.deepEqual(rows('customers'), [at('c1', 1, '{"email":"ada@example.com"}')])
  assert.deepEqual(rows('orders'), [{ ...at('o1', 2, '{"number":"#1","customerId":"c1"}'), customer_id: 'c1' }])
  assert.deepEqual(rows('shipments'), [{ ...at('s1', 3, '{"orderId":"o1","trackingNumber":"T1"}'), order_id: 'o1' }])
  assert.deepEqual(rows('tickets'), [{ ...at('t1', 4, '{"customerId":"c1"}'), customer_id: 'c1' }])
})

test('refunds and their settings of version 2 are there in version 3, without a late report and with 14 days to report', () => {
  const db = firstVersion(':memory:')
  migrate(
    db,
    migrations.filter(({ version }) => version === 2),
  )
  db.exec(`
    INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1);
    INSERT INTO refund_settings (workspace_id, mode, enabled, frozen, rungs, return_period_days, customer_timeout_minutes, approval_timeout_hours)
      VALUES ('w', 'execute', 0, 0, '{}', '{}', 60, 72);
    INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
      VALUES ('act_1', 'w', 'o1', 'other', '[]', 'execute', 'failed', 1250, 'EUR', 'agent', '', 1);
  `)
  migrate(db)
  assert.deepEqual(db.prepare('SELECT status, reported_as FROM refunds').all(), [
    { status: 'failed', reported_as: null },
  ])
  assert.deepEqual(db.prepare('SELECT pending_timeout_days AS days FROM refund_settings').all(), [{ days: 14 }])
})

test('a file of each older version gets the very schema of a new one', () => {
  const older = firstVersion(':memory:')
  migrate(older)
  const fresh = new Database(':memory:')
  migrate(fresh)
  assert.equal(older.pragma('user_version', { simple: true }), fresh.pragma('user_version', { simple: true }))
  assert.deepEqual(schemaOf(older), schemaOf(fresh))
})

function schemaOf(db: Database.Database): unknown[] {
  const rows = db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name').all() as { sql: string | null }[]
  // A column that was added has other spaces around its comma.
  return rows.map((row) => ({
    ...row,
    sql: row.sql
      ?.replaceAll(/--[^\n]*|[\s"]+/g, ' ')
      .replaceAll(/ *([(),]) */g, '$1')
      .replaceAll(/ +/g, ' '),
  }))
}
