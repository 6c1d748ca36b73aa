import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMessage, createConversation } from '../../src/conversations/conversations.ts'
import { dropJobs } from '../../src/jobs/jobs.ts'
import { EXPIRE_JOB } from '../../src/refunds/move.ts'
import { assertError } from '../support/errors.ts'
import { startServer } from '../support/server.ts'
import { AUTOMATIC, ORDER, startShop } from '../support/shop.ts'
import { type Page, startWidget } from '../support/widget.ts'

const read = async (page: Page) => (await page.call('GET', '/conversation')).body
const say = (page: Page, text: unknown, headers = {}) => page.call('POST', '/messages', { json: { text }, headers })
const texts = async (page: Page) => (await read(page)).messages.map(({ text }: { text: string }) => text)
const decide = (page: Page, id: string, how: 'confirm' | 'decline', json?: unknown, headers = {}) =>
  page.call('POST', `/refunds/${id}/${how}`, { ...(json === undefined ? {} : { json }), headers })

const SHOWN = { amount: 1_250, currency: 'EUR' }

test('a guest has their own conversation', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const [one, two] = [await open(), await open()]
  const empty = await read(one)
  assert.deepEqual([empty.messages, empty.refund], [[], null])
  const { status, body } = await say(one, 'Grüße 👋')
  assert.equal(status, 200)
  assert.match(body.id, /^msg_/)
  const sentAt = new Date(api.clock.now()).toISOString()
  assert.deepEqual(body, {
    id: body.id,
    author: 'customer',
    authorName: null,
    text: 'Grüße 👋',
    sentAt,
    choices: null,
    cards: null,
    pictures: null,
  })
  const { messages, lastEventId } = await read(one)
  assert.deepEqual(messages, [body])
  // After the message comes that the guest waits for people, since the assistant is off.
  assert.ok(lastEventId.slice('mod_'.length) > body.id.slice('msg_'.length))
  assert.deepEqual(await texts(two), [])
})

test("a customer's conversation continues in each of their sessions, and in nobody else's", async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const phone = await open('c1')
  await say(phone, 'first')
  api.clock.advance(25 * 3_600_000)
  const laptop = await open('c1')
  await say(laptop, 'second')
  assert.deepEqual(await texts(laptop), ['first', 'second'])
  for (const other of [await open('c2'), await open(), await open('C1')]) assert.deepEqual(await texts(other), [])
})

test('a trial is not a conversation of the customer', async (t) => {
  const { api, talk } = await startShop(t)
  const trial = await talk({ trial: true })
  await api.store.write((tx) => addMessage(tx, trial, { author: 'agent', text: 'only a trial' }, api.clock.now()))
  const { open } = await startWidget(api)
  assert.deepEqual(await texts(await open('c1')), [])
})

test('a message has 1 to 4,000 characters, at most 16 KiB, and is read back as it was sent', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  const good = ['x', ' ', '😀'.repeat(4_000), '<script>alert(1)</script>\r\n"', '\ufeff']
  for (const text of good) assert.equal((await say(page, text)).body.text, text)
  for (const text of [
    '',
    'x'.repeat(4_001),
    '😀'.repeat(4_001),
    'a\0b',
    '\ud800',
    5,
    null,
    true,
    ['x'],
    { text: 'x' },
    undefined,
  ])
    assertError(await say(page, text), 400, 'BAD_REQUEST')
  for (const body of ['"text"', '[]', 'null', '{'])
    assertError(await page.call('POST', '/messages', { body }), 400, 'BAD_REQUEST')
  assert.deepEqual(await texts(page), good)
})

test('a message sent again with its Idempotency-Key is stored once, and no other session gets the response', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const [one, two] = [await open('c1'), await open('c2')]
  const key = { 'idempotency-key': 'k1' }
  const first = await say(one, 'mine', key)
  const again = await say(one, 'mine', key)
  assert.deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true'])
  const other = await say(two, 'mine', key)
  assert.notEqual(other.body.id, first.body.id)
  assert.deepEqual([await texts(one), await texts(two)], [['mine'], ['mine']])
})

test('a long conversation shows its newest messages', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  await store.write(async (tx) => {
    const { id } = await createConversation(tx, { workspaceId, customerId: 'c1' }, clock.now())
    for (let n = 1; n <= 205; n++) await addMessage(tx, id, { author: 'agent', text: `${n}` }, clock.now())
  })
  const { open } = await startWidget(api)
  assert.deepEqual(
    await texts(await open('c1')),
    Array.from({ length: 200 }, (_, index) => `${index + 6}`),
  )
})

test('a session ends after 24 hours, and its token is never used again', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open('c1')
  api.clock.advance(24 * 3_600_000 - 1)
  assert.equal((await say(page, 'still here')).status, 200)
  api.clock.advance(1)
  for (const [method, path] of [
    ['GET', '/conversation'],
    ['POST', '/messages'],
    ['GET', '/events'],
    ['POST', '/refunds/act_1/confirm'],
    ['POST', '/refunds/act_1/decline'],
  ] as const)
    assertError(await page.call(method, path), 401, 'UNAUTHORIZED')
})

test('the customer confirms the amount that they saw, and the refund is made', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  await say(page, 'My mug is broken.')
  const { id } = await shop.offer({ conversationId: page.conversationId })
  const { refund } = await read(page)
  const expiresAt = new Date(shop.api.clock.now() + 3_600_000).toISOString()
  assert.deepEqual(refund, {
    actionId: id,
    orderId: 'o1',
    orderNumber: null,
    ...SHOWN,
    status: 'awaiting_customer',
    expiresAt,
  })
  const { status, body } = await decide(page, id, 'confirm', SHOWN, { 'idempotency-key': 'yes' })
  assert.deepEqual([status, body.status], [200, 'executing'])
  await shop.until(id, 'succeeded')
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
  const after = await read(page)
  assert.equal(after.refund, null)
  assert.deepEqual(after.messages.at(-1).text, 'Your refund of €12.50 has been made.')
  const replayed = await decide(page, id, 'confirm', SHOWN, { 'idempotency-key': 'yes' })
  assert.deepEqual([replayed.status, replayed.body], [200, body])
  const again = await decide(page, id, 'confirm', SHOWN)
  assertError(again, 409, 'CONFLICT')
  assert.equal(again.body.data.reason, 'wrong_status')
})

test('a refund is not made if the customer saw another amount', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  const { id } = await shop.offer({ conversationId: page.conversationId })
  for (const seen of [
    { amount: 1_249, currency: 'EUR' },
    { amount: 0, currency: 'EUR' },
    { amount: 1_250, currency: 'USD' },
  ]) {
    const refused = await decide(page, id, 'confirm', seen)
    assertError(refused, 409, 'CONFLICT')
    assert.equal(refused.body.data.reason, 'amount_changed')
  }
  for (const seen of [{}, { amount: 1_250 }, { amount: '1250', currency: 'EUR' }, { amount: 1_250, currency: 'eur' }])
    assertError(await decide(page, id, 'confirm', seen), 400, 'BAD_REQUEST')
  assert.equal((await shop.look(id)).status, 'awaiting_customer')
  assert.equal(shop.endpoint.refunds.size, 0)
})

test('the customer declines a refund', async (t) => {
  const shop = await startShop(t)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  const { id } = await shop.offer({ conversationId: page.conversationId })
  const { status, body } = await decide(page, id, 'decline')
  assert.deepEqual([status, body.actionId, body.status, body.expiresAt], [200, id, 'declined', null])
  assert.equal((await read(page)).refund, null)
  assertError(await decide(page, id, 'confirm', SHOWN), 409, 'CONFLICT')
})

test('a refund of another conversation, customer or workspace is like an unknown one', async (t) => {
  const shop = await startShop(t)
  const { open } = await startWidget(shop.api)
  const [customer, guest, other] = [await open('c1'), await open(), await open('c2')]
  const { id } = await shop.offer({ conversationId: customer.conversationId })
  await shop.api.push('orders', [{ ...ORDER, id: 'o2' }])
  const outside = await shop.start({ orderId: 'o2' })
  const tries: [Page, string][] = [
    [guest, id],
    [other, id],
    [customer, outside.id],
    [customer, 'act_unknown'],
  ]
  for (const [page, action] of tries) {
    assertError(await decide(page, action, 'confirm', SHOWN), 404, 'NOT_FOUND')
    assertError(await decide(page, action, 'decline'), 404, 'NOT_FOUND')
  }
  assert.deepEqual([(await read(guest)).refund, (await read(other)).refund], [null, null])
  assert.equal((await read(customer)).refund.actionId, id)
  for (const action of [id, outside.id]) assert.equal((await shop.look(action)).status, 'awaiting_customer')
})

test('an offer is gone when its order moves to another customer, and cannot be confirmed', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  const { id } = await shop.offer({ conversationId: page.conversationId })
  await shop.api.push('orders', [{ id: 'o1', updatedAt: '2026-02-21T10:00:00Z', customerId: 'c2' }])
  assert.equal((await read(page)).refund, null)
  assertError(await decide(page, id, 'confirm', SHOWN), 409, 'CONFLICT')
  assert.equal((await shop.look(id)).status, 'cancelled')
})

test('the newest of several offers is shown, and no expired one', async (t) => {
  const shop = await startShop(t)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  const conversationId = page.conversationId
  await shop.offer({ conversationId })
  await shop.api.push('orders', [{ ...ORDER, id: 'o2' }])
  const second = await shop.offer({ conversationId, orderId: 'o2' })
  assert.equal((await read(page)).refund.actionId, second.id)
  // The job that ends it is late.
  await shop.api.store.write((tx) => dropJobs(tx, second.id, [EXPIRE_JOB]))
  shop.api.clock.advance(3_600_000)
  assert.equal((await read(page)).refund, null)
  const late = await decide(page, second.id, 'confirm', SHOWN)
  assert.deepEqual([late.status, late.body.data.reason], [409, 'expired'])
})

test('a refund does not show its customer the reasons or the person behind a decision', async (t) => {
  const shop = await startShop(t)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  const conversationId = page.conversationId
  const { id } = await shop.start({ conversationId, note: 'known to complain' })
  const shown = JSON.stringify([(await read(page)).refund, (await decide(page, id, 'decline')).body])
  assert.doesNotMatch(shown, /complain|agent|ann/)
})

test('calls are limited for each session separately', async (t) => {
  const api = await startServer(t, { limits: { calls: 2 } })
  const { open } = await startWidget(api)
  const [one, two] = [await open('c1'), await open('c2')]
  await texts(one)
  await texts(one)
  assertError(await say(one, 'too much'), 429, 'TOO_MANY_REQUESTS')
  assert.equal((await say(two, 'fine')).status, 200)
})
