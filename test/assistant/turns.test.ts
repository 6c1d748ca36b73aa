import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createPauses } from '../../src/assistant/pauses.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { turnJobHandler } from '../../src/assistant/turn-job.ts'
import { makeTurn, type Turn, writeTurn } from '../../src/assistant/turns.ts'
import { addMessage } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { changeMode, modeOf } from '../../src/conversations/modes.ts'
import type { Job } from '../../src/jobs/jobs.ts'
import { createPrometheus } from '../../src/serve/prometheus.ts'
import type { Reader } from '../../src/store/store.ts'
import { createCatalogs } from '../../src/tools/catalog.ts'
import { product } from '../support/objects.ts'
import { owner, type ServerOptions } from '../support/server.ts'
import { AUTOMATIC, agent, type Shop, startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

/** A shop with the assistant switched on, and a chat of its customer `c1`, who ordered a mug and a pot. */
async function startChat(t: TestContext, customerId: string | undefined = 'c1', options: ServerOptions = {}) {
  const shop = await startShop(t, options)
  const { store, workspaceId, clock } = shop.api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await shop.api.push('orders', [
    { id: 'o1', updatedAt: '2026-02-21T10:00:00Z', number: '#1001', status: 'processing', email: 'ada@example.com' },
  ])
  const page = await (await startWidget(shop.api)).open(customerId)
  return { ...shop, page, conversationId: page.conversationId }
}

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })

async function messages({ api }: Shop, conversationId: string, author = 'assistant'): Promise<string[]> {
  const rows = await api.store.read.all<{ text: string }>(
    'SELECT text FROM messages WHERE conversation_id = ? AND author = ? ORDER BY id',
    conversationId,
    author,
  )
  return rows.map(({ text }) => text)
}

const idle = ({ api }: Shop) =>
  until(async () => (await api.store.read.get("SELECT 1 FROM jobs WHERE kind = 'assistant.turn'")) === undefined)

test('a customer who writes in the chat gets an answer, and the turn is kept with its facts', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId, api } = shop
  await say(page, 'Where is my order?')
  await until(async () => (await messages(shop, conversationId)).length === 1)
  assert.deepEqual(await messages(shop, conversationId), [
    'Order #1001 is being prepared and has not been shipped yet.\nThis is as of 21 February 2026.',
  ])
  const turn = await api.store.read.get<{ commands: string; facts: string; language: string }>(
    'SELECT commands, facts, language FROM assistant_turns WHERE conversation_id = ?',
    conversationId,
  )
  assert.deepEqual(JSON.parse(turn?.commands ?? ''), [{ name: 'order_status', kind: null }])
  assert.equal(JSON.parse(turn?.facts ?? '')[0].source, 'orders/o1')
  const calls = await api.store.read.all<{ tool: string }>('SELECT tool FROM tool_calls ORDER BY id')
  assert.deepEqual(
    calls.map(({ tool }) => tool),
    ['list_orders', 'get_order', 'list_refunds'],
  )
})

test('without the assistant nobody answers', async (t) => {
  const shop = await startChat(t)
  const { store, workspaceId, clock } = shop.api
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: false } }, clock.now()),
  )
  await say(shop.page, 'Where is my order?')
  await idle(shop)
  assert.deepEqual(await messages(shop, shop.conversationId), [])
})

test('a refund is offered with the shop’s amount; only the button makes it', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId } = shop
  await shop.set(AUTOMATIC)
  await shop.api.push('orders', [{ id: 'o1', updatedAt: '2026-02-22T10:00:00Z', status: 'delivered' }])
  await say(page, 'My mug is broken, I want my money back')
  await until(async () => (await messages(shop, conversationId)).length === 1)
  assert.match(
    (await messages(shop, conversationId))[0] ?? '',
    /^We can refund €12\.50 for order #1001: 2 × Mug\. Please confirm/,
  )
  await say(page, 'yes')
  await until(async () => (await messages(shop, conversationId)).length === 2)
  assert.match((await messages(shop, conversationId))[1] ?? '', /^Please use the button/)
  const { refund } = (await page.call('GET', '/conversation')).body
  assert.deepEqual([refund.status, refund.amount, shop.endpoint.refunds.size], ['awaiting_customer', 1250, 0])
  const seen = { amount: 1250, currency: 'EUR' }
  assert.equal((await page.call('POST', `/refunds/${refund.actionId}/confirm`, { json: seen })).status, 200)
  await shop.until(refund.actionId, 'succeeded')
  assert.equal(shop.endpoint.refunds.size, 1)
})

test('after a hand-over people answer, and the assistant says once that they have the message', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId, api } = shop
  await say(page, 'Please cancel my order')
  await until(async () => (await modeOf(api.store.read, conversationId)) === 'waiting')
  const row = await api.store.read.get<{ reason: string; summary: string }>(
    'SELECT hand_over_reason AS reason, summary FROM conversations WHERE id = ?',
    conversationId,
  )
  assert.equal(row?.reason, 'cancel_order')
  assert.match(row?.summary ?? '', /^Wants to \w+ .*#1001 \(processing/)
  for (const text of ['Hello?', 'Anybody there?', 'I want a refund, it is broken']) {
    await say(page, text)
    await idle(shop)
  }
  assert.deepEqual((await messages(shop, conversationId)).slice(1), ['Our team has your message and will answer here.'])
  const { workspaceId, clock, store } = api
  await store.write((tx) => reply(tx, agent, { workspaceId, id: conversationId, text: 'Done.' }, clock.now()))
  assert.equal(await modeOf(store.read, conversationId), 'human')
})

test('after a day in which nobody wrote, the assistant answers again and says who it is', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId, api } = shop
  const { store, workspaceId, clock } = api
  await store.write((tx) => reply(tx, agent, { workspaceId, id: conversationId, text: 'Bye.' }, clock.now()))
  clock.advance(23 * 3_600_000)
  await say(page, 'Where is my order?')
  await idle(shop)
  assert.deepEqual(await messages(shop, conversationId), [])
  clock.advance(25 * 3_600_000)
  const later = await (await startWidget(api)).open('c1')
  assert.equal(later.conversationId, conversationId)
  await say(later, 'Where is my order?')
  await until(async () => (await messages(shop, conversationId)).length === 1)
  assert.match(
    (await messages(shop, conversationId))[0] ?? '',
    /^I am the shop's assistant\..*\nOrder #1001 is being prepared/,
  )
})

test('an agent takes a conversation, and gives it back', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId, api } = shop
  const { store, workspaceId, clock } = api
  const change = (mode: 'human' | 'assistant', actor = agent) =>
    store.write((tx) => changeMode(tx, actor, { workspaceId, id: conversationId, mode }, clock.now()))
  await assert.rejects(change('human', { ...agent, role: null }), { code: 'FORBIDDEN' })
  await change('human')
  await say(page, 'Hello')
  await idle(shop)
  assert.deepEqual(await messages(shop, conversationId), [])
  await change('assistant')
  await say(page, 'Where is my order?')
  await until(async () => (await messages(shop, conversationId)).length === 1)
})

test('messages that are longer together than one may be are answered by their newest words, in parts', async (t) => {
  const shop = await startChat(t)
  const { store, clock } = shop.api
  await shop.api.push('products', [product({ id: 'p1', title: 'Stone mug' }), product({ id: 'p2', title: 'Blue mug' })])
  const parts: boolean[] = []
  const pauses = async (isLong: boolean) => void parts.push(isLong)
  const services = { ...shop.services, catalogs: createCatalogs(store, clock.now), pauses }
  const answerTo = async (...texts: string[]) => {
    for (const text of texts)
      await store.write((tx) =>
        addMessage(tx, shop.conversationId, { author: 'customer', text, choice: null }, clock.now()),
      )
    const turn = await makeTurn(services, shop.conversationId)
    assert.ok(turn)
    await store.write((tx) => writeTurn(tx, turn, clock.now()))
    return turn
  }
  const found = ({ calls }: Turn) => calls.find(({ tool }) => tool === 'find_products')?.objects.toSorted()
  const asked = await answerTo(`${'oh well, '.repeat(430)}.`, `${'oh well, '.repeat(430)}.`, 'Is the mug in stock?')
  assert.deepEqual(found(asked), ['products/p1', 'products/p2'])
  assert.ok(parts.length >= 3 && parts.every(Boolean), `${parts}`)
  const chosen = await answerTo(`${'oh well, '.repeat(430)}the stone one`)
  assert.deepEqual(found(chosen), ['products/p1'])
  assert.ok(parts.length >= 8 && parts.every(Boolean), `${parts}`)
  parts.length = 0
  await answerTo('Where is my order?')
  assert.ok(parts.length >= 3 && !parts.some(Boolean), 'short ones are answered without pauses')
})

test('a turn is written once, and not after a newer message or an agent’s reply', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId, api } = shop
  const services = {
    ...shop.services,
    catalogs: createCatalogs(shop.api.store, shop.api.clock.now),
    pauses: createPauses(),
  }
  const { store, workspaceId, clock } = api
  // Without the route, so that no job answers first.
  const add = (text: string) =>
    store.write((tx) => addMessage(tx, conversationId, { author: 'customer', text }, clock.now()))
  await add('Where is my order?')
  const early = await makeTurn(services, conversationId)
  await add('What did I order?')
  assert.ok(early)
  assert.equal(await store.write((tx) => writeTurn(tx, early, clock.now())), false)
  const both = await makeTurn(services, conversationId)
  assert.ok(both)
  assert.deepEqual(both.answered.commands.map(({ name }) => name).sort(), ['order_contents', 'order_status'])
  assert.equal(await store.write((tx) => writeTurn(tx, both, clock.now())), true)
  assert.equal(await store.write((tx) => writeTurn(tx, both, clock.now())), false)
  assert.equal(await makeTurn(services, conversationId), undefined)
  await add('And the tracking number?')
  const late = await makeTurn(services, conversationId)
  await store.write((tx) => reply(tx, agent, { workspaceId, id: conversationId, text: 'I am here.' }, clock.now()))
  assert.ok(late)
  assert.equal(await store.write((tx) => writeTurn(tx, late, clock.now())), false)
  await say(page, 'Where is my order?')
  await idle(shop)
  assert.equal((await messages(shop, conversationId)).length, 1)
})

test('messages that are sent at once are answered, none of them twice', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId } = shop
  const burst = ['Hi', 'Where is my order?', 'And what did I order?', 'Thanks']
  const sent = await Promise.all(burst.map((text) => say(page, text)))
  assert.ok(sent.every(({ status }) => status === 200))
  await idle(shop)
  const answers = await messages(shop, conversationId)
  // They arrive on connections of their own, in any order: the id of each has its place in it.
  const idOf = (index: number): string => sent[index]?.body.id
  const expected = [/Order #1001 is being prepared/.source, /Order #1001 contains/.source]
  if (idOf(2) < idOf(1)) expected.reverse()
  assert.match(answers.join('\n'), new RegExp(expected.join('[\\s\\S]*')))
  const turns = await shop.api.store.read.all<{ upto: string }>('SELECT upto_message_id AS upto FROM assistant_turns')
  assert.equal(turns.length, answers.length)
  // How many of them arrive before the first answer is written is a matter of time; none is answered twice, and the last one is answered.
  const last = sent
    .map(({ body }) => body.id)
    .sort()
    .at(-1)
  assert.ok(turns.some(({ upto }) => upto === last) && answers.length <= burst.length)
})

test('erasing the customer erases turns, facts and tool calls', async (t) => {
  const shop = await startChat(t)
  const { page, conversationId, api } = shop
  await say(page, 'Where is my order?')
  await until(async () => (await messages(shop, conversationId)).length === 1)
  assert.equal((await api.call('DELETE', '/customers/c1')).status, 204)
  for (const table of ['assistant_turns', 'tool_calls', 'messages', 'conversations'])
    assert.deepEqual(await api.store.read.all(`SELECT * FROM ${table}`), [], table)
})

test('answers that are due at once are made in different turns of the event loop', async (t) => {
  const shop = await startChat(t)
  const { store, clock } = shop.api
  const conversationIds = await Promise.all(Array.from({ length: 4 }, () => shop.talk({ customerId: null })))
  await store.write(async (tx) => {
    for (const id of conversationIds)
      await addMessage(tx, id, { author: 'customer', text: 'Where is my order?' }, clock.now())
  })
  let turn = 0
  const countTurns = () => {
    turn++
    counting = setImmediate(countTurns)
  }
  let counting = setImmediate(countTurns)
  /** The conversations that were read in each turn. */
  const readIn = new Map<number, Set<string>>()
  const read: Reader = {
    ...store.read,
    get: (sql, ...values) => {
      const found = conversationIds.filter((id) => values.includes(id))
      readIn.set(turn, new Set([...(readIn.get(turn) ?? []), ...found]))
      return store.read.get(sql, ...values)
    },
  }
  const { run } = turnJobHandler({ ...shop.services, store: { ...store, read } })
  const jobOf = (subject: string): Job => ({
    id: `job_${subject}`,
    kind: 'assistant.turn',
    subject,
    lane: subject,
    status: 'waiting',
    attempts: 0,
    dueAt: 0,
    leaseUntil: null,
    lastError: null,
    createdAt: 0,
  })
  const { signal } = new AbortController()
  await Promise.all(conversationIds.map((id) => run(jobOf(id), async () => {}, signal)))
  clearImmediate(counting)
  const conversations = [...readIn.values()].map((ids) => [...ids])
  assert.ok(conversations.every((ids) => ids.length <= 1))
  assert.deepEqual(new Set(conversations.flat()), new Set(conversationIds))
})

test('turns, their time and hand-overs are counted; a turn that fails every time leaves the chat to people', async (t) => {
  const { metrics, render } = await createPrometheus({ version: '1', commit: 'a', node: '26', sqlite: '3' })
  const { page, conversationId, api, ...shop } = await startChat(t, 'c1', { metrics })
  const { store, clock } = api
  const setState = (state: string | null) =>
    store.write((tx) =>
      tx.run("UPDATE conversations SET state = ?, mode = 'assistant' WHERE id = ?", state, conversationId),
    )
  await say(page, 'Where is my order?')
  await idle({ api, ...shop })
  await setState('damaged')
  await say(page, 'Where is my order?')
  await until(async () => {
    // Only between two tries: a run that took minutes would be taken for one that was killed.
    const isRunning = await store.read.get('SELECT 1 FROM jobs WHERE lease_until IS NOT NULL')
    if (!isRunning) clock.advance(30_000)
    api.wake()
    return (await modeOf(store.read, conversationId)) === 'waiting'
  })
  await setState(null)
  await say(page, 'I want to talk to a human')
  const search = { waiting: 0, lagMs: 0, isFilling: false }
  let text = ''
  await until(async () => {
    text = await render({
      jobs: [],
      changes: [],
      files: { database: 0, wal: 0 },
      pictures: { used: 0, max: 1 },
      search,
    })
    return text.includes('reason="human"')
  })
  const turns = 'storewire_assistant_turn_duration_seconds'
  const lines = text.split('\n').filter((line) => line.startsWith(`${turns}_count`) || /hand_overs_total\{/.test(line))
  assert.deepEqual(lines.sort(), [
    'storewire_assistant_hand_overs_total{reason="failed"} 1',
    'storewire_assistant_hand_overs_total{reason="human"} 1',
    `${turns}_count{verdict="answered"} 1`,
    `${turns}_count{verdict="failed"} 4`,
    `${turns}_count{verdict="handed_over"} 1`,
  ])
  for (const [, seconds] of text.matchAll(/turn_duration_seconds_sum\{.*\} (.*)/g)) assert.ok(Number(seconds) > 0)
})
