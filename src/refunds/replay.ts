import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { getWorkspace, type Workspace } from '../access/workspaces.ts'
import { ApiError } from '../lib/errors.ts'
import type { Reader } from '../store/session.ts'
import { notSetUp } from './call-store.ts'
import { createData } from './delivery-job.ts'
import type { RefundStatus } from './lifecycle.ts'
import type { RefundServices } from './offer.ts'
import type { Attempt } from './outbound.ts'
import { findRefund, type Refund } from './refunds.ts'
import { getRefundSettings } from './settings.ts'
import type { RequestType, StoreRequest } from './store-request.ts'

interface DeliveryRow {
  id: string
  refundId: string | null
  type: RequestType
  sentAt: number
}

/** Statuses under which the shop has done what `refund.create` asks for: it knows the key, and refunds nothing again. */
const ORDERED: RefundStatus[] = ['succeeded', 'pending']

/**
 * Sends a delivery again: the same body, to the same endpoint or another, with a new signature. Whatever comes back is told and
 * not recorded, so the refund stays as it is. Where the shop may not have refunded yet, only a test workspace sends
 * `refund.create` again: money would move that nobody here hears of.
 *
 * @throws ApiError FORBIDDEN for the role; NOT_FOUND; CONFLICT where the request can't be made again, or must not be
 */
export async function replayDelivery(
  services: RefundServices,
  actor: Actor,
  { workspaceId, deliveryId, url }: { workspaceId: string; deliveryId: string; url?: string | undefined },
): Promise<Attempt> {
  const { store, clock, outbound } = services
  requireManager(actor)
  const workspace = await getWorkspace(store.read, workspaceId)
  const request = await rebuild(store.read, workspace, await getDelivery(store.read, workspaceId, deliveryId))
  const { endpointUrl, secret } = await getRefundSettings(store.read, workspaceId)
  const target = url ?? endpointUrl
  if (target === null || secret === null) throw notSetUp()
  const details = { type: request.type, url: target }
  await store.write((tx) =>
    audit(tx, { workspaceId, actor, action: 'refund_delivery.replayed', target: deliveryId, details, at: clock.now() }),
  )
  return outbound.send({ url: target, secret, request, allowLoopbackHttp: workspace.test })
}

async function getDelivery(reader: Reader, workspaceId: string, id: string): Promise<DeliveryRow> {
  const row = await reader.get<DeliveryRow>(
    `SELECT id, refund_id AS "refundId", type, sent_at AS "sentAt" FROM refund_deliveries WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (!row) throw new ApiError('NOT_FOUND', 'This workspace has no delivery with this id: its refund shows them.')
  return row
}

/** The body that was sent. It is not kept, since all of it follows from the refund. */
async function rebuild(
  reader: Reader,
  { id: workspace, test }: Workspace,
  { id, refundId, type, sentAt }: DeliveryRow,
): Promise<StoreRequest> {
  const request = { id, workspace, createdAt: sentAt, idempotencyKey: id }
  if (type === 'ping') return { ...request, type, data: {} }
  const refund = refundId === null ? undefined : await findRefund(reader, refundId)
  if (!refund)
    throw conflict('not_kept', 'This request belongs to no refund, so what it asked is not known any more: ask again.')
  const { amount: _, currency: __, ...asked } = createData(refund)
  if (type === 'refund.preview') return { ...request, type, data: asked }
  requireOrdered(refund, test)
  return { ...request, idempotencyKey: refund.id, type, data: createData(refund) }
}

function requireOrdered({ status }: Refund, test: boolean): void {
  if (test || ORDERED.includes(status)) return
  throw conflict(
    'not_refunded',
    `The refund is ${status.replace('_', ' ')}: sent again, it could be made without being recorded here. Start another refund.`,
  )
}

function conflict(reason: string, message: string): ApiError {
  return new ApiError('CONFLICT', message, { data: { reason } })
}
