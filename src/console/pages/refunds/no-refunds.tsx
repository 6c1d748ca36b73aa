import { api, read } from '../api.ts'
import type { RefundCounts } from '../api-types.ts'
import { at } from '../base.ts'
import { Amount } from '../parts/amount.tsx'
import { Empty } from '../parts/empty.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderName } from '../parts/order-name.ts'
import { RefundStatus } from '../parts/refund-status.tsx'
import { useData } from '../parts/use-data.ts'
import { isManager } from '../session.ts'
import { en } from '../texts/en.ts'
import type { Tab } from './place.ts'

const { refunds: t } = en

/** An empty tab: the last refund shows that all is well. */
export function NoRefunds({ tab, counts }: { tab: Tab; counts: RefundCounts }) {
  return <Empty title={t.empty[tab]}>{counts.all > 0 ? <LastRefund /> : <p class="quiet">{t.noneYet}</p>}</Empty>
}

function LastRefund() {
  const { data } = useData(
    () => read(api.GET('/refunds', { params: { query: { tab: 'all', limit: 1 } } })),
    'last refund',
    ['refund'],
  )
  const [last] = data?.data ?? []
  if (!last) return null
  return (
    <p>
      {t.lastWas} <a href={at(`/refunds/${last.id}`)}>{orderName(last)}</a>, <Amount {...last} />,{' '}
      <Moment at={last.createdAt} />. <RefundStatus refund={last} />
    </p>
  )
}

/** Nothing can wait before somebody has set refunds up. */
export function NotSetUp() {
  return (
    <Empty title={t.notSetUp}>
      <p class="quiet">{isManager.value ? t.notSetUpHelp : t.askManager}</p>
      {isManager.value && (
        <a class="button primary" href={at('/settings/refunds')}>
          {t.toSettings}
        </a>
      )}
    </Empty>
  )
}
