import { useState } from 'preact/hooks'
import type { DevDelivery, DevOutcome, DevRequest, DevView } from '../../dev-view.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/dialog.tsx'
import { Empty, Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { Status } from '../parts/values.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { callDev } from './call.ts'
import { Exchange, Row, Time } from './row.tsx'

/** Requests to the refund endpoint, also those that belong to no refund. */
export function Deliveries({ view: { deliveries, endpointUrl }, reload }: { view: DevView; reload: () => void }) {
  return (
    <>
      {endpointUrl && <p class="lead">{t.endpoint(endpointUrl)}</p>}
      {deliveries.length === 0 ? (
        <Empty title={t.noDeliveries}>
          <p class="quiet">{t.noDeliveriesHelp}</p>
          <p>
            <a href={at('/refunds/start')}>{t.startRefund}</a> · <a href={at('/settings/refunds')}>{t.toSettings}</a>
          </p>
        </Empty>
      ) : (
        <section class="card dev-list" aria-label={t.rowsLabel(t.tabs.deliveries)}>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} onReplayed={reload} />
          ))}
        </section>
      )}
    </>
  )
}

/** One request to the refund endpoint: headers and body as they were sent, what came back, and what storewire made of it. */
export function Delivery({ delivery, onReplayed }: { delivery: DevDelivery; onReplayed: () => void }) {
  const { type, number, orderId, sentAt, sent, again, explanation } = delivery
  return (
    <Row
      line={
        <>
          <Time at={sentAt} />
          <Verdict of={delivery} />
          <span class="dev-main">
            <code>{type}</code>
            {orderId !== null && ` ${t.orderOf(orderId)}`}
            {number > 1 && `, ${t.attempt(number)}`}
          </span>
          <Facts of={delivery} />
        </>
      }
      below={explanation}
    >
      <Exchange request={sent && requestText(sent)} response={responseText(delivery)} />
      <Replay delivery={delivery} onDone={onReplayed} />
      {again && (
        <section>
          <h2>{t.sentAgain}</h2>
          <p class="dev-line">
            <Time at={again.at} />
            <Verdict of={again} />
            <Facts of={again} />
          </p>
          {again.explanation && <p>{again.explanation}</p>}
          <Exchange request={requestText(again.sent)} response={responseText(again)} />
        </section>
      )}
    </Row>
  )
}

/** The verdict by its name, as documents and logs have it. */
function Verdict({ of: { verdict } }: { of: DevOutcome }) {
  if (verdict === null) return <Status tone="waiting">{t.inProgress}</Status>
  return <Status tone={/^(no_answer|refused|bad_signature)/.test(verdict) ? 'bad' : 'good'}>{verdict}</Status>
}

function Facts({ of: { httpStatus, durationMs } }: { of: DevOutcome }) {
  const facts = [
    httpStatus === null ? undefined : t.http(httpStatus),
    durationMs === null ? undefined : t.ms(durationMs),
  ]
  return <span class="quiet number">{facts.filter(Boolean).join(' · ')}</span>
}

/** As it was sent: the signature is of the body to the byte, so that is not indented. */
function requestText({ headers, body }: DevRequest): string {
  return [...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\n')
}

function responseText({ httpStatus, answer }: DevOutcome): string {
  return httpStatus === null ? t.noAnswer : [t.http(httpStatus), '', answer ?? ''].join('\n')
}

/** Sends a delivery again; asks first where the shop might pay. */
function Replay({ delivery: { id, type, orderId }, onDone }: { delivery: DevDelivery; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const work = useAction(async () => {
    await callDev('POST', `/deliveries/${id}/replay`)
    setOpen(false)
    onDone()
  })
  const isPaying = type === 'refund.create'
  return (
    <div>
      <Button isBusy={work.isBusy} onClick={isPaying ? () => setOpen(true) : work.run}>
        {t.replay}
      </Button>
      {!isOpen && <Problem error={work.error} />}
      {isOpen && (
        <ConfirmDialog
          title={t.replayTitle}
          action={t.replayAction(type, orderId ?? '')}
          work={work}
          onClose={() => setOpen(false)}
        >
          <p>{t.replayWhy}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
