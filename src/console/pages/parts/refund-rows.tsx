import type { RefundView } from '../api-types.ts'
import { at } from '../base.ts'
import { Amount } from './amount.tsx'
import { Moment } from './moment.tsx'
import { RefundStatus } from './refund-status.tsx'

/** Refunds of one order, each with its amount, state and time. */
export function RefundRows({ refunds }: { refunds: RefundView[] }) {
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
