import type { Tx } from '../store/store.ts'
import { storewire } from './decisions.ts'
import { moveRefund } from './move.ts'
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
export async function cancelWaitingIn(
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
