import type { DevView } from '../../dev-view.ts'
import { at } from '../base.ts'
import { Empty } from '../parts/empty.tsx'
import { dev as t } from '../texts/en/dev.ts'
import { Delivery } from './delivery.tsx'

/** Requests to the refund endpoint, also those that belong to no refund. */
export function Deliveries({ view: { deliveries, endpointUrl }, reload }: { view: DevView; reload: () => void }) {
  return (
    <>
      {endpointUrl && <p class="lead">{t.endpoint(endpointUrl)}</p>}
      {deliveries.length === 0 ? (
        <Empty title={t.noDeliveries}>
          <p class="quiet">{t.noDeliveriesHelp}</p>
          <p>
            <a href={at('/refunds/start')}>{t.startRefund}</a> · <a href={at('/settings/refunds')}>{t.toSettings}</a>
          </p>
        </Empty>
      ) : (
        <section class="card dev-list" aria-label={t.rowsLabel(t.tabs.deliveries)}>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} onReplayed={reload} />
          ))}
        </section>
      )}
    </>
  )
}
