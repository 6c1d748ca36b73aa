import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { backUp } from '../../src/store/sqlite/backup.ts'
import { damage, databaseWith, workspacesIn } from '../support/databases.ts'
import { order } from '../support/objects.ts'
import { BIN, startProcess, storewire } from '../support/process.ts'
import { client, startServer, tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

/** A database that takes a while to copy. */
async function largeDatabase(t: TestContext, mib = 40): Promise<{ folder: string; file: string }> {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'large')
  fill(file, mib)
  return { folder, file }
}

function fill(file: string, mib: number): void {
  const db = new Database(file)
  db.exec('CREATE TABLE filler (x)')
  const insert = db.prepare('INSERT INTO filler VALUES (randomblob(1000000))')
  db.transaction(() => {
    for (let index = 0; index < mib; index++) insert.run()
  })()
  db.close()
}

const ordersIn = (file: string): Set<string> => {
  const db = new Database(file, { readonly: true })
  try {
    return new Set(db.prepare<[], string>('SELECT id FROM orders').pluck().all())
  } finally {
    db.close()
  }
}

test('a backup during pushes has everything acknowledged before it, and no push fails or waits', async (t) => {
  const api = await startServer(t)
  const folder = await tempFolder(t)
  fill(api.file, 40)
  const acknowledged: string[] = []
  let isOver = false
  const pusher = async (name: string) => {
    for (let number = 0; !isOver; number++) {
      const id = `${name}-${number}`
      assert.equal((await api.push('orders', [order({ id })])).results[0]?.status, 'created')
      acknowledged.push(id)
    }
  }
  const pushers = ['a', 'b', 'c', 'd'].map(pusher)
  await until(() => acknowledged.length >= 100)
  const before = [...acknowledged]
  const { code, stdout, stderr } = await storewire(['backup', folder, '--db', api.file, '--json'])
  isOver = true
  await Promise.all(pushers)
  assert.equal(code, 0, stderr)
  const { file, rows, sha256, bytes } = JSON.parse(stdout)
  const saved = ordersIn(file)
  for (const id of before) assert.ok(saved.has(id), `${id} is not in the backup`)
  assert.equal(rows.orders, saved.size)
  assert.equal(bytes, statSync(file).size)
  assert.equal(sha256, createHash('sha256').update(readFileSync(file)).digest('hex'))
  t.diagnostic(`${before.length} orders before, ${saved.size} in the backup, ${acknowledged.length} after`)
  assert.ok(acknowledged.length > saved.size, 'pushes went on')
  for (const sound of [file, api.file]) assert.equal((await storewire(['verify', sound])).code, 0)
})

test('a backup prints size, time and SHA-256; --keep deletes the oldest', async (t) => {
  const folder = await tempFolder(t)
  const db = await databaseWith(join(folder, 'shop.db'), 'a')
  const copies = join(folder, 'copies')
  mkdirSync(copies)
  writeFileSync(join(copies, 'storewire-2026-01-01T03-00-00Z.db'), 'old')
  const { stdout } = await storewire(['backup', copies, '--db', db, '--keep', '1'])
  assert.match(
    stdout,
    /^\S+\/storewire-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.db is verified: \d+ bytes in \d+\.\d s, SHA-256 [0-9a-f]{64}\n\S+\/storewire-2026-01-01T03-00-00Z\.db is deleted\n$/,
  )
  const verified = await storewire(['verify', /^\S+/.exec(stdout)?.[0] ?? ''])
  assert.match(verified.stdout, /is intact: a storewire database with schema \d+, \d+ bytes\nTABLE +ROWS\n/)
  assert.match(verified.stdout, /\nworkspaces +1\n$/)
})

test('tables that another program added are verified, copied and restored, whatever their names', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(folder, 'shop.db'), 'a')
  const [copy, back] = [join(folder, 'copy.db'), join(folder, 'back.db')]
  const names = [
    '5" shoes',
    '"',
    "o'clock",
    '[brackets]',
    '`ticks`',
    'two\nlines',
    'a"; DROP TABLE orders; --',
    '__proto__',
  ]
  const db = new Database(file)
  for (const name of names) {
    const quoted = `"${name.replaceAll('"', '""')}"`
    db.exec(`CREATE TABLE ${quoted} (x); INSERT INTO ${quoted} VALUES (1)`)
  }
  db.close()
  for (const args of [
    ['verify', file],
    ['backup', copy, '--db', file],
    ['restore', copy, '--db', back],
    ['verify', back],
  ]) {
    const { code, stdout, stderr } = await storewire([...args, '--json'])
    assert.equal(code, 0, stderr)
    const rows = new Map(Object.entries(JSON.parse(stdout).rows))
    for (const name of [...names, 'workspaces']) assert.equal(rows.get(name), 1, name)
  }
})

test('a backup is written to a pipe and restored from one', async (t) => {
  const folder = await tempFolder(t)
  const db = await databaseWith(join(folder, 'shop.db'), 'piped')
  const program = `"${process.execPath}" "${BIN}"`
  const { stderr } = await promisify(execFile)(
    'bash',
    [
      '-euo',
      'pipefail',
      '-c',
      `${program} backup - --db shop.db | gzip > copy.gz && gunzip < copy.gz | ${program} restore - --db new.db`,
    ],
    { cwd: folder },
  )
  assert.match(stderr, /The copy is verified: \d+ bytes/)
  assert.deepEqual(workspacesIn(join(folder, 'new.db')), ['piped'])
  assert.deepEqual(workspacesIn(db), ['piped'])
})

test('a backup to a pipe whose reader closes fails with a message', async (t) => {
  const { folder, file } = await largeDatabase(t, 2)
  const child = spawn(process.execPath, [BIN, 'backup', '-', '--db', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.once('data', () => child.stdout.destroy())
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  await once(child, 'close')
  assert.equal(child.exitCode, 1)
  assert.match(stderr, /^storewire: cannot write the copy: the program that reads the output ended too early\n$/)
  assert.deepEqual(readdirSync(folder), ['shop.db'])
})

test('a full disk leaves no partial backup', async (t) => {
  const disk = smallDisk(t, 4)
  if (!disk) return t.skip('mounting a small file system needs root')
  const { file } = await largeDatabase(t, 6)
  for (const target of [disk.folder, join(disk.folder, 'copy.db')]) {
    const { code, stderr } = await storewire(['backup', target, '--db', file])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^storewire: cannot write the backup .*: the disk is full; make room, or choose another disk\n$/,
    )
    assert.deepEqual(readdirSync(disk.folder), [])
  }
  const backup = join(await tempFolder(t), 'copy.db')
  await backUp(file, backup)
  await databaseWith(join(disk.folder, 'small.db'), 'mine')
  const { code, stderr } = await storewire(['restore', backup, '--db', join(disk.folder, 'small.db'), '--force'])
  assert.equal(code, 1)
  assert.match(stderr, /^storewire: cannot restore .*: the disk is full; make room/)
  assert.deepEqual(workspacesIn(join(disk.folder, 'small.db')), ['mine'])
  assert.deepEqual(readdirSync(disk.folder), ['small.db', 'small.db-lock'])
})

/** Runs a command that gets a signal while it copies, and tells its exit code. */
async function interrupt(args: string[], signal: NodeJS.Signals): Promise<number | null> {
  const preload = new URL('../support/interrupted.ts', import.meta.url).href
  const env = { NODE_OPTIONS: `--import ${preload}`, INTERRUPTED_BY: signal }
  return (await storewire(args, { env })).code
}

test('a killed backup has no final name, and a stopped one leaves no file', async (t) => {
  const { file } = await largeDatabase(t)
  const copies = await tempFolder(t)
  assert.equal(await interrupt(['backup', copies, '--db', file], 'SIGKILL'), null)
  const left = readdirSync(copies)
  assert.ok(left.length > 0)
  for (const name of left) assert.match(name, /^\.storewire-tmp-/)
  const others = await tempFolder(t)
  assert.equal(await interrupt(['backup', others, '--db', file], 'SIGTERM'), 1)
  assert.deepEqual(readdirSync(others), [])
})

test('restore reports what it did, is refused while a server runs, and the server then serves the restored data', async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const first = await startProcess(t, ['--db', db])
  const key = /sk_\w+/.exec(first.output())?.[0] ?? ''
  await client(first.baseUrl, key).push('orders', [order({ id: 'saved' })])
  const backup = join(folder, 'backup.db')
  assert.equal((await storewire(['backup', backup, '--db', db])).code, 0)
  await client(first.baseUrl, key).push('orders', [order({ id: 'later' })])
  const link = join(folder, 'link.db')
  symlinkSync(db, link)
  for (const name of [db, link]) {
    const { code, stderr } = await storewire(['restore', backup, '--db', name, '--force'])
    assert.equal(code, 1)
    assert.match(stderr, /^storewire: another storewire server uses it already; stop that server before a restore\n$/)
  }
  await first.stop('SIGKILL')
  assert.ok(existsSync(`${db}-wal`))
  const refused = await storewire(['restore', backup, '--db', db])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^storewire: there is a database \S+ already; with --force, .*\n$/)
  const { stdout } = await storewire(['restore', backup, '--db', db, '--force'])
  const told =
    /^(\S+) is restored and verified: \d+ bytes, SHA-256 of the backup [0-9a-f]{64}\nThe old database is kept: (\S+)\n$/
  const [, , kept = ''] = told.exec(stdout) ?? []
  assert.deepEqual(ordersIn(kept), new Set(['saved', 'later']))
  const second = await startProcess(t, ['--db', db])
  const api = client(second.baseUrl, key)
  assert.equal((await api.call('GET', '/orders/saved')).status, 200)
  assert.equal((await api.call('GET', '/orders/later')).status, 404)
})

test('an impossible backup or restore is reported in one line with what to do', async (t) => {
  const folder = await tempFolder(t)
  const db = await databaseWith(join(folder, 'shop.db'), 'a')
  const path = (name: string) => join(folder, name)
  await backUp(db, path('damaged.db'))
  damage(path('damaged.db'))
  const cases: [string[], number, RegExp][] = [
    [['backup', path('copy.db'), '--db', path('none.db')], 1, /cannot back up the database .*: it does not exist/],
    [['backup', path('no/copy.db'), '--db', db], 1, /cannot write the backup .*: the folder does not exist/],
    [['backup', path('no/'), '--db', db], 1, /cannot write the backup .*: the folder does not exist/],
    [['backup', db, '--db', db], 1, /the file .* already exists/],
    [['backup', path('copy.db'), '--db', db, '--keep', '3'], 2, /--keep needs a folder/],
    [['backup', folder, '--db', db, '--keep', '0'], 2, /whole number from 1/],
    [['verify', path('damaged.db')], 1, /can't be used: it is damaged \(.+\); use an earlier backup/],
    [['verify', path('none.db')], 1, /no such file/],
    [['restore', path('damaged.db'), '--db', path('new.db')], 1, /can't be used: it is damaged/],
    [['restore', path('none.db'), '--db', path('new.db')], 1, /there is no backup/],
    [['restore', folder, '--db', path('new.db')], 1, /the backup .* is a folder; name a file in it/],
    [['restore', db, '--db', path('no/new.db')], 1, /cannot restore .*: the folder does not exist/],
  ]
  for (const [args, expected, problem] of cases) {
    const { code, stdout, stderr } = await storewire(args)
    assert.equal(code, expected, args.join(' '))
    assert.equal(stdout, '')
    assert.match(stderr, /^storewire: .+\n$/)
    assert.match(stderr, problem)
  }
  assert.deepEqual(
    readdirSync(folder).filter((name) => !/^(shop|damaged)\.db$|^new\.db-lock$/.test(name)),
    [],
  )
})

test('a folder that cannot be written is named, and nothing is written', async (t) => {
  const disk = smallDisk(t, 2)
  if (!disk) return t.skip('mounting a small file system needs root')
  execFileSync('mount', ['-o', 'remount,ro', disk.folder])
  const db = await databaseWith(join(await tempFolder(t), 'shop.db'), 'a')
  const { code, stderr } = await storewire(['backup', disk.folder, '--db', db])
  assert.equal(code, 1)
  assert.match(
    stderr,
    /^storewire: cannot write the backup \S+: the file system is read-only; choose another folder\n$/,
  )
})
