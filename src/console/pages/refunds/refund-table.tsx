import { useRef } from 'preact/hooks'
import type { RefundView } from '../api-types.ts'
import { at } from '../base.ts'
import { Amount } from '../parts/amount.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { Moment } from '../parts/moment.tsx'
import { orderName } from '../parts/order-name.ts'
import { Paging } from '../parts/paging.tsx'
import { RefundStatus } from '../parts/refund-status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useRowKeys } from '../parts/use-row-keys.ts'
import { en } from '../texts/en.ts'
import { addressOf, type Tab } from './place.ts'
import style from './style.module.css'

const { refunds: t } = en

interface RefundTableProps {
  tab: Tab
  refunds: RefundView[]
  hasNewer: boolean
  /** Where the next page begins. */
  next: string | undefined
}

/** Refunds as rows. `j` and `k` go through them, Enter opens one, Esc leaves them. */
export function RefundTable({ tab, refunds, hasNewer, next }: RefundTableProps) {
  const place = useRef<HTMLDivElement>(null)
  useRowKeys(place, `.${style.open}`)
  return (
    <div ref={place}>
      <Table label={t.tabs[tab]} columns={columnsOf(tab)} rows={refunds} rowKey={({ id }) => id} />
      <Paging
        label={t.pagesLabel}
        links={[
          { title: t.newest, href: hasNewer ? addressOf({ tab }) : undefined },
          { title: t.older, href: next && addressOf({ tab, cursor: next }) },
        ]}
      />
    </div>
  )
}

function columnsOf(tab: Tab): Column<RefundView>[] {
  return [
    {
      title: t.order,
      cell: (refund) => (
        <a class={style.open} href={at(`/refunds/${refund.id}`)}>
          {orderName(refund)}
        </a>
      ),
    },
    { title: t.customer, cell: (refund) => <Customer refund={refund} /> },
    { title: t.amount, cell: (refund) => <Amount {...refund} />, isNumber: true },
    { title: t.reason, cell: ({ kind }) => t.kinds[kind] },
    tab === 'waiting'
      ? { title: t.why, cell: (refund) => <WhyItWaits refund={refund} /> }
      : { title: t.state, cell: (refund) => <RefundStatus refund={refund} /> },
    { title: t.age, cell: ({ createdAt }) => <Moment at={createdAt} /> },
    ...(tab === 'done'
      ? []
      : [{ title: t.expires, cell: ({ expiresAt }: RefundView) => (expiresAt ? <Moment at={expiresAt} /> : '–') }]),
  ]
}

function Customer({ refund: { customerName, customerId } }: { refund: RefundView }) {
  const name = customerName || customerId
  if (!name) return <span class="quiet">{t.noCustomer}</span>
  return (
    <span class={style.name}>
      <Foreign>{name}</Foreign>
    </span>
  )
}

function WhyItWaits({ refund: { approvalReasons } }: { refund: RefundView }) {
  return (
    <span class={style.why}>{approvalReasons.map((reason) => t.whyShort[reason] ?? reason).join(', ') || '–'}</span>
  )
}
