import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { createSession } from '../../src/access/member-sessions.ts'
import { insertMember } from '../../src/access/members.ts'
import { insertMembership } from '../../src/access/memberships.ts'
import { findWorkspace } from '../../src/access/workspaces.ts'
import { newId, newOrderedId } from '../../src/lib/ids.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { loadCalls } from './load.ts'
import { benchId, benchOrder } from './orders.ts'
import type { BenchServer } from './servers.ts'

const BATCH = 1_000
const CONNECTIONS = 4
/** Rows in one transaction. */
const AT_ONCE = 5_000
/** Orders for each customer, refund, chat and entry of the audit log. */
const SHARE = { customers: 10, refunds: 20, chats: 20, audit: 20 }

/** What people look at in the console, of a shop with many orders. */
export interface BenchShop {
  customerOf(order: number): string
  /** A refund that waits, and a finished one. */
  refunds: { waiting: string; done: string }
  /** A chat that waits, and a closed one. */
  chats: { waiting: string; closed: string }
  imports: string[]
}

/** Imports orders and their customers, and writes refunds, chats and an audit log beside them into the file. */
export async function fillShop(server: BenchServer, orders: number): Promise<BenchShop> {
  const customers = Math.ceil(orders / SHARE.customers)
  const customerOf = (order: number) => `customer-${order % customers}`
  await importAll(server, 'customers', customers, (index) => ({
    id: `customer-${index}`,
    updatedAt: '2026-03-01T09:30:00.000Z',
    email: `customer-${index}@example.com`,
    name: `Customer ${index}`,
    tags: ['web'],
  }))
  const importId = await importAll(server, 'orders', orders, (index) => ({
    ...benchOrder(index),
    status: index % 10 === 0 ? 'cancelled' : 'shipped',
    customerId: customerOf(index),
    email: `${customerOf(index)}@example.com`,
  }))
  const db = new Database(server.file, { timeout: 60_000 })
  try {
    const workspaceId = db.prepare('SELECT id FROM workspaces').pluck().get() as string
    const chats = writeChats(db, workspaceId, Math.ceil(orders / SHARE.chats), customerOf)
    const refunds = writeRefunds(db, workspaceId, Math.ceil(orders / SHARE.refunds), customerOf)
    writeAudit(db, workspaceId, Math.ceil(orders / SHARE.audit))
    return { customerOf, refunds, chats, imports: [importId] }
  } finally {
    db.close()
  }
}

/** Imports objects as one backfill, and waits until all are stored. @returns its id */
async function importAll(
  server: BenchServer,
  type: string,
  count: number,
  make: (index: number) => object,
): Promise<string> {
  const call = async (method: string, path: string) => {
    const response = await fetch(server.url + path, { method, headers: server.headers })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { id: string; processed: number }
  }
  const { id } = await call('POST', '/backfills')
  const target = { ...server, status: 202 }
  const part = CONNECTIONS * 5 * BATCH
  for (let from = 0; from < count; from += part) {
    const calls = []
    for (let start = from; start < Math.min(count, from + part); start += BATCH) {
      const data = Array.from({ length: Math.min(BATCH, count - start) }, (_, index) => make(start + index))
      calls.push({ path: `/${type}/bulk`, body: JSON.stringify({ data, backfillId: id }) })
    }
    await loadCalls(target, calls, { connections: CONNECTIONS, objects: part })
  }
  await call('POST', `/backfills/${id}/close`)
  for (let stored = 0; stored < count; stored = (await call('GET', `/backfills/${id}`)).processed) await sleep(100)
  return id
}

/** Calls `write` for each number, some thousands in one transaction. */
function all(db: Database.Database, count: number, write: (index: number) => void): void {
  for (let start = 0; start < count; start += AT_ONCE)
    db.transaction(() => {
      for (let index = start; index < Math.min(count, start + AT_ONCE); index++) write(index)
    })()
}

/** Of a hundred chats one waits, 49 have the assistant, five an agent; the others are closed. Half of them are with guests. */
function writeChats(
  db: Database.Database,
  workspaceId: string,
  count: number,
  customerOf: (index: number) => string,
): BenchShop['chats'] {
  const chat = db.prepare(
    `INSERT INTO conversations (id, workspace_id, customer_id, trial, created_at, mode, last_event, waiting_since)
     VALUES (?, ?, ?, 0, ?, ?, ?, ?)`,
  )
  const message = db.prepare('INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES (?, ?, ?, ?, ?)')
  const begun = Date.now() - DAY_MS
  const found = { waiting: '', closed: '' }
  all(db, count, (index) => {
    const at = begun + index
    const id = newOrderedId('conv', at)
    const mode = index % 100 === 0 ? 'waiting' : index % 100 < 50 ? 'assistant' : index % 100 < 55 ? 'human' : 'closed'
    const events = [0, 1, 2, 3].map(() => newOrderedId('msg', at))
    const place = events.at(-1)?.slice(4)
    const customerId = index % 2 === 0 ? customerOf(index * 7) : null
    chat.run(id, workspaceId, customerId, at, mode, place, mode === 'waiting' ? at : null)
    for (const [turn, event] of events.entries())
      message.run(event, id, turn % 2 === 0 ? 'customer' : 'assistant', `Where is my order number ${index}?`, at)
    if (mode === 'waiting' || mode === 'closed') found[mode] = id
  })
  return found
}

/** Of a hundred refunds one waits for an agent and one has failed. */
function writeRefunds(
  db: Database.Database,
  workspaceId: string,
  count: number,
  customerOf: (index: number) => string,
): BenchShop['refunds'] {
  const refund = db.prepare(
    `INSERT INTO refunds (id, workspace_id, order_id, customer_id, kind, lines, mode, status, amount, currency, started_by, basis,
       created_at, finished_at, last_move)
     VALUES (?, ?, ?, ?, 'defect', ?, 'execute', ?, ?, 'EUR', 'assistant', '', ?, ?, ?)`,
  )
  const move = db.prepare(
    `INSERT INTO refund_moves (id, refund_id, number, from_status, to_status, cause, actor, at) VALUES (?, ?, ?, ?, ?, ?, 'bench', ?)`,
  )
  const begun = Date.now() - DAY_MS
  const found = { waiting: '', done: '' }
  all(db, count, (index) => {
    const at = begun + index
    const id = newOrderedId('act', at)
    const status = index % 100 === 0 ? 'awaiting_approval' : index % 100 === 1 ? 'failed' : 'succeeded'
    const [first, last] = [newOrderedId('mov', at), newOrderedId('mov', at)]
    const order = benchId(index)
    const lines = JSON.stringify([{ itemId: `${order}-1`, quantity: 1 }])
    const finishedAt = status === 'awaiting_approval' ? null : at
    refund.run(id, workspaceId, order, customerOf(index), lines, status, 3_950, at, finishedAt, last.slice(4))
    move.run(first, id, 1, null, 'awaiting_customer', 'offered', at)
    move.run(last, id, 2, 'awaiting_customer', status, 'customer_confirmed', at)
    found[status === 'awaiting_approval' ? 'waiting' : 'done'] = id
  })
  return found
}

function writeAudit(db: Database.Database, workspaceId: string, count: number): void {
  const entry = db.prepare(
    `INSERT INTO audit_log (id, workspace_id, actor, origin, action, target, details, at, role)
     VALUES (?, ?, ?, '127.0.0.1', ?, ?, '{"name":"bench"}', ?, 'agent')`,
  )
  const begun = Date.now() - DAY_MS
  all(db, count, (index) => {
    const action = index % 2_000 === 0 ? 'key.created' : 'customer.tagged'
    entry.run(newId('aud'), workspaceId, `agent-${index % 7}@shop.example`, action, `customer-${index}`, begun + index)
  })
}

/** Members who are signed in, each with a cookie of their own. */
export async function signIn({ file }: BenchServer, count: number): Promise<string[]> {
  const store = await openStore(file, {})
  const { id: workspaceId } = await findWorkspace(store.read, undefined)
  const visitor = { address: '127.0.0.1', browser: 'bench' }
  const cookies: string[] = []
  for (let number = 0; number < count; number++)
    cookies.push(
      await store.write(async (tx) => {
        const now = Date.now()
        const person = { name: 'Bench', email: `bench-${number}@shop.example`, password: null, isOperator: true }
        const { id: memberId } = await insertMember(tx, person, now)
        await insertMembership(tx, { workspaceId, memberId, role: 'owner' }, now)
        return `storewire=${(await createSession(tx, { memberId, visitor }, now)).token}`
      }),
    )
  await store.close()
  return cookies
}
