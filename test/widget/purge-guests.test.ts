import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { addMessage, createConversation } from '../../src/conversations/conversations.ts'
import { defaultSettings } from '../../src/http/settings.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { moveRefund } from '../../src/refunds/move.ts'
import { startServing } from '../../src/serve/start.ts'
import type { Store } from '../../src/store/store.ts'
import { purgeGuestChats } from '../../src/widget/purge.ts'
import { startServer, testServices } from '../support/server.ts'
import { agent, startShop } from '../support/shop.ts'
import { startWidget } from '../support/widget.ts'

const DAY = 24 * 3_600_000
const MONTH = 30 * DAY

const ids = async (store: Store, table: string) =>
  (await store.read.all<{ id: string }>(`SELECT id FROM ${table} ORDER BY id`)).map(({ id }) => id)

async function chats(t: TestContext) {
  const { store, clock, ...api } = await startServer(t)
  const { open } = await startWidget({ ...api, store, clock })
  const say = async (customerId?: string) => {
    const page = await open(customerId)
    await page.call('POST', '/messages', { json: { text: 'Hello' } })
    return page.conversationId
  }
  return { ...api, store, clock, say, purge: (days = 30) => purgeGuestChats(store, days, clock.now()) }
}

test("a guest's chat is deleted with messages and sessions 30 days after the last message; a customer's stays", async (t) => {
  const { store, clock, say, purge } = await chats(t)
  const [guest, customer] = [await say(), await say('c1')]
  clock.advance(MONTH - 1)
  await purge()
  assert.deepEqual(await ids(store, 'conversations'), [guest, customer].sort())
  clock.advance(1)
  const young = await say()
  await purge()
  assert.deepEqual(await ids(store, 'conversations'), [customer, young].sort())
  const left = await store.read.all<{ id: string }>('SELECT DISTINCT conversation_id AS id FROM messages ORDER BY 1')
  assert.deepEqual(
    left.map(({ id }) => id),
    [customer, young].sort(),
  )
  const sessions = await store.read.all('SELECT 1 FROM widget_sessions WHERE conversation_id = ?', guest)
  assert.deepEqual(sessions, [])
})

test("an agent's reply restarts the period, and the period is a setting", async (t) => {
  const { store, clock, say, purge } = await chats(t)
  const guest = await say()
  clock.advance(5 * DAY)
  await store.write((tx) => addMessage(tx, guest, { author: 'agent', text: 'Sorry for the delay.' }, clock.now()))
  clock.advance(7 * DAY - 1)
  await purge(7)
  assert.deepEqual(await ids(store, 'conversations'), [guest])
  clock.advance(1)
  await purge(7)
  assert.deepEqual(await ids(store, 'conversations'), [])
})

test('a chat stays while its refund is open; the refund is never deleted', async (t) => {
  const shop = await startShop(t)
  const { store, clock } = shop.api
  const { open } = await startWidget(shop.api)
  const { conversationId } = await open()
  const refund = await shop.start({ orderId: 'o1', conversationId })
  const purge = () => purgeGuestChats(store, 30, clock.now())
  clock.advance(2 * MONTH)
  await purge()
  assert.deepEqual(await ids(store, 'conversations'), [conversationId])
  await store.write((tx) => moveRefund(tx, refund, { on: 'customer_declined', actor: agent }, clock.now()))
  clock.advance(2 * MONTH)
  await purge()
  assert.deepEqual(await ids(store, 'conversations'), [])
  const { status, conversationId: none } = await shop.look(refund.id)
  assert.deepEqual([status, none], ['declined', null])
})

test('however many and long the chats are, each step is small, and a stop happens between two steps', async (t) => {
  const { store, clock, workspaceId, purge } = await chats(t)
  await store.write(async (tx) => {
    for (const messages of [2_500, ...Array<number>(150).fill(1), 1_000, 0]) {
      const { id } = await createConversation(tx, { workspaceId }, clock.now())
      for (let n = 0; n < messages; n++)
        await tx.run(
          "INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES (?, ?, 'customer', 'x', ?)",
          `msg_${id}${n}`,
          id,
          clock.now(),
        )
    }
  })
  clock.advance(MONTH)
  const steps: number[] = []
  const count = async () => (await store.read.all('SELECT 1 FROM messages')).length
  const writeInBackground: Store['writeInBackground'] = async (work) => {
    const before = await count()
    const result = await store.writeInBackground(work)
    steps.push(before - (await count()))
    return result
  }
  const stopped = AbortSignal.abort()
  await purgeGuestChats({ ...store, writeInBackground }, 30, clock.now(), stopped)
  assert.deepEqual(steps, [])
  await purgeGuestChats({ ...store, writeInBackground }, 30, clock.now())
  assert.ok(
    steps.every((deleted) => deleted <= 1_000),
    `${steps}`,
  )
  assert.deepEqual([await count(), await ids(store, 'conversations')], [0, []])
  await purge()
})

test('old chats of guests that must stay are skipped, and those after them are purged', async (t) => {
  const { store, clock, workspaceId, purge } = await chats(t)
  const made = await store.write(async (tx) => {
    const all: string[] = []
    for (let n = 0; n < 250; n++) all.push((await createConversation(tx, { workspaceId }, clock.now())).id)
    return all
  })
  clock.advance(MONTH)
  const kept = made.slice(0, 240)
  await store.write(async (tx) => {
    for (const id of kept) await addMessage(tx, id, { author: 'agent', text: 'Still there?' }, clock.now())
  })
  await purge()
  assert.deepEqual(await ids(store, 'conversations'), kept)
})

test('a server purges by its setting when it starts, and at set times', async (t) => {
  const { store, clock, say } = await chats(t)
  await say()
  clock.advance(7 * DAY)
  const settings = { ...defaultSettings, keepGuestChats: 7 }
  const server = await startServing({ ...testServices(store, clock), settings }, { host: '127.0.0.1', port: 0 })
  t.after(server.stop)
  while ((await ids(store, 'conversations')).length > 0) await nextTurn()
})
