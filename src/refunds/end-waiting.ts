import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { getConversation } from '../conversations/conversations.ts'
import { requireNewest, setMode } from '../conversations/modes.ts'
import { wake } from '../conversations/waking.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import { expireRefund, storewire } from './decisions.ts'
import { EXPIRE_JOB, moveRefund } from './move.ts'
import { findOrder } from './orders.ts'
import { activeRefund, awaitingIn } from './refunds.ts'

/** Cancels the waiting refunds of a conversation except those of `orderId`: a customer decides on one order at a time. */
export async function cancelOthersIn(tx: Tx, conversationId: string, orderId: string, now: number): Promise<void> {
  await cancelWaitingIn(
    tx,
    conversationId,
    { reason: `a refund of order ${orderId} was offered`, except: orderId },
    now,
  )
}

/** Cancels the refunds of a conversation that wait for the customer or an agent: the conversation has moved on. */
async function cancelWaitingIn(
  tx: Tx,
  conversationId: string,
  { reason, except }: { reason: string; except?: string },
  now: number,
): Promise<void> {
  for (const refund of await awaitingIn(tx, conversationId)) {
    if (refund.orderId === except) continue
    await moveRefund(tx, refund, { on: 'conversation_moved_on', actor: storewire, reason }, now)
  }
}

/** Cancels waiting refunds whose amount is outdated because the order was changed or erased. */
export async function cancelOutdatedRefunds(
  tx: Tx,
  workspaceId: string,
  changedOrders: string[],
  now: number,
): Promise<void> {
  for (const orderId of changedOrders) {
    const refund = await activeRefund(tx, workspaceId, orderId)
    if (!refund) continue
    const order = await findOrder(tx, workspaceId, orderId)
    if (order?.basis !== refund.basis) await moveRefund(tx, refund, { on: 'order_changed', actor: storewire }, now)
  }
}

export const closeReasons = ['solved', 'no_reply', 'duplicate', 'spam', 'other'] as const
/** Why an agent closes a conversation. `no_reply`: the customer did not reply. */
export type CloseReason = (typeof closeReasons)[number]

export interface ClosedConversation {
  workspaceId: string
  id: string
  agentName?: string | null
  reason?: CloseReason | null
  /** Ids of the waiting refunds that the agent has been shown; null: whichever there are. */
  cancels?: readonly string[] | null
}

/**
 * Closes a conversation for an agent. Its refunds that wait for the customer or an agent are cancelled. The next message of the customer
 * begins a new conversation. Closing twice changes nothing.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT if another conversation follows, or with the waiting refunds if one of them is not in
 *   `cancels`
 */
export async function closeConversation(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, agentName = null, reason = null, cancels = null }: ClosedConversation,
  now: number,
): Promise<void> {
  requireAgent(actor)
  const { mode } = await getConversation(tx, workspaceId, id)
  await requireNewest(tx, id)
  if (mode === 'closed') return
  if (cancels !== null) await requireKnown(tx, id, cancels)
  await cancelWaitingIn(tx, id, { reason: 'the conversation was closed' }, now)
  await wake(tx, id, { agentName, since: null }, now)
  await setMode(tx, id, 'closed', now, { agentName, reason })
  const details = reason === null ? {} : { reason }
  await audit(tx, { workspaceId, actor, action: 'conversation.closed', target: id, details, at: now })
}

/** An agent must not cancel a refund that has begun to wait since their page was read. */
async function requireKnown(tx: Tx, conversationId: string, known: readonly string[]): Promise<void> {
  const waiting = await awaitingIn(tx, conversationId)
  if (waiting.every(({ id }) => known.includes(id))) return
  throw conflict('refunds_wait', 'A refund waits in this conversation, which closing would cancel.', {
    refunds: waiting.map(({ id, amount, currency }) => ({ id, amount, currency })),
  })
}

/**
 * Closes a conversation whose customer wants to begin a new one, after the assistant has answered last. An offer of a refund in it is
 * cancelled.
 */
export async function endConversation(tx: Tx, id: string, now: number): Promise<void> {
  await cancelWaitingIn(tx, id, { reason: 'the customer began a new conversation' }, now)
  await setMode(tx, id, 'closed', now)
}

const RETRY_MS = 5_000

/**
 * Ends refunds whose time to decide is over. Running twice is safe: the second run finds no waiting refund. Running early is safe too,
 * such as after a retry by an operator or with a clock that was set back: the job runs again later.
 */
export function expiryJobHandler(): JobHandler {
  return {
    kind: EXPIRE_JOB,
    concurrency: 4,
    perLane: null,
    run: ({ subject }, end) =>
      end(async (tx, now) => {
        const waitMs = await expireRefund(tx, subject, now)
        return waitMs === undefined ? undefined : { waitMs, reason: 'The time to decide is not over yet.' }
      }),
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError(
        'CONFLICT',
        'expiry_job',
        'This job ends a refund whose time to decide is over. Cancel the refund instead.',
      )
    },
    revive: async () => {},
  }
}
