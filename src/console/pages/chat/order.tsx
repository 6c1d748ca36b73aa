import type { ChatOrder } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { Amount, foreign, Moment, orderName } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import style from './style.module.css'

/** A status without the underscores of its code. */
const shown = (status: string) => foreign(status).replaceAll('_', ' ')

/** An order of the customer with its parcels, and a link to refund it. */
export function Order({ order: { id, number, status, total, currency, placedAt, shipments } }: { order: ChatOrder }) {
  const name = orderName({ orderNumber: number, orderId: id })
  return (
    <li>
      <p class={style.order}>
        <a href={objectAddress('orders', id)}>{name}</a>
        {status && <span>{shown(status)}</span>}
        {total != null && currency && <Amount amount={total} currency={currency} />}
        {placedAt && <Moment at={placedAt} />}
      </p>
      {shipments.map((shipment) => (
        <p key={shipment.id} class="quiet">
          {[shipment.carrier, shipment.status && shown(shipment.status), shipment.trackingNumber]
            .flatMap((text) => (text ? [foreign(text)] : []))
            .join(' · ')}{' '}
          {shipment.trackingUrl && /^https?:\/\//.test(shipment.trackingUrl) && (
            <a href={shipment.trackingUrl} target="_blank" rel="noopener noreferrer nofollow">
              {t.track}
            </a>
          )}
        </p>
      ))}
      <a
        class="button plain"
        href={at(`/refunds/start?${new URLSearchParams({ order: id })}`)}
        aria-label={t.startRefundOf(name)}
      >
        {t.startRefund}
      </a>
    </li>
  )
}
