import type { Actor } from '../access/actor.ts'
import { newOrderedId } from '../lib/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/time.ts'
import { confirmRefund } from '../refunds/decisions.ts'
import { insertRefund, type MoveCause, moveRefund, noFacts } from '../refunds/move.ts'
import { getOrder } from '../refunds/orders.ts'
import type { Refund } from '../refunds/refunds.ts'
import type { Tx } from '../store/store.ts'

/** Orders whose money went back. */
const MOST_REFUNDED = 6
/** Every so many-th delivered order of the past was refunded in part of the year before. */
const EVERY = 12
/** Orders from this one on are left to the first questions. */
const FIRST_KEPT = 'order-1400'
/** Refunds of delivered orders that the assistant offered, and customers asked for so many hours ago. Null: an agent is to decide. */
const OFFERED: {
  orderId: string
  hoursAgo: number
  ends: 'customer_declined' | 'agent_rejected' | null
  reason: string | null
}[] = [
  {
    orderId: 'order-1432',
    hoursAgo: 96,
    ends: 'agent_rejected',
    reason: 'The hole is from wear, which the warranty does not cover.',
  },
  { orderId: 'order-1434', hoursAgo: 48, ends: 'customer_declined', reason: null },
  { orderId: 'order-1446', hoursAgo: 2, ends: null, reason: null },
]

const agent: Actor = { name: 'noor@shop.example', origin: 'sample shop', role: 'agent' }
const assistant: Actor = { name: 'assistant', origin: 'sample shop', role: null }
const endpoint: Actor = { name: 'refund endpoint', origin: 'sample shop', role: null }

/** Writes down refunds of the past weeks, by the moves of every refund, and one that waits for an agent. */
export async function keepSampleRefunds(tx: Tx, workspaceId: string, now: number): Promise<void> {
  const refunded = await tx.all<{ id: string; at: number; status: string }>(
    `SELECT id, updated_at AS at, data ->> 'status' AS status FROM orders
     WHERE workspace_id = ? AND data ->> 'status' IN ('returned', 'refunded') ORDER BY updated_at DESC, id LIMIT ?`,
    workspaceId,
    MOST_REFUNDED,
  )
  for (const { id, at, status } of refunded) {
    const kind = status === 'returned' ? 'return' : 'not_received'
    const begun = await begin(tx, { workspaceId, orderId: id, kind, startedBy: 'agent' }, at - DAY_MS)
    const ordered = await move(tx, begun, { on: 'customer_confirmed', actor: customerOf(begun) }, at - DAY_MS + HOUR_MS)
    await move(tx, ordered, { on: 'answered_succeeded', actor: endpoint, refundId: `sample_${id}` }, at)
  }
  await keepEarlierRefunds(tx, workspaceId, now)
  for (const { orderId, hoursAgo, ends, reason } of OFFERED) {
    const at = now - hoursAgo * HOUR_MS
    const begun = await begin(tx, { workspaceId, orderId, kind: 'defect', startedBy: 'assistant' }, at)
    const customer = customerOf(begun)
    if (ends === 'customer_declined') await move(tx, begun, { on: ends, actor: customer }, at + 5 * MINUTE_MS)
    else {
      const confirmed = await confirmRefund(tx, customer, { workspaceId, id: begun.id }, at + 2 * MINUTE_MS)
      if (ends !== null) await move(tx, confirmed, { on: ends, actor: agent, reason }, at + HOUR_MS)
    }
  }
}

/** Refunds of the year before, each some days after its order had arrived. */
async function keepEarlierRefunds(tx: Tx, workspaceId: string, now: number): Promise<void> {
  const delivered = await tx.all<{ id: string; at: number }>(
    `SELECT id, updated_at AS at FROM orders WHERE workspace_id = ? AND id < ? AND data ->> 'status' = 'delivered' ORDER BY id`,
    workspaceId,
    FIRST_KEPT,
  )
  const kinds = ['defect', 'return', 'defect', 'not_received', 'other'] as const
  const some = delivered.filter((_, index) => index % EVERY === 0)
  for (const [index, { id, at }] of some.entries()) {
    const kind = kinds[index % kinds.length] ?? 'other'
    const asked = at + 3 * DAY_MS
    if (asked > now) continue
    const begun = await begin(tx, { workspaceId, orderId: id, kind, startedBy: 'assistant' }, asked)
    const customer = customerOf(begun)
    if (index % 7 === 3) await move(tx, begun, { on: 'customer_declined', actor: customer }, asked + HOUR_MS)
    else {
      const ordered = await move(tx, begun, { on: 'customer_confirmed', actor: customer }, asked + MINUTE_MS)
      await move(tx, ordered, { on: 'answered_succeeded', actor: endpoint, refundId: `sample_${id}` }, asked + HOUR_MS)
    }
  }
}

async function begin(
  tx: Tx,
  { workspaceId, orderId, kind, startedBy }: Pick<Refund, 'workspaceId' | 'orderId' | 'kind' | 'startedBy'>,
  at: number,
): Promise<Refund> {
  const { customerId, total, currency, basis } = await getOrder(tx, workspaceId, orderId)
  if (total === null || currency === null) throw new Error(`${orderId} of the sample shop has no total`)
  return insertRefund(
    tx,
    {
      id: newOrderedId('act', at),
      workspaceId,
      orderId,
      customerId,
      conversationId: null,
      trial: false,
      kind,
      note: null,
      lines: [],
      mode: 'execute',
      amount: total,
      currency,
      startedBy,
      basis,
    },
    startedBy === 'agent' ? { on: 'started_by_agent', actor: agent } : { on: 'offered_by_assistant', actor: assistant },
    at,
  )
}

async function move(tx: Tx, refund: Refund, cause: MoveCause, at: number): Promise<Refund> {
  const moved = await moveRefund(tx, refund, cause, at, { ...noFacts, isAutomatic: true })
  if (!moved) throw new Error(`a refund of the sample shop that is ${refund.status} has no move ${cause.on}`)
  return moved
}

function customerOf({ customerId }: Refund): Actor {
  return { name: `customer ${customerId}`, origin: 'sample shop', role: null }
}
