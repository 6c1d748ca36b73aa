import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addNotice } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { changeLetterSettings } from '../../src/letters/settings.ts'
import { isChatOpen } from '../../src/widget/streams.ts'
import { openEvents } from '../support/event-stream.ts'
import { MINUTE, pushCustomer, startMailingShop } from '../support/letters.ts'
import { owner, startServer } from '../support/server.ts'
import { PUBLIC_BASE, smtpMailer, startSmtp } from '../support/smtp.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/*
 * What agents reply, and how refunds end, is mailed to customers who have left.
 */

test('replies to a signed-in customer who has left are mailed after two minutes, one mail a burst, by a real SMTP server', async (t) => {
  const smtp = await startSmtp(t)
  const api = await startServer(t, { mailer: smtpMailer(smtp) })
  const { store, clock, workspaceId, wake } = api
  await store.write((tx) => changeLetterSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await (await startWidget(api)).open('c1')
  await page.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  const answer = (text: string) =>
    store.write((tx) =>
      reply(
        tx,
        owner,
        { workspaceId, id: page.conversationId, text, agentName: 'Ben\r\nBcc: evil@example.com' },
        clock.now(),
      ),
    )
  await answer('It left today.\r\nSubject: injected')
  clock.advance(MINUTE)
  await answer('<b>It arrives on Friday.</b>')
  const isQueued = async () => (await store.read.get('SELECT 1 FROM mails')) !== undefined
  await until(isQueued)
  wake()
  assert.equal(smtp.received.length, 0)
  clock.advance(MINUTE)
  wake()
  const [mail] = await smtp.arrived(1)
  assert.ok(mail)
  assert.deepEqual(mail.to, ['ada@example.com'])
  assert.equal(mail.headers.subject, 'New reply from shop')
  assert.match(mail.text, /Ben.*\n> It left today\.\n> Subject: injected\n\nBen/)
  assert.match(mail.text, /<b>It arrives on Friday\.<\/b>/)
  assert.match(mail.html ?? '', /&lt;b&gt;It arrives on Friday\.&lt;\/b&gt;/)
  assert.equal(mail.headers.bcc, undefined)
  // What is answered by mail is not read: the mail says so, and has the link.
  assert.match(mail.text, /answers to it are not read/)
  assert.match(mail.text, new RegExp(`${PUBLIC_BASE}/mail/open\\?lang=en#ml_\\w+`))
  for (const part of [mail.text, mail.html ?? '']) assert.doesNotMatch(part, /Where is my mug/)
  // No picture is loaded from anywhere.
  assert.doesNotMatch(mail.html ?? '', /<img|url\(/)
  clock.advance(10 * MINUTE)
  wake()
  assert.equal(smtp.received.length, 1)
})

test('nothing is mailed while the customer has the chat open, has read the reply, or mails are off', async (t) => {
  const shop = await startMailingShop(t)
  const { api, widget } = shop
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  const stream = await openEvents(t, api.baseUrl, page.token)
  await shop.reply(page.conversationId, 'First')
  await shop.settled()
  shop.later(2 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 0)
  stream.close()
  await until(() => !isChatOpen(api.store, page.conversationId))
  const { body } = await page.call('GET', '/conversation')
  await page.call('POST', `/messages/${body.messages.at(-1).id}/read`)
  await shop.reply(page.conversationId, 'Second')
  await shop.settled()
  shop.later(2 * MINUTE)
  const mail = await shop.arrived(1)
  assert.match(mail.text, /Second/)
  assert.doesNotMatch(mail.text, /First/)
  await shop.set({ enabled: false })
  await shop.reply(page.conversationId, 'Third')
  shop.later(2 * MINUTE)
  await shop.set({ enabled: true })
  await shop.settled()
  assert.equal(shop.mails().length, 1)
})

test('the outcome of a refund is mailed, what is only on the way is not', async (t) => {
  const shop = await startMailingShop(t)
  const { api, widget } = shop
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hallo' } })
  const notice = (code: 'pending' | 'succeeded') =>
    api.store.write((tx) =>
      addNotice(tx, page.conversationId, { code, amount: 3_900, currency: 'EUR' }, api.clock.now()),
    )
  await notice('pending')
  await shop.settled()
  shop.later(2 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 0)
  await notice('succeeded')
  await shop.settled()
  shop.later(2 * MINUTE)
  const mail = await shop.arrived(1)
  assert.match(mail.subject, /Your refund from shop/)
  assert.match(mail.text, /Your refund of €39\.00 has been made\./)
  assert.ok(mail.headers.some((line) => line.startsWith('List-Unsubscribe:')))
})

test('a guest’s address gets replies once it is confirmed, also those from before', async (t) => {
  const shop = await startMailingShop(t)
  const page = await shop.guest('guest@example.com')
  const asked = await shop.arrived(1)
  await shop.reply(page.conversationId, 'We found it.')
  await shop.settled()
  shop.later(5 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 1)
  assert.equal((await shop.press('confirm', shop.tokenOf(asked, 'confirm'))).status, 200)
  const mail = await shop.arrived(2)
  assert.match(mail.text, /We found it\./)
  assert.equal(mail.to, 'guest@example.com')
})

test('without a pushed or typed address nothing is mailed', async (t) => {
  const shop = await startMailingShop(t)
  await pushCustomer(shop.api, 'c1', null)
  for (const page of [await shop.widget.open('c1'), await shop.widget.open()]) {
    await page.call('POST', '/messages', { json: { text: 'Hello' } })
    await shop.reply(page.conversationId, 'Hi')
  }
  await shop.settled()
  shop.later(2 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 0)
  assert.equal(await shop.api.store.read.get('SELECT 1 FROM mails'), undefined)
})

test('a reply that comes while the mail with an earlier one is on its way is mailed, too', async (t) => {
  const gate = Promise.withResolvers<void>()
  const shop = await startMailingShop(t, { beforeSend: () => gate.promise })
  const { api, widget } = shop
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await shop.reply(page.conversationId, 'First')
  await until(async () => (await api.store.read.get('SELECT 1 FROM mails')) !== undefined)
  shop.later(2 * MINUTE)
  // On its way: its messages are marked.
  await until(async () => (await api.store.read.get('SELECT 1 FROM messages WHERE mail_id IS NOT NULL')) !== undefined)
  await shop.reply(page.conversationId, 'Second')
  gate.resolve()
  const first = await shop.arrived(1)
  await shop.settled()
  shop.later(2 * MINUTE)
  const second = await shop.arrived(2)
  assert.deepEqual([/First/.test(first.text), /Second/.test(first.text)], [true, false])
  assert.deepEqual([/First/.test(second.text), /Second/.test(second.text)], [false, true])
})

test('a mail and the page of its link are in the language of the chat, English if there are no texts in it', async (t) => {
  const shop = await startMailingShop(t)
  const { store, baseUrl } = shop.api
  const subjects = {
    de: 'Neue Antwort von shop',
    fr: 'Nouvelle réponse de shop',
    es: 'Nueva respuesta de shop',
    nl: 'New reply from shop',
  }
  let count = 0
  for (const [language, subject] of Object.entries(subjects)) {
    const { conversationId } = await shop.confirmedGuest(`${language}@example.com`)
    await store.write((tx) => tx.run('UPDATE conversations SET language = ? WHERE id = ?', language, conversationId))
    await shop.reply(conversationId, 'OK')
    await shop.settled()
    shop.later(2 * MINUTE)
    count += 2
    const mail = await shop.arrived(count)
    assert.equal(mail.subject, subject)
    const shown = language === 'nl' ? 'en' : language
    assert.match(mail.html ?? '', new RegExp(`<html lang="${shown}"`))
    const [, path] = /(\/mail\/open\?lang=\w\w)#/.exec(mail.text) ?? []
    const page = await fetch(new URL(path ?? '', baseUrl))
    assert.match(await page.text(), new RegExp(`<html lang="${shown}"`))
    // Every text was filled in.
    assert.doesNotMatch(mail.text, /[{}]/)
  }
})

test('many long replies are cut in the mail, not its links', async (t) => {
  const shop = await startMailingShop(t)
  await pushCustomer(shop.api, 'c1', 'ada@example.com')
  const page = await shop.widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  for (let count = 1; count <= 20; count++)
    await shop.reply(page.conversationId, `Reply ${count}\n${'\n'.repeat(9_000)}`)
  await shop.settled()
  shop.later(2 * MINUTE)
  const mail = await shop.arrived(1)
  assert.match(mail.text, /Reply 1\n[\s\S]*Reply 20\n/)
  for (const name of ['open', 'stop'] as const) shop.tokenOf(mail, name)
})

test('a reply that waits is mailed to the address that the shop has pushed meanwhile', async (t) => {
  const shop = await startMailingShop(t)
  const { api } = shop
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await shop.widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await shop.reply(page.conversationId, 'It left today.')
  await shop.settled()
  await api.push('customers', [{ id: 'c1', updatedAt: '2026-02-02T00:00:00Z', name: 'Ada', email: 'new@example.com' }])
  for (let tries = 0; tries < 2; tries++) {
    shop.later(2 * MINUTE)
    await shop.settled()
  }
  const mail = await shop.arrived(1)
  assert.equal(mail.to, 'new@example.com')
  assert.match(mail.text, /It left today\./)
  assert.equal(shop.mails().length, 1)
})

test('replies that a customer reads in the open chat use up no mail of the hour', async (t) => {
  const shop = await startMailingShop(t)
  const { api, widget } = shop
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  const stream = await openEvents(t, api.baseUrl, page.token)
  for (let count = 1; count <= 6; count++) {
    await shop.reply(page.conversationId, `Reply ${count}`)
    await shop.settled()
    shop.later(2 * MINUTE)
    await shop.settled()
  }
  const { body } = await page.call('GET', '/conversation')
  await page.call('POST', `/messages/${body.messages.at(-1).id}/read`)
  stream.close()
  await until(() => !isChatOpen(api.store, page.conversationId))
  assert.equal(shop.mails().length, 0)
  await shop.reply(page.conversationId, 'One more thing')
  await shop.settled()
  shop.later(2 * MINUTE)
  assert.match((await shop.arrived(1)).text, /One more thing/)
})

test('a reply that was tried in vain is mailed to the address that the shop has pushed meanwhile', async (t) => {
  const smtp = await startSmtp(t)
  smtp.answer('RCPT TO', 451, '4.7.1 Greylisted')
  const api = await startServer(t, { mailer: smtpMailer(smtp) })
  const { store, clock, workspaceId, wake } = api
  await store.write((tx) => changeLetterSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await (await startWidget(api)).open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  const answer = { workspaceId, id: page.conversationId, text: 'It left today.', agentName: 'Ben' }
  await store.write((tx) => reply(tx, owner, answer, clock.now()))
  const has = async (sql: string) => (await store.read.get(sql)) !== undefined
  await until(() => has('SELECT 1 FROM mails'))
  clock.advance(2 * MINUTE)
  wake()
  await until(() => has('SELECT 1 FROM mails WHERE tries = 1'))
  await api.push('customers', [{ id: 'c1', updatedAt: '2026-02-02T00:00:00Z', name: 'Ada', email: 'new@example.com' }])
  smtp.answer('RCPT TO', null)
  clock.advance(2 * MINUTE)
  wake()
  await until(() => has(`SELECT 1 FROM mails WHERE recipient = 'new@example.com'`))
  clock.advance(2 * MINUTE)
  wake()
  const [mail] = await smtp.arrived(1)
  assert.deepEqual(mail?.to, ['new@example.com'])
  assert.match(mail?.text ?? '', /It left today\./)
})
