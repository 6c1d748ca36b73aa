import { type Actor, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { getWorkspace, type Workspace } from '../../access/workspaces.ts'
import { conflict } from '../../lib/errors.ts'
import type { Reader } from '../../store/store.ts'
import type { RefundServices } from '../offer.ts'
import { findRefund, type Refund } from '../refunds.ts'
import { getEndpoint, requireRefundPlan } from '../settings.ts'
import { endpointRequest, type RequestContent, requireEndpoint } from './call-endpoint.ts'
import { type Delivery, getDelivery } from './deliveries.ts'
import { createData } from './delivery-job.ts'
import type { Attempt } from './outbound.ts'

/**
 * Sends a recorded request again: the same body, signed afresh with the secret of now. No refund moves by the answer, and the
 * record of the first time stays as it is.
 *
 * @param url another endpoint than the workspace's
 * @throws DomainError FORBIDDEN for the role or the plan; NOT_FOUND; CONFLICT where endpoint or secret are not set, where what was
 *   sent is not known any more, or where the shop might refund now what storewire holds for failed or undecided
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
  const { endpointUrl, secret } = await getEndpoint(store.read, workspaceId, services.sealer)
  const endpoint = requireEndpoint({ endpointUrl: url ?? endpointUrl, secret })
  const delivery = await getDelivery(store.read, workspaceId, deliveryId)
  const content = await contentOf(store.read, workspace, delivery)
  const entry = { workspaceId, actor, action: 'refund_delivery.replayed', target: deliveryId, at: clock.now() }
  await store.write((tx) => audit(tx, entry))
  const request = endpointRequest(workspaceId, content, { id: deliveryId, createdAt: delivery.sentAt })
  return outbound.send({ ...endpoint, request, allowLoopbackHttp: workspace.test })
}

async function contentOf(reader: Reader, { test }: Workspace, { type, refundId }: Delivery): Promise<RequestContent> {
  if (type === 'ping') return { type, data: {} }
  const refund = refundId === null ? undefined : await findRefund(reader, refundId)
  if (!refund) throw conflict('not_kept', 'What this request said is not kept, because no refund came of it.')
  const data = createData(refund)
  if (type === 'refund.create') {
    if (!test) requireOrdered(refund)
    return { type, data }
  }
  const { amount: _, currency: __, ...preview } = data
  return { type, data: { ...preview, actionId: '' } }
}

/** A shop that has answered for this key gives the same answer again; one that has not would move money. */
function requireOrdered({ status }: Refund): void {
  if (status === 'succeeded' || status === 'pending') return
  throw conflict(
    'not_refunded',
    `The refund is ${status}: the shop might make it now, and storewire would not know. Start another refund, or try this in a test workspace.`,
  )
}
