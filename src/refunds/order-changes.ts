import type { Tx } from '../store/store.ts'
import { storewire } from './decisions.ts'
import { moveRefund } from './move.ts'
import { findOrder } from './orders.ts'
import { activeRefund } from './refunds.ts'

/** Cancels refunds that wait for somebody and whose amount does not hold any more, since their order was changed or erased. */
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
