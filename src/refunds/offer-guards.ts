import { conflict, DomainError } from '../lib/errors.ts'
import { isFinished } from './lifecycle.ts'
import type { CheckedRequest } from './offer.ts'
import { isInReturnPeriod } from './policy.ts'
import type { ReasonKind } from './reasons.ts'
import { isPossiblyRefunded, isRefunded } from './refunded.ts'

export function requireNoActive({ earlier }: CheckedRequest): void {
  const active = earlier.find(({ status }) => !isFinished(status))
  if (active) throw conflict('refund_active', `The order has a refund already that is not over: ${active.id}.`)
}

/** What happens to a refund is told in its conversation, so that one of another customer would read it. */
export function requireOwnConversation({ order, conversation }: CheckedRequest): void {
  const [speaking, ordering] = [conversation?.customerId ?? null, order.customerId]
  if (speaking === null || ordering === null || speaking === ordering) return
  throw conflict(
    'other_customer',
    `The order is of customer ${ordering}, but the conversation is with ${speaking}: name a conversation of theirs, or none.`,
  )
}

export function requireOfferable(
  { settings, order, earlier, conversation }: CheckedRequest,
  kind: ReasonKind,
  now: number,
): void {
  if (!conversation || conversation.customerId === null || conversation.customerId !== order.customerId)
    throw new DomainError(
      'FORBIDDEN',
      'other_customers_order',
      'The assistant refunds only orders of the signed-in customer it talks to.',
    )
  if (earlier.some(isRefunded))
    throw conflict('already_refunded', 'The order was refunded before: an agent decides on another refund.')
  if (earlier.some(isPossiblyRefunded))
    throw conflict(
      'outcome_unknown',
      'A refund of the order may have been made: an agent asks the shop before another one is offered.',
    )
  if (!isInReturnPeriod(settings, kind, order, now))
    throw conflict('outside_period', 'The return period of the order is over: an agent decides on exceptions.')
}
