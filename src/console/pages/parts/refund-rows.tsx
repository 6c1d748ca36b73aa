import type { FailingRefund, RefundView } from '../api-types.ts'
import { at } from '../base.ts'
import { shownNow } from '../server-clock.ts'
import { en } from '../texts/en.ts'
import { Amount, Moment, Status, type Tone } from './values.tsx'

const { refunds: t } = en

type State = Pick<RefundView, 'status' | 'possiblyRefunded' | 'reportedAs' | 'failing'>
type ShownRefund = State & Pick<RefundView, 'id' | 'amount' | 'currency' | 'createdAt'>

/** Refunds of one order, each with its amount, state and time. */
export function RefundRows({ refunds }: { refunds: ShownRefund[] }) {
  return (
    <ul class="rows">
      {refunds.map((refund) => (
        <li key={refund.id}>
          <a href={at(`/refunds/${refund.id}`)}>
            <Amount {...refund} />
          </a>
          <RefundStatus refund={refund} />
          <Moment at={refund.createdAt} />
        </li>
      ))}
    </ul>
  )
}

const TONES: Partial<Record<RefundView['status'], Tone>> = {
  awaiting_approval: 'waiting',
  awaiting_customer: 'waiting',
  succeeded: 'good',
  failed: 'bad',
}

/** The state of a refund, with doubts about it. */
function refundStatusText({ status, possiblyRefunded, reportedAs }: State): string {
  const late = reportedAs && reportedAs !== status ? t.reportedAs[reportedAs] : undefined
  return [t.statuses[status], late, possiblyRefunded ? t.mayBeRefunded : undefined].filter(Boolean).join(', ')
}

/** `4 of 6 tries, next in 28 minutes`. */
export function Tries({ failing: { tries, of, nextAt } }: { failing: FailingRefund }) {
  return (
    <>
      {t.tries(tries, of)}, {nextAt ? <NextTry at={nextAt} /> : t.tryUnderWay}
    </>
  )
}

function NextTry({ at }: { at: string }) {
  // The next look at the job table follows within a second.
  if (Date.parse(at) <= shownNow.value) return t.nextNow
  return (
    <>
      {t.next} <Moment at={at} isPlanned />
    </>
  )
}

export function RefundStatus({ refund }: { refund: State }) {
  if (refund.failing)
    return (
      <span>
        <Status tone="waiting">{t.noAnswer}</Status>
        <span class="quiet below">
          <Tries failing={refund.failing} />
        </span>
      </span>
    )
  const tone = refund.possiblyRefunded ? 'bad' : (TONES[refund.status] ?? 'quiet')
  return <Status tone={tone}>{refundStatusText(refund)}</Status>
}
