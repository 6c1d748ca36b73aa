import type { Actor } from '../access/actor.ts'
import { newOrderedId } from '../lib/ids.ts'
import { DAY_MS, HOUR_MS } from '../lib/time.ts'
import type { RefundEvent } from '../refunds/lifecycle.ts'
import { insertRefund, moveRefund, noFacts } from '../refunds/move.ts'
import { getOrder } from '../refunds/orders.ts'
import type { ReasonKind } from '../refunds/reasons.ts'
import type { Refund } from '../refunds/refunds.ts'
import type { Tx } from '../store/store.ts'

/** Orders whose money went back. */
const MOST_REFUNDED = 6
/** Refunds that came to nothing: of delivered orders, so many days ago. */
const REFUSED: {
  orderId: string
  daysAgo: number
  ends: 'customer_declined' | 'agent_rejected'
  reason: string | null
}[] = [
  {
    orderId: 'order-1432',
    daysAgo: 4,
    ends: 'agent_rejected',
    reason: 'The hole is from wear, which the warranty does not cover.',
  },
  { orderId: 'order-1434', daysAgo: 2, ends: 'customer_declined', reason: null },
]

const agent: Actor = { name: 'noor@shop.example', origin: 'sample shop', role: 'agent' }
const endpoint: Actor = { name: 'refund endpoint', origin: 'sample shop', role: null }

/** Writes down refunds of the past weeks, by the moves of every refund. None is open: the sample shop has no refund endpoint. */
export async function keepSampleRefunds(tx: Tx, workspaceId: string, now: number): Promise<void> {
  const refunded = await tx.all<{ id: string; at: number; status: string }>(
    `SELECT id, updated_at AS at, data ->> 'status' AS status FROM orders
     WHERE workspace_id = ? AND data ->> 'status' IN ('returned', 'refunded') ORDER BY updated_at DESC, id LIMIT ?`,
    workspaceId,
    MOST_REFUNDED,
  )
  for (const { id, at, status } of refunded) {
    const kind = status === 'returned' ? 'return' : 'not_received'
    const begun = await begin(tx, { workspaceId, orderId: id, kind }, at - DAY_MS)
    const ordered = await move(tx, begun, { on: 'customer_confirmed', actor: customerOf(begun) }, at - DAY_MS + HOUR_MS)
    await move(tx, ordered, { on: 'answered_succeeded', actor: endpoint, refundId: `sample_${id}` }, at)
  }
  for (const { orderId, daysAgo, ends, reason } of REFUSED) {
    const at = now - daysAgo * DAY_MS
    const begun = await begin(tx, { workspaceId, orderId, kind: 'defect' }, at - 3 * HOUR_MS)
    if (ends === 'customer_declined') await move(tx, begun, { on: ends, actor: customerOf(begun) }, at)
    else {
      const confirmed = { on: 'customer_confirmed', actor: customerOf(begun), needsApproval: true } as const
      await move(tx, await move(tx, begun, confirmed, at - 2 * HOUR_MS), { on: ends, actor: agent, reason }, at)
    }
  }
}

async function begin(
  tx: Tx,
  { workspaceId, orderId, kind }: { workspaceId: string; orderId: string; kind: ReasonKind },
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
      startedBy: 'agent',
      basis,
    },
    { on: 'started_by_agent', actor: agent },
    at,
  )
}

interface SampleMove {
  on: RefundEvent
  actor: Actor
  reason?: string | null
  refundId?: string
  needsApproval?: boolean
}

async function move(
  tx: Tx,
  refund: Refund,
  { needsApproval = false, ...cause }: SampleMove,
  at: number,
): Promise<Refund> {
  const moved = await moveRefund(tx, refund, cause, at, { ...noFacts, isAutomatic: !needsApproval })
  if (!moved) throw new Error(`a refund of the sample shop that is ${refund.status} has no move ${cause.on}`)
  return moved
}

function customerOf({ customerId }: Refund): Actor {
  return { name: `customer ${customerId}`, origin: 'sample shop', role: null }
}
