import type { RefundDetail } from '../api-types.ts'
import { Amount } from '../parts/amount.tsx'
import { Foreign } from '../parts/foreign.tsx'
import { en } from '../texts/en.ts'
import style from './style.module.css'

const { refund: t } = en

/** The lines of the order that the refund is about. */
export function Lines({ detail: { refund, order } }: { detail: RefundDetail }) {
  return (
    <section class="card">
      <h2>{t.lines}</h2>
      {refund.lines.length === 0 && <p class="quiet">{t.noLines}</p>}
      <ul class={style.lines}>
        {refund.lines.map(({ itemId, quantity }) => {
          const line = order?.lines.find(({ id }) => id === itemId)
          return (
            <li key={itemId}>
              <span class="number">{t.quantity(quantity)}</span>
              <span class={style.name}>
                <Foreign>{line?.title ?? itemId}</Foreign>
                {line?.variant && (
                  <span class="quiet">
                    {' '}
                    <Foreign>{line.variant}</Foreign>
                  </span>
                )}
              </span>
              {line && <Amount amount={line.unitPrice * quantity} currency={order?.currency ?? refund.currency} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
