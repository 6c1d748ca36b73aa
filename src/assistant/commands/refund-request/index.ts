import type { RefundLine } from '../../../refunds/endpoint/endpoint-request.ts'
import type { ViewedOrder } from '../../../tools/order-view.ts'
import type { Offer } from '../../../tools/refund-desk.ts'
import {
  kindWords,
  orderSpokenAbout,
  orderWords,
  reasonWords,
  sentenceOf,
  wordsOf,
} from '../../answers/hand-over-words.ts'
import { addRefusal, askPerson, isRefunded, offerRefund, sayOffer } from '../../answers/offers.ts'
import { sayNotDue, sayStatus } from '../../answers/orders.ts'
import { whichOrder } from '../../answers/which-order.ts'
import { ask, type Draft, handOver, say } from '../../draft.ts'
import type { Templates } from '../../languages/language.ts'
import { namedItems } from '../../named-items.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** A request for a refund: an offer that the customer confirms by a button, or the reason why no refund is offered. */
export const refundRequest: CommandKind = {
  name: 'refund_request',
  label: {
    en: 'Return it, or get a refund',
    de: 'Zurückgeben oder Geld zurück',
    fr: 'Retour ou remboursement',
    es: 'Devolución o reembolso',
  },
  rules: [
    '8.8 refund !no_refund|whatif !thank>refund',
    '9 refund want|please|order|ordernumber|me !no_refund|whatif',
    '9 moneyback !no_refund|whatif',
    '9 money want|give|my !where|when',
    '9 giveback want|@thing|it|unknown !whatif|how|when|where|howlong|until|who|question_accept|days',
    '9 giveback may !how|when|where|howlong|until|who|days|dislike',
    '9 broken !whatif|account|discount|website|brand|pay|link|tracknumber|login_problem|password',
    '9 wrong_item',
    '8.5 wrong goods|product|color|colors|size|size_word|sizes !address|price',
    '9 wrong receive|got|ship|delivered|sent !address',
    '9 missing_part',
    '8.7 missing|half goods|product|quantity|number in_it|order|parcel',
    '9 not_what bought|order',
    '7.9 changed_mind',
    '8.5 receive color|size|product bought>color|size',
    '9 empty parcel|order !says',
    '8 not_fit giveback',
  ],
  words,
  answer: answerRefundRequest,
  meaning: 'wants money back; kind says why',
  includes: ['not_received', 'marked_delivered', 'late', 'complaint', 'order_contents', 'product_info'],
}

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
    sayRefused(draft, command, { order, lines: [], offer: draft.offer })
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
  else sayRefused(draft, command, { order, lines, offer })
}

function guestWish({ kind }: Command, order: ViewedOrder | null): string {
  return `Wants a refund as a guest${order ? ` of ${orderWords(order)}` : ''}${kindWords(kind)}`
}

/** Explains why no refund is offered, and leaves it to people, unless one is open already. */
function sayRefused(
  draft: Draft,
  command: Command,
  { order, lines, offer }: { order: ViewedOrder; lines: RefundLine[]; offer: Offer & { isOffered: false } },
): void {
  const kind = command.kind ?? 'other'
  const { reason } = offer
  addRefusal(draft, order, kind, offer)
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
  const said = { lexicon: speech.lexicon, text: `${text} ${message}`, reply: asked === 'item' ? message : null }
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
