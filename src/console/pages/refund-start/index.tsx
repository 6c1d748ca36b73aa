import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso/router'
import { api, read } from '../api.ts'
import { at } from '../base.ts'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Loading } from '../parts/loading.tsx'
import { Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { useData } from '../parts/use-data.ts'
import { en } from '../texts/en.ts'
import { FoundOrders } from './found-orders.tsx'
import { RefundForm } from './refund-form.tsx'

const { refundStart: t } = en

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
