import type { ModeChange } from '../conversations/modes.ts'
import type { ConversationMessage } from '../conversations/stored-message.ts'
import { toIso } from '../lib/time.ts'
import { getObject } from '../objects/read.ts'
import { orders } from '../objects/types/order.ts'
import type { Refund } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'
import type { RefundMove } from './events.ts'

/** A message as the API shows it to the customer. */
export function presentMessage({ sentAt, ...message }: ConversationMessage): object {
  return { ...message, sentAt: toIso(sentAt) }
}

/** A refund as the API shows it to the customer: without who decided, and why. */
export async function showRefund(reader: Reader, refund: Refund): Promise<object> {
  const { id, workspaceId, orderId, amount, currency, status, expiresAt } = refund
  const order = await getObject(reader, orders, workspaceId, orderId)
  const orderNumber = typeof order?.number === 'string' ? order.number : null
  const answerBy = status === 'awaiting_customer' && expiresAt !== null ? toIso(expiresAt) : null
  return { actionId: id, orderId, orderNumber, amount, currency, status, expiresAt: answerBy }
}

/** Who answers from now on. */
export function presentMode({ at, ...mode }: ModeChange): object {
  return { ...mode, at: toIso(at) }
}

export function presentMove({ at, ...move }: RefundMove): object {
  return { ...move, at: toIso(at) }
}
