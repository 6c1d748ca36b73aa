import type { FoundOrders as Found, FoundOrder } from '../api-types.ts'
import { Amount } from '../parts/amount.tsx'
import { Button } from '../parts/button.tsx'
import { Empty } from '../parts/empty.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { Moment } from '../parts/moment.tsx'
import { Notice } from '../parts/notice.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refundStart: t, refund, refunds } = en

interface FoundOrdersProps {
  found: Found
  onChoose: (id: string) => void
}

/** The orders that a text names, if it is not exactly one. */
export function FoundOrders({ found: { data, isComplete }, onChoose }: FoundOrdersProps) {
  const columns: Column<FoundOrder>[] = [
    { title: refund.orderNumber, cell: ({ order }) => <Foreign>{order.number || order.id}</Foreign> },
    { title: refund.orderId, cell: ({ order }) => <Foreign>{order.id}</Foreign> },
    { title: refunds.customer, cell: ({ customerName }) => <Foreign>{customerName ?? refunds.noCustomer}</Foreign> },
    {
      title: refund.total,
      cell: ({ order: { total, currency } }) =>
        total != null && currency ? <Amount amount={total} currency={currency} /> : '–',
      isNumber: true,
    },
    {
      title: refund.placedAt,
      cell: ({ order: { placedAt } }) => (placedAt ? <Moment at={placedAt} /> : '–'),
    },
    { title: '', cell: ({ order: { id } }) => <Button onClick={() => onChoose(id)}>{t.choose}</Button> },
  ]
  return (
    <div class={style.found}>
      {!isComplete && <Notice>{t.notReady}</Notice>}
      {data.length === 0 && <Empty title={t.notFound} />}
      {data.length > 0 && (
        <Table label={t.several(data.length)} columns={columns} rows={data} rowKey={({ order }) => order.id} />
      )}
    </div>
  )
}
