import { conflict, DomainError } from '../lib/errors.ts'
import { toIso } from '../lib/time.ts'
import { formatAmount } from './outcome-message.ts'
import type { Refund } from './refunds.ts'

/** Failure codes: all tries went without an answer; the shop never reported the end; it reported that the refund has failed. */
export const NO_ANSWER = 'no_answer'
export const NO_REPORT = 'no_report'
export const REPORTED = 'reported'
const SHOP_WAS_SILENT = new Set<string | null>([NO_ANSWER, NO_REPORT])

type Ended = Pick<Refund, 'status' | 'failureCode' | 'reportedAs' | 'hasUnansweredTry'>

/** Whether the money was paid back: by the refund's status, or by what the shop reported later. */
export function isRefunded({ status, reportedAs }: Pick<Refund, 'status' | 'reportedAs'>): boolean {
  return status === 'succeeded' || reportedAs === 'succeeded'
}

/**
 * Whether the shop may have paid a refund back that did not succeed: it reported so later, never reported the end of a pending one,
 * or left a try unanswered. A refusal after such a try does not settle it: a shop also refuses what it has paid already.
 */
export function isPossiblyRefunded(refund: Ended): boolean {
  const { status, failureCode, reportedAs, hasUnansweredTry } = refund
  if (status === 'succeeded') return false
  if (reportedAs !== null) return reportedAs === 'succeeded'
  if (status !== 'failed') return false
  return SHOP_WAS_SILENT.has(failureCode) || (hasUnansweredTry && failureCode !== REPORTED)
}

/** The refunds of an order that were made, or may have been, the newest first. */
export function madeOrPossiblyMade(ofOrder: Refund[]): Refund[] {
  return ofOrder.filter((refund) => isRefunded(refund) || isPossiblyRefunded(refund)).reverse()
}

/** How many earlier refunds an error lists. */
const LISTED = 5

/**
 * A new refund of an order that was, or may have been, refunded before is the second one on purpose only where whoever starts it
 * names the newest of the earlier ones.
 *
 * @throws DomainError CONFLICT, its `data.earlier` the earlier ones, the newest first; BAD_REQUEST where there is none to name
 */
export function requireNamed(ofOrder: Refund[], again: string | null): void {
  const earlier = madeOrPossiblyMade(ofOrder)
  const [newest] = earlier
  if (again === (newest?.id ?? null)) return
  if (!newest)
    throw new DomainError(
      'BAD_REQUEST',
      'not_refunded_before',
      `The order was not refunded before, so ${again} can't be named: leave "again" out.`,
    )
  const listed = earlier.slice(0, LISTED)
  const more = earlier.length > LISTED ? `, and ${earlier.length - LISTED} before` : ''
  const problem = again === null ? '' : `${again} is not the newest earlier refund of the order. `
  throw conflict(
    'refunded_before',
    `${problem}The order was refunded before, or may have been: ${listed.map(inWords).join('; ')}${more}. To refund it again, name the newest (again ${newest.id}).`,
    {
      newest: newest.id,
      earlier: listed.map((refund) => {
        const { id, status, amount, currency, reportedAs, createdAt } = refund
        const possiblyRefunded = isPossiblyRefunded(refund)
        return { id, status, amount, currency, reportedAs, possiblyRefunded, createdAt: toIso(createdAt) }
      }),
    },
  )
}

function inWords(refund: Refund): string {
  const { id, amount, currency, createdAt } = refund
  return `${id} of ${toIso(createdAt)}, ${formatAmount(amount, currency)}, ${statusWords(refund)}`
}

/** A refund's status for people, with what is not certain about it. */
export function statusWords(refund: Ended): string {
  const { status, reportedAs } = refund
  if (reportedAs !== null && reportedAs !== status) {
    const doubt = isPossiblyRefunded(refund) ? ', may have been refunded' : ''
    return `${status}, later reported as ${reportedAs}${doubt}`
  }
  return isPossiblyRefunded(refund) ? `${status}, may have been refunded` : status
}
