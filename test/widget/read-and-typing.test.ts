import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMessage } from '../../src/conversations/conversations.ts'
import { countUnread } from '../../src/conversations/read-marks.ts'
import { createTypists, type Typing } from '../../src/conversations/typing.ts'
import { signedIn } from '../support/console.ts'
import { assertError } from '../support/errors.ts'
import { openEvents, readEvents } from '../support/event-stream.ts'
import { plansOf } from '../support/query-plans.ts'
import { type Api, startServer } from '../support/server.ts'
import { type Page, startWidget } from '../support/widget.ts'

const unread = async (page: Page) => (await page.call('GET', '/conversation')).body.unread
const reply = (api: Api, { conversationId }: Page, text: string) =>
  api.store.write((tx) => addMessage(tx, conversationId, { author: 'agent', text }, api.clock.now()))

test('what the shop writes is unread until the customer has seen it on one of their devices, or writes', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const [phone, laptop, other] = [await open('c1'), await open('c1'), await open('c2')]
  const [first, second] = [await reply(api, phone, 'one'), await reply(api, phone, 'two')]
  const foreign = await reply(api, other, 'not yours')
  assert.equal(await unread(phone), 2)
  const read = (id: string) => phone.call('POST', `/messages/${id}/read`)
  assert.deepEqual((await read(first.id)).body, { unread: 1 })
  assert.deepEqual((await read(second.id)).body, { unread: 0 })
  assert.deepEqual((await read(first.id)).body, { unread: 0 }, 'a mark never moves back')
  assert.equal(await unread(laptop), 0)
  assertError(await read(foreign.id), 404, 'NOT_FOUND')
  await reply(api, phone, 'three')
  assert.equal(await unread(laptop), 1)
  await laptop.call('POST', '/messages', { json: { text: 'I see' } })
  assert.equal(await unread(phone), 0)
  for (let count = 0; count < 101; count++) await reply(api, phone, 'again')
  assert.equal(await unread(phone), 100)
  const plans = await plansOf(api.store.read, (reader) => countUnread(reader, phone.conversationId))
  assert.ok(
    [...plans.values()].flat().some((line) => /COVERING INDEX messages_by_conversation/.test(line)),
    'no text of a message is read',
  )
})

test('agents see that a customer is writing, in their own workspace alone, and nothing is stored', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  const { cookie = '' } = await signedIn(api)
  const news = await readEvents(t, api.baseUrl.replace('/api/v1', '/console/api/events'), { cookie })
  for (let call = 0; call < 3; call++) assert.equal((await page.call('POST', '/typing')).status, 204)
  api.clock.advance(3_000)
  await page.call('POST', '/typing')
  const told = await news.next(2)
  assert.deepEqual(
    told.map(({ event, data }) => [event, data]),
    Array(2).fill(['typing', { conversationId: page.conversationId }]),
  )
})

test('a report of somebody who writes is passed on at most every three seconds, also after the clock was set back', () => {
  const typists = createTypists()
  const heard: [string, number][] = []
  let now = 0
  typists.listen(({ conversationId }) => heard.push([conversationId, now]))
  const note = (conversationId: string, at: number, author: Typing['author'] = 'agent') => {
    now = at
    typists.note({ workspaceId: 'org', conversationId, author, name: null }, at)
  }
  for (const at of [0, 2_999, 3_000, 100]) note('a', at)
  note('b', 3_001)
  note('a', 3_001, 'customer')
  assert.deepEqual(heard, [
    ['a', 0],
    ['a', 3_000],
    ['a', 100],
    ['b', 3_001],
    ['a', 3_001],
  ])
})

test('a customer sees which agent is writing, and the place of the stream does not move', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const [page, other] = [await open(), await open()]
  const agent = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const stream = await openEvents(t, api.baseUrl, page.token)
  const write = ({ conversationId }: Page) => agent.post(`/conversations/${conversationId}/typing`)
  assert.equal((await write(other)).status, 204)
  assert.equal((await write(page)).status, 204)
  const [event] = await stream.next(1)
  assert.deepEqual(event, { id: '', event: 'typing', data: { author: 'agent', name: 'ben' } })
  await reply(api, page, 'Here I am.')
  assert.equal((await stream.next(1))[0]?.event, 'message')
})
