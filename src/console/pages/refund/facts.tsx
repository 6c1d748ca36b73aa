import { isAutomaticLevel } from '../../../refunds/policy.ts'
import { api, read } from '../api.ts'
import type { RefundDetail, RefundView } from '../api-types.ts'
import { CopyButton } from '../parts/copy.tsx'
import { Problem } from '../parts/notice.tsx'
import { decided, useData } from '../parts/use-data.ts'
import { Amount, Fact, Foreign, Moment } from '../parts/values.tsx'
import { refund as t } from '../texts/en/refund.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refundSettings, refunds } = en

/** What the shop's staff may ask about a refund. */
export function Facts({ refund }: { refund: RefundView }) {
  const { id, startedBy, createdAt, refundId } = refund
  return (
    <section class="card">
      <h2>{t.facts}</h2>
      <dl class="facts">
        <Fact title={t.id}>
          <code>{id}</code>
          <CopyButton text={id} />
        </Fact>
        <Fact title={t.startedBy}>{t.starters[startedBy]}</Fact>
        <Fact title={refunds.started}>
          <Moment at={createdAt} />
        </Fact>
        {refundId && (
          <Fact title={t.reference}>
            <Foreign>{refundId}</Foreign>
          </Fact>
        )}
      </dl>
    </section>
  )
}

/** The lines of the order that the refund is about. */
export function Lines({ detail: { refund, order } }: { detail: RefundDetail }) {
  return (
    <section class="card">
      <h2>{t.lines}</h2>
      {refund.lines.length === 0 && <p class="quiet">{t.noLines}</p>}
      <ul class={style.lines}>
        {refund.lines.map(({ itemId, quantity }) => {
          const line = order?.lines.find(({ id }) => id === itemId)
          return (
            <li key={itemId}>
              <span class="number">{t.quantity(quantity)}</span>
              <span class={style.name}>
                <Foreign>{line?.title ?? itemId}</Foreign>
                {line?.variant && (
                  <span class="quiet">
                    {' '}
                    <Foreign>{line.variant}</Foreign>
                  </span>
                )}
              </span>
              {line && <Amount amount={line.unitPrice * quantity} currency={order?.currency ?? refund.currency} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The settings that decide about refunds with this reason now. */
export function Policy({ kind }: { kind: RefundView['kind'] }) {
  const { data, error, reload } = useData(() => read(api.GET('/settings/refunds')), 'refund settings', [
    decided('refund_settings', 'refund_secret'),
  ])
  return (
    <section class="card">
      <h2>{t.policy}</h2>
      <Problem error={error} onRetry={reload} />
      {data && (
        <dl class="facts">
          {data.autoLimit && data.limitCurrency ? (
            <>
              <Fact title={t.limit}>
                <Amount amount={data.autoLimit} currency={data.limitCurrency} />
              </Fact>
              <Fact title={refundSettings.decides}>
                {refundSettings.deciders[isAutomaticLevel(data.rungs[kind]) ? 'automatic' : 'agent']}
              </Fact>
            </>
          ) : (
            <Fact title={refundSettings.decides}>{refundSettings.nothingAutomatic}</Fact>
          )}
          <Fact title={t.frozen}>{data.frozen ? t.yes : t.no}</Fact>
          <Fact title={t.mode}>{t.modes[data.mode]}</Fact>
        </dl>
      )}
    </section>
  )
}
