import { getWorkspace, type Workspace } from '../access/workspaces.ts'
import type { Conversation } from '../conversations/conversations.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import { isRefundDue } from './arrival.ts'
import type { RefundLine } from './endpoint/endpoint-request.ts'
import { isFinished } from './lifecycle.ts'
import type { RefundableOrder } from './orders.ts'
import { isInReturnPeriod } from './policy.ts'
import type { ReasonKind } from './reasons.ts'
import { isPossiblyRefunded, isRefunded } from './refunded.ts'
import type { Refund } from './refunds.ts'
import { getRefundSettings, type RefundSettings, requireRefundPlan } from './settings.ts'

/** The data that a refund was checked against. */
export interface CheckedRequest {
  workspace: Workspace
  settings: RefundSettings
  order: RefundableOrder
  earlier: Refund[]
  lines: RefundLine[]
  conversation: Conversation | null
}

/** @throws DomainError FORBIDDEN if the plan has no refunds; CONFLICT if they are switched off */
export function requireRefunds({ workspace, settings }: Pick<CheckedRequest, 'workspace' | 'settings'>): void {
  requireRefundPlan(workspace)
  if (!settings.enabled)
    throw conflict('refunds_off', 'Refunds are switched off in this workspace. An owner or admin can switch them on.')
}

export function requireNoActive({ earlier }: Pick<CheckedRequest, 'earlier'>): void {
  const active = earlier.find(({ status }) => !isFinished(status))
  if (active)
    throw conflict(
      'refund_active',
      `The order already has an open refund: ${active.id}. Wait until it has ended, or cancel it.`,
    )
}

/** In a closed conversation nobody would see the offer. */
export function requireOpen({ conversation }: Pick<CheckedRequest, 'conversation'>): void {
  if (conversation?.mode !== 'closed') return
  throw conflict('conversation_closed', 'The conversation is closed. Take it first, or start the refund without it.')
}

/** Messages about a refund are added to its conversation, so another customer in the conversation would read them. */
type OrderAndConversation = Pick<CheckedRequest, 'conversation'> & { order: Pick<RefundableOrder, 'customerId'> }

export function requireOwnConversation({ order, conversation }: OrderAndConversation): void {
  const [speaking, ordering] = [conversation?.customerId ?? null, order.customerId]
  if (speaking === null || ordering === null || speaking === ordering) return
  throw conflict(
    'other_customer',
    `The order belongs to customer ${ordering}, but the conversation is with customer ${speaking}. Use a conversation with customer ${ordering}, or none.`,
  )
}

/** What the assistant needs beyond what an agent needs to start a refund. */
export function requireOfferable(
  { settings, order, earlier, lines, conversation }: CheckedRequest,
  kind: ReasonKind,
  now: number,
): void {
  if (!conversation || conversation.customerId === null || conversation.customerId !== order.customerId)
    throw new DomainError(
      'FORBIDDEN',
      'other_customers_order',
      'The order does not belong to the signed-in customer of the conversation. The assistant refunds only orders of this customer.',
    )
  if (earlier.some(isRefunded))
    throw conflict('already_refunded', 'The order was refunded before. Only an agent can start another refund.')
  if (earlier.some(isPossiblyRefunded))
    throw conflict(
      'outcome_unknown',
      'An earlier refund of the order may have been made. An agent must ask the shop first.',
    )
  if (!isOfferDue(order, lines, settings, now))
    throw conflict(
      'not_due',
      'Nothing of the order was delivered, returned or lost, or is overdue. Only an agent can start a refund before that.',
    )
  if (!isInReturnPeriod(settings, kind, order, now))
    throw conflict('outside_period', 'The return period of the order is over. Only an agent can make an exception.')
}

/** Whether the order is so far that the assistant may offer a refund of these lines. */
export function isOfferDue(
  { progress }: Pick<RefundableOrder, 'progress'>,
  lines: RefundLine[],
  { assumeDeliveredAfterDays }: Pick<RefundSettings, 'assumeDeliveredAfterDays'>,
  now: number,
): boolean {
  const itemIds = lines.map(({ itemId }) => itemId)
  return isRefundDue(progress, itemIds, assumeDeliveredAfterDays, now)
}

/** Why no refund can be started. */
export interface RefundBlock {
  reason: string
  message: string
}

/**
 * Returns for each order of a conversation why an agent cannot start a refund of it there; null if the shop can be asked for the amount. A
 * refund that was made is no reason: another one names it.
 */
export async function createRefundBlocks(
  reader: Reader,
  conversation: Conversation,
): Promise<(order: Pick<RefundableOrder, 'customerId'>, earlier: Refund[]) => RefundBlock | null> {
  const { workspaceId } = conversation
  const workspace = await getWorkspace(reader, workspaceId)
  const settings = await getRefundSettings(reader, workspaceId)
  return (order, earlier) => {
    try {
      requireRefunds({ workspace, settings })
      requireOpen({ conversation })
      requireOwnConversation({ order, conversation })
      requireNoActive({ earlier })
      return null
    } catch (error) {
      if (error instanceof DomainError) return { reason: error.reason, message: error.message }
      throw error
    }
  }
}
