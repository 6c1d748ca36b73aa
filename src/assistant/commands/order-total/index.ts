import type { ViewedOrder } from '../../../tools/order-view.ts'
import { sayOfEach, whichOrders } from '../../answers/which-order.ts'
import { addFact, type Draft, say, sayRequest } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** What an order cost. */
export const orderTotal: CommandKind = {
  name: 'order_total',
  label: {
    en: 'What my order cost',
    de: 'Was meine Bestellung gekostet hat',
    fr: 'Le montant de ma commande',
    es: 'Cuánto costó mi pedido',
  },
  rules: [
    '7 total short !title !product !unknown',
    '9.5 howmuch|cost paid !shipping !method',
    '9.5 howmuch|cost|price order|ordernumber !shipping|delivery|free',
    '9.5 total order|ordernumber|parcel|bought|goods|paid !refund|moneyback|giveback',
    '9.8 howmuch|what charged',
    '9 what paid !method !what_about',
    '8.7 howmuch|cost|what past_cost short !title !product !unknown !shipping',
  ],
  words,
  answer: answerTotal,
  isSimple: true,
  meaning: 'what an order cost',
}

export async function answerTotal(draft: Draft, command: Command): Promise<void> {
  sayOfEach(draft, await whichOrders(draft, command), (order) => sayTotal(draft, order))
}

function sayTotal(draft: Draft, order: ViewedOrder): void {
  const { says, amount } = draft.speech
  const { number, total, refundedTotal, currency } = order
  if (draft.tools.asker.customerId === null) {
    sayRequest(draft, says.guestLimits)
    return
  }
  addFact(draft, `orders/${order.id}`, { number, total, refundedTotal, currency }, order.updatedAt)
  if (total === null || currency === null) say(draft, says.noTotal(number))
  else if (refundedTotal) say(draft, says.totalLess(number, amount(total, currency), amount(refundedTotal, currency)))
  else say(draft, says.total(number, amount(total, currency)))
}
