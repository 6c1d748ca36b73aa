import type { Tx } from '../store/store.ts'
import { storewire } from './decisions.ts'
import { moveRefund } from './move.ts'
import { awaitingIn } from './refunds.ts'

/** Cancels refunds of other orders that wait in a conversation in which one of `orderId` is offered: a customer decides on one at a time. */
export async function cancelOthersIn(tx: Tx, conversationId: string, orderId: string, now: number): Promise<void> {
  for (const refund of await awaitingIn(tx, conversationId)) {
    if (refund.orderId === orderId) continue
    const reason = `a refund of order ${orderId} was offered`
    await moveRefund(tx, refund, { on: 'conversation_moved_on', actor: storewire, reason }, now)
  }
}
