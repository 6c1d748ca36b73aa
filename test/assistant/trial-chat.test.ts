import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { startTrialChat } from '../../src/assistant/trial-chat.ts'
import { listConversations } from '../../src/conversations/inbox.ts'
import { enqueue } from '../../src/jobs/jobs.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import { CREATE_JOB } from '../../src/refunds/move.ts'
import { countRefunds, listRefunds, refundsOfOrder } from '../../src/refunds/refunds.ts'
import { purgeTrials } from '../../src/widget/purge.ts'
import { commandRunner } from '../support/commands.ts'
import { signedIn } from '../support/console.ts'
import { client, owner } from '../support/server.ts'
import { AUTOMATIC, agent, customer, startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/** A shop whose assistant answers and whose refunds are automatic. */
async function atWork(t: TestContext) {
  const shop = await startShop(t)
  const { api } = shop
  const { store, workspaceId, clock } = api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  await api.push('customers', [{ id: 'c1', updatedAt: 1, name: 'Ada Lovelace' }])
  await shop.set(AUTOMATIC)
  const start = async (customerId: string | null = 'c1') => {
    const asked = { workspaceId, customerId, locale: 'en' }
    const { session, token, ticket } = await startTrialChat(api, agent, asked)
    const { call } = client(`${api.baseUrl}/widget`, token)
    const read = async () => (await call('GET', '/conversation')).body
    const say = async (text: string) => {
      await call('POST', '/messages', { json: { text } })
      await until(async () => (await read()).messages.at(-1).author !== 'customer')
      return read()
    }
    return { session, ticket, call, read, say }
  }
  const types = () => shop.endpoint.requests.map(({ body }) => body.type)
  return { ...shop, trial: start, types }
}

test('a refund that is confirmed in a trial is never sent, and is in no list', async (t) => {
  const { api, trial, types, endpoint, set } = await atWork(t)
  const { store, workspaceId } = api
  for (const reason of ['trial', 'trial, over_limit']) {
    const { call, say, session } = await trial()
    const { refund } = await say('My mug is broken, I want a refund')
    assert.equal(refund.amount, 1_250)
    const { actionId, amount, currency } = refund
    const confirmed = await call('POST', `/refunds/${actionId}/confirm`, { json: { amount, currency } })
    assert.equal(confirmed.body.status, 'cancelled')
    const { messages } = (await call('GET', '/conversation')).body
    assert.equal(messages.at(-1).text, 'This was a trial: no money was refunded.')
    const [, moved] = await store.read.all<{ actor: string; reason: string }>(
      'SELECT actor, reason FROM refund_moves WHERE refund_id = ? ORDER BY number',
      actionId,
    )
    assert.deepEqual({ ...moved }, { actor: 'trial as customer c1', reason })
    const uses = await store.read.all<{ principal: string }>(
      'SELECT DISTINCT principal FROM tool_calls WHERE conversation_id = ?',
      session.conversationId,
    )
    assert.deepEqual(
      uses.map((use) => use.principal),
      ['trial as customer c1'],
    )
    await set({ autoLimit: 100 })
  }
  assert.deepEqual(types(), ['refund.preview', 'refund.preview'])
  assert.deepEqual(endpoint.refunds, new Map())
  assert.deepEqual(await listRefunds(store.read, workspaceId, { limit: 10 }), [])
  assert.deepEqual(await refundsOfOrder(store.read, workspaceId, 'o1'), [])
  assert.deepEqual(await countRefunds(store.read, workspaceId), {})
})

test('a refund of a trial is not sent even where something else has ordered it', async (t) => {
  const { api, trial, types } = await atWork(t)
  const { store, clock } = api
  const { refund } = await (await trial()).say('My mug is broken, I want a refund')
  await store.write(async (tx) => {
    await tx.run(`UPDATE refunds SET status = 'executing' WHERE id = ?`, refund.actionId)
    await enqueue(tx, { kind: CREATE_JOB, subject: refund.actionId }, clock.now())
  })
  api.wake()
  const problem = async () =>
    (await store.read.get<{ text: string | null }>('SELECT last_error AS text FROM jobs WHERE kind = ?', CREATE_JOB))
      ?.text
  await until(async () => (await problem()) != null)
  assert.match((await problem()) ?? '', /trial conversation: it is never sent/)
  assert.deepEqual(types(), ['refund.preview'])
})

test('an offer in a trial is in nobody’s way', async (t) => {
  const { api, trial, offer, look } = await atWork(t)
  const [first, second] = [await trial(), await trial()]
  const offers = [first, second].map(({ say }) => say('My mug is broken, I want a refund'))
  const ids = (await Promise.all(offers)).map(({ refund }) => refund.actionId)
  assert.equal(new Set(ids).size, 2)
  const { id } = await offer()
  assert.deepEqual([(await look(id)).status, (await look(ids[0])).status], ['awaiting_customer', 'awaiting_customer'])
  // The trial sees what a customer would see now.
  const third = await (await trial()).say('My mug is broken, I want a refund')
  assert.equal(third.refund, null)
  assert.equal((await look(id)).trial, false)
  assert.ok(api)
})

test('a trial that waits for people is in no list and no count, except the list of trials', async (t) => {
  const { api, trial } = await atWork(t)
  const { store, workspaceId, clock, file } = api
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const real = await (await startWidget(api)).open('c1')
  await real.call('POST', '/messages', { json: { text: 'I want to talk to a person' } })
  const waits = async (id: string) => (await ben.get(`/chats/${id}`)).body.chat.mode === 'waiting'
  await until(() => waits(real.conversationId))
  clock.advance(1_000)
  const { say, session } = await trial()
  await say('I want to talk to a person')
  await until(() => waits(session.conversationId))
  const run = commandRunner()
  const json = async (...args: string[]) => JSON.parse((await run([...args, '--json', '--db', file])).stdout)
  const ids = (chats: { id: string }[]) => chats.map(({ id }) => id)
  const only = [real.conversationId]
  assert.deepEqual(ids(await json('conversations', 'list')), only)
  assert.deepEqual(ids(await json('conversations', 'list', '--trials')), [session.conversationId])
  assert.deepEqual(ids((await json('orders', 'show', 'o1')).conversations), only)
  assert.deepEqual(ids((await json('customers', 'show', 'c1')).conversations), only)
  for (const show of ['open', 'waiting', 'all'])
    assert.deepEqual(ids((await ben.get(`/chats?show=${show}`)).body.data), only)
  assert.deepEqual((await ben.get('/waiting')).body, { chats: 1, refunds: 0 })
  assert.equal((await ben.get('/home')).body.chats.waiting, 1)
  // An agent who refunds an order is led to the chat of its customer, which the newer trial must not hide.
  assert.equal((await ben.get('/orders?named=o1')).body.data[0].chat.id, real.conversationId)
  assert.deepEqual(ids(await listConversations(store.read, workspaceId, { limit: 1 })), only)
})

test('wrong pairs that a guest of a trial names are not counted against real guests', async (t) => {
  const { api, trial } = await atWork(t)
  await api.push('orders', [{ id: 'o2', updatedAt: 1, number: '#1002', email: 'ada@example.com' }])
  const text = 'Where is my order #1002? My e-mail is nobody@example.com'
  const misses = () => api.store.read.all('SELECT scope FROM guest_misses')
  await (await trial(null)).say(text)
  assert.deepEqual(await misses(), [])
  const guest = await (await startWidget(api)).open()
  await guest.call('POST', '/messages', { json: { text } })
  await until(async () => (await misses()).length === 2)
})

test('agents start trials, of known customers, while the assistant is on; the frame needs the ticket', async (t) => {
  const { api, trial } = await atWork(t)
  const { store, workspaceId, clock } = api
  const asked = { workspaceId, customerId: 'c1', locale: null }
  await assert.rejects(startTrialChat(api, customer, asked), { code: 'FORBIDDEN' })
  await assert.rejects(startTrialChat(api, agent, { ...asked, customerId: 'c9' }), { reason: 'no_such_customer' })
  const { ticket, session } = await trial()
  const started = await store.read.get<{ actor: string; target: string }>(
    `SELECT actor, target FROM audit_log WHERE action = 'trial.started'`,
  )
  assert.deepEqual({ ...started }, { actor: agent.name, target: session.conversationId })
  const frame = (given: string) => fetch(`${api.baseUrl.replace('/api/v1', '')}/widget/frame?trial=${given}`)
  const { status, headers } = await frame(ticket)
  assert.equal(status, 200)
  assert.match(headers.get('content-security-policy') ?? '', /^sandbox (?!.*same-origin).*frame-ancestors 'self'$/)
  // A ticket is random and may have these three letters, but not a whole key.
  assert.doesNotMatch(await (await frame(ticket)).text(), /(?<!\w)pk_\w{20}/)
  assert.equal((await frame(`${workspaceId}.x.y`)).status, 401)
  clock.advance(11 * 60_000)
  assert.equal((await frame(ticket)).status, 401)
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: false } }, clock.now()),
  )
  await assert.rejects(startTrialChat(api, agent, asked), { reason: 'assistant_off' })
})

test('trials are deleted a day after their last message, and chats of customers stay', async (t) => {
  const { api, trial, talk } = await atWork(t)
  const { store, clock } = api
  const [real, { say }] = [await talk(), await trial()]
  await say('Where is my order?')
  clock.advance(DAY_MS - 1)
  await purgeTrials(store, clock.now())
  const ids = async () =>
    (await store.read.all<{ id: string }>('SELECT id FROM conversations ORDER BY trial')).map(({ id }) => id)
  assert.equal((await ids()).length, 2)
  clock.advance(1)
  await purgeTrials(store, clock.now())
  assert.deepEqual(await ids(), [real])
  assert.deepEqual(await store.read.all('SELECT * FROM messages'), [])
})
