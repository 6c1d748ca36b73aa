import type { OrderToRefund } from '../api-types.ts'
import { Amount } from '../parts/amount.tsx'
import { Foreign, foreign } from '../parts/foreign.tsx'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refundStart: t } = en

interface LineChoiceProps {
  order: OrderToRefund
  /** How many of each line, by its id. */
  quantities: Record<string, number>
  onChange: (quantities: Record<string, number>) => void
}

/** How many of each line of the order to refund. */
export function LineChoice({ order: { lines, currency }, quantities, onChange }: LineChoiceProps) {
  if (lines.length === 0) return null
  return (
    <fieldset>
      <legend>{t.what}</legend>
      <p class="hint">{t.whatHint}</p>
      <ul class={style.lines}>
        {lines.map(({ id, title, variant, quantity, left, unitPrice }) => (
          <li key={id}>
            <span class={style.name}>
              <Foreign>{title}</Foreign>
              <span class="hint">
                {variant && (
                  <>
                    <Foreign>{variant}</Foreign>,{' '}
                  </>
                )}
                {currency && <Amount amount={unitPrice} currency={currency} />}
              </span>
            </span>
            {left === 0 ? (
              <span class="quiet">{t.noneLeft}</span>
            ) : (
              <label class={style.quantity}>
                <span class="hidden">{t.quantity(foreign(title))}</span>
                <input
                  type="number"
                  min={0}
                  max={left}
                  step={1}
                  value={quantities[id] ?? 0}
                  onInput={(event) => onChange({ ...quantities, [id]: event.currentTarget.valueAsNumber || 0 })}
                />
                <span class="hint">{t.ofLeft(left, quantity)}</span>
              </label>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
