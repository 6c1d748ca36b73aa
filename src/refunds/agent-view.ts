import { formatAmount } from '../lib/amounts.ts'
import { toIso } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { type Failing, failingOf } from './failing.ts'
import { type LeftOfOrder, overOrderTotal } from './left-to-refund.ts'
import { isPossiblyRefunded, statusWords } from './refunded.ts'
import type { Refund } from './refunds.ts'

/** A refund with the facts that an agent needs to decide on it. */
export interface AgentView extends Refund {
  /** The refund did not succeed, but the shop may have paid the money back. */
  possiblyRefunded: boolean
  /** Why the refund waits for an agent, such as `over_limit`; empty if it does not wait. */
  approvalReasons: string[]
  /** What is left of the order, if the refund waits and its amount is higher; else null. */
  overOrderTotal: LeftOfOrder | null
  /** The shop was ordered to make the refund, and does not answer. */
  failing: Failing | null
}

export async function viewOf(reader: Reader, refund: Refund): Promise<AgentView> {
  const { status } = refund
  const isWaiting = status === 'awaiting_customer' || status === 'awaiting_approval'
  return {
    ...refund,
    possiblyRefunded: isPossiblyRefunded(refund),
    approvalReasons: status === 'awaiting_approval' ? await approvalReasonsOf(reader, refund) : [],
    overOrderTotal: isWaiting ? await overOrderTotal(reader, refund) : null,
    failing: await failingOf(reader, refund),
  }
}

async function approvalReasonsOf(reader: Reader, { id }: Refund): Promise<string[]> {
  const move = await reader.get<{ reason: string | null }>(
    `SELECT reason FROM refund_moves WHERE refund_id = ? AND to_status = 'awaiting_approval' ORDER BY number DESC LIMIT 1`,
    id,
  )
  return move?.reason?.split(', ') ?? []
}

/** The status as text, with doubts about it, and why the refund needs an agent. */
export function viewWords(view: AgentView): string {
  const { approvalReasons, overOrderTotal, failing } = view
  const reasons = approvalReasons.length === 0 && overOrderTotal !== null ? ['over_order_total'] : approvalReasons
  const tries = failing ? [`no answer (${failing.tries} of ${failing.of} tries)`] : []
  return [statusWords(view), ...tries, ...reasons.map(approvalReasonWord)].join(', ')
}

/** One sentence for agents, with the time of the next try in UTC. */
export function failingWords({ tries, of, nextAt }: Failing): string {
  const next = nextAt === null ? 'A try is under way.' : `The next one is at ${toIso(nextAt)}.`
  return `The shop does not answer: ${tries} of ${of} tries. ${next}`
}

/** The name of a reason as people see it: a stored `rung` is shown as a trust level. */
export function approvalReasonWord(reason: string): string {
  return reason === 'rung' ? 'trust_level' : reason
}

/** One sentence for agents. Amounts in minor units. */
export function overTotalWords(
  { amount, currency }: { amount: number; currency: string },
  { total, refunded, left }: LeftOfOrder,
): string {
  const words = (minor: number) => formatAmount(minor, currency)
  return `${words(amount)} is more than the ${words(left)} left of the order (total ${words(total)}, refunded ${words(refunded)}). After the customer confirms the refund, an agent must approve it.`
}
