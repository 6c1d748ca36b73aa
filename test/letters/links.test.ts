import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeMode } from '../../src/conversations/modes.ts'
import { type MailingShop, MINUTE, pushCustomer, startMailingShop } from '../support/letters.ts'
import { gif } from '../support/pictures.ts'
import { client, owner } from '../support/server.ts'
import { ORDER } from '../support/shop.ts'

/*
 * The links of mails: what they open, for whom, and how long.
 */

const DAY = 24 * 60 * MINUTE

/** The mail with a reply to the signed-in customer c1. */
async function repliedTo(shop: MailingShop) {
  const { api, widget } = shop
  await pushCustomer(api, 'c1', 'ada@example.com')
  const page = await widget.open('c1')
  await page.call('POST', '/messages', { json: { text: 'Where is my mug?' } })
  await shop.reply(page.conversationId, 'On its way.')
  await shop.settled()
  shop.later(2 * MINUTE)
  const mail = await shop.arrived(1)
  return { page, mail }
}

/** Presses the button of a mail, and calls the widget with the session of the link. */
async function opened(shop: MailingShop, token: string) {
  const { status, body } = await shop.press('open', token)
  assert.equal(status, 200)
  return { ...client(`${shop.api.baseUrl}/widget`, body.chat.token), chat: body.chat }
}

test('GET and HEAD of a link do nothing, a POST works once, and after 7 days not at all', async (t) => {
  const shop = await startMailingShop(t)
  const { mail } = await repliedTo(shop)
  const base = shop.api.baseUrl.replace('/api/v1', '')
  const pages = ['open', 'stop'] as const
  for (const name of pages)
    for (const method of ['GET', 'HEAD'])
      for (const token of [shop.tokenOf(mail, name), '']) {
        const address = `${base}/mail/${name}?t=${token}&lang=en#${token}`
        const response = await fetch(address, { method, headers: { authorization: `Bearer ${token}` } })
        assert.equal(response.status, 200)
        assert.equal(response.headers.get('cache-control'), 'no-store')
        assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
        if (method === 'GET') assert.doesNotMatch(await response.text(), /ml_/)
      }
  assert.equal(await shop.api.store.read.get('SELECT 1 FROM mail_stops'), undefined)
  assert.equal(await shop.api.store.read.get('SELECT 1 FROM widget_sessions WHERE by_link = 1'), undefined)
  const token = shop.tokenOf(mail, 'open')
  // A link does only what its own page is for.
  for (const other of ['stop', 'confirm', 'reply-to']) assert.equal((await shop.press(other, token)).status, 404)
  await opened(shop, token)
  assert.equal((await shop.press('open', token)).status, 404)
  shop.later(7 * DAY)
  assert.equal((await shop.press('stop', shop.tokenOf(mail, 'stop'))).status, 404)
})

test('a link of a signed-in customer’s chat opens that chat as a guest: people answer, and no other chat is seen', async (t) => {
  const shop = await startMailingShop(t)
  const { api } = shop
  const { page, mail } = await repliedTo(shop)
  const { call } = await opened(shop, shop.tokenOf(mail, 'open'))
  const read = await call('GET', '/conversation')
  assert.deepEqual(
    read.body.messages.map(({ text }: { text: string }) => text),
    ['Where is my mug?', 'On its way.'],
  )
  assert.equal((await call('POST', '/messages', { json: { text: 'Thank you' } })).status, 200)
  const mode = (id: string) =>
    api.store.read.get('SELECT mode, customer_id AS customer FROM conversations WHERE id = ?', id)
  assert.deepEqual(await mode(page.conversationId), { mode: 'human', customer: 'c1' })
  // The assistant, which knows all orders of the customer, does not answer: not after a day either.
  await api.store.write((tx) =>
    changeMode(
      tx,
      owner,
      { workspaceId: api.workspaceId, id: page.conversationId, mode: 'assistant' },
      api.clock.now(),
    ),
  )
  assert.equal((await call('POST', '/messages', { json: { text: 'What else have I ordered?' } })).status, 200)
  assert.deepEqual(await mode(page.conversationId), { mode: 'waiting', customer: 'c1' })
  assert.equal(await api.store.read.get(`SELECT 1 FROM jobs WHERE kind = 'assistant.turn'`), undefined)
  assert.deepEqual(
    (
      await Promise.all([
        call('POST', '/conversations'),
        call('POST', '/contact', { json: { email: 'x@example.com' } }),
      ])
    ).map(({ status }) => status),
    [403, 409],
  )
  // Whoever has the link does not direct the chat to another address.
  assert.equal((await call('POST', '/transcript', { json: { email: 'x@example.com' } })).body.status, 'sent')
  assert.equal((await shop.arrived(2)).to, 'ada@example.com')
})

test('the session of a link does not follow the signed-in customer into the next chat, and sees no earlier one', async (t) => {
  const shop = await startMailingShop(t)
  const { api } = shop
  const { page, mail } = await repliedTo(shop)
  const picture = (await page.call('POST', '/pictures', { body: gif() })).body.id
  await page.call('POST', '/messages', { json: { pictures: [picture] } })
  const link = await opened(shop, shop.tokenOf(mail, 'open'))
  const close = () =>
    api.store.write((tx) => tx.run(`UPDATE conversations SET mode = 'closed' WHERE id = ?`, page.conversationId))
  await close()
  // In the closed chat people read on.
  assert.equal((await link.call('POST', '/messages', { json: { text: 'One more thing' } })).status, 200)
  await close()
  assert.equal((await page.call('POST', '/messages', { json: { text: 'SECRET of the next chat' } })).status, 200)
  const next = (await page.call('GET', '/conversation')).body.conversationId
  assert.notEqual(next, page.conversationId)
  const seen = await link.call('GET', '/conversation')
  assert.equal(seen.body.conversationId, page.conversationId)
  assert.doesNotMatch(seen.text, /SECRET/)
  const late = await link.call('POST', '/messages', { json: { text: 'Hello?' } })
  assert.deepEqual([late.status, late.body.data.reason], [409, 'followed'])
  await shop.reply(next, 'The next answer')
  await shop.settled()
  shop.later(2 * MINUTE)
  const second = await opened(shop, shop.tokenOf(await shop.arrived(2), 'open'))
  const cursor = `msg_${'z'.repeat(23)}`
  for (const query of ['', `?cursor=${cursor}`])
    assert.doesNotMatch((await second.call('GET', `/conversation${query}`)).text, /Where is my mug/)
  const pictureOf = ({ call }: Pick<typeof page, 'call'>) => call('GET', `/pictures/${picture}`)
  assert.deepEqual([(await pictureOf(second)).status, (await pictureOf(page)).status], [404, 200])
})

test('the session of a link decides on no refund, and its end ends no other session', async (t) => {
  const shop = await startMailingShop(t)
  const { api } = shop
  const { page, mail } = await repliedTo(shop)
  await api.push('orders', [ORDER])
  const id = 'act_0VbaaJfV00007x0000Rb2mQvT9'
  const link = await opened(shop, shop.tokenOf(mail, 'open'))
  for (const act of ['confirm', 'decline']) {
    const json = act === 'confirm' ? { amount: 1_250, currency: 'EUR' } : undefined
    const { status, body } = await link.call('POST', `/refunds/${id}/${act}`, json ? { json } : {})
    assert.deepEqual([status, body.data.reason], [403, 'opened_by_link'])
  }
  assert.equal((await link.call('DELETE', '/sessions/current')).status, 204)
  assert.equal((await link.call('GET', '/conversation')).status, 401)
  assert.equal((await page.call('GET', '/conversation')).status, 200)
})

test('a guest’s link continues as the guest, for a day', async (t) => {
  const shop = await startMailingShop(t)
  const page = await shop.confirmedGuest()
  await shop.reply(page.conversationId, 'Found it.')
  await shop.settled()
  shop.later(2 * MINUTE)
  const link = await opened(shop, shop.tokenOf(await shop.arrived(2), 'open'))
  assert.equal((await link.call('POST', '/messages', { json: { text: 'Thanks' } })).status, 200)
  assert.match((await page.call('GET', '/conversation')).text, /Thanks/)
  shop.later(DAY)
  assert.equal((await link.call('GET', '/conversation')).status, 401)
})

test('a link opens a guest’s chat for a day, however often its session is renewed', async (t) => {
  const shop = await startMailingShop(t)
  const page = await shop.confirmedGuest()
  await shop.reply(page.conversationId, 'Found it.')
  await shop.settled()
  shop.later(2 * MINUTE)
  const { chat } = await opened(shop, shop.tokenOf(await shop.arrived(2), 'open'))
  const renewed = async (guestToken: string) => {
    const { body } = await shop.widget.start({ guestToken })
    const { call } = client(`${shop.api.baseUrl}/widget`, body.token)
    return { token: body.token, expiresAt: body.expiresAt, text: (await call('GET', '/conversation')).text }
  }
  shop.later(DAY - MINUTE)
  const again = await renewed(chat.token)
  assert.match(again.text, /Found it/)
  assert.equal(again.expiresAt, chat.expiresAt)
  shop.later(MINUTE)
  for (const token of [chat.token, again.token]) assert.doesNotMatch((await renewed(token)).text, /Found it/)
  // The guest's own session stays theirs.
  assert.match((await renewed(page.token)).text, /Found it/)
})

test('erasure ends links, sessions of links, confirmations and waiting mails at once', async (t) => {
  const shop = await startMailingShop(t)
  const { api } = shop
  const { page, mail } = await repliedTo(shop)
  await opened(shop, shop.tokenOf(mail, 'open'))
  await shop.reply(page.conversationId, 'More')
  await shop.settled()
  await api.call('DELETE', '/customers/c1')
  for (const table of ['mail_links', 'mail_contacts', 'mails', 'widget_sessions'])
    assert.equal(await api.store.read.get(`SELECT 1 FROM ${table}`), undefined, table)
  shop.later(2 * MINUTE)
  await shop.settled()
  assert.equal(shop.mails().length, 1)
  assert.equal((await shop.press('stop', shop.tokenOf(mail, 'stop'))).status, 404)
})
