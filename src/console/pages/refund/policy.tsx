import { api, read } from '../api.ts'
import type { RefundView } from '../api-types.ts'
import { Amount } from '../parts/amount.tsx'
import { Fact } from '../parts/fact.tsx'
import { Problem } from '../parts/problem.tsx'
import { useData } from '../parts/use-data.ts'
import { en } from '../texts/en.ts'

const { refund: t, refundSettings } = en

/** The settings that decide about refunds with this reason now. */
export function Policy({ kind }: { kind: RefundView['kind'] }) {
  const { data, error, reload } = useData(() => read(api.GET('/settings/refunds')), 'refund settings')
  return (
    <section class="card">
      <h2>{t.policy}</h2>
      <Problem error={error} onRetry={reload} />
      {data && (
        <dl class="facts">
          <Fact title={t.limit}>
            {data.autoLimit && data.limitCurrency ? (
              <Amount amount={data.autoLimit} currency={data.limitCurrency} />
            ) : (
              t.noLimit
            )}
          </Fact>
          <Fact title={t.trust}>{refundSettings.trustLevels[data.rungs[kind]]}</Fact>
          <Fact title={t.frozen}>{data.frozen ? t.yes : t.no}</Fact>
          <Fact title={t.mode}>{t.modes[data.mode]}</Fact>
        </dl>
      )}
    </section>
  )
}
