import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { News } from '../../src/console/live/news.ts'
import { createPresence } from '../../src/console/live/presence.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { type Browser, browserOf, signedIn } from '../support/console.ts'
import { readEvents } from '../support/event-stream.ts'
import { type Api, addWorkspace, owner, startServer, testClock } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const news = (t: TestContext, { baseUrl }: Pick<Api, 'baseUrl'>, { cookie = '' }: Browser) =>
  readEvents(t, baseUrl.replace('/api/v1', '/console/api/events'), { cookie })

test('members see who else looks at a chat, and who is writing', async (t) => {
  const api = await startServer(t)
  const [ada, ben] = [await signedIn(api), await signedIn(api, { email: 'ben@shop.example', role: 'agent' })]
  const { workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const stranger = await signedIn(api, { email: 'eve@other.example', workspaceId })
  const stream = await news(t, api, ada)
  const place = 'chats/conv_1'
  const at = (browser: Browser, tab: string, fields: object = {}) =>
    browser.post('/presence', { tab, place, isWriting: false, ...fields })
  assert.deepEqual((await at(stranger, 't1')).body.people, [])
  assert.deepEqual((await at(ben, 't1')).body.people, [])
  const there = { memberId: ben.memberId, name: 'ben', isWriting: false }
  assert.deepEqual((await stream.next(1))[0]?.data, { place, people: [there] })
  assert.deepEqual((await at(ada, 't1')).body.people, [there])
  await stream.next(1)
  await at(await browserOf(api, ben.memberId), 't2', { isWriting: true })
  assert.equal(
    (await stream.next(1))[0]?.data.people.find((one: { name: string }) => one.name === 'ben').isWriting,
    true,
  )
  await at(ben, 't2', { place: null })
  await at(ben, 't1', { place: 'refunds/act_1' })
  const events = await stream.next(3)
  assert.deepEqual(
    events.map(({ data }) => [data.place, data.people.map(({ name }: { name: string }) => name)]),
    [
      [place, ['ben', 'ada']],
      [place, ['ada']],
      ['refunds/act_1', ['ben']],
    ],
  )
  assert.equal((await at(ben, 't1', { place: 'keys/1' })).status, 400)
})

test('a tab that says nothing for 45 seconds is gone, and a member has eight at most', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const clock = testClock()
  const seen: News[] = []
  const presence = createPresence(clock, (_, event) => seen.push(event))
  const viewer = (memberId: string) => ({ memberId, name: memberId, workspaceId: 'org_1' })
  const look = (who: string, tab: string, place: string | null) =>
    presence.note(viewer(who), { tab, place, isWriting: false }).map(({ name }) => name)
  for (let tab = 0; tab < 9; tab++) look('ada', `t${tab}`, `refunds/act_${tab}`)
  assert.deepEqual(look('ben', 't', 'refunds/act_0'), [])
  assert.deepEqual(look('ben', 't', 'refunds/act_1'), ['ada'])
  clock.advance(44_000)
  assert.deepEqual(look('ben', 't', 'refunds/act_2'), ['ada'])
  clock.advance(2_000)
  t.mock.timers.tick(5_000)
  assert.deepEqual(seen.at(-1), { event: 'presence', data: { place: 'refunds/act_8', people: [] } })
  assert.deepEqual(look('ada', 't0', 'refunds/act_2'), ['ben'])
  presence.stop()
})

test('a tab is gone as soon after the clock was set back', (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const clock = testClock()
  const seen: News[] = []
  const presence = createPresence(clock, (_, event) => seen.push(event))
  const [viewer, place] = [{ memberId: 'ada', name: 'ada', workspaceId: 'org_1' }, 'chats/conv_1']
  presence.note(viewer, { tab: 't1', place, isWriting: false })
  clock.advance(-3_600_000)
  t.mock.timers.tick(5_000)
  assert.equal(seen.length, 1)
  clock.advance(46_000)
  t.mock.timers.tick(5_000)
  assert.deepEqual(seen.at(-1), { event: 'presence', data: { place, people: [] } })
  presence.stop()
})

test('open consoles learn of new messages, modes, and how many chats wait', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open('c1')
  const stream = await news(t, api, await signedIn(api))
  const id = page.conversationId
  await page.call('POST', '/messages', { json: { text: 'Hello?' } })
  const [chat, waiting] = await stream.next(2)
  assert.deepEqual([chat?.event, chat?.data], ['chat', { id, mode: 'waiting' }])
  assert.deepEqual([waiting?.event, waiting?.data], ['waiting', { chats: 1, refunds: 0 }])
  const { workspaceId } = api
  await api.store.write((tx) => reply(tx, owner, { workspaceId, id, text: 'Hi!' }, api.clock.now()))
  const [replied, none] = await stream.next(2)
  assert.deepEqual(
    [replied?.data, none?.data],
    [
      { id, mode: 'human' },
      { chats: 0, refunds: 0 },
    ],
  )
})
