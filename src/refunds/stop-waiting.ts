import { type Actor, requireAgent } from '../access/actor.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { toIso } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { type RefundRef, refuse } from './decisions.ts'
import { moveRefund, noFacts } from './move.ts'
import { NO_REPORT } from './refunded.ts'
import { getRefund, type Refund } from './refunds.ts'
import { getRefundSettings } from './settings.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MAX_REASON = 1_000

/**
 * An agent stops waiting for the shop to report how a pending refund ended, which holds up every other refund of its order. It
 * counts as possibly refunded from then on; a report that comes later is kept.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST without a reason of 1 to 1,000 characters; CONFLICT where the refund is not
 *   pending, or the shop still has time to report
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
      `The reason must have 1 to ${MAX_REASON} characters: write why nobody waits any more.`,
    )
  const refund = await getRefund(tx, ref.workspaceId, ref.id)
  if (refund.status !== 'pending') refuse(refund)
  const { pendingTimeoutDays } = await getRefundSettings(tx, refund.workspaceId)
  const until = (await pendingSince(tx, refund)) + pendingTimeoutDays * DAY_MS
  const failure = { code: NO_REPORT, message: why }
  const cause = { on: 'agent_stopped_waiting', actor, reason: why, failure } as const
  const moved = await moveRefund(tx, refund, cause, now, { ...noFacts, isOverdue: now >= until })
  if (moved) return moved
  throw conflict(
    'too_early',
    `The shop has ${pendingTimeoutDays} days to report how this refund ended, until ${toIso(until)}: wait for that, or let the shop report it.`,
    { until: toIso(until) },
  )
}

async function pendingSince(tx: Tx, { id, createdAt }: Refund): Promise<number> {
  const sql = `SELECT at FROM refund_moves WHERE refund_id = ? AND to_status = 'pending' ORDER BY number DESC LIMIT 1`
  return (await tx.get<{ at: number }>(sql, id))?.at ?? createdAt
}
