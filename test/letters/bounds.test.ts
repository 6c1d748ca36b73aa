import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE, pushCustomer, startMailingShop } from '../support/letters.ts'
import { client } from '../support/server.ts'

/*
 * Nobody can use the chat window to mail strangers.
 */

test('a typed address is mailed once to be confirmed, with no word that the guest typed', async (t) => {
  const shop = await startMailingShop(t, { settings: { signature: 'Mugs Ltd, 1 Pot Lane' } })
  const page = await shop.guest('stranger@example.com')
  const mail = await shop.arrived(1)
  assert.equal(mail.to, 'stranger@example.com')
  assert.equal(mail.subject, 'Confirm your e-mail address for shop')
  for (const part of [mail.subject, mail.text, mail.html ?? '', ...mail.headers.filter((line) => !/^To:/.test(line))])
    assert.doesNotMatch(part, /MARKER|stranger/)
  assert.match(mail.text, /Mugs Ltd, 1 Pot Lane/)
  // Whatever happens in the chat then, nothing else goes there.
  await shop.reply(page.conversationId, 'Hello')
  await shop.api.store.write((tx) =>
    tx.run('UPDATE conversations SET awaits_contact = 1 WHERE id = ?', page.conversationId),
  )
  await page.call('POST', '/contact', { json: { email: 'stranger@example.com' } })
  assert.equal(
    (await page.call('POST', '/transcript', { json: { email: 'stranger@example.com' } })).body.status,
    'confirm',
  )
  await shop.settled()
  shop.later(3 * MINUTE)
  await shop.settled()
  shop.later(3 * 60 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 1)
})

test('an address that was typed again after another one is asked, if its first mail was not sent', async (t) => {
  const free = Promise.withResolvers<void>()
  const shop = await startMailingShop(t, { beforeSend: () => free.promise })
  await shop.guest('first@example.com')
  const page = await shop.widget.open()
  const ask = async (email: string) =>
    assert.equal((await page.call('POST', '/transcript', { json: { email } })).body.status, 'confirm')
  // These wait behind the first mail; then the one to ada is no longer wanted.
  for (const email of ['ada@example.com', 'ben@example.com']) await ask(email)
  free.resolve()
  await shop.settled()
  await ask('ada@example.com')
  await shop.settled()
  await ask('ada@example.com')
  await shop.settled()
  assert.deepEqual(
    shop.mails().map(({ to }) => to),
    ['first@example.com', 'ben@example.com', 'ada@example.com'],
  )
})

test('no header of a mail has the language that a guest claims to have, which may be any word', async (t) => {
  const shop = await startMailingShop(t)
  for (const [locale, language] of [
    ['marker-MARKER', 'en'],
    ['de-AT', 'de'],
  ]) {
    const before = shop.mails().length
    const { body } = await shop.widget.start({ locale })
    const { call } = client(`${shop.api.baseUrl}/widget`, body.token)
    await call('POST', '/transcript', { json: { email: `${language}@example.com` } })
    const { headers } = await shop.arrived(before + 1)
    assert.doesNotMatch(headers.join('\n'), /marker/i)
    assert.ok(headers.includes(`Content-Language: ${language}`))
  }
})

test('an address that a signed-in customer typed is asked, too, unless it is the one of the shop', async (t) => {
  const shop = await startMailingShop(t)
  await pushCustomer(shop.api, 'c1', 'ada@example.com')
  const page = await shop.widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'MARKER' } })
  assert.equal((await page.call('POST', '/transcript', { json: { email: 'Ada@example.com' } })).body.status, 'sent')
  assert.match((await shop.arrived(1)).subject, /Your chat with/)
  const { body } = await page.call('POST', '/transcript', { json: { email: 'stranger@example.com' } })
  assert.equal(body.status, 'confirm')
  const asked = await shop.arrived(2)
  assert.equal(asked.to, 'stranger@example.com')
  assert.doesNotMatch(asked.text, /MARKER/)
})

test('at most 5 mails an hour go to one address from chats, however it is written', async (t) => {
  const shop = await startMailingShop(t)
  for (const email of ['v@example.com', 'V@example.com', 'v+1@example.com', 'v+2@example.com', 'v@example.com'])
    await shop.guest(email)
  await shop.arrived(5)
  const page = await shop.guest('v+3@example.com')
  await shop.settled()
  assert.equal(shop.mails().length, 5)
  const { status, body } = await page.call('POST', '/transcript', { json: { email: 'v+3@example.com' } })
  assert.deepEqual([status, body.code], [429, 'TOO_MANY_REQUESTS'])
  shop.later(61 * MINUTE)
  assert.equal((await page.call('POST', '/transcript', { json: { email: 'v+3@example.com' } })).status, 200)
  await shop.arrived(6)
})

test('all ways to write an address of Gmail are one address', async (t) => {
  const shop = await startMailingShop(t)
  for (const email of ['ada@gmail.com', 'a.da@gmail.com', 'Ad.a@googlemail.com', 'a.d.a+1@gmail.com', 'a.da@gmail.com'])
    await shop.guest(email)
  const mail = await shop.arrived(5)
  await shop.guest('ad.a@gmail.com')
  // Dots count everywhere else.
  for (const email of ['ada@example.com', 'a.da@example.com']) await shop.guest(email)
  await shop.arrived(7)
  await shop.settled()
  assert.equal(shop.mails().length, 7)
  await shop.press('stop', shop.tokenOf(mail, 'stop'))
  shop.later(61 * MINUTE)
  await shop.guest('a.d.a@googlemail.com')
  await shop.settled()
  assert.equal(shop.mails().length, 7)
})

test('a chat that gets more replies than that collects them in the mail of the next hour', async (t) => {
  const shop = await startMailingShop(t)
  await pushCustomer(shop.api, 'c1', 'ada@example.com')
  const page = await shop.widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  for (let count = 1; count <= 5; count++) {
    await shop.reply(page.conversationId, `Reply ${count}`)
    await shop.settled()
    shop.later(2 * MINUTE)
    await shop.arrived(count)
    await shop.settled()
  }
  for (const text of ['Reply 6', 'Reply 7']) await shop.reply(page.conversationId, text)
  await shop.settled()
  shop.later(10 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 5)
  shop.later(45 * MINUTE)
  const last = await shop.arrived(6)
  assert.match(last.text, /Reply 6[\s\S]*Reply 7/)
  assert.doesNotMatch(last.text, /Reply 5/)
})

test('guests of one network cause at most 60 mails an hour, even if they end their chats', async (t) => {
  const shop = await startMailingShop(t)
  for (let count = 0; count < 60; count++) {
    const page = await shop.guest(`stranger${count}@example.com`)
    await shop.settled()
    if (count % 2 === 0) await page.call('DELETE', '/sessions/current')
  }
  await shop.arrived(60)
  await shop.guest('one-more@example.com')
  await shop.settled()
  assert.equal(shop.mails().length, 60)
  shop.later(61 * MINUTE)
  await shop.guest('later@example.com')
  await shop.arrived(61)
})

test('a workspace sends at most 500 mails a day to customers', async (t) => {
  const shop = await startMailingShop(t)
  const { store, clock, workspaceId } = shop.api
  const page = await shop.confirmedGuest()
  await store.write(async (tx) => {
    for (let count = 0; count < 499; count++)
      await tx.run(
        `INSERT INTO mail_causes (workspace_id, id, cause, hash, at) VALUES (?, ?, 'address', ?, ?)`,
        ...[workspaceId, `earlier_${count}`, `somebody ${count}`, clock.now() - 60 * MINUTE],
      )
  })
  assert.equal((await page.call('POST', '/transcript', { json: {} })).status, 429)
  await shop.reply(page.conversationId, 'Hello')
  await shop.settled()
  shop.later(5 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 1)
  shop.later(24 * 60 * MINUTE)
  assert.match((await shop.arrived(2)).text, /Hello/)
})

test('chats use up nothing of the day’s mails that replies need', async (t) => {
  const shop = await startMailingShop(t)
  const { store, clock, workspaceId } = shop.api
  const page = await shop.confirmedGuest()
  await store.write(async (tx) => {
    for (let count = 0; count < 399; count++)
      await tx.run(
        `INSERT INTO mail_causes (workspace_id, id, cause, hash, at) VALUES (?, ?, 'address', ?, ?)`,
        ...[workspaceId, `earlier_${count}`, `somebody ${count}`, clock.now() - 60 * MINUTE],
      )
  })
  await shop.guest('stranger@example.com')
  await shop.reply(page.conversationId, 'Hello')
  await shop.settled()
  shop.later(2 * MINUTE)
  assert.match((await shop.arrived(2)).text, /Hello/)
  await shop.settled()
  assert.equal(shop.mails().length, 2)
})
