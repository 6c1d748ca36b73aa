import type { RefundLine } from '../../refunds/endpoint/endpoint-request.ts'
import type { ReasonKind } from '../../refunds/reasons.ts'
import type { ViewedItem, ViewedOrder } from '../../tools/order-view.ts'
import type { Offer } from '../../tools/refund-desk.ts'
import { listRefunds, offerRefundTool } from '../../tools/refunds.ts'
import { useTool } from '../../tools/tool.ts'
import type { Command } from '../commands.ts'
import { addFact, ask, type Draft, handOver, say } from '../draft.ts'
import { namedItems } from '../named-items.ts'
import type { Templates } from '../templates/en.ts'
import { kindWords, orderSpokenAbout, orderWords, reasonWords, sentenceOf, wordsOf } from './hand-over-words.ts'
import { itemsOf, sayNotDue, sayStatus } from './orders.ts'
import { sayRefund } from './refunded.ts'
import { whichOrder } from './which-order.ts'

/** Which sentence explains a refused offer, by the reason of its error. Others hand over: the reason is not for customers. */
const EXPLAINED: Record<string, keyof Templates['offerRefused']> = {
  already_refunded: 'already_refunded',
  outside_period: 'outside_period',
  refund_active: 'refund_active',
  outcome_unknown: 'outcome_unknown',
  not_due: 'not_due',
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
      summary: sentenceOf(guestWish(command, await orderSpokenAbout(draft)), wordsOf(draft, command)),
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
  const lines = await linesOf(draft, command, order)
  if (lines === null) {
    if (command.kind === 'not_received') sayStatus(draft, order)
    const whole = { label: says.wholeOrder, text: says.wholeOrder }
    ask(draft, 'item', command, says.whichItem, [
      ...order.items.slice(0, 4).map(({ title }) => ({ label: title, text: title })),
      whole,
    ])
    return
  }
  const kind = command.kind ?? 'other'
  const offer = await offerRefund(draft, order, lines, kind)
  draft.offer = offer
  if (!offer.isOffered && offer.reason === 'not_due' && draft.asked !== 'person') {
    sayNotDue(draft, order)
    askPerson(draft, command, order)
    return
  }
  // Who says that nothing came hears what is known about it.
  if (kind === 'not_received') sayStatus(draft, order)
  if (offer.isOffered) sayOffer(draft, order, offer, kind)
  else sayRefused(draft, command, { order, lines, reason: offer.reason })
}

function guestWish({ kind }: Command, order: ViewedOrder | null): string {
  return `Wants a refund as a guest${order ? ` of ${orderWords(order)}` : ''}${kindWords(kind)}`
}

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

/** Says an offer, with its items and its amount. An offer that was open already may be of other lines than those that were asked for. */
export function sayOffer(
  draft: Draft,
  order: ViewedOrder,
  { lines, amount, currency }: Offer & { isOffered: true },
  kind: ReasonKind,
): void {
  const { says, amount: amountText } = draft.speech
  addFact(draft, `orders/${order.id}`, { number: order.number, kind, lines, amount, currency }, order.updatedAt)
  const words = amount !== null && currency !== null ? amountText(amount, currency) : null
  say(draft, says.offered(order.number, words, itemsOf({ items: itemsIn(order, lines) })))
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

/** Explains why no refund is offered, and leaves it to people, unless one is open already. */
function sayRefused(
  draft: Draft,
  command: Command,
  { order, lines, reason }: { order: ViewedOrder; lines: RefundLine[]; reason: string },
): void {
  const kind = command.kind ?? 'other'
  addFact(draft, `orders/${order.id}`, { number: order.number, kind, refused: reason }, order.updatedAt)
  // What was cancelled does not arrive.
  const isCancelled = reason === 'not_due' && order.status === 'cancelled'
  const explanation = isCancelled ? 'refused' : (EXPLAINED[reason] ?? 'not_offered')
  say(draft, draft.speech.says.offerRefused[explanation](order.number))
  if (explanation === 'refund_active') return
  const titled = lines.map(({ itemId, quantity }) => ({
    itemId,
    title: order.items.find(({ id }) => id === itemId)?.title ?? itemId,
    quantity,
  }))
  const items = titled.map(({ quantity, title }) => `${quantity} × ${title} of `).join(', ')
  const wish = `Wants a refund of ${items}${orderWords(order)}${kindWords(kind)}`
  const summary = sentenceOf(wish, wordsOf(draft, command), `None was offered: ${reasonWords(reason)}.`)
  const refundDraft = { orderId: order.id, orderNumber: order.number, lines: titled, kind, reason }
  handOver(draft, { reason: 'refund', priority: 'normal', summary, refundDraft })
}

/** The lines to refund; empty for the whole order; null if the customer has to choose. */
async function linesOf(
  { speech, message, asked, tools }: Draft,
  { text, kind }: Command,
  { items, status }: ViewedOrder,
): Promise<RefundLine[] | null> {
  const [only] = items
  if (items.length === 0) return []
  if (only && items.length === 1) return [{ itemId: only.id, quantity: only.quantity }]
  if (message.trim() === speech.says.wholeOrder || WHOLE_ORDER.test(`${text} ${message}`)) return []
  if (asked === 'item' && ALL.test(message)) return []
  const said = { language: speech.language, text: `${text} ${message}`, reply: asked === 'item' ? message : null }
  const named = [...(await namedItems(said, items, tools))].map(([item, { size }]) => ({ item, count: size }))
  const most = Math.max(0, ...named.map(({ count }) => count))
  // `everything else is fine, but the mug` is not everything.
  if (most === 0 && EVERYTHING.test(`${text} ${message}`)) return []
  // A whole order that did not come has no items to choose from.
  if (most === 0 && kind === 'not_received' && status !== 'partially_shipped') return []
  const [one, ...others] = named.filter(({ count }) => count === most)
  return one && others.length === 0 ? [{ itemId: one.item.id, quantity: one.item.quantity }] : null
}

/** Answers to the question which item. */
const ALL = /\b(both|all|beide[sn]?|alle|tou(te)?s( les deux)?|les deux|amb[oa]s|tod[oa]s)\b/iu
/** The whole order, in so many words. */
const WHOLE_ORDER =
  /\b(whole|entire|complete|full) (order|purchase|thing)|all of it|\b(ganze|gesamte|komplette|vollst[aä]ndige)[nrs]? (bestellung|auftrag)|toute (la|ma) commande|commande (enti[eè]re|compl[eè]te)|(todo el|todo mi) pedido|pedido (entero|completo)/iu
const EVERYTHING =
  /\b(whole|entire|complete|everything|ganze[nrs]?|gesamte[nrs]?|alles|enti[eè]re?|tout|todo|entero|completo)\b/iu

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
    sayRefund(draft, order.number, newest)
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
      summary: sentenceOf(`Asks for a refund of ${orderWords(order)} that is not known here`, wordsOf(draft, command)),
    })
  }
}
