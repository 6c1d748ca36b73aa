import { api, read } from '../api.ts'
import type { RefundCounts, RefundView } from '../api-types.ts'
import { at } from '../base.ts'
import { Empty } from '../parts/notice.tsx'
import { RefundStatus } from '../parts/refund-rows.tsx'
import { type Column, ListTable, Paging } from '../parts/table.tsx'
import { useData } from '../parts/use-data.ts'
import { Amount, Foreign, Moment, orderName, When } from '../parts/values.tsx'
import { isManager } from '../session.ts'
import { en } from '../texts/en.ts'
import { addressOf, type Place, sortOf } from './place.ts'

const { refunds: t } = en

interface RefundTableProps {
  place: Place
  refunds: RefundView[]
  /** Where the next page begins. */
  next: string | undefined
}

/** Refunds as rows. `j` and `k` go through them, Enter opens one, Esc leaves them. */
export function RefundTable({ place: { cursor, ...list }, refunds, next }: RefundTableProps) {
  const { tab } = list
  return (
    <>
      <ListTable label={t.tabs[tab]} columns={columnsOf(list)} rows={refunds} rowKey={({ id }) => id} />
      <Paging
        label={t.pagesLabel}
        links={[
          { title: t.firstPage, href: cursor ? addressOf(list) : undefined },
          { title: t.nextPage, href: next && addressOf({ ...list, cursor: next }) },
        ]}
      />
    </>
  )
}

function columnsOf(list: Place): Column<RefundView>[] {
  const { tab } = list
  const by = sortOf(list)
  return [
    {
      title: t.order,
      width: 'short',
      place: 'title',
      cell: (refund) => (
        <a class="opens" href={at(`/refunds/${refund.id}`)}>
          {orderName(refund)}
        </a>
      ),
    },
    { title: t.customer, place: 'under', cell: (refund) => <Customer refund={refund} /> },
    { title: t.reason, isSpare: true, width: 'short', cell: ({ kind }) => t.kinds[kind] },
    tab === 'waiting'
      ? { title: t.why, width: 'chip', place: 'chip', cell: (refund) => <WhyItWaits refund={refund} /> }
      : { title: t.state, width: 'part', place: 'chip', cell: (refund) => <RefundStatus refund={refund} /> },
    {
      title: t.started,
      width: 'date',
      sorted: { by, other: addressOf({ ...list, sort: by === 'newest' ? 'oldest' : 'newest' }) },
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    ...(tab === 'waiting'
      ? [
          {
            title: t.expires,
            width: 'amount' as const,
            isSpare: true,
            cell: ({ expiresAt }: RefundView) => (expiresAt ? <Moment at={expiresAt} isPlanned /> : '–'),
          },
        ]
      : []),
    { title: t.amount, isNumber: true, width: 'amount', place: 'end', cell: (refund) => <Amount {...refund} /> },
  ]
}

function Customer({ refund: { customerName, customerId } }: { refund: RefundView }) {
  const name = customerName || customerId
  if (!name) return <span class="quiet">{t.noCustomer}</span>
  return <Foreign>{name}</Foreign>
}

function WhyItWaits({ refund: { approvalReasons } }: { refund: RefundView }) {
  return <span>{approvalReasons.map((reason) => t.whyShort[reason] ?? reason).join(' · ') || '–'}</span>
}

/** An empty tab: the last refund shows that all is well. */
export function NoRefunds({ place: { tab, status }, counts }: { place: Place; counts: RefundCounts }) {
  if (status)
    return (
      <Empty title={t.nothingFound}>
        <a class="button" href={addressOf({ tab })}>
          {t.clear}
        </a>
      </Empty>
    )
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
