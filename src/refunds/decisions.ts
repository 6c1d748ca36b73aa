import { type Actor, requireAgent } from '../access/actor.ts'
import { getConversation } from '../conversations/conversations.ts'
import { conflict } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import { overOrderTotal } from './left-of-order.ts'
import type { RefundStatus } from './lifecycle.ts'
import { type MoveCause, moveRefund, noFacts } from './move.ts'
import { type ApprovalReason, approvalReasons } from './policy.ts'
import { findRefund, getRefund, type Refund } from './refunds.ts'
import { getRefundSettings } from './settings.ts'

/** Which refund somebody decides on. */
export interface RefundRef {
  workspaceId: string
  id: string
}

/** An amount in minor units, as somebody saw it. */
export interface SeenAmount {
  amount: number
  currency: string
}

/** What storewire does by itself. */
export const storewire: Actor = { name: 'storewire', origin: 'server', role: null }

/**
 * The customer agrees to the amount shown. The refund is made at once when the policy allows it or an agent started it; else
 * an agent has to approve it, and so for every refund of more than is left of its order. In a trial it ends here.
 *
 * @param seen what the customer was shown; it only stands against the refund, whose amount is the one that the shop named
 * @throws DomainError NOT_FOUND; CONFLICT where the refund does not wait for its customer any more, or was shown with another amount
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
  const settings = await getRefundSettings(tx, refund.workspaceId)
  const reasons: ApprovalReason[] = refund.startedBy === 'agent' ? [] : approvalReasons(settings, refund)
  if (await overOrderTotal(tx, refund)) reasons.push('over_order_total')
  const facts = { ...noFacts, isTrial: await isTrial(tx, refund), isAutomatic: reasons.length === 0 }
  const reason = facts.isTrial ? 'trial' : reasons.join(', ') || null
  const moved = await moveRefund(tx, refund, { on: 'customer_confirmed', actor, reason }, now, facts)
  return moved ?? refuse(refund)
}

async function isTrial(tx: Tx, { workspaceId, conversationId }: Refund): Promise<boolean> {
  return conversationId !== null && (await getConversation(tx, workspaceId, conversationId)).trial
}

/** The customer says no. @throws DomainError NOT_FOUND, CONFLICT */
export function declineRefund(tx: Tx, actor: Actor, ref: RefundRef, now: number): Promise<Refund> {
  return decide(tx, ref, { on: 'customer_declined', actor }, now)
}

/** An agent approves what the customer has confirmed. @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT */
export async function approveRefund(tx: Tx, actor: Actor, ref: RefundRef, now: number): Promise<Refund> {
  requireAgent(actor)
  requireInTime(await getRefund(tx, ref.workspaceId, ref.id), now)
  return decide(tx, ref, { on: 'agent_approved', actor }, now)
}

/** An agent says no. @throws DomainError FORBIDDEN, NOT_FOUND, CONFLICT */
export async function rejectRefund(
  tx: Tx,
  actor: Actor,
  { reason = null, ...ref }: RefundRef & { reason?: string | null },
  now: number,
): Promise<Refund> {
  requireAgent(actor)
  return decide(tx, ref, { on: 'agent_rejected', actor, reason }, now)
}

/** Whoever runs the conversation calls the refund off, since it has moved on. @throws DomainError NOT_FOUND, CONFLICT */
export function cancelRefund(
  tx: Tx,
  actor: Actor,
  { reason = null, ...ref }: RefundRef & { reason?: string | null },
  now: number,
): Promise<Refund> {
  return decide(tx, ref, { on: 'conversation_moved_on', actor, reason }, now)
}

/**
 * Ends a refund whose time is up. One that was decided on stays as it is.
 *
 * @returns how long there is still time to decide, in milliseconds; undefined where nobody needs to look again
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
  return (await moveRefund(tx, refund, cause, now)) ?? refuse(refund)
}

/** The job that ends it may be a moment late; the decision must not slip through. */
function requireInTime(refund: Refund, now: number): void {
  if (refund.expiresAt === null || now < refund.expiresAt) return
  throw conflict('expired', 'The time to decide on this refund is up: a new one has to be started.')
}

function requireSame({ amount, currency }: Refund, seen: SeenAmount): void {
  if (seen.amount === amount && seen.currency === currency) return
  throw conflict(
    'amount_changed',
    'The amount of this refund is another one: show it to the customer anew, and ask again.',
  )
}

/** Whose turn it is; where it is nobody's the refund is over. */
const TURNS: Partial<Record<RefundStatus, string>> = {
  awaiting_customer: 'waits for its customer, who confirms or declines it',
  awaiting_approval: 'waits for an agent, who approves or rejects it',
  executing: 'is with the shop, whose answer decides',
  pending: 'is with the shop, which reports how it ended',
}

/** @throws DomainError CONFLICT that says whose turn it is */
export function refuse({ status }: Refund): never {
  const whose = TURNS[status] ?? `is ${status}, which is final`
  throw conflict('wrong_status', `The refund ${whose}: this can't be done to it.`, { status })
}
