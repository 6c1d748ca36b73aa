import { DAY_MS } from '../../../lib/time.ts'
import { listOrders } from '../../../tools/orders.ts'
import { useTool } from '../../../tools/tool.ts'
import { sentenceOf, wordsOf } from '../../answers/hand-over-words.ts'
import { addFact, type Draft, handOver, say } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { sentences } from './sentences.ts'
import { words } from './words.ts'

/** An order of the last days may be the one that was just placed. */
const FRESH_MS = 2 * DAY_MS

/** Whether an order was placed. */
export const orderConfirmation: CommandKind = {
  name: 'order_confirmation',
  label: {
    en: 'Did my order go through?',
    de: 'Ist meine Bestellung angekommen?',
    fr: 'Ma commande est-elle passée ?',
    es: '¿Se hizo bien mi pedido?',
  },
  rules: [
    '9.8 went_through order|it|bought|paid|@thing !refund|moneyback|returns|giveback|delivered|delivery|parcel',
    '9.7 order_mail !account|refund|returns|giveback|password|delivered|delivery|arrive|here|parcel',
    '9.5 went_through short !refund|returns|delivered|delivery|parcel',
  ],
  words,
  answer: answerConfirmation,
  meaning: 'whether an order was placed, no confirmation of it',
  includes: ['order_status', 'payment_problem'],
}

/** Names the newest order of a signed-in customer, if it is from the last days. Otherwise people look for it: an order may exist that was not pushed yet. */
async function answerConfirmation(draft: Draft, command: Command): Promise<void> {
  const { says, own } = { says: draft.speech.own('order_confirmation', sentences), own: draft.tools.asker.customerId }
  const [newest] = own === null ? [] : await useTool(listOrders, draft.tools, {})
  const placed = newest?.placedAt ?? null
  if (newest && placed !== null && draft.tools.now - Date.parse(placed) <= FRESH_MS && newest.status !== 'cancelled') {
    const { id, number, status, updatedAt } = newest
    addFact(draft, `orders/${id}`, { number, status, placedAt: placed }, updatedAt)
    draft.state.orderId = id
    draft.orders.add(newest)
    say(draft, says.placed(number, draft.speech.date(placed)))
    return
  }
  say(draft, says.notSeen)
  handOver(draft, {
    reason: command.name,
    priority: 'normal',
    summary: sentenceOf('Asks whether an order was placed', wordsOf(draft, command)),
  })
}
