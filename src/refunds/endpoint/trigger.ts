import { type Actor, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { getWorkspace, type Workspace } from '../../access/workspaces.ts'
import { DomainError } from '../../lib/errors.ts'
import { newOrderedId } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time.ts'
import { allowsLoopback } from '../../outbound/addresses.ts'
import { checkLines } from '../left-to-refund.ts'
import { inCurrencyOf, type RefundServices } from '../offer.ts'
import { getOrder } from '../orders.ts'
import { type ReasonKind, reasonText } from '../reasons.ts'
import { refundsOfOrder } from '../refunds.ts'
import { getEndpoint, getRefundSettings, requireRefundPlan } from '../settings.ts'
import { endpointRequest, newDeliveryId, type RequestContent, recordCall, requireEndpoint } from './call-endpoint.ts'
import type { EndpointRequest, PreviewData, RefundLine, RefundMode, RequestType } from './endpoint-request.ts'
import type { Attempt, ShopOutbound } from './shop-outbound.ts'

/** A test request to an endpoint. It belongs to no stored refund. */
export interface TestRequest {
  type: RequestType
  /** Required for every type except `ping`. */
  orderId: string | null
  lines: RefundLine[]
  kind: ReasonKind
  note: string | null
  /** The amount of `refund.create`; null: the amount from a preview, as in production. */
  agreed: { amount: number; currency: string } | null
  /** Replaced members, `name` → text: of the envelope if it has that name, otherwise of `data`. */
  overrides: Record<string, string>
}

/** Endpoint, workspace and order of a test request. */
export interface TriggerContext {
  url: string
  secret: string
  workspaceId: string
  allowLoopbackHttp: boolean
  customerId: string | null
  mode: RefundMode
  /** Currency of the order, required in the response to a preview; null: any. */
  currency: string | null
}

/**
 * Sends the same request as production, without moving a refund. A `refund.create` without an amount gets it from a preview first.
 *
 * @returns the calls in order. The last one has the result; it is the preview if that named no amount
 * @throws DomainError BAD_REQUEST if the order is missing
 */
export async function sendTrigger(
  services: { outbound: ShopOutbound; clock: Clock },
  context: TriggerContext,
  requested: TestRequest,
): Promise<Attempt[]> {
  if (requested.type === 'ping') return [await send(services, context, { type: 'ping', data: {} }, requested.overrides)]
  const data = previewData(context, requested)
  if (requested.type === 'refund.preview')
    return [await send(services, context, { type: 'refund.preview', data }, requested.overrides)]
  const actionId = newOrderedId('act', services.clock.now())
  const create = (agreed: { amount: number; currency: string }) =>
    send(services, context, { type: 'refund.create', data: { ...data, actionId, ...agreed } }, requested.overrides)
  if (requested.agreed) return [await create(requested.agreed)]
  const preview = await send(services, context, { type: 'refund.preview', data }, {})
  if (preview.verdict.kind !== 'amount') return [preview]
  const { amount, currency } = preview.verdict
  return [preview, await create({ amount, currency })]
}

/**
 * Sends a test request with the stored endpoint, secret, order and mode of a workspace. The calls are audited, and recorded unless a
 * member was overridden.
 *
 * @param forReal allows `refund.create` in a workspace that is not for tests
 * @throws DomainError as {@link sendTrigger}; FORBIDDEN for the role, the plan, or real money; NOT_FOUND for the order; CONFLICT if
 *   endpoint or secret are not set
 */
export async function triggerFromStore(
  services: RefundServices,
  actor: Actor,
  workspaceId: string,
  requested: TestRequest,
  { forReal }: { forReal: boolean },
): Promise<Attempt[]> {
  requireManager(actor)
  const { store, clock } = services
  const workspace = await getWorkspace(store.read, workspaceId)
  requireRefundPlan(workspace)
  if (!workspace.test && !forReal) requireNoMoney(requested)
  const context = await contextOf(services, workspace, requested)
  const at = clock.now()
  const details = { type: requested.type, ...(requested.orderId === null ? {} : { orderId: requested.orderId }) }
  const entry = { workspaceId, actor, action: 'refund_endpoint.triggered', target: workspaceId, details, at }
  await store.write((tx) => audit(tx, entry))
  const attempts = await sendTrigger(services, context, requested)
  // Overrides may fake an id or a type, so these requests are not recorded.
  if (Object.keys(requested.overrides).length > 0) return attempts
  await store.write(async (tx) => {
    for (const attempt of attempts) await recordCall(tx, workspaceId, null, attempt)
  })
  return attempts
}

/** Rejects `refund.create`, by type or by override. */
function requireNoMoney({ type, overrides }: TestRequest): void {
  if (type !== 'refund.create' && overrides.type !== 'refund.create') return
  throw new DomainError(
    'FORBIDDEN',
    'not_for_tests',
    'This workspace is not for tests, so refund.create would move real money without a refund in storewire.',
  )
}

async function contextOf(
  { store, sealer, outbound }: RefundServices,
  { id: workspaceId, test: isTest }: Workspace,
  { orderId, lines }: TestRequest,
): Promise<TriggerContext> {
  const settings = await getRefundSettings(store.read, workspaceId)
  const order = orderId === null ? null : await getOrder(store.read, workspaceId, orderId)
  if (order) checkLines(lines, order, await refundsOfOrder(store.read, workspaceId, order.id))
  const { url, secret, byOperator } = requireEndpoint(await getEndpoint(store.read, workspaceId, sealer))
  return {
    url,
    secret,
    workspaceId,
    allowLoopbackHttp: allowsLoopback(outbound.policy, { url, isTest, byOperator }),
    customerId: order?.customerId ?? null,
    mode: settings.mode,
    currency: order?.currency ?? null,
  }
}

/** As in production, a preview has no action id, since there is no refund yet. */
function previewData({ customerId, mode }: TriggerContext, requested: TestRequest): PreviewData {
  const { orderId, lines, kind, note } = requested
  if (orderId === null)
    throw new DomainError('BAD_REQUEST', 'no_order', `${requested.type} needs an order, but none was given.`)
  return { actionId: '', orderId, customerId, lines, reason: reasonText(kind, note), mode }
}

async function send(
  { outbound, clock }: { outbound: ShopOutbound; clock: Clock },
  { url, secret, workspaceId, allowLoopbackHttp, currency }: TriggerContext,
  content: RequestContent,
  overrides: Record<string, string>,
): Promise<Attempt> {
  const createdAt = clock.now()
  const planned = endpointRequest(workspaceId, content, { id: newDeliveryId(createdAt), createdAt })
  const request = override(planned, overrides)
  const attempt = await outbound.send({ url, secret, request, allowLoopbackHttp })
  return { ...attempt, verdict: inCurrencyOf({ currency }, attempt.verdict) }
}

function override({ data, ...envelope }: EndpointRequest, overrides: Record<string, string>): EndpointRequest {
  const named = Object.entries(overrides)
  const inEnvelope = named.filter(([name]) => Object.hasOwn(envelope, name))
  const inData = named.filter(([name]) => !Object.hasOwn(envelope, name))
  return { ...replaced(envelope, inEnvelope), data: replaced(data, inData) } as EndpointRequest
}

/** A text member stays text, so that `orderId` can be `123`. Other values are parsed as JSON, or used as text if they are not JSON. */
function replaced(members: object, overrides: [name: string, text: string][]): object {
  const values = overrides.map(([name, text]) => {
    const isText = typeof (members as Record<string, unknown>)[name] === 'string'
    return [name, isText ? text : jsonOrText(text)]
  })
  return { ...members, ...Object.fromEntries(values) }
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
