import type { DevDelivery, DevOutcome, DevRequest } from '../../dev-view.ts'
import { Status } from '../parts/status.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { Exchange } from './exchange.tsx'
import { Replay } from './replay.tsx'
import { Row } from './row.tsx'
import { Time } from './time.tsx'

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
