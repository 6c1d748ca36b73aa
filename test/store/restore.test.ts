import assert from 'node:assert/strict'
import {
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { backUp } from '../../src/store/sqlite/backup.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { restore } from '../../src/store/sqlite/restore.ts'
import { crashedDatabase, damage, databaseWith, workspacesIn } from '../support/databases.ts'
import { shownAs } from '../support/errors.ts'
import { tempFolder } from '../support/server.ts'

const now = Date.parse('2026-11-21T03:00:00Z')
const KEPT = 'shop.db.replaced-2026-11-21T03-00-00Z'

/** A folder with a backup in which the workspace `saved` is. */
async function withBackup(t: TestContext): Promise<{ folder: string; backup: string; target: string }> {
  const folder = await tempFolder(t)
  const backup = join(folder, 'backup.db')
  await backUp(await databaseWith(join(await tempFolder(t), 'source.db'), 'saved'), backup)
  return { folder, backup, target: join(folder, 'shop.db') }
}

test('a restored database is private, needs no other file, and can be served', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  const restored = await restore(backup, target, { now })
  assert.deepEqual(restored.kept, [])
  assert.deepEqual(readdirSync(folder), ['backup.db', 'shop.db', 'shop.db-lock'])
  assert.equal(statSync(target).mode & 0o777, 0o600)
  assert.deepEqual(readFileSync(target), readFileSync(backup))
  const store = await openStore(target, { serving: true })
  await store.close()
  assert.deepEqual(workspacesIn(target), ['saved'])
})

test('an existing database stays without force, and is kept with force, with its own log moved in', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await crashedDatabase(t, target, 'latest')
  const before = readFileSync(`${target}-wal`)
  await assert.rejects(restore(backup, target, { now }), shownAs(/already; with --force/))
  assert.deepEqual(readFileSync(`${target}-wal`), before)
  const { kept } = await restore(backup, target, { now, force: true })
  assert.deepEqual(kept, [join(folder, KEPT)])
  assert.deepEqual(readdirSync(folder).sort(), ['backup.db', 'shop.db', 'shop.db-lock', KEPT])
  assert.deepEqual(workspacesIn(target), ['saved'])
  assert.deepEqual(workspacesIn(join(folder, KEPT)), ['latest'])
})

test('the log of a database that was deleted does not get into the restored one', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await crashedDatabase(t, target, 'latest')
  rmSync(target)
  await assert.rejects(restore(backup, target, { now }), shownAs(/its log .*shop\.db-wal has data.*restore --force/))
  const { kept } = await restore(backup, target, { now, force: true })
  assert.deepEqual(kept, [join(folder, `${KEPT}-wal`)])
  assert.deepEqual(workspacesIn(target), ['saved'])
  assert.equal(existsSync(`${target}-shm`), false)
})

test('a backup copied over a database and its log is rejected until it is restored', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await crashedDatabase(t, target, 'latest')
  copyFileSync(backup, target)
  await assert.rejects(openStore(target), shownAs(/log .*shop\.db-wal was left by another database.*storewire restore/))
  await assert.rejects(backUp(target, join(folder, 'new.db')), /left by another database/)
  const { kept } = await restore(backup, target, { now, force: true })
  assert.deepEqual(kept, [join(folder, KEPT), join(folder, `${KEPT}.foreign-wal`)])
  assert.deepEqual(workspacesIn(target), ['saved'])
  assert.deepEqual(workspacesIn(join(folder, KEPT)), ['saved'])
})

test('an unreadable database is replaced, and kept with its log', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await crashedDatabase(t, target, 'latest')
  writeFileSync(target, 'x'.repeat(8192))
  const log = readFileSync(`${target}-wal`)
  const { kept } = await restore(backup, target, { now, force: true })
  assert.deepEqual(kept, [join(folder, KEPT), join(folder, `${KEPT}-wal`)])
  assert.deepEqual(readFileSync(join(folder, `${KEPT}-wal`)), log)
  assert.deepEqual(workspacesIn(target), ['saved'])
})

test('a second name left by an interrupted restore is removed by the next', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await databaseWith(target, 'mine')
  linkSync(target, join(folder, 'shop.db.replaced-2026-11-20T03-00-00Z'))
  const { kept } = await restore(backup, target, { now, force: true })
  assert.deepEqual(kept, [join(folder, KEPT)])
  assert.deepEqual(readdirSync(folder).sort(), ['backup.db', 'shop.db', 'shop.db-lock', KEPT])
  assert.equal(statSync(join(folder, KEPT)).nlink, 1)
  assert.deepEqual(workspacesIn(join(folder, KEPT)), ['mine'])
})

test('a database that cannot be kept is not replaced', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await databaseWith(target, 'mine')
  writeFileSync(join(folder, KEPT), 'taken')
  await assert.rejects(restore(backup, target, { now, force: true }), /can't be kept as .*; move it away yourself/)
  assert.deepEqual(workspacesIn(target), ['mine'])
})

test('a damaged backup is rejected before anything changes', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await databaseWith(target, 'mine')
  const before = readdirSync(folder)
  const make = (name: string, spoil: (file: string) => void): string => {
    copyFileSync(backup, join(folder, name))
    spoil(join(folder, name))
    return join(folder, name)
  }
  const newer = (file: string) => {
    const db = new Database(file)
    db.pragma('user_version = 99')
    db.close()
  }
  const cases: [string, RegExp][] = [
    [make('damaged.db', damage), /damaged\.db can't be used: it is damaged/],
    [make('newer.db', newer), /newer\.db can't be used: .*newer storewire/],
    [make('used.db', (file) => writeFileSync(`${file}-wal`, 'x')), /in use or after a crash.*storewire backup/],
    [join(folder, 'none.db'), /there is no backup/],
    [target, /is the database itself/],
  ]
  for (const [file, problem] of cases)
    await assert.rejects(restore(file, target, { now, force: true }), shownAs(problem))
  await assert.rejects(restore(Readable.from(['half']), target, { now, force: true }), /the backup can't be used/)
  assert.deepEqual(workspacesIn(target), ['mine'])
  const added = readdirSync(folder).filter((name) => !before.includes(name))
  assert.deepEqual(added.sort(), ['damaged.db', 'newer.db', 'shop.db-lock', 'used.db', 'used.db-wal'])
})

test('a restore is rejected while a server or another program has the database open', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  const store = await openStore(await databaseWith(target, 'mine'), { serving: true })
  await assert.rejects(
    restore(backup, target, { now, force: true }),
    /another storewire server uses it already; stop that server/,
  )
  await store.close()
  const shell = new Database(target)
  shell.pragma('journal_mode = WAL')
  shell.prepare('SELECT 1 FROM workspaces').get()
  await assert.rejects(restore(backup, target, { now, force: true }), /another process has the old database open/)
  shell.close()
  assert.equal(existsSync(join(folder, KEPT)), false)
  assert.deepEqual(workspacesIn(target), ['mine'])
  await restore(backup, target, { now, force: true })
  assert.deepEqual(workspacesIn(target), ['saved'])
})

test('a server does not start in the middle of a restore', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  await databaseWith(target, 'mine')
  // Asked for its next piece, the stream tries to start one.
  let attempt: Promise<unknown> = Promise.resolve()
  const stream = Readable.from(
    (function* () {
      attempt = assert.rejects(openStore(target, { serving: true }), /another storewire server uses it already/)
      yield readFileSync(backup)
    })(),
  )
  await restore(stream, target, { now, force: true })
  await attempt
  assert.deepEqual(workspacesIn(target), ['saved'])
  assert.deepEqual(workspacesIn(join(folder, KEPT)), ['mine'])
})

test('if the target is a link, its file is restored and the link stays', async (t) => {
  const { folder, backup, target } = await withBackup(t)
  const elsewhere = join(await tempFolder(t), 'real.db')
  symlinkSync(elsewhere, target)
  await restore(backup, target, { now })
  assert.deepEqual(workspacesIn(elsewhere), ['saved'])
  const { kept } = await restore(backup, target, { now, force: true })
  assert.deepEqual(kept, [`${elsewhere}.replaced-2026-11-21T03-00-00Z`])
  assert.deepEqual(workspacesIn(target), ['saved'])
  assert.equal(readdirSync(folder).includes('shop.db-lock'), false)
})

test('root restores for the user whose database it is', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async (t) => {
  const { folder, backup, target } = await withBackup(t)
  const owners = (name: string) => [statSync(name).uid, statSync(`${name}-lock`).uid]
  chownSync(await databaseWith(target, 'mine'), 1234, 1234)
  await restore(backup, target, { now, force: true })
  assert.deepEqual(owners(target), [1234, 1234])
  chownSync(folder, 4321, 4321)
  const fresh = join(folder, 'fresh.db')
  await restore(backup, fresh, { now })
  assert.deepEqual(owners(fresh), [4321, 4321])
})
