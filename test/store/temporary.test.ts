import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { backUp } from '../../src/store/sqlite/backup.ts'
import { inTemporaryFolder, removeAbandoned } from '../../src/store/temporary.ts'
import { databaseWith, firstVersion } from '../support/databases.ts'
import { startProcess, storewire, unprivileged } from '../support/process.ts'
import { tempFolder } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'

const HALF_A_DAY_MS = 12 * 60 * 60 * 1000
const PRELOAD = `--import ${new URL('../support/interrupted.ts', import.meta.url).href}`

/** Leaves in `folder` what a backup leaves there that is killed, and gives the names: a folder and its lock. */
async function killedBackup(t: TestContext, folder: string): Promise<string[]> {
  const file = await databaseWith(join(await tempFolder(t), 'shop.db'), 'a')
  const before = readdirSync(folder)
  const env = { NODE_OPTIONS: PRELOAD, INTERRUPTED_BY: 'SIGKILL' }
  const { signal } = await storewire(['backup', join(folder, 'copy.db'), '--db', file], { env })
  assert.equal(signal, 'SIGKILL')
  const left = readdirSync(folder).filter((name) => !before.includes(name))
  const [made = '', lock = ''] = left.sort()
  assert.equal(lock, `${made}-lock`)
  writeFileSync(join(folder, made, 'copy.db'), 'half')
  return left
}

test('files of a killed backup are removed by the next backup into that folder', async (t) => {
  const folder = await tempFolder(t)
  await killedBackup(t, folder)
  await backUp(await databaseWith(join(await tempFolder(t), 'shop.db'), 'a'), join(folder, 'copy.db'))
  assert.deepEqual(readdirSync(folder), ['copy.db'])
})

test('files of a killed backup beside the database and in the backup folder are removed when the server starts', async (t) => {
  const [folder, backups] = [await tempFolder(t), await tempFolder(t)]
  for (const place of [folder, backups]) await killedBackup(t, place)
  await startProcess(t, ['--db', join(folder, 'shop.db'), '--backup-dir', backups])
  assert.deepEqual(
    [...readdirSync(folder), ...readdirSync(backups)].filter((name) => name.startsWith('.')),
    [],
  )
})

test('a start frees the disk space that a killed backup took', async (t) => {
  const disk = smallDisk(t, 4)
  if (!disk) return t.skip('mounting a small file system needs root')
  const file = join(disk.folder, 'shop.db')
  await databaseWith(file, 'a')
  const [made = ''] = await killedBackup(t, disk.folder)
  const filler = openSync(join(disk.folder, made, 'copy.db'), 'w')
  assert.throws(() => writeFileSync(filler, Buffer.alloc(8 * 1024 * 1024)), { code: 'ENOSPC' })
  closeSync(filler)
  await startProcess(t, ['--db', file])
})

test('files of a killed update of the tables are removed by the next update', async (t) => {
  const folder = await tempFolder(t)
  const file = join(folder, 'shop.db')
  firstVersion(file).close()
  const env = { NODE_OPTIONS: PRELOAD, INTERRUPTED_BY: 'SIGKILL' }
  const command = ['workspaces', 'list', '--db', file]
  assert.equal((await storewire(command, { env })).signal, 'SIGKILL')
  assert.ok(readdirSync(folder).some((name) => name.startsWith('.storewire-tmp-')))
  assert.equal((await storewire(command)).code, 0)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('.')),
    [],
  )
})

test('files of a running process are not removed, by this process or others, however old they are', async (t) => {
  const folder = await tempFolder(t)
  const file = await databaseWith(join(await tempFolder(t), 'shop.db'), 'a')
  await inTemporaryFolder(folder, async (temporary) => {
    writeFileSync(join(temporary, 'copy.db'), 'half')
    for (const path of [temporary, `${temporary}-lock`]) utimesSync(path, 0, 0)
    removeAbandoned(folder)
    assert.equal((await storewire(['backup', join(folder, 'other.db'), '--db', file])).code, 0)
    assert.deepEqual(readdirSync(temporary), ['copy.db'])
  })
  assert.deepEqual(readdirSync(folder), ['other.db'])
})

test('files of another machine, whose locks may be invisible here, are removed when they are old', async (t) => {
  const folder = await tempFolder(t)
  const left = await killedBackup(t, folder)
  const others = left.map((name) => name.replace(/-tmp-[^.]*\.[^.]*\./, '-tmp-0badcafe.0badf00d.'))
  for (const [index, name] of left.entries()) renameSync(join(folder, name), join(folder, others[index] ?? ''))
  removeAbandoned(folder)
  assert.deepEqual(readdirSync(folder).sort(), others)
  const then = (Date.now() - HALF_A_DAY_MS - 60_000) / 1000
  for (const name of others) utimesSync(join(folder, name), then, then)
  removeAbandoned(folder)
  assert.deepEqual(readdirSync(folder), [])
})

test('files that this machine left under an earlier host name are removed', {
  skip: process.platform === 'linux' ? false : 'only Linux names the start of a machine',
}, async (t) => {
  const folder = await tempFolder(t)
  for (const name of await killedBackup(t, folder))
    renameSync(join(folder, name), join(folder, name.replace(/-tmp-[^.]*\./, '-tmp-0badcafe.')))
  removeAbandoned(folder)
  assert.deepEqual(readdirSync(folder), [])
})

test('files of another user do not prevent a backup', {
  skip: process.getuid?.() === 0 ? false : 'only root can be another user',
}, async (t) => {
  const folder = await tempFolder(t)
  const left = await killedBackup(t, folder)
  const aged = join(folder, '.storewire-tmp-old')
  mkdirSync(join(aged, 'within'), { recursive: true })
  utimesSync(aged, 0, 0)
  chmodSync(folder, 0o777)
  const file = await databaseWith(join(await tempFolder(t), 'shop.db'), 'a')
  chmodSync(dirname(file), 0o777)
  chownSync(file, unprivileged.uid ?? 0, unprivileged.gid ?? 0)
  const { code, stderr } = await storewire(['backup', join(folder, 'copy.db'), '--db', file], unprivileged)
  assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(folder).sort(), ['.storewire-tmp-old', ...left, 'copy.db'].sort())
})
