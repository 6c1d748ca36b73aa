import { DomainError } from '../lib/errors.ts'
import type { RefundLine } from './endpoint/endpoint-request.ts'
import type { RefundableOrder } from './orders.ts'
import type { Refund } from './refunds.ts'

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
