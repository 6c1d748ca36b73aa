import type { FoundOrder, OrderToRefund } from '../api-types.ts'
import { Notice } from '../parts/notice.tsx'
import { OrderHead } from '../parts/order-head.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { Amount, Fact, Foreign, foreign, orderName } from '../parts/values.tsx'
import { refund } from '../texts/en/refund.ts'
import { refundStart as t } from '../texts/en/refund-start.ts'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refunds } = en

/** The order that a refund is started for, with its earlier ones. */
export function ChosenOrder({ found, onOther }: { found: FoundOrder; onOther: () => void }) {
  const { order, customerName, refunds: earlier } = found
  const name = customerName || order.customerId
  return (
    <section class="card">
      <header class={style.head}>
        <h2>{orderName({ orderNumber: order.number, orderId: order.id })}</h2>
        <button type="button" class="button" onClick={onOther}>
          {t.other}
        </button>
      </header>
      <p class="page-about">
        <OrderHead order={order} />
      </p>
      <dl class="facts">
        <Fact title={refunds.customer}>{name ? <Foreign>{name}</Foreign> : refunds.noCustomer}</Fact>
        {order.refundedTotal && order.currency ? (
          <Fact title={refund.refundedTotal}>
            <Amount amount={order.refundedTotal} currency={order.currency} />
          </Fact>
        ) : null}
      </dl>
      {earlier.length > 0 && (
        <>
          <h3>{t.refundsOfOrder}</h3>
          <RefundRows refunds={earlier} />
        </>
      )}
      {earlier.some(({ finishedAt }) => !finishedAt) && <Notice>{t.open}</Notice>}
    </section>
  )
}

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
