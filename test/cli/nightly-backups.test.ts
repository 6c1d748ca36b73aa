import assert from 'node:assert/strict'
import { chownSync, mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openStore } from '../../src/store/sqlite/open.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, assertError, browserOf } from '../support/console.ts'
import { startPages } from '../support/console-page.ts'
import { startProcess, storewire } from '../support/process.ts'
import { type Api, tempFolder, testClock } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

const json = async (args: string[]) => {
  const { code, stdout, stderr } = await storewire([...args, '--json'])
  return { code, body: JSON.parse(stdout || stderr) }
}

const copiesIn = (folder: string) => readdirSync(folder).filter((name) => /^storewire-.*\.db$/.test(name))

/** A server on a file, and a browser of its operator. */
async function served(t: Parameters<typeof tempFolder>[0], db: string, options: string[] = []) {
  const { baseUrl, child, stop } = await startProcess(t, ['--db', db, ...options])
  const store = await openStore(db, { create: false })
  t.after(() => store.close())
  const { id: workspaceId = '' } = (await store.read.get<{ id: string }>('SELECT id FROM workspaces')) ?? {}
  const api = { baseUrl, store, workspaceId, clock: testClock(Date.now()) } as unknown as Api
  const memberId = await addMember(api, { isOperator: true })
  return { api, child, stop, memberId, page: await browserOf(api, memberId) }
}

/** Leaves a database as one from before nightly backups is after its update. */
function forgetNightly(db: string): void {
  const file = new Database(db)
  file.exec('DELETE FROM nightly_backups')
  file.close()
}

const backupsOf = async (page: Awaited<ReturnType<typeof served>>['page']) => (await page.get('/system')).body.backups

test('a new database has nightly backups; one from before has them after a click, which makes the first', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const folder = `${db}-backups`
  const first = await served(t, db)
  assert.deepEqual(await backupsOf(first.page), {
    folder,
    plan: 'nightly',
    files: [],
    isRunning: false,
    failure: null,
    copies: null,
  })
  assert.deepEqual((await first.page.get('/home')).body.backup, { isPlanned: true, lastAt: null, failure: null })
  await first.page.post('/system/nightly-backups', { isOn: false })
  assert.equal((await backupsOf(first.page)).plan, 'off')
  assert.equal((await first.page.get('/home')).body.backup.isPlanned, false)

  assert.equal((await first.page.post('/system/nightly-backups', { isOn: true })).status, 202)
  await until(async () => (await backupsOf(first.page)).files.length === 1)
  const { plan, files } = await backupsOf(first.page)
  assert.equal(plan, 'nightly')
  const [file] = files
  const path = join(folder, file.name)
  assert.equal(file.restore, `npx storewire restore ${path} --db ${db} --force`)
  assert.deepEqual([statSync(path).mode & 0o777, statSync(folder).mode & 0o777], [0o600, 0o700])
  await until(async () => (await first.page.get('/home')).body.backup.lastAt !== null)
  const logged = await first.api.store.read.all<{ action: string }>(
    "SELECT action FROM audit_log WHERE action LIKE 'backup%' ORDER BY at, id",
  )
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['backups.turned_on', 'backups.turned_off', 'backups.turned_on'],
  )

  await first.stop()
  await first.api.store.close()
  const restored = await storewire(file.restore.split(' ').slice(2))
  assert.equal(restored.code, 0, restored.stderr)
})

test('the command line turns nightly backups on and off and lists them; doctor and the metrics know them', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const folder = `${db}-backups`
  const { baseUrl } = await startProcess(t, ['--db', db, '--metrics'])
  forgetNightly(db)
  const doctor = async () => {
    const { findings } = (await json(['doctor', '--db', db])).body
    return findings.filter(({ check }: { check: string }) => check === 'backups')
  }
  const isMeasured = async () =>
    /^storewire_last_backup_timestamp_seconds (\d+)/m.exec(await (await fetch(new URL('/metrics', baseUrl))).text())
  assert.deepEqual((await json(['backups', 'list', '--db', db])).body, { isOn: false, folder, files: [] })
  assert.match((await doctor())[0].found, /no backups are scheduled/)
  assert.equal(await isMeasured(), null)
  const on = await json(['backups', 'on', '--db', db])
  assert.deepEqual([on.code, on.body.isOn, on.body.backup.file], [0, true, join(folder, copiesIn(folder)[0] ?? '')])
  assert.ok(Number((await isMeasured())?.[1]) > 0)
  assert.deepEqual([(await doctor()).length, (await doctor())[0].level], [1, 'ok'])
  const { files } = (await json(['backups', 'list', '--db', db])).body
  assert.deepEqual(
    [files.length, files[0].restore],
    [1, `npx storewire restore ${on.body.backup.file} --db ${db} --force`],
  )
  const shown = await storewire(['backups', 'list', '--db', db])
  assert.match(shown.stdout, /Nightly backups are on\n.*\n.*FILE.*\n.*To go back to the newest one, stop the server/s)
  assert.equal((await json(['backups', 'off', '--db', db])).body.isOn, false)
  assert.equal(await isMeasured(), null)
})

test('a database that begins with "workspaces create" has nightly backups, and a later workspace changes nothing', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const isOn = async () => (await json(['backups', 'list', '--db', db])).body.isOn
  assert.equal((await storewire(['workspaces', 'create', 'shop', '--db', db])).code, 0)
  assert.equal(await isOn(), true)
  assert.equal((await storewire(['backups', 'off', '--db', db])).code, 0)
  assert.equal((await storewire(['workspaces', 'create', 'second', '--db', db])).code, 0)
  assert.equal(await isOn(), false)
})

test('after root has made the first backup, the server can make the next', {
  skip: process.getuid?.() !== 0 && 'needs root',
}, async (t) => {
  const folder = await tempFolder(t)
  const db = join(folder, 'shop.db')
  const nobody = { uid: 65_534, gid: 65_534 }
  chownSync(folder, nobody.uid, nobody.gid)
  assert.equal((await storewire(['workspaces', 'create', 'shop', '--db', db])).code, 0)
  chownSync(db, nobody.uid, nobody.gid)
  const { body } = await json(['backup', '--db', db])
  for (const made of [`${db}-backups`, body.file]) assert.equal(statSync(made).uid, nobody.uid, made)
})

test('the newest seven nightly backups are kept', async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  assert.equal((await storewire(['workspaces', 'create', 'shop', '--db', db])).code, 0)
  const folder = `${db}-backups`
  mkdirSync(folder)
  const old = Array.from({ length: 9 }, (_, day) => `storewire-2026-01-0${day + 1}T03-00-00Z.db`)
  for (const name of old) writeFileSync(join(folder, name), '')
  const { code, body } = await json(['backup', '--db', db])
  assert.deepEqual([code, body.removed.length], [0, 3])
  assert.deepEqual(copiesIn(folder).slice(0, 6), old.slice(3))
  assert.equal(copiesIn(folder).length, 7)
})

test('a backup beside the database is refused if it would fill the disk or cannot be written, and nothing is lost', async (t) => {
  const disk = smallDisk(t, 48)
  if (!disk) return t.skip('mounting a disk needs root')
  const db = join(disk.folder, 'shop.db')
  const { api, page, stop } = await served(t, db)
  await page.post('/system/nightly-backups', { isOn: false })
  const other = new Database(db)
  other.exec('CREATE TABLE filler AS SELECT randomblob(6000000) AS x')
  other.close()
  // Less than twice the database, also once its log is emptied, and enough for what the server writes meanwhile.
  const { bavail, bsize } = statfsSync(disk.folder)
  writeFileSync(join(disk.folder, 'filler'), Buffer.alloc(bavail * bsize - 4 * 1024 * 1024))
  const refused = await page.post('/system/nightly-backups', { isOn: true })
  assertError(refused, 409, 'no_room_for_backups')
  assert.match(refused.body.message, /needs [\d.]+ (MiB|KiB) of free space, twice the database, and there are [\d.]+ /)
  assertError(await page.post('/system/backup'), 409, 'no_room_for_backups')
  assert.deepEqual([(await backupsOf(page)).plan, (await backupsOf(page)).files], ['off', []])
  const { code, body } = await json(['backups', 'on', '--db', db])
  assert.deepEqual([code, body.error.reason], [1, 'no_room_for_backups'])
  // As it becomes if the disk fills up later.
  await api.store.write((tx) => tx.run('INSERT INTO nightly_backups VALUES (1, 1)'))
  const { findings } = (await json(['doctor', '--db', db])).body
  const problem = findings.find(
    ({ check, level }: { check: string; level: string }) => check === 'backups' && level === 'problem',
  )
  assert.match(problem.found, /needs .* of free space/)

  rmSync(join(disk.folder, 'filler'))
  writeFileSync(`${db}-backups`, 'a file in the way')
  const inTheWay = await page.post('/system/nightly-backups', { isOn: true })
  assertError(inTheWay, 503, 'cannot_write')
  assert.match(inTheWay.body.message, /cannot write backups to .*shop\.db-backups: it is a file; name a folder/)
  assert.equal((await page.get('/home')).status, 200)
  rmSync(`${db}-backups`)
  assert.equal((await page.post('/system/backup')).status, 202)
  await until(async () => (await backupsOf(page)).files.length === 1)
  await api.store.close()
  await stop()
})

test('a server with a folder for backups makes none beside the database', async (t) => {
  const home = await tempFolder(t)
  const copies = join(home, 'copies')
  mkdirSync(copies)
  const { page } = await served(t, join(home, 'shop.db'), ['--backup-dir', copies])
  assert.deepEqual([(await backupsOf(page)).plan, (await backupsOf(page)).folder], ['scheduled', copies])
  assertError(await page.post('/system/nightly-backups', { isOn: true }), 409, 'backups_scheduled')
  assert.equal((await page.post('/system/backup')).status, 202)
  await until(async () => (await backupsOf(page)).files.length === 1)
  assert.deepEqual(
    readdirSync(home).filter((name) => name.endsWith('-backups')),
    [],
  )
})

test('operators turn nightly backups on in a browser, and find the command that restores each', {
  skip: noBrowser,
}, async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { api, memberId } = await served(t, db)
  await api.store.write((tx) => tx.run('DELETE FROM nightly_backups'))
  const pages = await startPages(t)
  const { page, complaints, checkThemes, leave } = await pages.open(api, '/system', { memberId })
  await page.getByRole('button', { name: 'Back up every night' }).click()
  await page.getByRole('button', { name: /^Restore storewire-/ }).click()
  await page.getByRole('dialog').getByText(`--db ${db} --force`).waitFor()
  await checkThemes()
  await page.keyboard.press('Escape')
  await page.locator('.status', { hasText: 'Every night' }).waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await checkThemes()
  await page.getByRole('button', { name: 'Stop nightly backups' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop nightly backups' }).click()
  await page.getByRole('button', { name: 'Back up every night' }).waitFor()
  assert.deepEqual(complaints, [])
  await leave()
})
