import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { backUp, backUpInto, backUpTo } from '../../src/store/sqlite/backup.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { verifyDatabase } from '../../src/store/sqlite/verify.ts'
import { damage, databaseWith, schema, workspacesIn } from '../support/databases.ts'
import { shownAs } from '../support/errors.ts'
import { tempFolder } from '../support/server.ts'

const THREE = Date.parse('2026-11-21T03:00:00Z')
const DAY = 86_400_000

test('a backup is one private file with the committed data, made while the database is in use', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a', 'b')
  const store = await openStore(file, { serving: true })
  t.after(() => store.close())
  await store.write((tx) => tx.run("UPDATE workspaces SET name = 'c' WHERE name = 'b'"))
  const target = join(folder, 'copies', 'copy.db')
  mkdirSync(join(folder, 'copies'))
  const backup = await backUp(file, target)
  assert.deepEqual(readdirSync(join(folder, 'copies')), ['copy.db'])
  assert.equal(statSync(target).mode & 0o777, 0o600)
  assert.equal(backup.bytes, statSync(target).size)
  assert.equal(backup.rows.workspaces, 2)
  assert.deepEqual(verifyDatabase(target), { version: schema, bytes: backup.bytes, rows: backup.rows })
  assert.deepEqual(readdirSync(join(folder, 'copies')), ['copy.db'])
  assert.deepEqual(workspacesIn(target), ['a', 'c'])
})

test('a backup is of one moment, and finishes even if every step is followed by a write', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'first')
  const other = new Database(file)
  t.after(() => other.close())
  // More pages than are copied in one step.
  other.exec('CREATE TABLE filler (x)')
  const fill = other.prepare('INSERT INTO filler VALUES (zeroblob(4000000))')
  for (let index = 0; index < 6; index++) fill.run()
  let writes = 0
  const backup = await backUp(file, join(folder, 'copy.db'), {
    onProgress: () => {
      fill.run()
      writes++
    },
  })
  assert.ok(writes >= 2)
  assert.equal(backup.rows.filler, 6)
})

test('an existing file is not overwritten, and neither is the database itself', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a')
  await assert.rejects(backUp(file, file), /the file .*shop\.db already exists; name another file, or a folder/)
  assert.deepEqual(workspacesIn(file), ['a'])
})

test('an aborted backup leaves no file', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a')
  const stopped = AbortSignal.abort(new Error('stopped'))
  await assert.rejects(backUp(file, join(folder, 'copy.db'), { signal: stopped }), /stopped/)
  assert.deepEqual(readdirSync(folder), ['shop.db'])
})

test('a folder keeps the newest backups, and files of other names', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a')
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  for (const name of ['storewire-old.db', 'storewire-2020-01-01T00-00-00Z.db.zst', 'notes.txt'])
    writeFileSync(join(copies, name), '')
  const folderOfThatName = 'storewire-2020-01-02T00-00-00Z.db'
  mkdirSync(join(copies, folderOfThatName))
  const days = [0, 1, 2, 3].map((day) => THREE + day * DAY)
  for (const now of days) await backUpInto(file, copies, { now, keep: 2 })
  const others = ['notes.txt', 'storewire-2020-01-01T00-00-00Z.db.zst', 'storewire-old.db', folderOfThatName]
  const dated = () => readdirSync(copies).filter((name) => !others.includes(name))
  assert.deepEqual(dated(), ['storewire-2026-11-23T03-00-00Z.db', 'storewire-2026-11-24T03-00-00Z.db'])
  for (const name of others) assert.ok(existsSync(join(copies, name)))

  // A clock that was set back does not cost the backup that was just made.
  const { removed } = await backUpInto(file, copies, { now: THREE - DAY, keep: 2 })
  assert.deepEqual(removed, [join(copies, 'storewire-2026-11-23T03-00-00Z.db')])
  assert.deepEqual(dated(), ['storewire-2026-11-20T03-00-00Z.db', 'storewire-2026-11-24T03-00-00Z.db'])
})

test('a second backup in one second has its own name, and counts like any other', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a')
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  await backUpInto(file, copies, { now: THREE - DAY, keep: 2 })
  await backUpInto(file, copies, { now: THREE, keep: 2 })
  const { backup, removed } = await backUpInto(file, copies, { now: THREE, keep: 2 })
  assert.equal(backup.file, join(copies, 'storewire-2026-11-21T03-00-00Z-2.db'))
  assert.deepEqual(removed, [join(copies, 'storewire-2026-11-20T03-00-00Z.db')])
  await backUpInto(file, copies, { now: THREE + DAY, keep: 1 })
  assert.deepEqual(readdirSync(copies), ['storewire-2026-11-22T03-00-00Z.db'])
})

test('a stream gets the verified copy, and no file stays on disk', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a')
  const stream = new PassThrough()
  const [bytes, backup] = await Promise.all([buffer(stream), backUpTo(file, stream)])
  assert.deepEqual(readdirSync(folder), ['shop.db'])
  assert.equal(backup.file, null)
  const received = join(folder, 'received.db')
  writeFileSync(received, bytes)
  assert.equal(verifyDatabase(received).bytes, backup.bytes)
})

test('a damaged database is not backed up, and earlier backups stay', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a')
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  await backUpInto(file, copies, { now: THREE, keep: 1 })
  damage(file)
  await assert.rejects(backUpInto(file, copies, { now: THREE + DAY, keep: 1 }), /damaged.*use an earlier backup/)
  assert.deepEqual(readdirSync(copies), ['storewire-2026-11-21T03-00-00Z.db'])
})

test('verify reports what is wrong with a file, and does not change it', async (t) => {
  const folder = await tempFolder(t)
  const path = (name: string) => join(folder, name)
  const sound = await databaseWith(path('sound.db'), 'a')
  await backUp(sound, path('damaged.db'))
  damage(path('damaged.db'))
  await backUp(sound, path('short.db'))
  writeFileSync(path('short.db'), readFileSync(path('short.db')).subarray(0, 9_000))
  await backUp(sound, path('newer.db'))
  await backUp(sound, path('orphan.db'))
  await backUp(sound, path('log.db'))
  writeFileSync(path('log.db-wal'), 'x'.repeat(5_000))
  writeFileSync(path('text.db'), 'x'.repeat(5_000))
  writeFileSync(path('empty.db'), '')
  const change = (name: string, sql: string) => {
    const db = new Database(path(name))
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
    db.close()
  }
  change('newer.db', 'PRAGMA user_version = 99')
  change('orphan.db', "INSERT INTO orders (workspace_id, id, updated_at, data) VALUES ('none', 'o', 0, '{}')")
  change('foreign.db', 'CREATE TABLE theirs (x)')
  const cases: [string, RegExp][] = [
    ['damaged.db', /is damaged \(.+\); use an earlier backup/],
    ['short.db', /is damaged \(.+\); use an earlier backup/],
    ['newer.db', /newer storewire \(schema 99, this program supports \d+\): update storewire/],
    ['orphan.db', /is damaged \(a row of orders belongs to a row of workspaces that is missing\)/],
    ['log.db', /left by another database.*storewire restore/],
    ['foreign.db', /another program/],
    ['text.db', /not an SQLite database; unpack it first/],
    ['empty.db', /not an SQLite database/],
    ['none.db', /no such file/],
  ]
  for (const [name, problem] of cases) {
    const before = existsSync(path(name)) && readFileSync(path(name))
    assert.throws(() => verifyDatabase(path(name)), shownAs(problem), name)
    assert.deepEqual(existsSync(path(name)) && readFileSync(path(name)), before, name)
  }
  assert.throws(() => verifyDatabase(folder), /it is a folder/)
  assert.equal(verifyDatabase(sound).rows.workspaces, 1)
})
