import { useState } from 'preact/hooks'
import { stateText, toneOf } from '../../../lookup/story/tones.ts'
import type { FactRow } from '../api-types.ts'
import { objectAddress } from '../base.ts'
import { Money } from '../parts/order-head.tsx'
import { Picture } from '../parts/picture.tsx'
import { Day, Foreign, Status } from '../parts/values.tsx'
import { dataObject as t } from '../texts/en/data-object.ts'
import style from './style.module.css'

/** Rows that are shown at first: an order may have 1,000 lines. */
const FIRST = 20

interface RowsProps {
  rows: FactRow[]
  /** Of an order: how many parcels it has. */
  parcels?: number
  /** Ids of products that have not arrived: there is no page of them. */
  missing?: string[]
}

/** The lines of an order: what was bought, and in which parcel it is. */
export function Lines({ rows, parcels = 0, missing = [] }: RowsProps) {
  return (
    <List title={t.items} rows={rows}>
      {(row) => (
        <>
          <Picture picture={row.picture} />
          <span class={style.lineName}>
            {row.productId && !missing.includes(row.productId) ? (
              <a href={objectAddress('products', row.productId)}>
                <Foreign>{row.label}</Foreign>
              </a>
            ) : (
              <Foreign>{row.label}</Foreign>
            )}
            <span class="quiet">
              {[row.text, parcels > 0 && parcelText(row, parcels)].filter(Boolean).map((text) => (
                <span key={String(text)}>
                  <Foreign>{String(text)}</Foreign>
                </span>
              ))}
            </span>
          </span>
          <span class={style.units}>
            <span>
              {row.quantity} × <Money amount={row.unitPrice ?? 0} currency={row.currency} />
            </span>
            {row.refunded ? <span class="quiet">{t.refundedOf(row.refunded)}</span> : null}
          </span>
          <span class={style.sum}>{row.total != null && <Money amount={row.total} currency={row.currency} />}</span>
        </>
      )}
    </List>
  )
}

/** In which parcels a line is; nothing to say if all of it is in the only one. */
function parcelText({ quantity, parcels }: FactRow, all: number): string {
  if (!parcels?.length) return t.inNoParcel
  const [first] = parcels
  if (first && parcels.length === 1 && first.quantity === quantity) return all > 1 ? t.inParcel(first.number) : ''
  return parcels.map((parcel) => t.someInParcel(parcel.quantity, parcel.number)).join(', ')
}

/** The variants of a product, each with its price and stock. */
export function Variants({ rows }: RowsProps) {
  return (
    <List title={t.variants} rows={rows}>
      {(row) => (
        <>
          <Picture picture={row.picture} />
          <span class={style.lineName}>
            <Foreign>{row.label}</Foreign>
            {row.sku && (
              <span class="quiet">
                <Foreign>{row.sku}</Foreign>
              </span>
            )}
          </span>
          <span class={style.units}>
            <Status tone={toneOf(row.state ?? '')}>{stockText(row)}</Status>
            {row.restockAt && (
              <span class="quiet">
                {t.restock} <Day at={row.restockAt} />
              </span>
            )}
          </span>
          <span class={style.sum}>
            {row.price != null && <Money amount={row.price} currency={row.currency} />}
            {row.earlierPrice != null && (
              <s class="quiet">
                <Money amount={row.earlierPrice} currency={row.currency} />
              </s>
            )}
          </span>
        </>
      )}
    </List>
  )
}

/** How many there are, or why there are none. */
function stockText({ state, stock }: FactRow): string {
  return stock != null && (state === 'in_stock' || state === 'low_stock') ? t.stock(stock) : stateText(state ?? '')
}

interface ListProps extends RowsProps {
  title: string
  children: (row: FactRow) => preact.ComponentChildren
}

function List({ title, rows, children }: ListProps) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, FIRST)
  return (
    <section class="card">
      <h2>{rows.length > 1 ? `${title} (${rows.length})` : title}</h2>
      <ul class={style.lines}>
        {shown.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      {shown.length < rows.length && (
        <button type="button" class="button" onClick={() => setWhole(true)}>
          {t.showAll(rows.length)}
        </button>
      )}
    </section>
  )
}
