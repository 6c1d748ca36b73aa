import type { ViewedOrder } from '../../../tools/order-view.ts'
import { itemsOf } from '../../answers/orders.ts'
import { sayOfEach, whichOrders } from '../../answers/which-order.ts'
import { showOrder } from '../../cards.ts'
import { addFact, type Draft, firstOf, say, sayCustom } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** What was ordered. */
export const orderContents: CommandKind = {
  name: 'order_contents',
  label: {
    en: 'What is in my order',
    de: 'Was in meiner Bestellung ist',
    fr: 'Ce que contient ma commande',
    es: 'Qué contiene mi pedido',
  },
  rules: [
    '9 what~bought !cost !not !paid !not_what !duration|nothing|news|what_about',
    '9 what|which in_it order|parcel',
    '9 which goods|product|color|size order|bought !stock !not',
    '9 list|show bought|order',
    '9.6 lasttime what|list|bought|callback !when',
    '8.5 what ordernumber in_it',
    '8.8 which|what goods in_it !stock !haveyou',
  ],
  words,
  answer: answerContents,
  meaning: 'what was ordered',
  isSimple: true,
}

export async function answerContents(draft: Draft, command: Command): Promise<void> {
  sayOfEach(draft, await whichOrders(draft, command), (order) => sayContents(draft, order))
}

function sayContents(draft: Draft, order: ViewedOrder): void {
  const { says } = draft.speech
  const items = itemsOf(order)
  showOrder(draft, order)
  addFact(
    draft,
    `orders/${order.id}`,
    { ...order.custom, number: order.number, items: firstOf(order.items.map(({ title }) => title)) },
    order.updatedAt,
  )
  say(draft, items === '' ? says.noContents(order.number) : says.contents(order.number, items))
  sayCustom(draft, order.custom)
}
