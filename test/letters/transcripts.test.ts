import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMessage } from '../../src/conversations/conversations.ts'
import { MOST_WAITING_MAILS } from '../../src/mail/queue.ts'
import { type MailingShop, MINUTE, pushCustomer, startMailingShop } from '../support/letters.ts'

/*
 * Copies of chats that customers have asked for.
 */

/** A guest who asks for a copy to an address that is not confirmed. */
async function asks(shop: MailingShop, email: string) {
  const page = await shop.widget.open()
  await page.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  const { body } = await page.call('POST', '/transcript', { json: { email } })
  assert.equal(body.status, 'confirm')
  return page
}

test('a long chat is cut at its beginning, and both parts have its end and the links', async (t) => {
  const shop = await startMailingShop(t)
  const { store, clock } = shop.api
  await pushCustomer(shop.api, 'c1', 'ada@example.com')
  const page = await shop.widget.open('c1')
  await store.write(async (tx) => {
    for (let count = 1; count <= 190; count++)
      await addMessage(
        tx,
        page.conversationId,
        { author: 'customer', text: `Message ${count}.${'\n'.repeat(1_000)}` },
        clock.now(),
      )
  })
  assert.equal((await page.call('POST', '/transcript', { json: {} })).body.status, 'sent')
  const mail = await shop.arrived(1)
  for (const part of [mail.text, mail.html ?? '']) {
    assert.match(part, /Earlier messages are in the chat\.[\s\S]*Message 190\./)
    assert.doesNotMatch(part, /Message 1\./)
  }
  for (const name of ['open', 'stop'] as const) shop.tokenOf(mail, name)
})

test('an address is confirmed although it has got as many mails as it may: the copy comes later', async (t) => {
  const shop = await startMailingShop(t)
  for (let count = 0; count < 4; count++) await shop.guest('guest@example.com')
  await asks(shop, 'guest@example.com')
  const mail = await shop.arrived(5)
  assert.equal((await shop.press('confirm', shop.tokenOf(mail, 'confirm'))).status, 200)
  await shop.settled()
  assert.equal(shop.mails().length, 5)
  shop.later(61 * MINUTE)
  assert.match((await shop.arrived(6)).text, /You asked for a copy[\s\S]*Where is my mug\?/)
})

test('an address that was stopped before it is confirmed gets no copy', async (t) => {
  const shop = await startMailingShop(t)
  await asks(shop, 'guest@example.com')
  const mail = await shop.arrived(1)
  await shop.press('stop', shop.tokenOf(mail, 'stop'))
  assert.equal((await shop.press('confirm', shop.tokenOf(mail, 'confirm'))).status, 200)
  await shop.settled()
  shop.later(61 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 1)
})

test('an address with letters other than ASCII is recognized once it is confirmed, and as the one of the shop', async (t) => {
  const shop = await startMailingShop(t)
  const email = 'ada@bücher.example'
  const page = await asks(shop, email)
  await shop.press('confirm', shop.tokenOf(await shop.arrived(1), 'confirm'))
  await shop.arrived(2)
  // While a copy is on its way, another one is not sent.
  await shop.settled()
  assert.equal((await page.call('POST', '/transcript', { json: { email } })).body.status, 'sent')
  assert.equal((await shop.arrived(3)).to, 'ada@xn--bcher-kva.example')
  await pushCustomer(shop.api, 'c1', 'eve@bücher.example')
  const own = await shop.widget.open('c1')
  await own.call('POST', '/messages', { json: { text: 'Hello' } })
  assert.equal((await own.call('POST', '/transcript', { json: { email: 'Eve@BÜCHER.example' } })).body.status, 'sent')
})

test('a copy is refused while as many mails wait as may, to a known address and to a typed one', async (t) => {
  const shop = await startMailingShop(t)
  const { store, workspaceId, clock } = shop.api
  await pushCustomer(shop.api, 'c1', 'ada@example.com')
  const page = await shop.widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await store.write((tx) =>
    tx.run(
      `WITH RECURSIVE waiting (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM waiting WHERE n < ?)
       INSERT INTO mails (id, workspace_id, kind, recipient, about, data, state, tries, due_at, created_at)
       SELECT 'mail_' || n, ?, 'other', 'x@example.com', 'x', '{}', 'waiting', 0, ?, ? FROM waiting`,
      ...[MOST_WAITING_MAILS.workspace, workspaceId, clock.now(), clock.now()],
    ),
  )
  for (const json of [{}, { email: 'stranger@example.com' }]) {
    const { status, body } = await page.call('POST', '/transcript', { json })
    assert.deepEqual([status, body.code], [429, 'TOO_MANY_REQUESTS'])
  }
})
