import { stateText } from '../../../lookup/story/tones.ts'
import type { ChatOrder } from '../api-types.ts'
import { at, objectAddress } from '../base.ts'
import { OrderHead } from '../parts/order-head.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { foreign, Moment, orderName } from '../parts/values.tsx'
import { chat as t } from '../texts/en/chat.ts'
import style from './style.module.css'

/** Reasons against a refund in this chat, but not against one without it. */
const OUTSIDE = ['conversation_closed', 'other_customer']

/** The orders of the customer, or those that a guest has proved, with what can still be refunded. */
export function Orders({ orders }: { orders: ChatOrder[] }) {
  const [first, ...others] = orders.map(({ refundBlock }) => refundBlock?.message)
  // Such as refunds that are switched off: said once.
  const ofAll = others.every((one) => one === first) ? first : undefined
  return (
    <>
      {ofAll && <p class="hint">{ofAll}</p>}
      <ul class={style.orders}>
        {orders.map((order) => (
          <Order key={order.id} order={order} isBlockShown={!ofAll} />
        ))}
      </ul>
    </>
  )
}

function Order({ order, isBlockShown }: { order: ChatOrder; isBlockShown: boolean }) {
  const { id, number, shipments, refunds, refundBlock, isProved, isAbout } = order
  const name = orderName({ orderNumber: number, orderId: id })
  return (
    <li>
      <p class={style.order}>
        <a href={objectAddress('orders', id)}>{name}</a>
        <OrderHead order={order} />
      </p>
      {isAbout && <p class="quiet">{t.isAbout}</p>}
      {isProved && <p class="quiet">{t.proved}</p>}
      {shipments.map((shipment) => (
        <Parcel key={shipment.id} shipment={shipment} />
      ))}
      {refunds.length > 0 && (
        <RefundRows
          refunds={refunds.map(({ isPossiblyRefunded, ...refund }) => ({
            ...refund,
            possiblyRefunded: isPossiblyRefunded,
          }))}
        />
      )}
      {refundBlock && isBlockShown && <p class="hint">{refundBlock.message}</p>}
      {(!refundBlock || OUTSIDE.includes(refundBlock.reason)) && (
        <a
          class="button"
          href={at(`/refunds/start?${new URLSearchParams({ order: id })}`)}
          aria-label={t.startRefundOf(name)}
        >
          {t.startRefund}
        </a>
      )}
    </li>
  )
}

function Parcel({ shipment }: { shipment: ChatOrder['shipments'][number] }) {
  const { carrier, status, trackingNumber, trackingUrl, expectedAt, deliveredAt } = shipment
  const words = [carrier, status && stateText(status), trackingNumber].filter(Boolean).join(' · ')
  return (
    <p class={style.parcel}>
      {foreign(words)}
      {deliveredAt ? (
        <span class="quiet">
          {t.delivered} <Moment at={deliveredAt} />
        </span>
      ) : (
        expectedAt && (
          <span class="quiet">
            {t.expected} <Moment at={expectedAt} isPlanned />
          </span>
        )
      )}
      {trackingUrl && (
        <a href={trackingUrl} target="_blank" rel="noopener noreferrer nofollow">
          {t.track}
        </a>
      )}
    </p>
  )
}
