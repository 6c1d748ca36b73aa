import { type Actor, requireManager } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { getWorkspace, type Workspace } from '../../access/workspaces.ts'
import type { Clock } from '../../lib/clock.ts'
import { DomainError } from '../../lib/errors.ts'
import { newOrderedId } from '../../lib/ids.ts'
import { checkLines } from '../lines.ts'
import { inCurrencyOf, type RefundServices } from '../offer.ts'
import { getOrder } from '../orders.ts'
import { type ReasonKind, reasonOf } from '../reasons.ts'
import { refundsOfOrder } from '../refunds.ts'
import { getEndpoint, getRefundSettings, requireRefundPlan } from '../settings.ts'
import { endpointRequest, newDeliveryId, type RequestContent, recordCall, requireEndpoint } from './call-endpoint.ts'
import type { EndpointRequest, PreviewData, RefundLine, RefundMode, RequestType } from './endpoint-request.ts'
import type { Attempt, Outbound } from './outbound.ts'

/** A request that a developer wants sent, for no refund of storewire's. */
export interface TriggerWish {
  type: RequestType
  /** Asked for by every type but `ping`. */
  orderId: string | null
  lines: RefundLine[]
  kind: ReasonKind
  note: string | null
  /** What `refund.create` orders; null: what the endpoint answers to a preview, as in production. */
  agreed: { amount: number; currency: string } | null
  /** Members of the request as `name` → text: of the envelope where it has that name, else of `data`. */
  overrides: Record<string, string>
}

/** What is known of the order and the shop beside the requested. */
export interface TriggerContext {
  url: string
  secret: string
  workspaceId: string
  allowLoopbackHttp: boolean
  customerId: string | null
  mode: RefundMode
  /** The order's currency, which a preview has to answer in; null: any. */
  currency: string | null
}

/**
 * Sends what production would send, and moves no refund. A `refund.create` without an amount is preceded by a preview, which
 * names it.
 *
 * @returns the calls in their order; the last one tells how it went, which is the preview where that named no amount
 * @throws DomainError BAD_REQUEST where the order is missing
 */
export async function sendTrigger(
  services: { outbound: Outbound; clock: Clock },
  context: TriggerContext,
  requested: TriggerWish,
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
 * Sends from what a workspace has stored: its endpoint and secret, the order, the mode. The calls are audited, and recorded
 * unless something was overridden.
 *
 * @param forReal a `refund.create` may go to the endpoint of a workspace that is not for tests
 * @throws DomainError as {@link sendTrigger}; FORBIDDEN for the role, the plan, or a real shop's money; NOT_FOUND for the order;
 *   CONFLICT where endpoint or secret are not set
 */
export async function triggerFromStore(
  services: RefundServices,
  actor: Actor,
  workspaceId: string,
  requested: TriggerWish,
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
  // A request that was overridden may claim the id of another, or a type that there is none of: the record is of real ones.
  if (Object.keys(requested.overrides).length > 0) return attempts
  await store.write(async (tx) => {
    for (const attempt of attempts) await recordCall(tx, workspaceId, null, attempt)
  })
  return attempts
}

/** Nothing that gets to the shop as `refund.create`, by its type or by an override. */
function requireNoMoney({ type, overrides }: TriggerWish): void {
  if (type !== 'refund.create' && overrides.type !== 'refund.create') return
  throw new DomainError(
    'FORBIDDEN',
    'not_for_tests',
    'This workspace is not for tests, so refund.create would move real money that storewire keeps no refund of.',
  )
}

async function contextOf(
  { store, sealer }: RefundServices,
  { id: workspaceId, test }: Workspace,
  { orderId, lines }: TriggerWish,
): Promise<TriggerContext> {
  const settings = await getRefundSettings(store.read, workspaceId)
  const order = orderId === null ? null : await getOrder(store.read, workspaceId, orderId)
  if (order) checkLines(lines, order, await refundsOfOrder(store.read, workspaceId, order.id))
  return {
    ...requireEndpoint(await getEndpoint(store.read, workspaceId, sealer)),
    workspaceId,
    allowLoopbackHttp: test,
    customerId: order?.customerId ?? null,
    mode: settings.mode,
    currency: order?.currency ?? null,
  }
}

/** As production asks: before there is a refund, so without an action id. */
function previewData({ customerId, mode }: TriggerContext, requested: TriggerWish): PreviewData {
  const { orderId, lines, kind, note } = requested
  if (orderId === null)
    throw new DomainError('BAD_REQUEST', 'no_order', `${requested.type} is about an order, and none is named.`)
  return { actionId: '', orderId, customerId, lines, reason: reasonOf(kind, note), mode }
}

async function send(
  { outbound, clock }: { outbound: Outbound; clock: Clock },
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

/** What is text stays text, so that an order's id may be a number; all else is read as JSON, and as text where it is none. */
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
