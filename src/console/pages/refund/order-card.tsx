import type { RefundDetail } from '../api-types.ts'
import { objectAddress } from '../base.ts'
import { OrderHead } from '../parts/order-head.tsx'
import { RefundRows } from '../parts/refund-rows.tsx'
import { Amount, Fact, Foreign, Moment, orderName } from '../parts/values.tsx'
import { refund as t } from '../texts/en/refund.ts'

/** The order as the shop pushed it, and its other refunds. */
export function OrderCard({ detail: { order, ofOrder, refund } }: { detail: RefundDetail }) {
  const currency = order?.currency ?? refund.currency
  return (
    <section class="card">
      <h2>{t.order}</h2>
      {order ? (
        <p class="page-about">
          <a href={objectAddress('orders', order.id)}>{orderName({ orderNumber: order.number, orderId: order.id })}</a>
          <OrderHead order={order} />
        </p>
      ) : (
        <p class="quiet">{t.orderGone}</p>
      )}
      <dl class="facts">
        <Fact title={t.orderId}>
          <code>
            <Foreign>{refund.orderId}</Foreign>
          </code>
        </Fact>
        {order?.refundedTotal ? (
          <Fact title={t.refundedTotal}>
            <Amount amount={order.refundedTotal} currency={currency} />
          </Fact>
        ) : null}
        {order?.deliveredAt && (
          <Fact title={t.deliveredAt}>
            <Moment at={order.deliveredAt} />
          </Fact>
        )}
      </dl>
      <h3>{t.earlier}</h3>
      {ofOrder.length === 0 ? <p class="quiet">{t.noEarlier}</p> : <RefundRows refunds={ofOrder} />}
    </section>
  )
}
