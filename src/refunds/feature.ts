import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { orders } from '../objects/types/order.ts'
import { endRefundsOfWorkspace } from './delete-workspace.ts'
import { deliveryJobHandler } from './endpoint/delivery-job.ts'
import type { Outbound } from './endpoint/outbound.ts'
import { eraseFromRefunds, refundJobHandler } from './erase.ts'
import { expiryJobHandler } from './expiry-job.ts'
import { cancelOutdatedRefunds } from './outdated.ts'
import { reportRefund } from './routes.ts'
import { refundSecrets } from './settings.ts'
import { refundTables } from './tables.ts'

/** Refunds through the refund endpoint of the shop. */
export const refundsFeature: Feature<{ outbound: Outbound }> = {
  routes: [reportRefund],
  tags: {
    Refunds:
      'Your own refund endpoint makes the refunds. storewire calls it with signed requests. If the endpoint responded with `pending`, your server reports the outcome here.',
  },
  jobs: (services) => [
    deliveryJobHandler({ ...services, random: Math.random }),
    expiryJobHandler(),
    refundJobHandler(),
  ],
  secrets: [refundSecrets],
  tables: refundTables,
  onDeletingWorkspace: endRefundsOfWorkspace,
  onUpserted: async (tx, { resource, workspaceId, results }, now) => {
    if (resource !== orders.name) return
    const changed = results.filter(({ status }) => status === 'updated').map(({ id }) => id)
    await cancelOutdatedRefunds(tx, workspaceId, changed, now)
  },
  onErased: async (tx, { resource, workspaceId, id }, now) => {
    if (resource === orders.name) await cancelOutdatedRefunds(tx, workspaceId, [id], now)
    return resource === customers.name && eraseFromRefunds(tx, { workspaceId, customerId: id }, now)
  },
}
