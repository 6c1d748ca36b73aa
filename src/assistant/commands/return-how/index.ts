import { getOrder } from '../../../tools/orders.ts'
import { returnPeriod } from '../../../tools/refunds.ts'
import { useTool } from '../../../tools/tool.ts'
import { answerFromPages } from '../../answers/policies.ts'
import { whichOrder } from '../../answers/which-order.ts'
import { addFact, type Draft, say } from '../../draft.ts'
import { hasOrderNumber } from '../../understand/numbers.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** How to send something back, and until when. */
export const returnHow: CommandKind = {
  name: 'return_how',
  label: {
    en: 'How returns work',
    de: 'Wie die Rückgabe geht',
    fr: 'Comment renvoyer un article',
    es: 'Cómo devolver algo',
  },
  rules: [
    '10 whatif broken|giveback|not_fit|refund|moneyback|wrong|wrong_item',
    '10 how giveback|returns !refund',
    '9.7 howlong|period|days changed_mind',
    '10 policy|period returns|giveback',
    '10 howlong|days|until giveback|returns !wait !where !money',
    '10 when giveback may',
    '9.5 returns !want|wait',
    '9.5 giveback dislike|question_accept|may_i_generally',
    '10 who returns|giveback',
    '10 where giveback|returns !money',
    '10 address returns|giveback',
    '10 label returns|giveback',
    '10 withdrawal_right',
    '10 packaging returns|giveback',
    '10 process|may_i_generally giveback|returns',
    '10 pay|cost|free giveback|returns !want|refund|money',
  ],
  words,
  answer: answerReturn,
  meaning: 'how to send something back, until when',
  includes: ['refund_request', 'policy'],
  isSimple: true,
}

async function answerReturn(draft: Draft, command: Command): Promise<void> {
  await answerFromPages(draft, command, ['returns'], () => sayReturnPeriod(draft, command))
}

async function sayReturnPeriod(draft: Draft, command: Command): Promise<void> {
  const { says, date } = draft.speech
  const isNamed = draft.tools.asker.customerId !== null && hasOrderNumber(command.text)
  const { orderId } = draft.state
  const known = () => (orderId === null ? null : useTool(getOrder, draft.tools, { id: orderId }))
  const order = isNamed ? await whichOrder(draft, command) : await known()
  if (draft.state.pending) return
  if (order?.returnableUntil) {
    addFact(
      draft,
      `orders/${order.id}`,
      { number: order.number, returnableUntil: order.returnableUntil },
      order.updatedAt,
    )
    say(draft, says.returnUntil(order.number, date(order.returnableUntil)))
    return
  }
  const { days, isOn } = await useTool(returnPeriod, draft.tools, {})
  // The default of a workspace that refunds nothing is no promise of its shop.
  if (!isOn) return
  addFact(draft, 'settings/refunds', { returnPeriodDays: days })
  say(draft, days === null ? says.returnAnyTime : says.returnDays(days))
}
