import type { RefundLine } from '../../refunds/endpoint/endpoint-request.ts'
import type { ReasonKind } from '../../refunds/reasons.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import type { Offer } from '../../tools/refund-desk.ts'
import { listRefunds, offerRefundTool } from '../../tools/refunds.ts'
import { useTool } from '../../tools/tool.ts'
import { namingWords, wordsInTitles } from '../../tools/words-in-titles.ts'
import type { Command } from '../commands.ts'
import { addFact, ask, type Draft, handOver, say } from '../draft.ts'
import type { Templates } from '../templates/en.ts'
import { sayStatus } from './orders.ts'
import { whichOrder } from './which-order.ts'

/** Which sentence explains a refused offer, by the reason of its error. Others hand over: the reason is not for customers. */
const EXPLAINED: Record<string, keyof Templates['offerRefused']> = {
  already_refunded: 'already_refunded',
  outside_period: 'outside_period',
  refund_active: 'refund_active',
  outcome_unknown: 'outcome_unknown',
  line_quantity: 'nothing_to_refund',
  refused: 'refused',
  no_answer: 'no_amount',
  unclear: 'no_amount',
  order_changed: 'no_amount',
  bad_currency: 'no_amount',
  refunds_off: 'not_offered',
  plan: 'not_offered',
  other_customers_order: 'not_offered',
}

/** A request for a refund: an offer that the customer confirms by a button, or the reason why no refund is offered. */
export async function answerRefundRequest(draft: Draft, command: Command): Promise<void> {
  const { says } = draft.speech
  const { tools } = draft
  if (tools.asker.customerId === null) {
    say(draft, says.signIn)
    handOver(draft, {
      reason: 'refund',
      priority: 'normal',
      summary: `A guest wants a refund (${command.kind}): ${command.text}`,
    })
    return
  }
  const order = await whichOrder(draft, command)
  if (!order) return
  if (isRefunded(order)) {
    draft.offer = { isOffered: false, reason: 'already_refunded' }
    sayRefused(draft, command, { order, lines: [], reason: 'already_refunded' })
    return
  }
  // What is on its way may only be late.
  if (command.kind === 'not_received') sayStatus(draft, order)
  const lines = await linesOf(draft, command, order)
  if (lines === null) {
    const whole = { label: says.wholeOrder, text: says.wholeOrder }
    ask(draft, 'item', command, says.whichItem, [
      ...order.items.slice(0, 4).map(({ title }) => ({ label: title, text: title })),
      whole,
    ])
    return
  }
  const offer = await offerRefund(draft, order, lines, command.kind ?? 'other')
  if (offer.isOffered) return
  draft.offer = offer
  sayRefused(draft, command, { order, lines, reason: offer.reason })
}

/** Offers a refund of lines of an order, of the whole order if there are none, and says so. Why there is no offer is left to the caller. */
export async function offerRefund(
  draft: Draft,
  order: ViewedOrder,
  lines: RefundLine[],
  kind: ReasonKind,
): Promise<Offer> {
  const { says, amount: amountText } = draft.speech
  const offer = await useTool(offerRefundTool, draft.tools, { orderId: order.id, lines, kind })
  if (!offer.isOffered) return offer
  draft.offer = offer
  const { amount, currency } = offer
  addFact(draft, `orders/${order.id}`, { number: order.number, kind, lines, amount, currency }, order.updatedAt)
  say(draft, says.offered(order.number, amount !== null && currency !== null ? amountText(amount, currency) : null))
  return offer
}

/** The shop has marked the order as refunded, or nothing is left of it. */
export function isRefunded({ status, total, refundedTotal }: ViewedOrder): boolean {
  return status === 'refunded' || (total !== null && total > 0 && (refundedTotal ?? 0) >= total)
}

/** Explains why no refund is offered, and leaves it to people, unless one is open already. */
function sayRefused(
  draft: Draft,
  command: Command,
  { order, lines, reason }: { order: ViewedOrder; lines: RefundLine[]; reason: string },
): void {
  const kind = command.kind ?? 'other'
  addFact(draft, `orders/${order.id}`, { number: order.number, kind, refused: reason }, order.updatedAt)
  const explanation = EXPLAINED[reason] ?? 'not_offered'
  say(draft, draft.speech.says.offerRefused[explanation](order.number))
  if (explanation === 'refund_active') return
  const items =
    lines.length === 0 ? 'the whole order' : lines.map(({ itemId, quantity }) => `${quantity} × ${itemId}`).join(', ')
  const summary = `Wanted: refund of ${items} of order ${order.number}, reason ${kind}. Not offered: ${reason}.`
  const titled = lines.map(({ itemId, quantity }) => ({
    itemId,
    title: order.items.find(({ id }) => id === itemId)?.title ?? itemId,
    quantity,
  }))
  const refundDraft = { orderId: order.id, orderNumber: order.number, lines: titled, kind, reason }
  handOver(draft, { reason: 'refund', priority: 'normal', summary, refundDraft })
}

/** The lines to refund; empty for the whole order; null if the customer has to choose. */
async function linesOf(
  { speech, message, asked, tools: { pause } }: Draft,
  { text, kind }: Command,
  { items, status }: ViewedOrder,
): Promise<RefundLine[] | null> {
  const [only] = items
  if (items.length === 0) return []
  if (only && items.length === 1) return [{ itemId: only.id, quantity: only.quantity }]
  if (message.trim() === speech.says.wholeOrder || WHOLE.test(message)) return []
  if (asked === 'item' && ALL.test(message)) return []
  const titles = items.map(({ title }) => title)
  const words = await wordsInTitles(namingWords(`${text} ${message}`), titles, pause)
  const counted = items.map((item) => ({ item, count: words.get(item.title)?.size ?? 0 }))
  const most = Math.max(...counted.map(({ count }) => count))
  // A whole order that did not come has no items to choose from.
  if (most === 0 && kind === 'not_received' && status !== 'partially_shipped') return []
  const named = counted.filter(({ count }) => most > 0 && count === most)
  const [one] = named
  return one && named.length === 1 ? [{ itemId: one.item.id, quantity: one.item.quantity }] : null
}

/** Answers to the question which item. */
const ALL = /\b(both|all|beide[sn]?|alle|tou(te)?s( les deux)?|les deux|amb[oa]s|tod[oa]s)\b/iu
const WHOLE =
  /\b(whole|entire|complete|everything|ganze[nrs]?|gesamte[nrs]?|alles|enti[eè]re?|toute? la commande|tout|todo|entero|completo)\b/iu

export async function answerRefundStatus(draft: Draft, command: Command): Promise<void> {
  const { says, amount } = draft.speech
  if (draft.tools.asker.customerId === null) {
    say(draft, says.signIn)
    return
  }
  const order = await whichOrder(draft, command)
  if (!order) return
  const [newest] = await useTool(listRefunds, draft.tools, { orderId: order.id })
  if (newest) {
    addFact(draft, `refunds/${newest.id}`, {
      order: order.number,
      status: newest.status,
      amount: newest.amount,
      currency: newest.currency,
    })
    say(draft, says.refund[newest.status as keyof Templates['refund']](amount(newest.amount, newest.currency)))
    return
  }
  const { refundedTotal, currency, number } = order
  addFact(draft, `orders/${order.id}`, { number, refundedTotal, status: order.status }, order.updatedAt)
  if (refundedTotal && currency)
    say(draft, says.order.refunded(number), says.refundedOf(amount(refundedTotal, currency)))
  else {
    say(draft, says.noRefund(number))
    handOver(draft, {
      reason: 'refund',
      priority: 'normal',
      summary: `The customer asks for a refund of order ${number} that is not known here.`,
    })
  }
}
