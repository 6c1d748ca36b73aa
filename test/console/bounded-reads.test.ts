import assert from 'node:assert/strict'
import { test } from 'node:test'
import { showRefunds } from '../../src/console/refund-view.ts'
import { findOrder } from '../../src/refunds/orders.ts'
import { refundsByStatus } from '../../src/refunds/refunds.ts'
import type { Reader } from '../../src/store/store.ts'
import { signedIn } from '../support/console.ts'
import { customer, order, shipment } from '../support/objects.ts'
import { startServer } from '../support/server.ts'

const place = (at: number) => `zzzz${String(at).padStart(19, '0')}`

/** A reader, and what it has read of tables. */
function watched(read: Reader) {
  const seen = { statements: [] as string[], characters: 0 }
  const note = <Row>(row: Row): Row => {
    for (const value of Object.values(row ?? {})) if (typeof value === 'string') seen.characters += value.length
    return row
  }
  const reader: Reader = {
    get: async (sql, ...values) => {
      seen.statements.push(sql)
      return note(await read.get(sql, ...values))
    },
    all: async (sql, ...values) => (await read.all<never>(sql, ...values)).map(note),
    until: async (isEnd, sql, ...values) => (await read.until<never>(isEnd, sql, ...values)).map(note),
  }
  return { reader, seen }
}

test('the last delivery is that of the newest shipments, of which few large ones are read', async (t) => {
  const api = await startServer(t)
  const description = 'x'.repeat(1_900)
  const events = Array.from({ length: 400 }, () => ({ occurredAt: 1, rawStatus: 'a', description }))
  await api.push('orders', [order()])
  for (let at = 0; at < 8; at++)
    await api.push('shipments', [shipment({ id: `s${at}`, deliveredAt: `2026-03-0${at + 1}T00:00:00Z`, events })])
  const { reader, seen } = watched(api.store.read)
  const found = await findOrder(reader, api.workspaceId, 'o1')
  assert.equal(found?.deliveredAt, Date.parse('2026-03-08T00:00:00Z'))
  assert.ok(seen.characters < 4_000_000, `${seen.characters} characters`)
})

test('the refunds of one page read each order and customer once, and only the names in them', async (t) => {
  const api = await startServer(t)
  const title = 'x'.repeat(1_900)
  const items = Array.from({ length: 200 }, (_, at) => ({ id: `l${at}`, title, quantity: 1, unitPrice: 10 }))
  await api.push('orders', [order({ number: '#9', items })])
  await api.push('customers', [customer({ name: null, email: 'ada@shop.example' })])
  await api.store.write((tx) =>
    tx.many(
      `INSERT INTO refunds (id, workspace_id, order_id, customer_id, kind, lines, mode, status, amount, currency, started_by, basis,
         created_at, finished_at)
       VALUES (?, ?, 'o1', 'c1', 'other', '[]', 'execute', 'declined', 100, 'EUR', 'agent', '[]', 1, 2)`,
      Array.from({ length: 100 }, (_, at) => [`act_${place(at)}`, api.workspaceId]),
    ),
  )
  const page = await refundsByStatus(api.store.read, api.workspaceId, {
    statuses: ['declined'],
    limit: 100,
    oldestFirst: false,
  })
  const { reader, seen } = watched(api.store.read)
  const shown = (await showRefunds(reader, page)) as { orderNumber: string; customerName: string }[]
  assert.deepEqual(
    shown.map(({ orderNumber, customerName }) => [orderNumber, customerName]),
    Array.from({ length: 100 }, () => ['#9', 'ada@shop.example']),
  )
  const of = (table: string) => seen.statements.filter((sql) => sql.includes(`FROM ${table}`)).length
  assert.deepEqual([of('orders'), of('customers')], [1, 1])
  assert.ok(seen.characters < 1_000, `${seen.characters} characters`)
  const agent = await signedIn(api, { role: 'agent' })
  assert.equal((await agent.get('/orders?named=%239')).body.data[0].refunds.length, 100)
})

test('a page of unread chats looks at 10,000, and the next one begins behind them', async (t) => {
  const api = await startServer(t)
  const agent = await signedIn(api, { role: 'agent' })
  const chats = Array.from({ length: 12_000 }, (_, at) => place(at))
  await api.store.write(async (tx) => {
    await tx.many(
      `INSERT INTO conversations (id, workspace_id, customer_id, trial, created_at, mode, last_event)
       VALUES (?, ?, NULL, 0, ?, 'assistant', ?)`,
      chats.map((at) => [`conv_${at}`, api.workspaceId, api.clock.now(), at]),
    )
    // Only the oldest one has a message of its visitor.
    await tx.many(
      `INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES (?, ?, ?, 'hi', ?)`,
      chats.map((at, index) => [`msg_${at}`, `conv_${at}`, index === 0 ? 'customer' : 'assistant', api.clock.now()]),
    )
  })
  const first = (await agent.get('/chats?unread=true&limit=5')).body
  assert.deepEqual([first.data, first.nextCursor], [[], `r:${chats[2_000]}`])
  const second = (await agent.get(`/chats?unread=true&limit=5&cursor=${first.nextCursor}`)).body
  assert.deepEqual([second.data.map(({ id }: { id: string }) => id), second.nextCursor], [[`conv_${chats[0]}`], null])
})
