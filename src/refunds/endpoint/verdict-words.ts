import { formatAmount } from '../../lib/amounts.ts'
import type { Verdict } from './answers.ts'
import { explanationOf } from './call-endpoint.ts'

/** Whether the shop did what was requested, or would do it. */
export function wentWell({ kind }: Verdict): boolean {
  return kind === 'ok' || kind === 'amount' || kind === 'outcome'
}

/** A verdict as a message for the developer of the endpoint: the meaning of the response, and its consequence. */
export function wordsFor(verdict: Verdict): string {
  switch (verdict.kind) {
    case 'ok':
      return 'The response is correct. The endpoint is ready for refunds.'
    case 'amount':
      return `The shop would refund ${formatAmount(verdict.amount, verdict.currency)}${verdict.note === null ? '.' : `: ${verdict.note}`}`
    case 'outcome':
      return outcome(verdict)
    case 'refused':
      return `The shop refused with the code ${verdict.code}${verdict.message === null ? '' : `: ${verdict.message.replace(/\.$/, '')}`}. A refusal is final: the request is not sent again.`
    case 'bad_signature':
      return `${explanationOf(verdict)}${verdict.message === null ? '' : ` Message of the endpoint: ${verdict.message}`}`
    case 'no_answer':
      return `This counts as no answer (${verdict.reason}). ${verdict.explanation}`
  }
}

function outcome({ status, refundId, fault }: Extract<Verdict, { kind: 'outcome' }>): string {
  const problem = fault === null ? '' : ` ${fault}`
  const reference = refundId === null ? '' : ` (reference ${refundId})`
  return status === 'succeeded'
    ? `The shop has made the refund${reference}.${problem}`
    : `The shop has accepted the refund${reference} and will report the outcome to POST /actions/{actionId}/status.${problem}`
}
