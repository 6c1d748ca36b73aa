import type { RefundDetail } from '../api-types.ts'
import { RefundRows } from '../parts/refund-rows.tsx'
import { Amount, Fact, Foreign, Moment } from '../parts/values.tsx'
import { refund as t } from '../texts/en/refund.ts'

/** The order as the shop pushed it, and its other refunds. */
export function OrderCard({ detail: { order, ofOrder, refund } }: { detail: RefundDetail }) {
  const currency = order?.currency ?? refund.currency
  return (
    <section class="card">
      <h2>{t.order}</h2>
      {!order && <p class="quiet">{t.orderGone}</p>}
      <dl class="facts">
        {order?.number && (
          <Fact title={t.orderNumber}>
            <Foreign>{order.number}</Foreign>
          </Fact>
        )}
        <Fact title={t.orderId}>
          <code>
            <Foreign>{refund.orderId}</Foreign>
          </code>
        </Fact>
        {order?.total != null && (
          <Fact title={t.total}>
            <Amount amount={order.total} currency={currency} />
          </Fact>
        )}
        {order?.refundedTotal ? (
          <Fact title={t.refundedTotal}>
            <Amount amount={order.refundedTotal} currency={currency} />
          </Fact>
        ) : null}
        {order?.status && <Fact title={t.status}>{order.status.replaceAll('_', ' ')}</Fact>}
        {order?.placedAt && (
          <Fact title={t.placedAt}>
            <Moment at={order.placedAt} />
          </Fact>
        )}
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
