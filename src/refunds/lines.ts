import { DomainError } from '../lib/errors.ts'
import type { RefundLine } from './endpoint/endpoint-request.ts'
import type { RefundableOrder } from './orders.ts'
import type { Refund } from './refunds.ts'

/**
 * Checks the lines of a refund against its order: known items, each named once, no more pieces than were bought and not yet
 * refunded. A refund without lines that was made before may have been for any of them, so after it no line is left.
 *
 * @returns the lines with nothing but what the shop is told of them
 * @throws DomainError BAD_REQUEST
 */
export function checkLines(lines: RefundLine[], { items }: RefundableOrder, earlier: Refund[]): RefundLine[] {
  const made = earlier.filter(({ status }) => status === 'succeeded')
  const seen = new Set<string>()
  for (const { itemId, quantity } of lines) {
    const item = items.find(({ id }) => id === itemId)
    if (!item)
      throw new DomainError('BAD_REQUEST', 'no_such_line', `The order has no line ${itemId}: name lines by their id.`)
    if (seen.has(itemId))
      throw new DomainError('BAD_REQUEST', 'line_twice', `Line ${itemId} is named twice: add the quantities up.`)
    seen.add(itemId)
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new DomainError(
        'BAD_REQUEST',
        'line_quantity',
        `The quantity of line ${itemId} must be a whole number of at least 1.`,
      )
    const left = made.some((refund) => refund.lines.length === 0) ? 0 : item.quantity - refunded(itemId, made, item)
    if (quantity > left)
      throw new DomainError(
        'BAD_REQUEST',
        'line_quantity',
        `Of line ${itemId} ${Math.max(0, left)} can still be refunded, not ${quantity}.`,
      )
  }
  return lines.map(({ itemId, quantity }) => ({ itemId, quantity }))
}

/** Pieces refunded so far: by storewire, or as the shop itself says where that is more. */
function refunded(itemId: string, made: Refund[], { refundedQuantity }: { refundedQuantity: number }): number {
  const through = made
    .flatMap(({ lines }) => lines)
    .filter((line) => line.itemId === itemId)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(through, refundedQuantity)
}
