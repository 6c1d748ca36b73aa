import { shownRow, type WorkspaceTable } from '../access/workspace-data.ts'
import type { Feature } from '../http/feature.ts'
import { customers } from '../objects/types/customer.ts'
import { orders } from '../objects/types/order.ts'
import { cancelOutdatedRefunds, expiryJobHandler } from './end-waiting.ts'
import { deliveryJobHandler } from './endpoint/delivery-job.ts'
import type { ShopOutbound } from './endpoint/shop-outbound.ts'
import { endRefundsOfWorkspace, eraseFromRefunds, refundJobHandler } from './erase.ts'
import { reportRefund } from './routes.ts'
import { refundSecrets } from './settings.ts'

/** Tables of refunds. */
const refundTables: WorkspaceTable[] = [
  {
    table: 'refund_moves',
    key: ['refund_id', 'number'],
    of: 'refund_id IN (SELECT id FROM refunds WHERE workspace_id = ?)',
    exported: {
      file: 'refund-moves',
      columns:
        'id, refund_id AS "refundId", number, from_status AS "from", to_status AS "to", cause, actor, reason, at',
    },
  },
  {
    table: 'refund_deliveries',
    key: ['id'],
    exported: {
      file: 'refund-deliveries',
      columns: `id, refund_id AS "refundId", type, number, sent_at AS "sentAt", duration_ms AS "durationMs",
        http_status AS "httpStatus", answer, verdict, explanation`,
    },
  },
  {
    table: 'refunds',
    key: ['id'],
    hasJobs: true,
    exported: {
      file: 'refunds',
      columns: `id, order_id AS "orderId", customer_id AS "customerId", conversation_id AS "conversationId", kind, note, lines, mode,
        status, amount, currency, started_by AS "startedBy", extra_tries AS "extraTries", expires_at AS "expiresAt", refund_id AS "refundId",
        failure_code AS "failureCode", failure_message AS "failureMessage", created_at AS "createdAt",
        finished_at AS "finishedAt", reported_as AS "reportedAs", trial`,
      show: (row) => ({ ...shownRow(row, ['lines']), trial: row.trial === 1 }),
    },
  },
  {
    table: 'refund_settings',
    key: ['workspace_id'],
    exported: {
      file: 'refund-settings',
      columns: `endpoint_url AS "endpointUrl", secret_ending AS "secretEnding", mode, enabled, auto_limit AS "autoLimit",
        limit_currency AS "limitCurrency", frozen, rungs, return_period_days AS "returnPeriodDays",
        customer_timeout_minutes AS "customerTimeoutMinutes", approval_timeout_hours AS "approvalTimeoutHours",
        pending_timeout_days AS "pendingTimeoutDays", endpoint_by_operator AS "endpointByOperator",
        assume_delivered_after_days AS "assumeDeliveredAfterDays"`,
      show: (row) => ({
        ...shownRow(row, ['rungs', 'returnPeriodDays']),
        endpointByOperator: row.endpointByOperator === 1,
        enabled: row.enabled === 1,
        frozen: row.frozen === 1,
      }),
    },
  },
]

/** Refunds through the refund endpoint of the shop. */
export const refundsFeature: Feature<{ outbound: ShopOutbound }> = {
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
  onUpserted: (tx, { resource, workspaceId, results }, now) => {
    if (resource !== orders.name) return undefined
    const changed = results.filter(({ status }) => status === 'updated').map(({ id }) => id)
    return changed.length > 0 ? cancelOutdatedRefunds(tx, workspaceId, changed, now) : undefined
  },
  onErased: async (tx, { resource, workspaceId, id }, now) => {
    if (resource === orders.name) await cancelOutdatedRefunds(tx, workspaceId, [id], now)
    return resource === customers.name && eraseFromRefunds(tx, { workspaceId, customerId: id }, now)
  },
}
