import assert from 'node:assert/strict'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createKey } from '../../src/access/keys.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { noBrowser } from '../support/browser.ts'
import { addMember, assertError, browserOf } from '../support/console.ts'
import { screenOf, startPages, THEMES, WIDTHS } from '../support/console-page.ts'
import { jpeg } from '../support/pictures.ts'
import { startProcess } from '../support/process.ts'
import { type Api, client, owner, startServer, tempFolder, testClock } from '../support/server.ts'

/** Writes what the test sees as pictures: `SCREENSHOTS=FOLDER node --test …`. */
const folder = process.env.SCREENSHOTS

test('operators see the installation, its findings and its backups, and make a backup', {
  skip: noBrowser,
}, async (t) => {
  const folder = await tempFolder(t)
  const [db, copies] = [join(folder, 'shop.db'), join(folder, 'copies')]
  mkdirSync(copies)
  const { baseUrl } = await startProcess(t, ['--db', db, '--backup-dir', copies])
  const store = await openStore(db, { create: false })
  t.after(() => store.close())
  const { id: workspaceId = '' } = (await store.read.get<{ id: string }>('SELECT id FROM workspaces')) ?? {}
  const served = { baseUrl, store, workspaceId, clock: testClock(Date.now()) }
  const memberId = await addMember(served, { isOperator: true })
  const ownerId = await addMember(served, { email: 'ben@shop.example' })
  const pages = await startPages(t)
  const { page, complaints, checkAccess, leave } = await pages.open(served as unknown as Api, '/system', { memberId })
  await page.getByText('There is no backup yet.').waitFor()
  await page.getByRole('button', { name: 'Check now' }).click()
  await page.getByText('owners sign in with a password alone').waitFor()
  await page.getByRole('button', { name: 'Make one now' }).click()
  await page.getByRole('cell', { name: /^storewire-\d{4}-.*\.db$/ }).waitFor()
  assert.equal(readdirSync(copies).filter((name) => name.startsWith('storewire-')).length, 1)
  await checkAccess()
  await page.setViewportSize({ width: 320, height: 640 })
  await checkAccess()
  assert.deepEqual(complaints, [])
  await leave()
  const begun = await store.read.all<{ actor: string }>("SELECT actor FROM audit_log WHERE action = 'backup.begun'")
  assert.deepEqual(begun, [{ actor: 'ada@shop.example' }])
  const other = await browserOf(served, ownerId)
  assertError(await other.get('/system'), 403, 'not_an_operator')
  assertError(await other.post('/system/backup'), 403, 'not_an_operator')
})

test('a server within another program says so', async (t) => {
  const api = await startServer(t)
  const page = await browserOf(api, await addMember(api, { isOperator: true }))
  assertError(await page.get('/system'), 404, 'no_system')
})

test('operators turn the test mode of a workspace on and off, and see it in the menu', {
  skip: noBrowser,
}, async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl } = await startProcess(t, ['--db', db])
  const store = await openStore(db, { create: false })
  t.after(() => store.close())
  const { id: workspaceId = '' } = (await store.read.get<{ id: string }>('SELECT id FROM workspaces')) ?? {}
  const served = { baseUrl, store, workspaceId, clock: testClock(Date.now()) }
  const memberId = await addMember(served, { isOperator: true })
  const pages = await startPages(t)
  const { page, complaints, checkThemes } = await pages.open(served as unknown as Api, '/system', { memberId })
  await page.getByRole('button', { name: 'Turn test mode on' }).click()
  await checkThemes()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn test mode on' }).click()
  await page.getByRole('button', { name: 'default Test' }).waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await checkThemes()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('button', { name: 'Turn test mode off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn test mode off' }).click()
  await page.getByRole('button', { name: 'default', exact: true }).waitFor()
  const changes = await store.read.all<{ details: string }>(
    "SELECT details FROM audit_log WHERE action = 'workspace.changed' ORDER BY at, id",
  )
  assert.deepEqual(
    changes.map(({ details }) => JSON.parse(details)),
    [{ test: true }, { test: false }],
  )
  assert.deepEqual(complaints, [])
})

test('operators see how much pictures in chats take, and change the limit', { skip: noBrowser }, async (t) => {
  const db = join(await tempFolder(t), 'shop.db')
  const { baseUrl } = await startProcess(t, ['--db', db])
  const store = await openStore(db, { create: false })
  t.after(() => store.close())
  const { id: workspaceId = '' } = (await store.read.get<{ id: string }>('SELECT id FROM workspaces')) ?? {}
  const served = { baseUrl, store, workspaceId, clock: testClock(Date.now()) }
  const memberId = await addMember(served, { isOperator: true })
  const key = { workspaceId, kind: 'publishable', name: 'widget' } as const
  const { key: publishable } = await store.write((tx) => createKey(tx, owner, key, served.clock.now()))
  const headers = { 'x-service-key': publishable }
  const session = await client(baseUrl, '').call('POST', '/widget/sessions', { json: {}, headers })
  const guest = client(baseUrl, session.body.token)
  assert.equal((await guest.call('POST', '/widget/pictures', { body: jpeg({ fill: 3 * 1024 * 1024 }) })).status, 200)
  const pages = await startPages(t)
  const { page, complaints, checkThemes } = await pages.open(served as unknown as Api, '/system', { memberId })
  const section = page.getByRole('region', { name: 'Pictures in chats' })
  await section.getByText('3 MiB of 1 GiB').waitFor()
  await section.getByText('3 MiB of 256 MiB').waitFor()
  for (const width of WIDTHS) {
    await page.setViewportSize(screenOf(width))
    await checkThemes()
    for (const colorScheme of folder ? THEMES : []) {
      await page.emulateMedia({ colorScheme })
      await section.scrollIntoViewIfNeeded()
      await page.screenshot({ path: `${folder}/system-pictures-${width}-${colorScheme}.png` })
    }
  }
  await section.getByLabel('Limit, in MiB').fill('64')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await section.getByText('3 MiB of 64 MiB').waitFor()
  await section.getByText('3 MiB of 16 MiB').waitFor()
  assert.deepEqual(await store.read.all('SELECT max_mib AS mib FROM picture_settings'), [{ mib: 64 }])
  assert.deepEqual(complaints, [])
})
