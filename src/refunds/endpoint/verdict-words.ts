import { formatAmount } from '../outcome-message.ts'
import type { Verdict } from './answers.ts'
import { explanationOf } from './call-endpoint.ts'

/** Whether the shop did, or would do, what it was asked for. */
export function wentWell({ kind }: Verdict): boolean {
  return kind === 'ok' || kind === 'amount' || kind === 'outcome'
}

/** A verdict as a sentence for the shop's developer: what storewire makes of the answer, and what follows. */
export function wordsFor(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'ok':
      return 'The endpoint answered as it should: it is ready for refunds.'
    case 'amount':
      return `The shop would refund ${formatAmount(verdict.amount, verdict.currency)}${verdict.note === null ? '.' : `: ${verdict.note}`}`
    case 'outcome':
      return outcome(verdict)
    case 'refused':
      return `The shop refused with code ${verdict.code}${verdict.message === null ? '' : `: ${verdict.message.replace(/\.$/, '')}`}. That is final: a refusal is never sent again.`
    case 'bad_signature':
      return `${explanationOf(verdict)}${verdict.message === null ? '' : ` It says: ${verdict.message}`}`
    case 'no_answer':
      return `That counts as no answer (${verdict.reason}). ${verdict.explanation}`
  }
}

function outcome({ status, refundId, fault }: Extract<Verdict, { kind: 'outcome' }>): string {
  const but = fault === null ? '' : ` But ${fault}`
  const reference = refundId === null ? '' : ` (its reference: ${refundId})`
  return status === 'succeeded'
    ? `The shop has refunded${reference}.${but}`
    : `The shop has accepted the refund${reference}, and reports the outcome later to POST /actions/{actionId}/status.${but}`
}
