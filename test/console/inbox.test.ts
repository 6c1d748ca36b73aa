import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { planTurn } from '../../src/assistant/turn-job.ts'
import { listChats } from '../../src/console/chats/list.ts'
import { MOST_ACTS, recordAct } from '../../src/conversations/acts.ts'
import { removeMemberFrom } from '../../src/conversations/assign.ts'
import { createConversation } from '../../src/conversations/conversations.ts'
import { leaveToPeople } from '../../src/conversations/hand-over.ts'
import { tagConversation } from '../../src/conversations/tags.ts'
import { positionAt } from '../../src/lib/ids.ts'
import { DAY_MS, HOUR_MS, toIso } from '../../src/lib/time.ts'
import { assertError, type Browser, signedIn } from '../support/console.ts'
import { readEvents } from '../support/event-stream.ts'
import { plansOf } from '../support/query-plans.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })

/** A server whose assistant is off, a chat that waits, and two agents. */
async function start(t: TestContext) {
  const api = await startServer(t)
  const [ben, cleo] = [
    await signedIn(api, { email: 'ben@shop.example', role: 'agent' }),
    await signedIn(api, { email: 'cleo@shop.example', role: 'agent' }),
  ]
  const widget = await startWidget(api)
  const page = await widget.open('c1')
  await say(page, 'Where is my mug?')
  return { api, widget, ben, cleo, page, id: page.conversationId }
}

const listed = async (browser: Browser, query = '') =>
  (await browser.get(`/chats${query}`)).body.data.map(({ id }: { id: string }) => id)

const chatOf = async (browser: Browser, id: string) => (await browser.get(`/chats/${id}`)).body.chat

/** What was done in a chat: the act, who, what and until when. */
async function actsOf(browser: Browser, id: string) {
  const { entries } = (await browser.get(`/chats/${id}`)).body
  type Entry = { kind: string; act: string; name: string | null; text: string | null; until: string | null }
  return entries
    .filter(({ kind }: Entry) => kind === 'act')
    .map(({ act, name, text, until }: Entry) => [act, name, text ?? until])
}

async function auditedOf({ store }: Api, action: string) {
  const rows = await store.read.all<{ actor: string; details: string }>(
    'SELECT actor, details FROM audit_log WHERE action = ? ORDER BY rowid',
    action,
  )
  return rows.map(({ actor, details }) => [actor, JSON.parse(details)])
}

test('a chat is assigned to a member and to nobody, and open consoles learn of it', async (t) => {
  const { api, ben, cleo, id } = await start(t)
  const stream = await readEvents(t, api.baseUrl.replace('/api/v1', '/console/api/events'), {
    cookie: ben.cookie ?? '',
  })
  const people = (await ben.get('/chat-people')).body.data
  assert.deepEqual(
    people.map(({ name, role }: { name: string; role: string }) => [name, role]),
    [
      ['ben', 'agent'],
      ['cleo', 'agent'],
    ],
  )
  assert.equal((await ben.post(`/chats/${id}/assign`, { memberId: cleo.memberId })).status, 204)
  const [news] = await stream.next(1)
  assert.deepEqual([news?.event, news?.data], ['chat', { id, mode: 'waiting' }])
  assert.deepEqual((await chatOf(ben, id)).assignee, { memberId: cleo.memberId, name: 'cleo' })
  assert.deepEqual([await listed(cleo, '?show=mine'), await listed(ben, '?show=mine')], [[id], []])
  await ben.post(`/chats/${id}/assign`, { memberId: null })
  assert.deepEqual([(await chatOf(ben, id)).assignee, await listed(cleo, '?show=mine')], [null, []])
  assert.deepEqual(await actsOf(ben, id), [
    ['assigned', 'ben', 'cleo'],
    ['unassigned', 'ben', null],
  ])
  assert.deepEqual(await auditedOf(api, 'conversation.assigned'), [
    ['ben@shop.example', { to: 'cleo@shop.example' }],
    ['ben@shop.example', { to: null }],
  ])
  assertError(await ben.post(`/chats/${id}/assign`, { memberId: 'mem_x' }), 404, 'no_such_member')
  await ben.post(`/chats/${id}/close`)
  assertError(await ben.post(`/chats/${id}/assign`, { memberId: ben.memberId }), 409, 'closed')
})

test('people answer in a chat of the assistant that was assigned, and nobody has one that was given back', async (t) => {
  const { api, ben } = await start(t)
  const { store, workspaceId, clock } = api
  const { id } = await store.write((tx) => createConversation(tx, { workspaceId }, clock.now()))
  await ben.post(`/chats/${id}/assign`, { memberId: ben.memberId })
  assert.deepEqual([(await chatOf(ben, id)).mode, (await chatOf(ben, id)).assignee.name], ['human', 'ben'])
  await ben.post(`/chats/${id}/give-back`)
  assert.deepEqual([(await chatOf(ben, id)).mode, (await chatOf(ben, id)).assignee], ['assistant', null])
})

test('who replies to or takes a chat that nobody has, has it; a reply to that of another asks first', async (t) => {
  const { ben, cleo, id } = await start(t)
  assert.equal((await ben.post(`/chats/${id}/reply`, { text: 'Hi!' })).status, 200)
  const refused = await cleo.post(`/chats/${id}/reply`, { text: 'Hello!' })
  assertError(refused, 409, 'taken_by_another')
  const { memberId, name } = refused.body.data
  assert.deepEqual([memberId, name], [ben.memberId, 'ben'])
  assertError(
    await cleo.post(`/chats/${id}/reply`, { text: 'Hello!', despite: cleo.memberId }),
    409,
    'taken_by_another',
  )
  assert.equal((await cleo.post(`/chats/${id}/reply`, { text: 'Hello!', despite: memberId })).status, 200)
  assert.equal((await chatOf(ben, id)).assignee.name, 'ben')
  assertError(await cleo.post(`/chats/${id}/take`), 409, 'taken_by_another')
  assert.equal((await cleo.post(`/chats/${id}/take`, { despite: memberId })).status, 204)
  assert.equal((await chatOf(ben, id)).assignee.name, 'cleo')
  assert.deepEqual(await actsOf(ben, id), [['assigned', 'cleo', 'cleo']])
  assertError(await ben.post(`/chats/${id}/reply`, { text: 'Late' }), 409, 'taken_by_another')
})

test('a closed chat shows who had it, and who opens it again does not have to ask them', async (t) => {
  const { ben, cleo, id } = await start(t)
  for (const [browser, open] of [
    [ben, () => ben.post(`/chats/${id}/take`)],
    [cleo, () => cleo.post(`/chats/${id}/reply`, { text: 'One more thing' })],
    [ben, () => ben.post(`/chats/${id}/take`)],
  ] as const) {
    assert.ok((await open()).status < 300)
    assert.equal((await chatOf(ben, id)).assignee.memberId, browser.memberId)
    await browser.post(`/chats/${id}/close`)
    assert.equal((await chatOf(ben, id)).assignee.memberId, browser.memberId)
    assert.deepEqual(await listed(browser, '?show=mine'), [])
  }
})

test("a removed member's open chats are nobody's, and their snoozes stay", async (t) => {
  const { api, ben, cleo, id } = await start(t)
  const { store, workspaceId, clock } = api
  await ben.post(`/chats/${id}/take`)
  const until = toIso(clock.now() + HOUR_MS)
  await ben.post(`/chats/${id}/snooze`, { until })
  await store.write((tx) => removeMemberFrom(tx, owner, { workspaceId, memberId: ben.memberId }, clock.now()))
  const { assignee, snoozedUntil } = await chatOf(cleo, id)
  assert.deepEqual([assignee, snoozedUntil], [null, until])
  assert.deepEqual((await actsOf(cleo, id)).at(-1), ['unassigned', null, null])
  assert.equal((await cleo.post(`/chats/${id}/reply`, { text: 'Hi!' })).status, 200)
})

test('a snoozed chat does not wait before its time, and then since the customer wrote', async (t) => {
  const { api, ben, id } = await start(t)
  const { clock } = api
  const { waitingSince } = await chatOf(ben, id)
  const until_ = toIso(clock.now() + HOUR_MS)
  const waiting = async () => (await ben.get('/waiting')).body.chats
  assert.equal(await waiting(), 1)
  assert.equal((await ben.post(`/chats/${id}/snooze`, { until: until_ })).status, 204)
  assert.deepEqual([await waiting(), await listed(ben, '?show=waiting'), await listed(ben)], [0, [], [id]])
  assert.deepEqual([(await chatOf(ben, id)).snoozedUntil, (await chatOf(ben, id)).waitingSince], [until_, null])
  // Later, and only one job for it.
  const later = toIso(clock.now() + 2 * HOUR_MS)
  await ben.post(`/chats/${id}/snooze`, { until: later })
  clock.advance(HOUR_MS + 1)
  api.wake()
  assert.equal(await waiting(), 0)
  clock.advance(HOUR_MS)
  api.wake()
  await until(async () => (await waiting()) === 1)
  const { snoozedUntil, waitingSince: again } = await chatOf(ben, id)
  assert.deepEqual([snoozedUntil, again], [null, waitingSince])
  assert.deepEqual(await actsOf(ben, id), [
    ['snoozed', 'ben', until_],
    ['snoozed', 'ben', later],
    ['woken', null, null],
  ])
  assert.deepEqual(await auditedOf(api, 'conversation.snoozed'), [
    ['ben@shop.example', { until: until_ }],
    ['ben@shop.example', { until: later }],
  ])
})

test('a chat that is snoozed after the reply waits when its time comes, or when the customer writes', async (t) => {
  const { api, ben, widget, id } = await start(t)
  const { clock, store, workspaceId } = api
  await ben.post(`/chats/${id}/reply`, { text: 'We look for it.' })
  const snooze = (ms: number) => ben.post(`/chats/${id}/snooze`, { until: toIso(clock.now() + ms) })
  await snooze(2 * DAY_MS)
  clock.advance(DAY_MS + HOUR_MS)
  await say(await widget.open('c1'), 'Any news?')
  const woken = await chatOf(ben, id)
  assert.deepEqual([woken.snoozedUntil, woken.waitingSince], [null, toIso(clock.now())])
  assert.equal((await store.read.all(`SELECT 1 FROM jobs WHERE kind = 'wake-conversation'`)).length, 0)
  // Who snoozes a chat expects the message: the assistant does not answer it, however late it comes.
  await store.write((tx) => tx.run('DELETE FROM assistant_settings'))
  await store.write((tx) => planTurn(tx, { workspaceId, conversationId: id }, clock.now()))
  assert.equal((await chatOf(ben, id)).mode, 'human')
  await ben.post(`/chats/${id}/reply`, { text: 'Not yet.' })
  await snooze(HOUR_MS)
  clock.advance(HOUR_MS)
  api.wake()
  await until(async () => (await chatOf(ben, id)).waitingSince !== null)
})

test('a reply, taking, closing and an agent end a snooze; only what people answer is snoozed, until a time to come', async (t) => {
  const { api, ben, id } = await start(t)
  const { clock, store, workspaceId } = api
  const snooze = (ms: number) => ben.post(`/chats/${id}/snooze`, { until: toIso(clock.now() + ms) })
  const state = async () => {
    const { mode, snoozedUntil, waitingSince } = await chatOf(ben, id)
    return [mode, snoozedUntil, waitingSince !== null]
  }
  await snooze(HOUR_MS)
  await ben.post(`/chats/${id}/snooze`, { until: null })
  assert.deepEqual(await state(), ['waiting', null, true])
  await snooze(HOUR_MS)
  await ben.post(`/chats/${id}/take`)
  assert.deepEqual(await state(), ['human', null, true])
  await snooze(HOUR_MS)
  await ben.post(`/chats/${id}/reply`, { text: 'Hi!' })
  assert.deepEqual(await state(), ['human', null, false])
  await snooze(HOUR_MS)
  await ben.post(`/chats/${id}/close`, { reason: 'no_reply' })
  assert.deepEqual(await state(), ['closed', null, false])
  assertError(await snooze(HOUR_MS), 409, 'closed')
  const { id: other } = await store.write((tx) => createConversation(tx, { workspaceId }, clock.now()))
  const of = (chat: string, until: number) => ben.post(`/chats/${chat}/snooze`, { until: toIso(until) })
  assertError(await of(other, clock.now() + 1), 409, 'assistant_answers')
  assertError(await of(id, clock.now()), 400, 'snooze_time')
  assertError(await of(id, clock.now() + 367 * DAY_MS), 400, 'snooze_time')
})

test('why a chat was closed is for agents alone, and forgotten when it is opened again', async (t) => {
  const { api, ben, page, id } = await start(t)
  assertError(await ben.post(`/chats/${id}/close`, { reason: 'bored' }), 400, 'invalid')
  assert.equal((await ben.post(`/chats/${id}/close`, { reason: 'solved' })).status, 204)
  assert.equal((await chatOf(ben, id)).closeReason, 'solved')
  const { entries } = (await ben.get(`/chats/${id}`)).body
  const { kind, mode, text, name } = entries.at(-1)
  assert.deepEqual([kind, mode, text, name], ['mode', 'closed', 'solved', 'ben'])
  assert.deepEqual(await auditedOf(api, 'conversation.closed'), [['ben@shop.example', { reason: 'solved' }]])
  assert.doesNotMatch((await page.call('GET', '/conversation')).text, /solved/)
  await ben.post(`/chats/${id}/take`)
  assert.equal((await chatOf(ben, id)).closeReason, null)
})

test('a chat has up to 20 tags of 40 characters, by which chats are found', async (t) => {
  const { api, ben, cleo, id } = await start(t)
  const tag = (body: object) => ben.post(`/chats/${id}/tags`, body)
  assert.deepEqual((await tag({ add: ['vip', ' damaged ', 'vip'] })).body, { tags: ['damaged', 'vip'] })
  assert.deepEqual((await tag({ add: ['late'], remove: ['vip', 'nothing'] })).body, { tags: ['damaged', 'late'] })
  assert.deepEqual((await chatOf(ben, id)).tags, ['damaged', 'late'])
  assert.deepEqual((await cleo.get('/chat-tags')).body, { data: ['damaged', 'late'] })
  assert.deepEqual([await listed(cleo, '?tag=late'), await listed(cleo, '?tag=vip')], [[id], []])
  assertError(await tag({ add: ['x'.repeat(41)] }), 400, 'invalid')
  assertError(await tag({ add: [' '] }), 400, 'invalid_tag')
  const many = Array.from({ length: 18 }, (_, n) => `tag ${n}`)
  assert.equal((await tag({ add: many })).body.tags.length, 20)
  assertError(await tag({ add: ['one more'] }), 409, 'too_many_tags')
  assert.deepEqual((await tag({ add: ['one more'], remove: ['late'] })).body.tags.length, 20)
  assert.deepEqual((await actsOf(ben, id)).slice(0, 4), [
    ['tagged', 'ben', 'vip'],
    ['tagged', 'ben', 'damaged'],
    ['untagged', 'ben', 'vip'],
    ['tagged', 'ben', 'late'],
  ])
  // Not the text, which may be personal data.
  assert.deepEqual((await auditedOf(api, 'conversation.tagged'))[0], ['ben@shop.example', { added: 2, removed: 0 }])
})

test('of a chat the newest 500 acts are kept', async (t) => {
  const { api, ben, id } = await start(t)
  const { store, clock } = api
  await store.write(async (tx) => {
    for (let n = 0; n < MOST_ACTS + 20; n++)
      await recordAct(tx, { conversationId: id, act: 'tagged', agentName: null, text: `tag ${n}` }, clock.now())
  })
  const kept = await store.read.get('SELECT count(*) AS count, min(text) AS "first" FROM conversation_acts')
  assert.deepEqual(kept, { count: MOST_ACTS, first: 'tag 100' })
  assert.equal((await actsOf(ben, id)).at(-1)?.[2], `tag ${MOST_ACTS + 19}`)
})

test('a row says who it is with, what the customer said last, why, in which language and about which order', async (t) => {
  const { api, ben, page, id } = await start(t)
  const { store, clock } = api
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000, name: 'Ada Lovelace' }])
  await api.push('orders', [{ id: 'o1', updatedAt: 1_000, number: '#1441', customerId: 'c1' }])
  clock.advance(1_000)
  await say(page, 'I want to cancel it')
  await store.write((tx) => leaveToPeople(tx, id, { reason: 'cancel_order', summary: 'x' }, clock.now()))
  await store.write((tx) =>
    tx.run(`UPDATE conversations SET language = 'de', state = '{"orderId":"o1"}', mode = 'human' WHERE id = ?`, id),
  )
  const asked = toIso(clock.now())
  clock.advance(1_000)
  await ben.post(`/chats/${id}/reply`, { text: 'I look into it.' })
  const [row] = (await ben.get('/chats?show=mine')).body.data
  assert.deepEqual(
    [row.name, row.words, row.wordsAt, row.handOverReason, row.language, row.orderNumber, row.assignee.name],
    ['Ada Lovelace', 'I want to cancel it', asked, 'cancel_order', 'de', '#1441', 'ben'],
  )
  assert.deepEqual([row.text, row.at, row.unread], ['I look into it.', toIso(clock.now()), 0])
  assert.deepEqual([await listed(ben, '?reason=cancel_order'), await listed(ben, '?reason=human')], [[id], []])
})

test('times do not lie in the future when the clock was set back', async (t) => {
  const { api, ben, id } = await start(t)
  await ben.post(`/chats/${id}/note`, { text: 'Odd.' })
  api.clock.advance(-HOUR_MS)
  const now = toIso(api.clock.now())
  const { chat, entries } = (await ben.get(`/chats/${id}`)).body
  assert.deepEqual([chat.at, chat.wordsAt, chat.waitingSince], [now, now, now])
  assert.ok(entries.length >= 3 && entries.every(({ at }: { at: string }) => at === now))
})

test('filters by tag and reason find a chat behind thousands of others, in short pages', async (t) => {
  const { api, ben, id } = await start(t)
  const { store, workspaceId, clock } = api
  await store.write((tx) => leaveToPeople(tx, id, { reason: 'cancel_order', summary: 'x' }, clock.now()))
  await store.write((tx) =>
    tagConversation(tx, owner, { workspaceId, id, add: ['old'], remove: [], agentName: null }, clock.now()),
  )
  await ben.post(`/chats/${id}/reply`, { text: 'Hi!' })
  const newer = Array.from(
    { length: 12_000 },
    (_, index) => `conv_${positionAt(clock.now() + 1_000 + index)}${'0'.repeat(15)}`,
  )
  await store.write((tx) =>
    tx.many(
      `INSERT INTO conversations (id, workspace_id, customer_id, trial, created_at, mode, last_event)
       VALUES (?, ?, 'c2', 0, 0, 'human', ?)`,
      newer.map((id) => [id, workspaceId, id.slice(5)]),
    ),
  )
  for (const filter of ['tag=old', 'reason=cancel_order', 'tag=old&reason=cancel_order']) {
    const found: string[] = []
    let pages = 0
    for (let cursor = ''; ; pages++) {
      const { data, nextCursor } = (await ben.get(`/chats?show=human&limit=10&${filter}${cursor}`)).body
      found.push(...data.map(({ id }: { id: string }) => id))
      if (nextCursor === null) break
      cursor = `&cursor=${nextCursor}`
    }
    assert.deepEqual([found, pages <= 2], [[id], true], filter)
  }
  const asked = { workspaceId, memberId: ben.memberId, isUnread: false, limit: 50 } as const
  for (const show of ['mine', 'open', 'waiting', 'closed'] as const) {
    const plans = await plansOf(store.read, (reader) => listChats(reader, { ...asked, show }))
    const scans = [...plans.values()]
      .flat()
      .filter((line) => /^SCAN (conversations|messages|chat$|words|last)/.test(line))
    assert.deepEqual(scans, [], show)
  }
})
