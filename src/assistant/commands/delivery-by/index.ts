import type { ViewedOrder } from '../../../tools/order-view.ts'
import { sentenceOf, wordsOf } from '../../answers/hand-over-words.ts'
import { sayStatus } from '../../answers/orders.ts'
import { answerFromPages } from '../../answers/policies.ts'
import { whichOrder } from '../../answers/which-order.ts'
import { type Draft, handOver, say } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { dayIn } from './day.ts'
import { sentences } from './sentences.ts'
import { words } from './words.ts'

/** Whether something comes by a date. */
export const deliveryBy: CommandKind = {
  name: 'delivery_by',
  label: {
    en: 'Will it arrive in time?',
    de: 'Kommt es rechtzeitig?',
    fr: 'Arrivera-t-elle à temps ?',
    es: '¿Llegará a tiempo?',
  },
  rules: [
    '9.6 by_day @comes|order|parcel|goods|have|when !refund|returns|giveback|late',
    '9.2 day_name question_did @comes !late|supposed|refund|bought|when',
    '8.6 by_day short !refund|returns|giveback',
  ],
  words,
  answer: answerBy,
  meaning: 'whether an order comes by a date',
  includes: ['order_status', 'shipping_info'],
}

/** Words for what has been ordered already. */
const OWN =
  /(?<!\p{L})(my (order|parcel|package|delivery)|mein\p{L}* (bestellung|paket|lieferung|päckchen)|ma commande|mon colis|mi pedido|mi paquete)/iu

/** Compares the day with the expected one of the customer's own order. What is not ordered yet is answered by the page about delivery. */
async function answerBy(draft: Draft, command: Command): Promise<void> {
  const { asker, now } = draft.tools
  if (!OWN.test(command.text) && draft.state.orderId === null) {
    await answerFromPages(draft, command, ['shipping'])
    return
  }
  const order = await whichOrder(draft, command, 'underway')
  if (!order) return
  const asked = dayIn(command.text, now)
  const due = order.status === 'delivered' || order.status === 'cancelled' ? null : lastDay(order)
  if (asked !== null && due !== null) sayCompared(draft, asked, due)
  sayStatus(draft, order)
  // Nothing says when it comes: that is for people, if they can see more.
  if (due !== null || order.status === 'delivered' || order.status === 'cancelled' || asker.customerId === null) return
  handOver(draft, {
    reason: command.name,
    priority: 'normal',
    summary: sentenceOf('Asks whether an order comes by a date', wordsOf(draft, command)),
  })
}

/** The last day on which a parcel of the order is expected; null without a parcel, or if one has no date. */
function lastDay({ shipments }: ViewedOrder): string | null {
  const due = shipments.flatMap(({ expectedUntil, expectedAt }) => expectedUntil ?? expectedAt ?? [])
  return shipments.length > 0 && due.length === shipments.length ? (due.sort().at(-1) ?? null) : null
}

function sayCompared(draft: Draft, asked: number, due: string): void {
  const says = draft.speech.own('delivery_by', sentences)
  const isInTime = Date.parse(due.slice(0, 10)) <= asked
  say(draft, isInTime ? says.inTime(draft.speech.date(due)) : says.tooLate(draft.speech.date(due)))
}
