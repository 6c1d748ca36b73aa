import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { stopFor } from '../../src/letters/stops.ts'
import { createMailbox } from '../../src/mail/mailbox.ts'
import { queueMail } from '../../src/mail/queue.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { commandRunner } from '../support/commands.ts'
import { MINUTE, pushCustomer, startMailingShop } from '../support/letters.ts'
import { client, owner, tempFolder, testServices } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const run = commandRunner()

/*
 * An address that was stopped gets nothing any more.
 */

test('a stop ends all mails to an address for good, also those that wait, however it is written', async (t) => {
  const shop = await startMailingShop(t)
  const page = await shop.confirmedGuest('guest@example.com')
  await shop.reply(page.conversationId, 'First')
  await shop.settled()
  shop.later(2 * MINUTE)
  const mail = await shop.arrived(2)
  await shop.reply(page.conversationId, 'Second')
  await shop.settled()
  assert.equal((await shop.press('stop', shop.tokenOf(mail, 'stop'))).status, 200)
  shop.later(2 * MINUTE)
  await shop.settled()
  await shop.reply(page.conversationId, 'Third')
  assert.equal((await page.call('POST', '/transcript', { json: {} })).body.data.reason, 'stopped')
  // Nobody learns from the window that somebody has stopped mails.
  for (const email of ['Guest@example.com', 'guest+x@example.com']) {
    const other = await shop.guest(email)
    assert.equal((await other.call('POST', '/transcript', { json: { email } })).body.status, 'confirm')
  }
  await shop.settled()
  shop.later(3 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 2)
  // Only a hash is kept.
  const row = await shop.api.store.read.get<{ address_hash: string }>('SELECT * FROM mail_stops')
  assert.doesNotMatch(JSON.stringify(row), /guest|example/)
})

test('both parts of a mail have the link that stops mails, also if the shop’s own text leaves it out', async (t) => {
  const shop = await startMailingShop(t, { settings: { texts: [{ language: 'en', name: 'stop', text: 'Goodbye.' }] } })
  await shop.guest('guest@example.com')
  const mail = await shop.arrived(1)
  assert.match(mail.html ?? '', new RegExp(`Goodbye\\. <a href="[^"]*#${shop.tokenOf(mail, 'stop')}"`))
})

test('the stop of a customer’s address stops waiting mails of chats, and none to a member with the address', async (t) => {
  const shop = await startMailingShop(t)
  const { store, clock, workspaceId } = shop.api
  const to = 'ada@example.com'
  await pushCustomer(shop.api, 'c1', to)
  const page = await shop.widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await shop.reply(page.conversationId, 'Hi')
  await shop.settled()
  const later = { kind: 'member.invite', workspaceId, to, about: 'link_1', dueAt: clock.now() + MINUTE }
  await store.write((tx) => queueMail(tx, later, clock.now()))
  await store.write((tx) => stopFor(tx, owner, { workspaceId, address: to }, clock.now()))
  assert.deepEqual(await store.read.all('SELECT kind, state FROM mails ORDER BY kind'), [
    { kind: 'chat.reply', state: 'stopped' },
    { kind: 'member.invite', state: 'waiting' },
  ])
})

test('a mail client stops mails that are no answer with one POST, and its GET does nothing', async (t) => {
  const shop = await startMailingShop(t)
  await shop.guest('guest@example.com')
  const mail = await shop.arrived(1)
  const header = (name: string) => mail.headers.find((line) => line.startsWith(`${name}:`)) ?? ''
  const [, address = ''] = /<([^>]+)>/.exec(header('List-Unsubscribe')) ?? []
  assert.match(address, /\/mail\/stop\?t=ml_\w+$/)
  for (const method of ['GET', 'HEAD']) assert.equal((await fetch(address, { method })).status, 200)
  assert.equal(await shop.api.store.read.get('SELECT 1 FROM mail_stops'), undefined)
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  assert.equal((await fetch(address, { method: 'POST', body })).status, 200)
  assert.notEqual(await shop.api.store.read.get('SELECT 1 FROM mail_stops'), undefined)
})

test('a stopped address stays stopped after erasure, and after a restore of a backup from before', async (t) => {
  const shop = await startMailingShop(t)
  const { api } = shop
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await shop.widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await shop.reply(page.conversationId, 'Hi')
  await shop.settled()
  shop.later(2 * MINUTE)
  const mail = await shop.arrived(1)
  const folder = await tempFolder(t)
  const [backup, file] = [join(folder, 'backup.db'), join(folder, 'shop.db')]
  const command = async (...args: string[]) => {
    const { code, stderr } = await run(args)
    assert.equal(code, 0, stderr)
  }
  await shop.reply(page.conversationId, 'Waiting')
  await shop.settled()
  await command('backup', backup, '--db', api.file)
  assert.equal((await shop.press('stop', shop.tokenOf(mail, 'stop'))).status, 200)
  await api.call('DELETE', '/customers/c1')
  // The database that is replaced.
  await command('backup', file, '--db', api.file)
  await command('restore', backup, '--db', file, '--force')
  const store = await openStore(file, { create: false, serving: true })
  const mailbox = createMailbox({ now: api.clock.now })
  const server = await startServing(
    { ...testServices(store, api.clock), mailer: mailbox },
    { host: '127.0.0.1', port: 0 },
  )
  t.after(async () => {
    await server.stop()
    await store.close()
  })
  mailbox.setBase(server.url)
  const restored = { ...api, baseUrl: server.url, store }
  const widget = await startWidget(restored)
  const again = await widget.open('c1')
  await again.call('POST', '/messages', { json: { text: 'Hello again' } })
  assert.equal((await again.call('POST', '/transcript', { json: {} })).body.data.reason, 'stopped')
  api.clock.advance(10 * MINUTE)
  server.wake()
  assert.equal((await fetch(`${server.url}/ping`)).status, 401)
  assert.deepEqual(mailbox.mails(), [])
  // A restore stops all waiting mail, and ends the links: those that were used since the backup would work again.
  assert.deepEqual(await store.read.all(`SELECT DISTINCT state FROM mails WHERE state <> 'sent'`), [
    { state: 'stopped' },
  ])
  assert.equal(await store.read.get('SELECT 1 FROM mail_links'), undefined)
  const press = client(server.url.replace('/api/v1', ''), shop.tokenOf(mail, 'open'))
  assert.equal((await press.call('POST', '/mail/open')).status, 404)
})
