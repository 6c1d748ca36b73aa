import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addMessage } from '../../src/conversations/conversations.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { assertError } from '../support/errors.ts'
import { openEvents } from '../support/event-stream.ts'
import { storewire } from '../support/process.ts'
import { startServer, testClock } from '../support/server.ts'
import { AUTOMATIC, startShop } from '../support/shop.ts'
import { type Page, startWidget } from '../support/widget.ts'

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })

test('a stream gets new messages of its conversation only', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const [page, other] = [await open('c1'), await open('c2')]
  await say(page, 'before')
  const stream = await openEvents(t, api.baseUrl, page.token)
  assert.equal(stream.status, 200)
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(stream.headers.get('cache-control'), 'no-store')
  await say(other, 'not yours')
  const { body } = await say(page, 'hello\nthere')
  const [event] = await stream.next(1)
  assert.deepEqual(event, { id: body.id, event: 'message', data: body })
})

test('refund events and the messages about them are in order', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  const { id } = await shop.offer({ conversationId: page.conversationId })
  const { lastEventId } = (await page.call('GET', '/conversation')).body
  const stream = await openEvents(t, shop.api.baseUrl, page.token, lastEventId)
  await page.call('POST', `/refunds/${id}/confirm`, { json: { amount: 1_250, currency: 'EUR' } })
  const events = await stream.next(3)
  assert.deepEqual(
    events.map(({ event, data }) => [event, data.status ?? data.text]),
    [
      ['refund', 'executing'],
      ['refund', 'succeeded'],
      ['message', 'Your refund of €12.50 has been made.'],
    ],
  )
  const at = new Date(shop.api.clock.now()).toISOString()
  const { data } = events[0] ?? {}
  assert.deepEqual(data, {
    id: data.id,
    actionId: id,
    orderId: 'o1',
    amount: 1_250,
    currency: 'EUR',
    status: 'executing',
    at,
  })
})

test('a late report of the shop is for agents: an open chat gets nothing of it', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { open } = await startWidget(shop.api)
  const page = await open('c1')
  const { id } = await shop.offer({ conversationId: page.conversationId })
  const stream = await openEvents(t, shop.api.baseUrl, page.token)
  await page.call('POST', `/refunds/${id}/confirm`, { json: { amount: 1_250, currency: 'EUR' } })
  await stream.next(3)
  const late = await shop.api.call('POST', `/actions/${id}/status`, { json: { status: 'failed', message: 'bounced' } })
  assert.deepEqual([late.status, late.body.status], [200, 'succeeded'])
  await say(page, 'Thanks!')
  const [event] = await stream.next(1)
  assert.deepEqual([event?.event, event?.data.text], ['message', 'Thanks!'])
})

test('a stream continues after the last event that its client has seen, however many were missed', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  const start = (await page.call('GET', '/conversation')).body.lastEventId
  const conversationId = page.conversationId
  await api.store.write(async (tx) => {
    for (let n = 0; n < 250; n++)
      await addMessage(tx, conversationId, { author: 'agent', text: `${n}` }, api.clock.now())
  })
  const texts = (events: { data: { text: string } }[]) => events.map(({ data }) => data.text)
  const numbers = Array.from({ length: 250 }, (_, n) => `${n}`)
  const first = await openEvents(t, api.baseUrl, page.token, start)
  const some = await first.next(130)
  assert.deepEqual(texts(some), numbers.slice(0, 130))
  first.close()
  const second = await openEvents(t, api.baseUrl, page.token, some.at(-1)?.id)
  await say(page, '250')
  assert.deepEqual(texts(await second.next(121)), [...numbers.slice(130), '250'])
})

test('events written by another process are sent, too', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  const conversationId = page.conversationId
  const stream = await openEvents(t, api.baseUrl, page.token)
  const elsewhere = await openStore(api.file)
  await elsewhere.write((tx) => addMessage(tx, conversationId, { author: 'agent', text: 'Hi!' }, api.clock.now()))
  await elsewhere.close()
  const [event] = await stream.next(1)
  assert.deepEqual([event?.data.author, event?.data.text], ['agent', 'Hi!'])
})

test('events of a process whose clock is behind are sent, after the earlier ones', async (t) => {
  const api = await startServer(t, { clock: testClock(Date.parse('2099-01-01T00:00:00Z')) })
  const { open } = await startWidget(api)
  const page = await open()
  const stream = await openEvents(t, api.baseUrl, page.token)
  await say(page, 'Anybody there?')
  const { code, stderr } = await storewire(['conversations', 'reply', page.conversationId, 'Yes.', '--db', api.file])
  assert.equal(code, 0, stderr)
  const texts = (messages: { text: string }[]) => messages.map(({ text }) => text)
  const told = await stream.next(4)
  assert.deepEqual(
    told.map(({ data }) => data.mode ?? data.text),
    ['Anybody there?', 'waiting', 'human', 'Yes.'],
  )
  assert.deepEqual(texts((await page.call('GET', '/conversation')).body.messages), ['Anybody there?', 'Yes.'])
})

test('a stream sends comments while nothing happens, and ends with its session', async (t) => {
  const api = await startServer(t, { heartbeatMs: 20 })
  const { open } = await startWidget(api)
  const page = await open()
  const stream = await openEvents(t, api.baseUrl, page.token)
  for (let beat = 0; beat < 3; beat++) assert.equal(await stream.comment(), ': still here')
  api.clock.advance(24 * 3_600_000)
  assert.equal(await stream.ended(), true)
  assert.equal((await openEvents(t, api.baseUrl, page.token)).status, 401)
})

test('a session may have four streams at once, and a closed one makes room', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const [page, other] = [await open('c1'), await open('c1')]
  const streams = await Promise.all(Array.from({ length: 4 }, () => openEvents(t, api.baseUrl, page.token)))
  assert.deepEqual(
    streams.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  const refused = await page.call('GET', '/events')
  assertError(refused, 409, 'CONFLICT')
  assert.equal(refused.body.data.reason, 'too_many_streams')
  assert.equal((await openEvents(t, api.baseUrl, other.token)).status, 200)
  streams[0]?.close()
  for (;;) {
    const again = await openEvents(t, api.baseUrl, page.token)
    if (again.status === 200) break
    await sleep(5)
  }
})

test('an invalid event id is rejected, and so is HEAD', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  for (const id of ['1', 'msg_', 'msg_x', "msg_' OR 1=1 --             ", 'ses_0VbaaJfV00007x0000Rb2mQ'])
    assertError(await page.call('GET', '/events', { headers: { 'last-event-id': id } }), 400, 'BAD_REQUEST')
  const head = await page.call('HEAD', '/events')
  assert.deepEqual([head.status, head.headers.get('allow')], [405, 'GET, OPTIONS'])
})
