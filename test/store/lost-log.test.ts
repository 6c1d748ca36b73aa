import assert from 'node:assert/strict'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { backUp } from '../../src/store/sqlite/backup.ts'
import { fileBehind } from '../../src/store/sqlite/lock.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { crashedDatabase, databaseWith, workspacesIn } from '../support/databases.ts'
import { order } from '../support/objects.ts'
import { startProcess, storewire } from '../support/process.ts'
import { client, tempFolder } from '../support/server.ts'

/** Orders in a call. */
const CALL = 25
const PUT_BACK =
  /shop\.db is missing or empty, but its log \S+\/shop\.db-wal has data .*; put shop\.db back beside the log/

/** Loses the file of a database that crashed, in one of two ways. */
const losses: Record<string, (file: string) => void> = {
  missing: (file) => renameSync(file, `${file}.away`),
  empty: (file) => {
    renameSync(file, `${file}.away`)
    writeFileSync(file, '')
  },
}

async function crashed(t: TestContext): Promise<string> {
  const file = join(await tempFolder(t), 'shop.db')
  await crashedDatabase(t, file, 'latest')
  return file
}

test('a killed server whose file is lost starts only when the file is back, with everything acknowledged', async (t) => {
  const file = join(await tempFolder(t), 'shop.db')
  const first = await startProcess(t, ['--db', file, '--rate-limits', 'off'])
  const key = /sk_\w+/.exec(first.output())?.[0] ?? ''
  const orders = Array.from({ length: 200 }, (_, index) => order({ id: `o${index}` }))
  for (let from = 0; from < orders.length; from += CALL)
    await client(first.baseUrl, key).push('orders', orders.slice(from, from + CALL))
  await first.stop('SIGKILL')
  renameSync(file, `${file}.away`)
  await assert.rejects(startProcess(t, ['--db', file]), PUT_BACK)
  assert.equal(existsSync(file), false)
  renameSync(`${file}.away`, file)
  const second = await startProcess(t, ['--db', file, '--rate-limits', 'off'])
  for (const { id } of orders)
    assert.equal((await client(second.baseUrl, key).call('GET', `/orders/${id}`)).status, 200)
})

for (const [how, lose] of Object.entries(losses)) {
  test(`every command that opens a database that is ${how} leaves its log unchanged`, async (t) => {
    const file = await crashed(t)
    lose(file)
    const log = readFileSync(`${file}-wal`)
    const copy = join(await tempFolder(t), 'copy.db')
    await backUp(await databaseWith(join(await tempFolder(t), 'source.db'), 'saved'), copy)
    const files = readdirSync(dirname(file))
    await assert.rejects(startProcess(t, ['--db', file]), PUT_BACK)
    await assert.rejects(startProcess(t, ['--db', file], { command: 'dev' }), PUT_BACK)
    for (const args of [
      ['workspaces', 'create', 'new'],
      ['workspaces', 'list'],
      ['keys', 'create'],
      ['backup', `${copy}.2`],
      ['backup', '-'],
      ['restore', copy],
      ['doctor'],
    ]) {
      const { code, stdout, stderr } = await storewire([...args, '--db', file])
      assert.equal(code, 1, args.join(' '))
      const refusedByForce = how === 'empty' && args[0] === 'restore'
      assert.match(
        args[0] === 'doctor' ? stdout : stderr,
        refusedByForce ? /with --force/ : /shop\.db-wal (?:is here|has data)/,
      )
      assert.deepEqual(readFileSync(`${file}-wal`), log, args.join(' '))
    }
    assert.deepEqual(
      readdirSync(dirname(file)).filter((name) => !name.endsWith('-lock')),
      files,
    )
    renameSync(`${file}.away`, file)
    assert.deepEqual(workspacesIn(file), ['latest'])
  })

  test(`a restore with force over a database that is ${how} keeps the log in case the file is found`, async (t) => {
    const file = await crashed(t)
    const backup = join(await tempFolder(t), 'backup.db')
    await backUp(await databaseWith(join(await tempFolder(t), 'source.db'), 'saved'), backup)
    lose(file)
    const { code, stdout, stderr } = await storewire(['restore', backup, '--db', file, '--force', '--json'])
    assert.equal(code, 0, stderr)
    const [kept = '', ...more] = JSON.parse(stdout).kept as string[]
    assert.match(kept, /shop\.db\.replaced-[^/]+Z-wal$/)
    assert.deepEqual(more, [])
    assert.deepEqual(workspacesIn(file), ['saved'])
    const found = kept.replace(/-wal$/, '')
    renameSync(`${file}.away`, found)
    assert.deepEqual(workspacesIn(found), ['latest'])
  })
}

test('the log beside the file that a link names is kept, too, also if the folder of the link is a link', async (t) => {
  const real = await crashed(t)
  const folder = await tempFolder(t)
  mkdirSync(join(folder, 'a'))
  symlinkSync(join(folder, 'a'), join(folder, 'b'))
  symlinkSync(real, join(folder, 'a', 'shop.db'))
  losses.missing?.(real)
  await assert.rejects(openStore(join(folder, 'b', 'shop.db'), { create: true }), PUT_BACK)
  assert.ok(statSync(`${real}-wal`).size > 0)
})

test('a link is followed from its own folder, and not in circles', async (t) => {
  const folder = await tempFolder(t)
  mkdirSync(join(folder, 'deep', 'down'), { recursive: true })
  symlinkSync(join(folder, 'deep', 'down'), join(folder, 'link'))
  symlinkSync('../shop.db', join(folder, 'deep', 'down', 'shop.db'))
  assert.equal(fileBehind(join(folder, 'link', 'shop.db')), fileBehind(join(folder, 'deep', 'shop.db')))
  symlinkSync('circle.db', join(folder, 'circle.db'))
  await assert.rejects(openStore(join(folder, 'circle.db'), { create: true }), /cannot open the database .*ELOOP/)
})

test('a backup is not put beside the log of another database', async (t) => {
  const lost = await crashed(t)
  losses.missing?.(lost)
  const file = await databaseWith(join(await tempFolder(t), 'shop.db'), 'a')
  await assert.rejects(backUp(file, lost), /the log of another database, \S+shop\.db-wal, is beside the new file/)
  assert.equal(existsSync(lost), false)
})

test('an empty log has no data: a database is created beside it', async (t) => {
  const file = join(await tempFolder(t), 'shop.db')
  writeFileSync(`${file}-wal`, '')
  await (await openStore(file, { create: true })).close()
  assert.deepEqual(workspacesIn(file), [])
})

/** Copies a database in the middle of a change that goes on without a write-ahead log, with its rollback journal. */
async function inMiddleOfChange(t: TestContext, file: string, source: string): Promise<void> {
  const db = new Database(source)
  t.after(() => db.close())
  db.pragma('journal_mode = DELETE')
  db.pragma('cache_size = 1')
  db.exec('CREATE TABLE blocks (block)')
  db.exec('BEGIN')
  for (let block = 0; block < 20; block++) db.exec('INSERT INTO blocks VALUES (randomblob(8000))')
  for (const suffix of ['', '-journal']) copyFileSync(source + suffix, file + suffix)
}

test('a journal that is needed to undo a partial change is kept like a log', async (t) => {
  const file = join(await tempFolder(t), 'shop.db')
  await inMiddleOfChange(t, file, await databaseWith(join(await tempFolder(t), 'living.db'), 'whole'))
  const journal = readFileSync(`${file}-journal`)
  losses.missing?.(file)
  await assert.rejects(openStore(file, { create: true }), /its log \S+shop\.db-journal has data/)
  assert.deepEqual(readFileSync(`${file}-journal`), journal)
  renameSync(`${file}.away`, file)
  assert.deepEqual(workspacesIn(file), ['whole'])
})

test('a journal left by a killed creation does not prevent creating the database', async (t) => {
  const [living, file] = [join(await tempFolder(t), 'living.db'), join(await tempFolder(t), 'shop.db')]
  writeFileSync(living, '')
  await inMiddleOfChange(t, file, living)
  rmSync(file)
  // It was written before there was a page to be undone.
  const header = readFileSync(`${file}-journal`)
  header.writeUInt32BE(0, 16)
  writeFileSync(`${file}-journal`, header)
  await (await openStore(file, { create: true })).close()
  assert.deepEqual(workspacesIn(file), [])
})
