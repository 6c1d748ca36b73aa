import { type Actor, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { getWorkspace, type Workspace } from '../../access/workspaces.ts'
import { conflict, DomainError } from '../../lib/errors.ts'
import { allowsLoopback } from '../../outbound/addresses.ts'
import type { Reader } from '../../store/store.ts'
import type { RefundServices } from '../offer.ts'
import { DELIVERY_COLUMNS, findRefund, type RecordedDelivery, type Refund } from '../refunds.ts'
import { getEndpoint, requireRefundPlan } from '../settings.ts'
import { endpointRequest, type RequestContent, requireEndpoint } from './call-endpoint.ts'
import { createData } from './delivery-job.ts'
import type { Attempt } from './shop-outbound.ts'

/** A recorded request. `refundId` is null for a request without a refund. */
export interface ListedDelivery extends RecordedDelivery {
  refundId: string | null
}

const COLUMNS = `refund_id AS "refundId", ${DELIVERY_COLUMNS}`

/** Recorded requests to the endpoint of a workspace, the newest first. */
export async function listDeliveries(
  reader: Reader,
  workspaceId: string,
  { refundId, limit }: { refundId?: string | undefined; limit: number },
): Promise<ListedDelivery[]> {
  return reader.all<ListedDelivery>(
    `SELECT ${COLUMNS} FROM refund_deliveries WHERE workspace_id = ? AND (CAST(? AS TEXT) IS NULL OR refund_id = ?)
     ORDER BY id DESC LIMIT ?`,
    workspaceId,
    refundId ?? null,
    refundId ?? null,
    limit,
  )
}

/** @throws DomainError NOT_FOUND, also for a delivery of another workspace */
export async function getDelivery(reader: Reader, workspaceId: string, id: string): Promise<ListedDelivery> {
  const delivery = await reader.get<ListedDelivery>(
    `SELECT ${COLUMNS} FROM refund_deliveries WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (delivery) return delivery
  throw new DomainError('NOT_FOUND', 'no_such_delivery', 'This workspace has no delivery with this id. Check the id.')
}

/**
 * Sends a recorded request again: the same body, with a new signature by the current secret. The response changes neither the refund nor
 * the record.
 *
 * @param url an endpoint to use instead of the one of the workspace
 * @throws DomainError FORBIDDEN for the role or the plan; NOT_FOUND; CONFLICT if endpoint or secret are not set, if the content of the
 *   request was not stored, or if the shop might make a refund that has not succeeded in storewire
 */
export async function replayDelivery(
  services: RefundServices,
  actor: Actor,
  { workspaceId, deliveryId, url }: { workspaceId: string; deliveryId: string; url?: string | undefined },
): Promise<Attempt> {
  requireManager(actor)
  const { store, clock, outbound } = services
  const workspace = await getWorkspace(store.read, workspaceId)
  requireRefundPlan(workspace)
  const stored = await getEndpoint(store.read, workspaceId, services.sealer)
  const chosen = url === undefined ? stored : { ...stored, endpointUrl: url, byOperator: actor.isOperator === true }
  const endpoint = requireEndpoint(chosen)
  const delivery = await getDelivery(store.read, workspaceId, deliveryId)
  const content = await contentOf(store.read, workspace, delivery)
  const entry = { workspaceId, actor, action: 'refund_delivery.replayed', target: deliveryId, at: clock.now() }
  await store.write((tx) => audit(tx, entry))
  const request = endpointRequest(workspaceId, content, { id: deliveryId, createdAt: delivery.sentAt })
  const allowLoopbackHttp = allowsLoopback(outbound.policy, { ...endpoint, isTest: workspace.test })
  return outbound.send({ ...endpoint, request, allowLoopbackHttp })
}

async function contentOf(
  reader: Reader,
  { test }: Workspace,
  { type, refundId }: ListedDelivery,
): Promise<RequestContent> {
  if (type === 'ping') return { type, data: {} }
  const refund = refundId === null ? undefined : await findRefund(reader, refundId)
  if (!refund)
    throw conflict(
      'not_kept',
      'This request cannot be sent again, because it belongs to no refund and its content was not stored.',
    )
  const data = createData(refund)
  if (type === 'refund.create') {
    if (!test) requireOrdered(refund)
    return { type, data }
  }
  const { amount: _, currency: __, ...preview } = data
  return { type, data: { ...preview, actionId: '' } }
}

/** A shop that already refunded for this key only repeats its response. Any other shop would move money. */
function requireOrdered({ status }: Refund): void {
  if (status === 'succeeded' || status === 'pending') return
  throw conflict(
    'not_refunded',
    `The refund is ${status}, so the shop might make it now without storewire recording it. Start another refund, or use a test workspace.`,
  )
}
