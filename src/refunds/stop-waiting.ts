import { type Actor, requireAgent } from '../access/actor.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { DAY_MS, toIso } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { type RefundRef, refuseMove } from './decisions.ts'
import { moveRefund, noFacts } from './move.ts'
import { NO_REPORT } from './refunded.ts'
import { getRefund, type Refund } from './refunds.ts'
import { getRefundSettings } from './settings.ts'

const MAX_REASON = 1_000

/**
 * Ends a pending refund whose outcome the shop has not reported, for an agent. While the refund is pending, its order cannot be refunded
 * again. Afterwards the refund counts as possibly made, and a later report is kept.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST without a reason of 1 to 1,000 characters; CONFLICT if the refund is not pending,
 *   or the shop still has time to report
 */
export async function stopWaiting(
  tx: Tx,
  actor: Actor,
  { reason = null, ...ref }: RefundRef & { reason?: string | null },
  now: number,
): Promise<Refund> {
  requireAgent(actor)
  const why = reason?.trim() ?? ''
  if (why === '' || why.length > MAX_REASON)
    throw new DomainError(
      'BAD_REQUEST',
      'reason_missing',
      `The reason must have 1 to ${MAX_REASON} characters. Describe why you stop waiting for the shop.`,
    )
  const refund = await getRefund(tx, ref.workspaceId, ref.id)
  if (refund.status !== 'pending') refuseMove(refund)
  const { pendingTimeoutDays } = await getRefundSettings(tx, refund.workspaceId)
  const until = (await pendingSince(tx, refund)) + pendingTimeoutDays * DAY_MS
  const failure = { code: NO_REPORT, message: why }
  const cause = { on: 'agent_stopped_waiting', actor, reason: why, failure } as const
  const moved = await moveRefund(tx, refund, cause, now, { ...noFacts, isOverdue: now >= until })
  if (moved) return moved
  throw conflict(
    'too_early',
    `The shop has ${pendingTimeoutDays} days to report the outcome of this refund. Wait until ${toIso(until)}, or ask the shop to report the outcome.`,
    { until: toIso(until) },
  )
}

async function pendingSince(tx: Tx, { id, createdAt }: Refund): Promise<number> {
  const sql = `SELECT at FROM refund_moves WHERE refund_id = ? AND to_status = 'pending' ORDER BY number DESC LIMIT 1`
  return (await tx.get<{ at: number }>(sql, id))?.at ?? createdAt
}
