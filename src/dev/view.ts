import type { DevDelivery, DevView } from '../console/dev-view.ts'
import { toIso } from '../lib/time.ts'
import { listBatches } from '../objects/bulk/batches.ts'
import { listDeliveries } from '../refunds/endpoint/deliveries.ts'
import { listRefunds } from '../refunds/refunds.ts'
import { getRefundSettings } from '../refunds/settings.ts'
import type { DevContext } from './context.ts'
import { shownRefund } from './refunds.ts'
import type { TestRefund } from './testing-api.ts'

/** How many of each are shown; of deliveries also all of the shown refunds. */
const SHOWN = { calls: 50, refunds: 20, deliveries: 50, batches: 20 }

/** Everything that the console's page for developers shows. */
export async function devView(context: DevContext): Promise<DevView> {
  const { services, keys, clock, calls, shop, chaos } = context
  const { read } = services.store
  const { workspaceId } = keys
  const listed = await listRefunds(read, workspaceId, { limit: SHOWN.refunds })
  const refunds = await Promise.all(listed.map((refund) => shownRefund(read, refund)))
  const { endpointUrl } = await getRefundSettings(read, workspaceId)
  return {
    now: toIso(clock.now()),
    aheadMs: clock.ahead(),
    endpointUrl,
    calls: calls.list().slice(0, SHOWN.calls),
    refunds: refunds.map(({ deliveries: _, ...refund }) => refund),
    deliveries: await deliveriesOf(context, refunds),
    batches: await listBatches(read, workspaceId, SHOWN.batches),
    rules: shop.rules.list(),
    faults: chaos.list(),
  }
}

/** The newest requests to the endpoint, and all of the refunds; with what was sent, if this server has sent it. */
async function deliveriesOf(
  { services, keys, deliveries, replays }: DevContext,
  refunds: TestRefund[],
): Promise<DevDelivery[]> {
  const newest = await listDeliveries(services.store.read, keys.workspaceId, { limit: SHOWN.deliveries })
  const recorded = [
    ...refunds.flatMap(({ id, deliveries }) => deliveries.map((one) => ({ ...one, refundId: id }))),
    ...newest.map((one) => ({ ...one, sentAt: toIso(one.sentAt) })),
  ]
  const orders = new Map(refunds.map(({ id, orderId }) => [id, orderId]))
  const shown = recorded.map((one) => {
    const log = deliveries.find(one.id)
    return {
      ...one,
      orderId: log?.orderId ?? orders.get(one.refundId ?? '') ?? null,
      sent: log?.sent ?? null,
      again: replays.find(one.id) ?? null,
    }
  })
  // Their ids are in the order in which they were sent, whatever the clock was.
  return [...new Map(shown.map((one) => [one.id, one])).values()].toSorted((one, other) => (one.id < other.id ? 1 : -1))
}
