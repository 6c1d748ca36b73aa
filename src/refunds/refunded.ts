import { formatAmount } from '../lib/amounts.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { toIso } from '../lib/time.ts'
import type { Refund } from './refunds.ts'

/** Failure codes. In order: no try got an answer; the shop never reported the outcome; the shop reported a failure. */
export const NO_ANSWER = 'no_answer'
export const NO_REPORT = 'no_report'
export const REPORTED = 'reported'
const SHOP_WAS_SILENT = new Set<string | null>([NO_ANSWER, NO_REPORT])

type Ended = Pick<Refund, 'status' | 'failureCode' | 'reportedAs' | 'hasUnansweredTry'>

/** Whether the money was paid back, by the status of the refund or a later report of the shop. */
export function isRefunded({ status, reportedAs }: Pick<Refund, 'status' | 'reportedAs'>): boolean {
  return status === 'succeeded' || reportedAs === 'succeeded'
}

/**
 * Whether the shop may have paid the money of a refund that did not succeed: it reported success later, never reported the outcome of a
 * pending refund, or left a try unanswered. A refusal after an unanswered try proves nothing: a shop also refuses what it already paid.
 */
export function isPossiblyRefunded(refund: Ended): boolean {
  const { status, failureCode, reportedAs, hasUnansweredTry } = refund
  if (status === 'succeeded') return false
  if (reportedAs !== null) return reportedAs === 'succeeded'
  if (status !== 'failed') return false
  return SHOP_WAS_SILENT.has(failureCode) || (hasUnansweredTry && failureCode !== REPORTED)
}

/** The refunds of an order that were made or may have been made, the newest first. */
export function madeOrPossiblyMade(ofOrder: Refund[]): Refund[] {
  return ofOrder.filter((refund) => isRefunded(refund) || isPossiblyRefunded(refund)).reverse()
}

/** Most earlier refunds that an error lists. */
const LISTED = 5

/**
 * Requires the id of the newest earlier refund for another refund of the same order, so that nobody refunds twice by mistake.
 *
 * @throws DomainError CONFLICT with the earlier refunds in `data.earlier`, the newest first; BAD_REQUEST if there is no earlier refund
 */
export function requireNamed(ofOrder: Refund[], again: string | null): void {
  const earlier = madeOrPossiblyMade(ofOrder)
  const [newest] = earlier
  if (again === (newest?.id ?? null)) return
  if (!newest)
    throw new DomainError(
      'BAD_REQUEST',
      'not_refunded_before',
      `Invalid "again" ${again}: the order has no earlier refund. Leave out "again".`,
    )
  const listed = earlier.slice(0, LISTED)
  const more = earlier.length > LISTED ? `; and ${earlier.length - LISTED} older refunds` : ''
  const problem = again === null ? '' : `Refund ${again} is not the newest earlier refund of the order. `
  throw conflict(
    'refunded_before',
    `${problem}The order was refunded before, or may have been: ${listed.map(listedText).join('; ')}${more}. To refund the order again, name the newest refund (again ${newest.id}).`,
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

function listedText(refund: Refund): string {
  const { id, amount, currency, createdAt } = refund
  return `${id} of ${toIso(createdAt)}, ${formatAmount(amount, currency)}, ${statusWords(refund)}`
}

/** The status of a refund as text, with doubts about it. */
export function statusWords(refund: Ended): string {
  const { status, reportedAs } = refund
  if (reportedAs !== null && reportedAs !== status) {
    const doubt = isPossiblyRefunded(refund) ? ', may have been refunded' : ''
    return `${status}, later reported as ${reportedAs}${doubt}`
  }
  return isPossiblyRefunded(refund) ? `${status}, may have been refunded` : status
}
