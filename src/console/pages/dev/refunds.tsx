import { useState } from 'preact/hooks'
import type { DevDelivery, DevRefund, DevView } from '../../dev-view.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { CopyBlock } from '../parts/copy.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Empty } from '../parts/notice.tsx'
import { RefundStatus } from '../parts/refund-rows.tsx'
import { Table } from '../parts/table.tsx'
import { useAction } from '../parts/use-action.ts'
import { Amount, amountText, Fact } from '../parts/values.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { en } from '../texts/en.ts'
import { callDev, devCommand } from './call.ts'
import { Delivery } from './deliveries.tsx'
import { Row, Time } from './row.tsx'

const { refunds: words } = en

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

interface RefundProps {
  refund: DevRefund
  /** The oldest first. */
  deliveries: DevDelivery[]
  reload: () => void
}

/** One refund: each move, and each request to the endpoint. */
function Refund({ refund, deliveries, reload }: RefundProps) {
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

const QUESTIONS = {
  confirm: { title: t.confirmTitle, why: t.confirmWhy, action: t.confirmAction },
  decline: { title: t.declineTitle, why: t.declineWhy, action: t.declineAction },
}

/** What the customer of a refund would do in the chat. */
function DecideAsCustomer({ refund, onDecided }: { refund: DevRefund; onDecided: () => void }) {
  const { id, orderId, amount, currency } = refund
  const [decision, setDecision] = useState<keyof typeof QUESTIONS>()
  const work = useAction(async () => {
    await callDev('POST', `/refunds/${id}/${decision}`)
    setDecision(undefined)
    onDecided()
  })
  const question = decision && QUESTIONS[decision]
  return (
    <div class="dev-buttons">
      <Button kind="primary" onClick={() => setDecision('confirm')}>
        {t.confirm}
      </Button>
      <Button onClick={() => setDecision('decline')}>{t.decline}</Button>
      {question && (
        <ConfirmDialog
          title={question.title}
          action={question.action(amountText(amount, currency), orderId)}
          work={work}
          onClose={() => setDecision(undefined)}
        >
          <p>{question.why}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
