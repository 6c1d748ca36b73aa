import type { Message } from '../conversations/conversations.ts'
import { toIso } from '../lib/time.ts'
import type { Refund } from '../refunds/refunds.ts'
import type { RefundMove } from './events.ts'

/** A message as the customer sees it. */
export function presentMessage({ sentAt, ...message }: Message): object {
  return { ...message, sentAt: toIso(sentAt) }
}

/** A refund as the customer sees it: nothing of why it was decided on, or by whom. */
export function presentRefund({ id, orderId, amount, currency, status, expiresAt }: Refund): object {
  const answerBy = status === 'awaiting_customer' && expiresAt !== null ? toIso(expiresAt) : null
  return { actionId: id, orderId, amount, currency, status, expiresAt: answerBy }
}

export function presentMove({ at, ...move }: RefundMove): object {
  return { ...move, at: toIso(at) }
}
