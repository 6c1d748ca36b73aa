import type { Reader } from '../store/store.ts'
import { type LeftOfOrder, overOrderTotal } from './left-of-order.ts'
import { formatAmount } from './outcome-message.ts'
import { isPossiblyRefunded, statusWords } from './refunded.ts'
import type { Refund } from './refunds.ts'

/** A refund as agents see it, with what they have to know before they decide. */
export interface AgentView extends Refund {
  /** It did not succeed, and the shop may have paid it back all the same. */
  possiblyRefunded: boolean
  /** Why it waits for an agent, such as `over_limit`; empty where it does not. */
  approvalReasons: string[]
  /** What is left of the order, where the refund waits and is for more than that. */
  overOrderTotal: LeftOfOrder | null
}

export async function viewOf(reader: Reader, refund: Refund): Promise<AgentView> {
  const { status } = refund
  const isWaiting = status === 'awaiting_customer' || status === 'awaiting_approval'
  return {
    ...refund,
    possiblyRefunded: isPossiblyRefunded(refund),
    approvalReasons: status === 'awaiting_approval' ? await approvalReasonsOf(reader, refund) : [],
    overOrderTotal: isWaiting ? await overOrderTotal(reader, refund) : null,
  }
}

async function approvalReasonsOf(reader: Reader, { id }: Refund): Promise<string[]> {
  const move = await reader.get<{ reason: string | null }>(
    `SELECT reason FROM refund_moves WHERE refund_id = ? AND to_status = 'awaiting_approval' ORDER BY number DESC LIMIT 1`,
    id,
  )
  return move?.reason?.split(', ') ?? []
}

/** The status with what is not certain about it, and why an agent has to look at it. */
export function viewWords(view: AgentView): string {
  const { approvalReasons, overOrderTotal } = view
  const reasons = approvalReasons.length === 0 && overOrderTotal !== null ? ['over_order_total'] : approvalReasons
  return [statusWords(view), ...reasons].join(', ')
}

/** One sentence with the numbers. Amounts in minor units. */
export function overTotalWords(
  { amount, currency }: { amount: number; currency: string },
  { total, refunded, left }: LeftOfOrder,
): string {
  const words = (minor: number) => formatAmount(minor, currency)
  return `${words(amount)} is more than the ${words(left)} left of the order (total ${words(total)}, refunded ${words(refunded)}): it waits for an agent after the customer's yes.`
}
