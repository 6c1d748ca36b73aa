import { useState } from 'preact/hooks'
import { reasonKinds } from '../../../refunds/reasons.ts'
import { api, read } from '../api.ts'
import type { FoundOrder, RefundQuote, RefundWanted } from '../api-types.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Problem } from '../parts/notice.tsx'
import { useAction } from '../parts/use-action.ts'
import { refundStart as t } from '../texts/en/refund-start.ts'
import { en } from '../texts/en.ts'
import { ChosenOrder, LineChoice } from './chosen-order.tsx'
import { Start } from './start.tsx'
import style from './style.module.css'

const { refunds } = en

type Kind = RefundWanted['kind']

/** What to refund of an order, and why. The shop then names the amount; another choice asks it again. */
export function RefundForm({ found, onOther }: { found: FoundOrder; onOther: () => void }) {
  const { order } = found
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const [kind, setKind] = useState<Kind>('defect')
  const [note, setNote] = useState('')
  const [quote, setQuote] = useState<RefundQuote>()
  const lines = order.lines.flatMap(({ id }) => {
    const quantity = quantities[id] ?? 0
    return quantity > 0 ? [{ itemId: id, quantity }] : []
  })
  const wanted: RefundWanted = { orderId: order.id, lines, kind, note: note.trim() || null }
  const ask = useAction(async () => setQuote(await read(api.POST('/refunds/quote', { body: wanted }))))
  /** An amount is only shown for what it was asked for. */
  const changing =
    <Value,>(change: (value: Value) => void) =>
    (value: Value) => {
      setQuote(undefined)
      change(value)
    }
  return (
    <div class="stack">
      <ChosenOrder found={found} onOther={onOther} />
      <Form class="card form" onSubmit={ask.run}>
        {/* What is asked for stays as it is until the shop has answered. */}
        <fieldset class="form" disabled={ask.isBusy}>
          <LineChoice order={order} quantities={quantities} onChange={changing(setQuantities)} />
          <fieldset class={`choices ${style.kinds}`}>
            <legend>{t.reason}</legend>
            {reasonKinds.map((one) => (
              <label key={one} class="choice">
                <input type="radio" name="kind" checked={kind === one} onChange={() => changing(setKind)(one)} />
                {refunds.kinds[one]}
              </label>
            ))}
          </fieldset>
          <Field label={t.note} hint={t.noteHint}>
            {(ids) => (
              <textarea
                {...ids}
                value={note}
                maxLength={1_000}
                onInput={(event) => changing(setNote)(event.currentTarget.value)}
              />
            )}
          </Field>
        </fieldset>
        <Problem error={ask.error} />
        {!quote && (
          <Button type="submit" kind="primary" isBusy={ask.isBusy}>
            {ask.isBusy ? t.asking : t.ask}
          </Button>
        )}
      </Form>
      {quote && <Start found={found} wanted={wanted} quote={quote} />}
    </div>
  )
}
