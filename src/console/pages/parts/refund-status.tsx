import type { RefundView } from '../api-types.ts'
import { en } from '../texts/en.ts'
import { Status, type Tone } from './status.tsx'

const { refunds: t } = en

const TONES: Partial<Record<RefundView['status'], Tone>> = {
  awaiting_approval: 'waiting',
  awaiting_customer: 'waiting',
  succeeded: 'good',
  failed: 'bad',
}

type State = Pick<RefundView, 'status' | 'possiblyRefunded' | 'reportedAs'>

/** The state of a refund, with doubts about it. */
export function refundStatusText({ status, possiblyRefunded, reportedAs }: State): string {
  const late = reportedAs && reportedAs !== status ? t.reportedAs[reportedAs] : undefined
  return [t.statuses[status], late, possiblyRefunded ? t.mayBeRefunded : undefined].filter(Boolean).join(', ')
}

export function RefundStatus({ refund }: { refund: State }) {
  const tone = refund.possiblyRefunded ? 'bad' : (TONES[refund.status] ?? 'quiet')
  return <Status tone={tone}>{refundStatusText(refund)}</Status>
}
