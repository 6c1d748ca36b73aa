import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import type { FoundOrders as Found, FoundOrder } from '../api-types.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Empty, Loading, Notice, Problem } from '../parts/notice.tsx'
import { Page } from '../parts/page.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { useData } from '../parts/use-data.ts'
import { Amount, Foreign, Moment } from '../parts/values.tsx'
import { refund } from '../texts/en/refund.ts'
import { refundStart as t } from '../texts/en/refund-start.ts'
import { en } from '../texts/en.ts'
import { RefundForm } from './refund-form.tsx'
import style from './style.module.css'

const { refunds } = en

/** Starts a refund: find the order, say what to refund and why, get the amount from the shop, start. The address holds the order. */
export default function RefundStart() {
  const { query, route } = useLocation()
  const named = query.order ?? ''
  const go = (order: string) => route(`${at('/refunds/start')}${order ? `?${new URLSearchParams({ order })}` : ''}`)
  const { data, error, reload } = useData(
    async () => (named ? read(api.GET('/orders', { params: { query: { named } } })) : undefined),
    `order ${named}`,
    ['refund'],
  )
  const [only] = data?.data.length === 1 ? data.data : []
  return (
    <Page title={t.title} command="storewire refunds start --order ID --reason defect">
      {!only && <Search key={named} named={named} onSearch={go} />}
      <Problem error={error} onRetry={reload} />
      {named && !data && !error && <Loading />}
      {data && !only && <FoundOrders found={data} onChoose={go} />}
      {only && <RefundForm key={only.order.id} found={only} onOther={() => go('')} />}
    </Page>
  )
}

function Search({ named, onSearch }: { named: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(named)
  return (
    <Form class="form narrow" onSubmit={() => onSearch(text.trim())}>
      <TextField label={t.find} hint={t.findHint} value={text} onInput={setText} maxLength={255} required />
      <Button type="submit" kind="primary">
        {t.search}
      </Button>
    </Form>
  )
}

interface FoundOrdersProps {
  found: Found
  onChoose: (id: string) => void
}

/** The orders that a text names, if it is not exactly one. */
function FoundOrders({ found: { data, isComplete }, onChoose }: FoundOrdersProps) {
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
