import type { RefundLine } from '../../refunds/endpoint/endpoint-request.ts'
import type { ReasonKind } from '../../refunds/reasons.ts'
import type { ViewedItem, ViewedOrder } from '../../tools/order-view.ts'
import type { Offer } from '../../tools/refund-desk.ts'
import { offerRefundTool } from '../../tools/refunds.ts'
import { useTool } from '../../tools/tool.ts'
import { showRefund } from '../cards.ts'
import type { Command } from '../commands/command.ts'
import { addFact, ask, type Draft, say, sayRequest } from '../draft.ts'
import { itemsOf } from './orders.ts'

/** Offers a refund of lines of an order; of the whole order if there are none. */
export async function offerRefund(
  draft: Draft,
  order: ViewedOrder,
  lines: RefundLine[],
  kind: ReasonKind,
): Promise<Offer> {
  const offer = await useTool(offerRefundTool, draft.tools, { orderId: order.id, lines, kind })
  if (offer.isOffered) draft.offer = offer
  return offer
}

/**
 * Says an offer, with its items and its amount. An offer that was open already may be of other lines than those that were asked for.
 * Of what is defective a photo is asked for, once; the offer does not depend on it.
 */
export function sayOffer(draft: Draft, order: ViewedOrder, offer: Offer & { isOffered: true }, kind: ReasonKind): void {
  const { lines, amount, currency } = offer
  const { says, amount: amountText } = draft.speech
  addFact(draft, `orders/${order.id}`, { number: order.number, kind, lines, amount, currency }, order.updatedAt)
  const words = amount !== null && currency !== null ? amountText(amount, currency) : null
  const items = itemsIn(order, lines)
  say(draft, says.offered(order.number, words, itemsOf({ items })))
  if (kind === 'defect' && draft.picture === null) sayRequest(draft, says.askPicture)
  showRefund(draft, order, offer, items)
}

/**
 * Notes for the people of the shop why no refund was offered. If refunds are switched off, also what would have come of it with them on:
 * `offered`, with the reasons for an approval, or why not.
 */
export function addRefusal(
  draft: Draft,
  { id, number, updatedAt }: ViewedOrder,
  kind: ReasonKind,
  { reason, ifOn }: Offer & { isOffered: false },
): void {
  const withRefundsOn = ifOn?.isOffered
    ? { withRefundsOn: 'offered', approval: ifOn.approval.join(' ') }
    : ifOn && { withRefundsOn: ifOn.reason }
  addFact(draft, `orders/${id}`, { number, kind, refused: reason, ...withRefundsOn }, updatedAt)
}

/** The items of some lines with their quantities there; all items if there are no lines. */
function itemsIn({ items }: ViewedOrder, lines: RefundLine[]): ViewedItem[] {
  if (lines.length === 0) return items
  return lines.flatMap(({ itemId, quantity }) => {
    const item = items.find(({ id }) => id === itemId)
    return item ? [{ ...item, quantity }] : []
  })
}

/** Asks whether people should look into an order; the answer continues the command, which then hands over. */
export function askPerson(draft: Draft, command: Command, { number }: ViewedOrder): void {
  const continued = { ...command, text: `${command.text}\n${number}` }
  ask(draft, 'person', continued, draft.speech.says.passOn, [])
}

/** The shop has marked the order as refunded, or nothing is left of it. */
export function isRefunded({ status, total, refundedTotal }: ViewedOrder): boolean {
  return status === 'refunded' || (total !== null && total > 0 && (refundedTotal ?? 0) >= total)
}
