import type { Reader } from '../store/store.ts'
import { orderTotals, type RefundableOrder } from './orders.ts'
import { isRefunded } from './refunded.ts'
import { type Refund, sumsOfOrder } from './refunds.ts'

/** How much of an order is left to refund. Amounts in minor units. */
export interface LeftOfOrder {
  total: number
  /** Refunds made by the shop itself, plus refunds made through storewire. */
  refunded: number
  left: number
}

/**
 * Returns what is left of an order for a refund in `currency`; null if the total of the order is unknown or in another currency. An order
 * without a currency counts as having the currency of the refund.
 *
 * @param earlier the other refunds of the order
 */
export function leftOf(
  order: Pick<RefundableOrder, 'currency' | 'total' | 'refundedTotal'>,
  earlier: Pick<Refund, 'status' | 'reportedAs' | 'amount' | 'currency'>[],
  currency: string,
): LeftOfOrder | null {
  const { total, refundedTotal } = order
  if (total === null || (order.currency ?? currency) !== currency) return null
  const through = earlier
    .filter((refund) => isRefunded(refund) && refund.currency === currency)
    .reduce((sum, { amount }) => sum + amount, 0)
  const refunded = (refundedTotal ?? 0) + through
  return { total, refunded, left: Math.max(0, total - refunded) }
}

/** Returns what is left of the order if the refund is for more than that; null if it is not, or if what is left is unknown. */
export async function overOrderTotal(
  reader: Reader,
  {
    id,
    workspaceId,
    orderId,
    amount,
    currency,
  }: Pick<Refund, 'id' | 'workspaceId' | 'orderId' | 'amount' | 'currency'>,
): Promise<LeftOfOrder | null> {
  const order = await orderTotals(reader, workspaceId, orderId)
  if (!order) return null
  const others = (await sumsOfOrder(reader, workspaceId, orderId)).filter((refund) => refund.id !== id)
  return ifOver(leftOf(order, others, currency), amount)
}

export function ifOver(left: LeftOfOrder | null, amount: number): LeftOfOrder | null {
  return left !== null && amount > left.left ? left : null
}
