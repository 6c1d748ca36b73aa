import type { DevView } from '../../dev-view.ts'
import { at } from '../base.ts'
import { CopyBlock } from '../parts/copy-field.tsx'
import { Empty } from '../parts/empty.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { devCommand } from './call.ts'
import { Refund } from './refund.tsx'

/** Refunds with their history, and the customer's decision. */
export function Refunds({ view: { refunds, deliveries }, reload }: { view: DevView; reload: () => void }) {
  if (refunds.length === 0)
    return (
      <Empty title={t.noRefunds}>
        <p class="quiet">{t.noRefundsHelp}</p>
        <p>
          <a href={at('/refunds/start')}>{t.startRefund}</a>
        </p>
        <CopyBlock
          text={devCommand('/refunds', { order: 'o_1', reason: 'defect', confirm: true })}
          label={t.startRefund}
        />
      </Empty>
    )
  return (
    <section class="card dev-list" aria-label={t.rowsLabel(t.tabs.refunds)}>
      {refunds.map((refund) => (
        <Refund
          key={refund.id}
          refund={refund}
          deliveries={deliveries.filter(({ refundId }) => refundId === refund.id).toReversed()}
          reload={reload}
        />
      ))}
    </section>
  )
}
