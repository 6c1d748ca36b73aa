import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createCheckpoints } from '../../src/store/sqlite/checkpoints.ts'
import {
  logLimits,
  PAGE_BYTES,
  PAGES_IN_PAUSE,
  PAGES_UNDER_LOAD,
  pagesUnderLoad,
} from '../../src/store/sqlite/log-limits.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { identityOf } from '../../src/store/sqlite/replaced.ts'
import { createSide } from '../../src/store/sqlite/side.ts'
import type { Store } from '../../src/store/store.ts'
import { databaseWith } from '../support/databases.ts'
import { tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

const WAIT_MS = 20
const MIB = 1024 * 1024
const PAGES_LONG = logLimits(PAGES_UNDER_LOAD).long

interface Served {
  store: Store
  close: () => Promise<void>
  file: string
  /** What went wrong in the background. */
  problems: string[]
  /** Writes `mib` megabytes, one a transaction, each over the one before where there is one. */
  fill(mib: number): Promise<void>
}

async function serve(t: TestContext, folder?: string): Promise<Served> {
  const file = join(folder ?? (await tempFolder(t)), 'shop.db')
  const problems: string[] = []
  const store = await openStore(file, {
    create: true,
    serving: true,
    log: { error: (problem) => problems.push(problem) },
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= store.close()
    return closed
  }
  t.after(close)
  await store.write((tx) => tx.run('CREATE TABLE blocks (id INTEGER PRIMARY KEY, block BLOB)'))
  const fill = async (mib: number) => {
    for (let id = 0; id < mib; id++)
      await store.write((tx) => tx.run('INSERT OR REPLACE INTO blocks VALUES (?, randomblob(?))', id, MIB))
  }
  return { store, close, file, problems, fill }
}

interface Written {
  file: string
  problems: string[]
  /** Writes `mib` megabytes, one a transaction. */
  fill(mib: number): void
}

/** A connection whose checkpoints the thread makes, without a store that watches over its file. */
async function write(t: TestContext, folder?: string): Promise<Written> {
  const file = join(folder ?? (await tempFolder(t)), 'shop.db')
  const db = new Database(file)
  t.after(() => db.close())
  db.pragma('journal_mode = WAL')
  db.exec('CREATE TABLE blocks (id INTEGER PRIMARY KEY, block BLOB)')
  const problems: string[] = []
  const log = { error: (problem: string) => problems.push(problem) }
  const side = createSide({ file, identity: identityOf(file), writes: true, disposable: false })
  const checkpoints = createCheckpoints(db, { file, idleMs: 1 }, side.checkpoint, log)
  t.after(async () => {
    await checkpoints.stop()
    await side.stop()
  })
  const insert = db.prepare('INSERT INTO blocks (block) VALUES (randomblob(?))')
  const fill = (mib: number) => {
    for (let written = 0; written < mib; written++) {
      insert.run(MIB)
      checkpoints.noteCommit(false)
    }
  }
  return { file, problems, fill }
}

/** A connection of somebody else, who only looks. */
function watch(t: TestContext, file: string): { left: () => number; db: Database.Database } {
  const db = new Database(file, { fileMustExist: true })
  t.after(() => db.close())
  db.pragma('user_version')
  const state = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)')
  return {
    db,
    left: () => {
      const { log = 0, checkpointed = 0 } = state.get() ?? {}
      return log - checkpointed
    },
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(WAIT_MS)
}

const logOf = (file: string) => statSync(`${file}-wal`).size

test('a thread moves the log into the database in a pause, once there is enough to move', async (t) => {
  const { file, fill, problems } = await serve(t)
  const { left } = watch(t, file)
  await fill(1)
  const little = left()
  assert.ok(little > 0 && little < PAGES_IN_PAUSE)
  const before = statSync(file).size
  await fill(8)
  await until(() => left() < PAGES_IN_PAUSE)
  assert.ok(statSync(file).size > before + 4 * MIB)
  assert.deepEqual(problems, [])
})

test('a log that was moved starts over, and a long one returns its disk space', async (t) => {
  const { file, fill } = await write(t)
  const { left, db: reader } = watch(t, file)
  // Somebody reads for a while, so the log can't begin anew.
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM blocks').get()
  fill((PAGES_LONG * PAGE_BYTES) / MIB + 1)
  assert.ok(logOf(file) > PAGES_LONG * PAGE_BYTES)
  reader.exec('COMMIT')
  fill(1)
  await until(() => logOf(file) === 0)
  assert.equal(left(), 0)
  fill(1)
  assert.ok(logOf(file) < 2 * MIB)
})

test('one thread makes checkpoints and writes in the background', async (t) => {
  let threads = 0
  const count = () => threads++
  subscribe('worker_threads', count)
  t.after(() => unsubscribe('worker_threads', count))
  const { file, fill, store } = await serve(t)
  const { left } = watch(t, file)
  await fill(8)
  await until(() => left() < PAGES_IN_PAUSE)
  await store.writeApart([{ sql: 'DELETE FROM blocks', values: [] }])
  assert.deepEqual(await store.read.all('SELECT id FROM blocks'), [])
  assert.equal(threads, 1)
})

test('what was erased is still to leave the log after a checkpoint that failed', async (t) => {
  const file = join(await tempFolder(t), 'shop.db')
  const db = new Database(file)
  t.after(() => db.close())
  const asked: boolean[] = []
  const { promise: emptied, resolve } = Promise.withResolvers<void>()
  const run = async ({ hasErased }: { hasErased: boolean }) => {
    asked.push(hasErased)
    if (asked.length === 1) throw new Database.SqliteError('the disk is full', 'SQLITE_FULL')
    if (asked.length === 3) resolve()
    return { isEmptied: asked.length === 3, isUnfinished: false }
  }
  const checkpoints = createCheckpoints(db, { file }, run, { error: () => {} })
  t.after(() => checkpoints.stop())
  checkpoints.noteCommit(true)
  // The timers of checkpoints keep no process alive.
  const timer = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(timer))
  await emptied
  assert.deepEqual(asked, [true, true, true])
})

test('closing moves the rest, and closes the file', async (t) => {
  const { close, file, fill } = await serve(t)
  await fill(10)
  await close()
  assert.equal(existsSync(`${file}-wal`), false)
  const { db } = watch(t, file)
  assert.deepEqual(db.prepare('SELECT count(*) AS n FROM blocks').get(), { n: 10 })
  assert.deepEqual(db.pragma('integrity_check'), [{ integrity_check: 'ok' }])
})

test('if the thread cannot open the database, commits move the log', async (t) => {
  const { file, fill, problems } = await write(t)
  const { left } = watch(t, file)
  renameSync(file, `${file}.elsewhere`)
  fill(8)
  await until(() => problems.length > 0)
  assert.deepEqual(problems, ['The thread that makes checkpoints has failed: commits make them from now on'])
  assert.equal(existsSync(file), false)
  fill(8)
  assert.ok(left() <= PAGES_IN_PAUSE)
  renameSync(`${file}.elsewhere`, file)
})

test("a new file under the database's name stays unchanged", async (t) => {
  const folder = await tempFolder(t)
  const { file, fill, problems } = await write(t, folder)
  fill(1)
  const other = await databaseWith(join(folder, 'other.db'), 'other')
  const content = readFileSync(other)
  renameSync(file, `${file}.elsewhere`)
  copyFileSync(other, file)
  fill(8)
  await until(() => problems.length > 0)
  assert.deepEqual(problems, ['The thread that makes checkpoints has failed: commits make them from now on'])
  fill(1)
  assert.deepEqual(readFileSync(file), content)
  renameSync(`${file}.elsewhere`, file)
})

test('the log of a database named by a link is moved, too', async (t) => {
  const folder = await tempFolder(t)
  const real = join(folder, 'real.db')
  closeSync(openSync(real, 'a', 0o600))
  symlinkSync(real, join(folder, 'shop.db'))
  const { fill, problems } = await serve(t, folder)
  const { left } = watch(t, real)
  await fill(8)
  await until(() => left() < PAGES_IN_PAUSE)
  assert.ok(statSync(real).size > 4 * MIB)
  assert.deepEqual(problems, [])
})

test('a full disk is logged once, and the log is moved when there is room', async (t) => {
  const disk = smallDisk(t, 16)
  if (!disk) return t.skip('mounting a small file system needs root')
  const { file, fill, problems } = await serve(t, disk.folder)
  const { left } = watch(t, file)
  await assert.rejects(fill(32), { code: 'SERVICE_UNAVAILABLE' })
  await until(() => problems.length > 0)
  assert.deepEqual(problems, [
    'The write-ahead log could not be moved into the database: it grows until a later try succeeds',
  ])
  disk.resize(64)
  await fill(1)
  await until(() => left() < PAGES_IN_PAUSE)
  await fill(8)
  assert.equal(problems.length, 1)
})

test('the log may take a quarter of the free disk space, up to a length that is enough for any load', () => {
  const longest = (room: number) => logLimits(pagesUnderLoad(room)).withinCommit * PAGE_BYTES
  assert.equal(pagesUnderLoad(Number.POSITIVE_INFINITY), PAGES_UNDER_LOAD)
  assert.equal(pagesUnderLoad(1024 * MIB), PAGES_UNDER_LOAD)
  for (const room of [20, 100, 190]) {
    assert.ok(longest(room * MIB) <= (room * MIB) / 4)
    assert.ok(longest(room * MIB) > (room * MIB) / 5)
  }
  // However little there is, a log has some pages.
  assert.ok(longest(0) > 0 && longest(0) < 2 * MIB)
})

test('when disk space gets low, the log is kept shorter than before', async (t) => {
  const disk = smallDisk(t, 64)
  if (!disk) return t.skip('mounting a small file system needs root')
  const { file, fill, problems } = await serve(t, disk.folder)
  const { left } = watch(t, file)
  await fill(5)
  await until(() => left() < PAGES_IN_PAUSE)
  writeFileSync(join(disk.folder, 'other'), Buffer.alloc(48 * MIB))
  // The thread has looked at the room as soon as it moves less than it would have before.
  await fill(1)
  await until(() => left() === 0)
  for (let round = 0; round < 30; round++) await fill(1)
  assert.ok(logOf(file) < 8 * MIB)
  assert.deepEqual(problems, [])
})
