import { listRefunds } from '../../../tools/refunds.ts'
import { useTool } from '../../../tools/tool.ts'
import { orderWords, sentenceOf, wordsOf } from '../../answers/hand-over-words.ts'
import { sayRefund } from '../../answers/refunded.ts'
import { whichOrder } from '../../answers/which-order.ts'
import { addFact, type Draft, handOver, say, sayRequest } from '../../draft.ts'
import type { Command } from '../command.ts'
import type { CommandKind } from '../kind.ts'
import { words } from './words.ts'

/** Where a refund is. */
export const refundStatus: CommandKind = {
  name: 'refund_status',
  label: {
    en: 'Where is my refund?',
    de: 'Wo bleibt meine Erstattung?',
    fr: 'Où est mon remboursement ?',
    es: '¿Dónde está mi reembolso?',
  },
  rules: [
    '10 @refund where|when|status|news|howlong|what_about',
    '10 @refund already processed|received|you|refunded !want !may',
    '10 @refund processed question_did !want !may',
    '10 refund not~receive|arrive|appear|here !not>want',
    '10 refund not~receive|arrive|appear|here !want>refund',
    '10 refunded nothing|not|already',
    '10 money where|when !want',
    '10 wait refund|moneyback',
    '10 sent_back where|when money|refund',
    '10 refund still nothing|not|appear|receive',
    '10 refund processed !please|want',
    '10 money already transferred',
  ],
  words,
  answer: answerRefundStatus,
  meaning: 'where a refund is',
  includes: ['refund_request', 'late', 'not_received', 'return_how', 'complaint'],
  isSimple: true,
}

export async function answerRefundStatus(draft: Draft, command: Command): Promise<void> {
  const { says, amount } = draft.speech
  if (draft.tools.asker.customerId === null) {
    sayRequest(draft, says.signIn)
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
