import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { tagConversation } from '../../src/conversations/tags.ts'
import { listJobs } from '../../src/jobs/jobs.ts'
import { eraseObject } from '../../src/objects/erase.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { eraseFromRefunds } from '../../src/refunds/erase.ts'
import { timelineOf } from '../../src/refunds/refunds.ts'
import { hooks } from '../../src/serve/features.ts'
import type { SqlValue, Tx } from '../../src/store/store.ts'
import { say } from '../../src/widget/chat.ts'
import { chatJobHandler } from '../../src/widget/erase-chats.ts'
import { findSession } from '../../src/widget/sessions.ts'
import { openEvents } from '../support/event-stream.ts'
import { order, shipment, ticket } from '../support/objects.ts'
import { type Api, addWorkspace, client, owner, startServer } from '../support/server.ts'
import { AUTOMATIC, customer, ORDER, startShop } from '../support/shop.ts'
import { answers, fails } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const SECRET_TEXT = 'My phone number is 555-0100'

/** A server with the pushed customer `c1`, who chats. */
async function chatting(t: TestContext) {
  const api = await startServer(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1, name: 'Ada' }])
  const widget = await startWidget(api)
  const page = await widget.open('c1')
  await page.call('POST', '/messages', { json: { text: SECRET_TEXT }, headers: { 'idempotency-key': 'k1' } })
  const tagged = { workspaceId: api.workspaceId, id: page.conversationId, agentName: null, remove: [] }
  await api.store.write((tx) => tagConversation(tx, owner, { ...tagged, add: [SECRET_TEXT] }, api.clock.now()))
  return { api, widget, page }
}

/** Every table whose rows hold a text, and how often. */
async function whereIs(api: Api, text: string): Promise<string[]> {
  const tables = await api.store.read.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
  const found: string[] = []
  for (const { name } of tables)
    for (const row of await api.store.read.all<object>(`SELECT * FROM ${name}`))
      if (Object.values(row).some((value) => String(value).includes(text))) found.push(name)
  return found
}

test("an erased customer's conversations are gone", async (t) => {
  const { api, widget, page } = await chatting(t)
  assert.equal((await api.call('DELETE', '/customers/c1')).status, 204)
  const again = await widget.open('c1')
  assert.deepEqual((await again.call('GET', '/conversation')).body.messages, [])
  assert.notEqual(again.conversationId, page.conversationId)
  assert.deepEqual(await whereIs(api, SECRET_TEXT), [])
})

test('sessions of an erased customer are closed', async (t) => {
  const { api, page } = await chatting(t)
  const stream = await openEvents(t, api.baseUrl, page.token)
  await api.call('DELETE', '/customers/c1')
  assert.equal(await stream.ended(), true)
  assert.equal((await page.call('GET', '/conversation')).status, 401)
  const repeated = await page.call('POST', '/messages', {
    json: { text: SECRET_TEXT },
    headers: { 'idempotency-key': 'k1' },
  })
  assert.equal(repeated.status, 401)
})

test('other customers and guests keep their chats', async (t) => {
  const { api, widget } = await chatting(t)
  const others = [await widget.open('c2'), await widget.open()]
  for (const page of others) await page.call('POST', '/messages', { json: { text: 'Hello' } })
  await api.call('DELETE', '/customers/c1')
  for (const page of others) assert.equal((await page.call('GET', '/conversation')).body.messages.length, 1)
})

test('the chats of a customer who was never pushed can be erased, once', async (t) => {
  const { api, widget } = await chatting(t)
  const page = await widget.open('c9')
  await page.call('POST', '/messages', { json: { text: 'I am only in a token' } })
  assert.equal((await api.call('DELETE', '/customers/c9')).status, 204)
  assert.deepEqual(await whereIs(api, 'I am only in a token'), [])
  assert.equal((await api.call('DELETE', '/customers/c9')).status, 404)
})

test('a repeated push after an erasure does not restore the customer', async (t) => {
  const { api } = await chatting(t)
  const push = () =>
    api.call('POST', '/customers', {
      json: { data: [{ id: 'c2', updatedAt: 1, name: 'Grace' }] },
      headers: { 'idempotency-key': 'p1' },
    })
  await push()
  await api.call('DELETE', '/customers/c2')
  assert.equal((await push()).headers.get('idempotent-replayed'), 'true')
  assert.equal((await api.call('GET', '/customers/c2')).status, 404)
})

test('a message sent while its customer is erased is rejected', async (t) => {
  const { api, page } = await chatting(t)
  const session = await findSession(api.store.read, page.token, api.clock.now())
  assert.ok(session)
  await api.call('DELETE', '/customers/c1')
  await assert.rejects(
    api.store.write((tx) => say(tx, session, { text: 'Too late' }, api.clock.now())),
    { code: 'UNAUTHORIZED' },
  )
})

test('a chat of 100,000 messages is erased in steps', async (t) => {
  const { api, page } = await chatting(t)
  const { clock, store } = api
  const text = 'one of many'
  await store.write((tx) =>
    tx.run(
      `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 100000)
       INSERT INTO messages (id, conversation_id, author, text, sent_at) SELECT 'msg_' || n, ?, 'customer', ?, ? FROM counted`,
      page.conversationId,
      text,
      clock.now(),
    ),
  )
  const changes: number[] = []
  const counted = (tx: Tx): Tx => ({
    ...tx,
    run: async (sql, ...values) => {
      const ran = await tx.run(sql, ...values)
      if (sql.startsWith('DELETE FROM messages')) changes.push(ran.changes)
      return ran
    },
  })
  await store.write((tx) =>
    eraseObject(counted(tx), { resource: customers, hooks }, { ...api, actor: owner, id: 'c1' }, clock.now()),
  )
  const job = (await listJobs(store.read)).find(({ kind }) => kind === 'erase.conversation')
  assert.ok(job)
  assert.notEqual((await (await startWidget(api)).open('c1')).conversationId, page.conversationId)
  const handler = chatJobHandler({
    clock,
    store: {
      ...store,
      writeInBackground: (work) => store.writeInBackground((tx, ...company) => work(counted(tx), ...company)),
    },
  })
  await handler.run(job, async () => {}, new AbortController().signal)
  // Only their number: to compare 100,000 names with none takes all memory.
  assert.equal((await whereIs(api, text)).length, 0)
  assert.ok(Math.max(...changes) <= 1_000, `${Math.max(...changes)} rows in one transaction`)
})

test('the rest of a large chat is erased by the server', async (t) => {
  const { api, page } = await chatting(t)
  const { store } = api
  const rows = Array.from({ length: 2_500 }, (_, n) => [`msg_${n}`, page.conversationId, 'customer', SECRET_TEXT, 1])
  await store.write((tx) =>
    tx.many('INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES (?, ?, ?, ?, ?)', rows),
  )
  await api.call('DELETE', '/customers/c1')
  await until(async () => (await listJobs(store.read)).every(({ kind }) => kind !== 'erase.conversation'))
  assert.deepEqual(await whereIs(api, SECRET_TEXT), [])
  assert.deepEqual(await store.read.all('SELECT id FROM conversations'), [])
})

test('bodies in the request log are erased with any object that may name a person', async (t) => {
  const api = await startServer(t, { settings: { captureBodies: true } })
  const { store, clock } = api
  const { key } = await addWorkspace(store, 'other', clock)
  await client(api.baseUrl, key).push('tickets', [ticket({ id: 't1', subject: 'of the other' })])
  for (const [resource, object] of [
    ['customers', { id: 'x', updatedAt: 1, name: SECRET_TEXT }],
    ['orders', order({ id: 'x', number: SECRET_TEXT })],
    ['shipments', shipment({ id: 'x', carrier: SECRET_TEXT })],
    ['tickets', ticket({ id: 'x', subject: SECRET_TEXT })],
  ] as const) {
    await api.push(resource, [object])
    await until(async () => (await whereIs(api, SECRET_TEXT)).length === 2)
    assert.equal((await api.call('DELETE', `/${resource}/x`)).status, 204)
    clock.advance(10_000)
    api.wake()
    await until(async () => (await listJobs(store.read)).length === 0)
    assert.deepEqual(await whereIs(api, SECRET_TEXT), [], resource)
  }
  assert.deepEqual((await whereIs(api, 'of the other')).sort(), ['request_log', 'tickets'])
})

const NOTE = 'called Ada on 555-0100'

async function refunding(t: TestContext, settings = {}) {
  const shop = await startShop(t)
  await shop.set({ ...AUTOMATIC, ...settings })
  await shop.api.push('customers', [{ id: 'c1', updatedAt: 1, name: 'Ada' }])
  return shop
}

test('a waiting refund is cancelled when its customer is erased', async (t) => {
  const shop = await refunding(t, { autoLimit: null, limitCurrency: null })
  await shop.api.push('orders', [{ ...ORDER, id: 'o2' }])
  const offered = await shop.offer()
  const started = await shop.start({ orderId: 'o2', note: NOTE })
  await shop.api.call('DELETE', '/customers/c1')
  for (const { id } of [offered, started]) {
    const { status, note, conversationId } = await shop.look(id)
    assert.deepEqual({ status, note, conversationId }, { status: 'cancelled', note: null, conversationId: null })
    const last = (await timelineOf(shop.api.store.read, id)).moves.at(-1)
    assert.deepEqual([last?.on, last?.reason], ['conversation_moved_on', 'its customer was erased'])
  }
  assert.deepEqual(await whereIs(shop.api, NOTE), [])
})

test('the note of a refund that is being sent stays in its request, and is erased with its outcome', async (t) => {
  const shop = await refunding(t)
  const { api, endpoint } = shop
  const { id, workspaceId } = await shop.start({ note: NOTE })
  endpoint.behave(fails, answers({ ok: true, status: 'succeeded', refundId: 'r1', note: NOTE }))
  await api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, api.clock.now()))
  api.wake()
  await shop.tried(id, 1)
  await api.call('DELETE', '/customers/c1')
  api.clock.advance(60_000)
  api.wake()
  await shop.until(id, 'succeeded')
  const reasons = endpoint.requests
    .filter(({ body }) => body.type === 'refund.create')
    .map(({ body }) => body.data.reason)
  assert.deepEqual(reasons, [`defect: ${NOTE}`, `defect: ${NOTE}`])
  api.clock.advance(3_600_000)
  api.wake()
  await until(async () => (await listJobs(api.store.read)).every(({ kind }) => kind !== 'erase.refund'))
  assert.deepEqual(await whereIs(api, NOTE), [])
  const { amount, currency, customerId } = await shop.look(id)
  assert.deepEqual({ amount, currency, customerId }, { amount: 1_250, currency: 'EUR', customerId: 'c1' })
})

test('finished refunds lose note, conversation and responses of the endpoint', async (t) => {
  const shop = await refunding(t)
  const { api, endpoint } = shop
  const conversationId = await shop.talk()
  endpoint.behave(answers({ ok: true, amount: 1_250, currency: 'EUR', note: NOTE }))
  const { id, workspaceId } = await shop.start({ note: NOTE, conversationId })
  await api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, api.clock.now()))
  api.wake()
  await shop.until(id, 'succeeded')
  await api.call('DELETE', '/customers/c1')
  const { status, note, conversationId: left } = await shop.look(id)
  assert.deepEqual({ status, note, left }, { status: 'succeeded', note: null, left: null })
  assert.deepEqual(await whereIs(api, NOTE), [])
  assert.deepEqual(await whereIs(api, 'Your refund of'), [])
})

test('an erasure reads only the refunds of its customer', async (t) => {
  const { store } = await startServer(t)
  const plans: string[] = []
  const explained = (tx: Tx): Tx => ({
    ...tx,
    all: async <Row>(sql: string, ...values: SqlValue[]) => {
      const steps = await tx.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
      plans.push(...steps.map(({ detail }) => detail).filter((detail) => / refunds /.test(detail)))
      return tx.all<Row>(sql, ...values)
    },
  })
  await store.write((tx) => eraseFromRefunds(explained(tx), { workspaceId: 'org_1', customerId: 'c1' }, 0))
  assert.equal(plans.length, 2)
  for (const plan of plans)
    assert.match(plan, /refunds_by_(customer \(workspace_id=\? AND customer_id=\?\)|conversation)/)
})
