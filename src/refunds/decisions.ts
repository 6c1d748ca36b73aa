import { type Actor, requireAgent, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { hastenJob } from '../jobs/jobs.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { DAY_MS, toIso } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { addExtraTry, MOST_EXTRA_TRIES } from './failing.ts'
import { overOrderTotal } from './left-to-refund.ts'
import type { RefundStatus } from './lifecycle.ts'
import { CREATE_JOB, type MoveCause, moveRefund, noFacts } from './move.ts'
import { isOfferDue } from './offer-guards.ts'
import { findOrder } from './orders.ts'
import { type ApprovalReason, approvalReasons } from './policy.ts'
import { madeOrPossiblyMade, NO_REPORT } from './refunded.ts'
import { findRefund, getRefund, type Refund, refundsOfOrder } from './refunds.ts'
import { getRefundSettings } from './settings.ts'

export interface RefundRef {
  workspaceId: string
  id: string
}

/** The amount that a customer saw, in minor units. */
export interface SeenAmount {
  amount: number
  currency: string
}

/** The actor of moves that storewire makes without a person. */
export const storewire: Actor = { name: 'storewire', origin: 'server', role: null }

/**
 * Confirms a refund for its customer. The refund is ordered at once if the policy allows that or an agent started it. Otherwise, and for
 * every refund of more than is left of its order, an agent must approve it first. In a trial the refund is cancelled, and so is one that
 * the assistant offered and would not offer now: see {@link withdrawOutdated}.
 *
 * @param seen the amount that the customer saw, only compared with the amount of the refund
 * @throws DomainError NOT_FOUND; CONFLICT if the refund does not wait for its customer, its time is over, or `seen` is another amount
 */
export async function confirmRefund(
  tx: Tx,
  actor: Actor,
  { seen, ...ref }: RefundRef & { seen?: SeenAmount },
  now: number,
): Promise<Refund> {
  const refund = await getRefund(tx, ref.workspaceId, ref.id)
  requireInTime(refund, now)
  if (seen) requireSame(refund, seen)
  const withdrawn = await withdrawOutdated(tx, refund, now)
  if (withdrawn) return withdrawn
  const settings = await getRefundSettings(tx, refund.workspaceId)
  const reasons: ApprovalReason[] = refund.startedBy === 'agent' ? [] : approvalReasons(settings, refund)
  if (await overOrderTotal(tx, refund)) reasons.push('over_order_total')
  const facts = { ...noFacts, isTrial: refund.trial, isAutomatic: reasons.length === 0 }
  // In a trial it shows what the policy would have decided.
  const reason = [...(refund.trial ? ['trial'] : []), ...reasons].join(', ') || null
  const moved = await moveRefund(tx, refund, { on: 'customer_confirmed', actor, reason }, now, facts)
  return moved ?? refuseMove(refund)
}

/**
 * Cancels an open offer of the assistant that the assistant would not make now: the order got a new expected date, or the shop reported
 * that an earlier refund of it was made after all.
 *
 * @returns the cancelled refund; undefined if the offer stays
 */
export async function withdrawOutdated(tx: Tx, refund: Refund, now: number): Promise<Refund | undefined> {
  if (refund.startedBy !== 'assistant' || refund.status !== 'awaiting_customer') return undefined
  const reason = await whyOutdated(tx, refund, now)
  return reason === null ? undefined : moveRefund(tx, refund, { on: 'order_changed', actor: storewire, reason }, now)
}

async function whyOutdated(tx: Tx, { id, workspaceId, orderId, lines }: Refund, now: number): Promise<string | null> {
  const others = (await refundsOfOrder(tx, workspaceId, orderId)).filter((other) => other.id !== id)
  if (madeOrPossiblyMade(others).length > 0) return 'an earlier refund of the order may have been made'
  const order = await findOrder(tx, workspaceId, orderId)
  const settings = await getRefundSettings(tx, workspaceId)
  return order && isOfferDue(order, lines, settings, now) ? null : 'the order is on its way, and not overdue'
}

/** Declines a refund for its customer. @throws DomainError NOT_FOUND, CONFLICT */
export function declineRefund(tx: Tx, actor: Actor, ref: RefundRef, now: number): Promise<Refund> {
  return decide(tx, ref, { on: 'customer_declined', actor }, now)
}

/**
 * An agent approves what the customer has confirmed.
 *
 * @param seen the amount that the agent saw; it is only compared, as in {@link confirmRefund}
 * @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT
 */
export async function approveRefund(
  tx: Tx,
  actor: Actor,
  { seen, ...ref }: RefundRef & { seen?: SeenAmount },
  now: number,
): Promise<Refund> {
  requireAgent(actor)
  const refund = await getRefund(tx, ref.workspaceId, ref.id)
  requireInTime(refund, now)
  if (seen) requireSame(refund, seen)
  return decide(tx, ref, { on: 'agent_approved', actor }, now)
}

/** Rejects a refund that waits for approval. @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT */
export async function rejectRefund(
  tx: Tx,
  actor: Actor,
  { reason = null, ...ref }: RefundRef & { reason?: string | null },
  now: number,
): Promise<Refund> {
  requireAgent(actor)
  return decide(tx, ref, { on: 'agent_rejected', actor, reason }, now)
}

/** Cancels a refund because the conversation has moved on. @throws DomainError NOT_FOUND, CONFLICT */
export function cancelRefund(
  tx: Tx,
  actor: Actor,
  { reason = null, ...ref }: RefundRef & { reason?: string | null },
  now: number,
): Promise<Refund> {
  return decide(tx, ref, { on: 'conversation_moved_on', actor, reason }, now)
}

/**
 * Ends a refund if its time to decide is over. A refund that was decided on is not changed.
 *
 * @returns the remaining time to decide, in milliseconds; undefined if the refund no longer expires
 */
export async function expireRefund(tx: Tx, id: string, now: number): Promise<number | undefined> {
  const refund = await findRefund(tx, id)
  if (!refund || refund.expiresAt === null) return undefined
  if (refund.expiresAt > now) return refund.expiresAt - now
  await moveRefund(tx, refund, { on: 'time_ran_out', actor: storewire }, now)
  return undefined
}

async function decide(tx: Tx, { workspaceId, id }: RefundRef, cause: MoveCause, now: number): Promise<Refund> {
  const refund = await getRefund(tx, workspaceId, id)
  return (await moveRefund(tx, refund, cause, now)) ?? refuseMove(refund)
}

/** The job that expires the refund may run late. A late decision must be rejected all the same. */
function requireInTime(refund: Refund, now: number): void {
  if (refund.expiresAt === null || now < refund.expiresAt) return
  throw conflict('expired', 'The time to decide on this refund is over. Start a new refund.')
}

function requireSame({ amount, currency }: Refund, seen: SeenAmount): void {
  if (seen.amount === amount && seen.currency === currency) return
  throw conflict('amount_changed', 'The refund amount has changed. Show the current amount and ask again.')
}

/** What a refund in each status waits for, and what to do. Every other status is final. */
const NEXT_STEPS: Partial<Record<RefundStatus, string>> = {
  awaiting_customer: "This refund is waiting for the customer's decision. Confirm or decline it first.",
  awaiting_approval: "This refund is waiting for an agent's approval. Approve or reject it first.",
  executing: 'This refund was ordered from the shop. Wait for the response of the shop.',
  pending: 'This refund was accepted by the shop. Wait until the shop reports the outcome.',
}

/** @throws DomainError CONFLICT with what the refund waits for, and its status */
function refuseMove({ status }: Refund): never {
  const message = NEXT_STEPS[status] ?? `This refund is ${status}, which is final. Start a new refund if one is needed.`
  throw conflict('wrong_status', message, { status })
}

/**
 * Orders a refund from the shop again at once, for an owner or admin, instead of at the next try of the schedule. The try has the action
 * id as its idempotency key, as all have, so the shop pays at most once. It is one more: those of the schedule stay. While a try is under
 * way, or due already, that one is the answer.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT if the shop is not ordered to make the refund, or after too many such tries
 */
export async function tryRefundNow(tx: Tx, actor: Actor, { workspaceId, id }: RefundRef, now: number): Promise<Refund> {
  requireManager(actor)
  const refund = await getRefund(tx, workspaceId, id)
  if (refund.status !== 'executing') refuseMove(refund)
  if ((await hastenJob(tx, { kind: CREATE_JOB, subject: id }, now)) && !(await addExtraTry(tx, id)))
    throw conflict(
      'too_many_tries',
      `This refund was tried ${MOST_EXTRA_TRIES} times on request. Wait for the next try of the schedule.`,
    )
  await audit(tx, { workspaceId, actor, action: 'refund_delivery.tried_now', target: id, at: now })
  return refund
}

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
