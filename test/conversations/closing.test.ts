import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { changeMode } from '../../src/conversations/modes.ts'
import { HOUR_MS } from '../../src/lib/time.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { closeConversation } from '../../src/refunds/end-waiting.ts'
import { timelineOf } from '../../src/refunds/refunds.ts'
import type { Tx } from '../../src/store/store.ts'
import { openEvents } from '../support/event-stream.ts'
import { owner } from '../support/server.ts'
import { AUTOMATIC, agent, customer, ORDER, startShop } from '../support/shop.ts'
import { acceptsForLater } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })

/** A shop in whose chats people answer. */
async function start(t: TestContext) {
  const shop = await startShop(t)
  const { store, workspaceId, clock } = shop.api
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: false } }, clock.now()),
  )
  const widget = await startWidget(shop.api)
  const write = <T>(work: (tx: Tx, now: number) => Promise<T>) => store.write((tx) => work(tx, clock.now()))
  const close = (id: string, agentName = 'Ben') =>
    write((tx, now) => closeConversation(tx, agent, { workspaceId, id, agentName }, now))
  return { ...shop, widget, write, close }
}

const textsOf = async (page: Page) =>
  (await page.call('GET', '/conversation')).body.messages.map(({ text }: { text: string }) => text)

test('after a close the next message of the customer begins a new conversation, in all tabs', async (t) => {
  const { api, widget, close, write } = await start(t)
  const { workspaceId } = api
  const [page, other] = [await widget.open('c1'), await widget.open('c1')]
  await say(page, 'Hello?')
  const id = page.conversationId
  const stream = await openEvents(t, api.baseUrl, other.token)
  await write((tx, now) => reply(tx, agent, { workspaceId, id, text: 'Hi!', agentName: 'Ben' }, now))
  await close(id)
  assert.equal((await page.call('GET', '/conversation')).body.mode, 'closed')
  await say(page, 'One more thing')
  const events = await stream.next(5)
  const { body } = await other.call('GET', '/conversation')
  assert.notEqual(body.conversationId, id)
  assert.deepEqual(
    events.map(({ event, data }) => [event, data.mode ?? data.text, data.conversationId ?? data.authorName]),
    [
      ['mode', 'human', id],
      ['message', 'Hi!', 'Ben'],
      ['mode', 'closed', id],
      ['mode', 'assistant', body.conversationId],
      ['message', 'One more thing', null],
    ],
  )
  assert.equal(events[2]?.data.agentName, 'Ben')
  assert.deepEqual([body.mode, await textsOf(other)], ['waiting', ['Hello?', 'Hi!', 'One more thing']])
  await assert.rejects(
    write((tx, now) => reply(tx, agent, { workspaceId, id, text: 'Late' }, now)),
    { code: 'CONFLICT', reason: 'followed' },
  )
})

test('a page that was away gets the end of the closed conversation and the new one', async (t) => {
  const { api, widget, close } = await start(t)
  const [page, away] = [await widget.open('c1'), await widget.open('c1')]
  const first = (await say(page, 'Hello?')).body.id
  await close(page.conversationId)
  await say(page, 'Again')
  const stream = await openEvents(t, api.baseUrl, away.token, first)
  const events = await stream.next(5)
  assert.deepEqual(
    events.map(({ data }) => data.mode ?? data.text),
    ['waiting', 'closed', 'assistant', 'Again', 'waiting'],
  )
})

test('a closed conversation is opened again by an agent who replies or takes it', async (t) => {
  const { api, widget, close, write } = await start(t)
  const { workspaceId } = api
  const page = await widget.open()
  const id = page.conversationId
  await say(page, 'Hello?')
  await close(id)
  await assert.rejects(
    write((tx, now) => changeMode(tx, agent, { workspaceId, id, mode: 'assistant' }, now)),
    { code: 'CONFLICT', reason: 'closed' },
  )
  await write((tx, now) => reply(tx, agent, { workspaceId, id, text: 'I found it.' }, now))
  await say(page, 'Thanks')
  assert.deepEqual(await textsOf(page), ['Hello?', 'I found it.', 'Thanks'])
})

test('a customer who writes after a day gets the assistant again, unless an agent took the conversation since', async (t) => {
  const { api, widget, write } = await start(t)
  const { store, workspaceId, clock } = api
  const page = await widget.open('c1')
  const id = page.conversationId
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await write((tx, now) => reply(tx, agent, { workspaceId, id, text: 'Hi!' }, now))
  const modeAfter = async (text: string) => {
    // The session of a page ends after a day.
    const later = await widget.open('c1')
    await say(later, text)
    return (await later.call('GET', '/conversation')).body.mode
  }
  clock.advance(25 * HOUR_MS)
  await write((tx, now) => changeMode(tx, agent, { workspaceId, id, mode: 'assistant' }, now))
  await write((tx, now) => changeMode(tx, agent, { workspaceId, id, mode: 'human' }, now))
  assert.equal(await modeAfter('Are you there?'), 'human')
  clock.advance(25 * HOUR_MS)
  assert.equal(await modeAfter('Where is my order?'), 'assistant')
  const { read } = store
  const sql = "SELECT text FROM messages WHERE conversation_id = ? AND author = 'assistant'"
  await until(async () => (await read.all(sql, id)).length === 1)
  const answer = await read.get<{ text: string }>(sql, id)
  assert.match(answer?.text ?? '', /assistant/)
})

/** Each way in which a conversation moves on, by the reason that is kept with the refund. */
const ways: Record<string, (shop: Awaited<ReturnType<typeof start>>, conversationId: string) => Promise<unknown>> = {
  'the conversation was closed': ({ close }, id) => close(id),
  'its customer was erased': ({ api }) => api.call('DELETE', '/customers/c1'),
  'a refund of order o2 was offered': async ({ api, offer }, conversationId) => {
    await api.push('orders', [{ ...ORDER, id: 'o2' }])
    await offer({ orderId: 'o2', conversationId })
  },
}

for (const [reason, moveOn] of Object.entries(ways))
  for (const status of ['awaiting_customer', 'awaiting_approval'] as const)
    test(`a refund that is ${status} is cancelled: ${reason}`, async (t) => {
      const shop = await start(t)
      const { api, offer, talk, look } = shop
      const conversationId = await talk()
      const { id } = await offer({ conversationId })
      if (status === 'awaiting_approval')
        await shop.write((tx, now) => confirmRefund(tx, customer, { workspaceId: api.workspaceId, id }, now))
      assert.equal((await look(id)).status, status)
      await moveOn(shop, conversationId)
      const { moves } = await timelineOf(api.store.read, id)
      assert.deepEqual([(await look(id)).status, moves.at(-1)?.reason], ['cancelled', reason])
    })

test('no refund is started in a closed conversation', async (t) => {
  const { close, talk, start: startRefund } = await start(t)
  const conversationId = await talk()
  await close(conversationId)
  await assert.rejects(startRefund({ conversationId }), { code: 'CONFLICT', reason: 'conversation_closed' })
})

test('a customer who writes elsewhere by now learns there how a refund ended', async (t) => {
  const shop = await start(t)
  await shop.set(AUTOMATIC)
  const page = await shop.widget.open('c1')
  await say(page, 'Hello?')
  const { id } = await shop.offer({ conversationId: page.conversationId })
  shop.endpoint.behave(acceptsForLater)
  await page.call('POST', `/refunds/${id}/confirm`, { json: { amount: 1_250, currency: 'EUR' } })
  await shop.until(id, 'pending')
  await shop.close(page.conversationId)
  await say(page, 'Hello again')
  await shop.api.call('POST', `/actions/${id}/status`, { json: { status: 'succeeded' } })
  const [asked, accepted, ...since] = await textsOf(page)
  assert.deepEqual([asked, ...since], ['Hello?', 'Hello again', 'Your refund of €12.50 has been made.'])
  assert.match(accepted ?? '', /was accepted/)
})
