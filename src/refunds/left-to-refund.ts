import { DomainError } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import type { RefundLine } from './endpoint/endpoint-request.ts'
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

/**
 * Checks the lines of a refund against its order: known items, each at most once, and no more pieces than were bought and not yet
 * refunded. After a refund without lines no line is left, since that refund may have been for any line.
 *
 * @returns the lines with only the members that are sent to the shop
 * @throws DomainError BAD_REQUEST
 */
export function checkLines(lines: RefundLine[], { items }: RefundableOrder, earlier: Refund[]): RefundLine[] {
  const made = earlier.filter(({ status }) => status === 'succeeded')
  const seen = new Set<string>()
  for (const { itemId, quantity } of lines) {
    const item = items.find(({ id }) => id === itemId)
    if (!item)
      throw new DomainError(
        'BAD_REQUEST',
        'no_such_line',
        `Line ${itemId}: the order has no line with this id. Use the id of a line in the order's items.`,
      )
    if (seen.has(itemId))
      throw new DomainError(
        'BAD_REQUEST',
        'line_twice',
        `Line ${itemId}: given twice. Give each line once, with the total quantity.`,
      )
    seen.add(itemId)
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new DomainError(
        'BAD_REQUEST',
        'line_quantity',
        `Line ${itemId}: invalid quantity. Use a whole number of at least 1.`,
      )
    const left = leftOfLine(item, made)
    if (quantity > left)
      throw new DomainError(
        'BAD_REQUEST',
        'line_quantity',
        `Line ${itemId}: only ${left} of ${quantity} can still be refunded.`,
      )
  }
  return lines.map(({ itemId, quantity }) => ({ itemId, quantity }))
}

/** Pieces of a line that can still be refunded. @param made the refunds of the order that succeeded */
export function leftOfLine(item: RefundableOrder['items'][number], made: Refund[]): number {
  if (made.some((refund) => refund.lines.length === 0)) return 0
  return Math.max(0, item.quantity - refunded(item.id, made, item))
}

/** Pieces refunded so far: through storewire, or according to the shop, whichever is more. */
function refunded(itemId: string, made: Refund[], { refundedQuantity }: { refundedQuantity: number }): number {
  const through = made
    .flatMap(({ lines }) => lines)
    .filter((line) => line.itemId === itemId)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(through, refundedQuantity)
}
