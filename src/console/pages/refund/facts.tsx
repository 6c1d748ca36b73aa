import type { RefundView } from '../api-types.ts'
import { CopyButton } from '../parts/copy-field.tsx'
import { Fact } from '../parts/fact.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { Moment } from '../parts/moment.tsx'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refund: t, refunds } = en

/** What the shop's staff may ask about a refund. */
export function Facts({ refund }: { refund: RefundView }) {
  const { id, startedBy, createdAt, refundId, failureCode, failureMessage } = refund
  return (
    <section class="card">
      <h2>{t.facts}</h2>
      <dl class="facts">
        <Fact title={t.id}>
          <span class={style.id}>
            <code>{id}</code>
            <CopyButton text={id} />
          </span>
        </Fact>
        <Fact title={t.startedBy}>{t.starters[startedBy]}</Fact>
        <Fact title={refunds.age}>
          <Moment at={createdAt} />
        </Fact>
        {refundId && (
          <Fact title={t.reference}>
            <Foreign>{refundId}</Foreign>
          </Fact>
        )}
        {failureCode && (
          <Fact title={t.failure}>
            <Foreign>{failureMessage ?? failureCode}</Foreign>
          </Fact>
        )}
      </dl>
    </section>
  )
}
