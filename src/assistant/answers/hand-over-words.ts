import { localAmount } from '../../lib/amounts.ts'
import type { ReasonKind } from '../../refunds/reasons.ts'
import type { ViewedOrder } from '../../tools/order-view.ts'
import { getOrder } from '../../tools/orders.ts'
import { useTool } from '../../tools/tool.ts'
import type { Command } from '../commands/command.ts'
import type { Draft } from '../draft.ts'

/*
 * What agents read of a hand-over, in English: what the customer wants, of which order, and their own words. Codes are for programs.
 */

/** What the customer wants, as the beginning of a sentence. @param order the order as agents read it; null if none is known */
export type Wish = (order: string | null) => string

export function aboutOf(order: string | null): string {
  return order === null ? '' : ` about ${order}`
}

export function wishOf(wish: Wish, order: ViewedOrder | null): string {
  return wish(order && orderWords(order))
}

/** An order as agents read it, such as `#1496 (processing, €323.00)`. */
export function orderWords({ number, status, total, refundedTotal, currency }: ViewedOrder): string {
  const amountOf = (amount: number | null) =>
    amount === null || currency === null ? null : localAmount(amount, currency, 'en')
  const refunded = refundedTotal ? amountOf(refundedTotal) : null
  const facts = [status?.replaceAll('_', ' '), amountOf(total), refunded && `${refunded} refunded by the shop`]
  const known = facts.filter(Boolean).join(', ')
  return known === '' ? number : `${number} (${known})`
}

const KINDS: Record<ReasonKind, string> = {
  defect: ', as it is broken',
  not_received: ', as it did not arrive',
  return: ', as a return',
  other: '',
}

/** Why the customer wants a refund, as the end of a clause; empty if that is not known. */
export function kindWords(kind: string | null): string {
  return KINDS[kind as ReasonKind] ?? ''
}

const NO_AMOUNT = 'the shop named no amount'
const REASONS: Record<string, string> = {
  already_refunded: 'the order was refunded before',
  outside_period: 'the return period of the order is over',
  refund_active: 'the order has an open refund',
  outcome_unknown: 'an earlier refund of the order may have been made',
  not_due: 'nothing of the order was delivered, returned or lost',
  line_quantity: 'nothing is left to refund',
  refused: 'the shop refused it',
  no_answer: NO_AMOUNT,
  unclear: NO_AMOUNT,
  order_changed: NO_AMOUNT,
  bad_currency: NO_AMOUNT,
  refunds_off: 'refunds are switched off',
  plan: 'the plan of the workspace does not include refunds',
  not_asked_for: 'the customer did not ask for one',
}

/** Why the assistant did not offer a refund, as a clause. */
export function reasonWords(reason: string): string {
  return REASONS[reason] ?? 'only people can decide it'
}

/** The sentence for agents: what the customer wants, and in which words. @param rest further sentences */
export function sentenceOf(wish: string, words: string | null, rest = ''): string {
  const own = words?.trim().replaceAll(/\s*\n\s*/g, ' ')
  return [own ? `${wish}: “${own}”` : `${wish}.`, rest].filter(Boolean).join(' ')
}

/** The whole message in which the customer asked for it: what only answered a question about that is left out. */
export function wordsOf({ message }: Draft, { earlier, text }: Command): string | null {
  // A button of the menu says nothing of the customer's own.
  return text === '' ? null : (earlier ?? message)
}

/** The order that was last spoken about, if the customer may hear of it. */
export async function orderSpokenAbout(draft: Draft): Promise<ViewedOrder | null> {
  const { tools, state, orders } = draft
  const answered = [...orders].at(-1)
  if (answered || state.orderId === null) return answered ?? null
  return useTool(getOrder, tools, { id: state.orderId })
}
