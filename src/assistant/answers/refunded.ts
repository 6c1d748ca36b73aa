import { localAmount } from '../../lib/amounts.ts'
import { listRefunds, recentRefunds, type ViewedRefund } from '../../tools/refunds.ts'
import { type ToolContext, useTool } from '../../tools/tool.ts'
import type { HandOver } from '../answer.ts'
import { addFact, type Draft, say } from '../draft.ts'
import type { Templates } from '../languages/language.ts'

/** States of a refund that the customer has confirmed, and that was not stopped by anybody. */
const AFTER_CONFIRMATION: ReadonlySet<string> = new Set([
  'awaiting_approval',
  'executing',
  'pending',
  'succeeded',
  'failed',
  'unknown',
])

const isMentioned = ({ status }: ViewedRefund) => AFTER_CONFIRMATION.has(status)

/** Says the state of a refund, with its amount. */
export function sayRefund(draft: Draft, number: string, refund: ViewedRefund): void {
  const { says, amount: amountText } = draft.speech
  const { id, status, amount, currency } = refund
  addFact(draft, `refunds/${id}`, { order: number, status, amount, currency })
  say(draft, says.refund[status as keyof Templates['refund']](amountText(amount, currency)))
}

/** Says the refunds of the orders that an answer is about, except for those that it already says. */
export async function mentionRefunds(draft: Draft): Promise<void> {
  if (draft.tools.asker.customerId === null) return
  for (const { id, number } of draft.orders) {
    // What is offered was not refunded before.
    if (draft.offer?.isOffered && draft.state.orderId === id) continue
    const found = await useTool(listRefunds, draft.tools, { orderId: id })
    const newest = found.find(isMentioned)
    if (!newest || draft.facts.some(({ source }) => source === `refunds/${newest.id}`)) continue
    if (draft.orders.size > 1) say(draft, draft.speech.says.heading(number))
    sayRefund(draft, number, newest)
  }
}

/**
 * Adds to what is left to people which refunds the customer had lately, and those of the order that was spoken about; of a guest only
 * those of an order that they proved.
 */
export async function withRefunds(
  tools: ToolContext,
  handOver: HandOver | null,
  orderId: string | null,
): Promise<HandOver | null> {
  if (handOver === null) return handOver
  const found = (await useTool(recentRefunds, tools, { orderId })).filter(isMentioned)
  if (found.length === 0) return handOver
  const words = found.map(
    ({ amount, currency, orderNumber, status }) =>
      `${localAmount(amount, currency, 'en')} of ${orderNumber} (${STATE_WORDS[status] ?? status.replaceAll('_', ' ')})`,
  )
  return { ...handOver, summary: `${handOver.summary} Earlier refunds: ${words.join(', ')}.` }
}

const STATE_WORDS: Record<string, string> = {
  awaiting_approval: 'waits for approval',
  executing: 'under way',
  pending: 'under way',
  succeeded: 'made',
  unknown: 'may have been made',
}
