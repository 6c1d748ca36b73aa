import type { DevDelivery, DevRefund } from '../../dev-view.ts'
import { at } from '../base.ts'
import { Amount } from '../parts/amount.tsx'
import { Fact } from '../parts/fact.tsx'
import { RefundStatus } from '../parts/refund-status.tsx'
import { Table } from '../parts/table.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { en } from '../texts/en.ts'
import { DecideAsCustomer } from './decide-as-customer.tsx'
import { Delivery } from './delivery.tsx'
import { Row } from './row.tsx'
import { Time } from './time.tsx'

const { refunds: words } = en

interface RefundProps {
  refund: DevRefund
  /** The oldest first. */
  deliveries: DevDelivery[]
  reload: () => void
}

/** One refund: each move, and each request to the endpoint. */
export function Refund({ refund, deliveries, reload }: RefundProps) {
  const { id, orderId, reason, refundId, failure, approvalReasons, moves } = refund
  return (
    <Row
      line={
        <>
          <RefundStatus refund={refund} />
          <span class="dev-main">
            <Amount {...refund} /> · {t.orderOf(orderId)} · {words.kinds[reason]}
          </span>
        </>
      }
      below={failure && [failure.code, failure.message].filter(Boolean).join(': ')}
    >
      {refund.status === 'awaiting_customer' && <DecideAsCustomer refund={refund} onDecided={reload} />}
      <dl class="facts">
        <Fact title={t.refundId}>
          <a href={at(`/refunds/${id}`)}>{id}</a>
        </Fact>
        {refundId !== null && <Fact title={t.shopReference}>{refundId}</Fact>}
        {approvalReasons.length > 0 && (
          <Fact title={t.why}>{approvalReasons.map((name) => words.whyShort[name] ?? name).join(', ')}</Fact>
        )}
      </dl>
      <Table
        label={t.history}
        columns={[
          { title: t.at, cell: ({ at }: DevRefund['moves'][number]) => <Time at={at} /> },
          { title: t.movedTo, cell: ({ to }) => <code>{to}</code> },
          { title: t.by, cell: ({ actor }) => actor },
          { title: t.because, cell: ({ on, reason }) => [on, reason].filter(Boolean).join(': ') },
        ]}
        rows={moves}
        rowKey={({ at, to }) => `${at} ${to}`}
      />
      <section>
        <h2>{t.tabs.deliveries}</h2>
        <div class="dev-nested">
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} onReplayed={reload} />
          ))}
        </div>
      </section>
    </Row>
  )
}
