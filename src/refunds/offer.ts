import { type Actor, requireAgent } from '../access/actor.ts'
import { getWorkspace, type Workspace } from '../access/workspaces.ts'
import { type Conversation, getConversation } from '../conversations/conversations.ts'
import type { Clock } from '../lib/clock.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Reader, Store } from '../store/store.ts'
import { cancelOthersIn } from './conversation-changes.ts'
import { noAnswer, type Verdict } from './endpoint/answers.ts'
import { callEndpoint, explanationOf, recordCall } from './endpoint/call-endpoint.ts'
import type { RefundLine } from './endpoint/endpoint-request.ts'
import type { Outbound } from './endpoint/outbound.ts'
import { ifOver, type LeftOfOrder, leftOf } from './left-of-order.ts'
import type { RefundEvent } from './lifecycle.ts'
import { checkLines } from './lines.ts'
import { insertRefund } from './move.ts'
import { requireNoActive, requireOfferable, requireOwnConversation } from './offer-guards.ts'
import { getOrder, type RefundableOrder } from './orders.ts'
import { type ReasonKind, reasonKinds, reasonOf } from './reasons.ts'
import { madeOrPossiblyMade, requireNamed } from './refunded.ts'
import { type Refund, refundsOfOrder } from './refunds.ts'
import { getEndpoint, getRefundSettings, type RefundSettings, requireRefundPlan } from './settings.ts'

export interface RefundServices {
  store: Store
  clock: Clock
  outbound: Outbound
  metrics: Metrics
  /** Opens the signing secrets. */
  sealer: Sealer
}

/** What somebody wants to refund. Without lines the shop decides from order and reason. There is no amount: the shop names it. */
export interface RequestedRefund {
  workspaceId: string
  orderId: string
  lines: RefundLine[]
  kind: ReasonKind
  /** Only agents write one. */
  note: string | null
  conversationId: string | null
}

/** What an agent starts. */
export interface RequestedByAgent extends RequestedRefund {
  /** The newest earlier refund of the order where one was made, or may have been: this one is made on purpose beside it. */
  again?: string | null
}

/** What the shop would refund; `amount` in minor units. */
export interface Quote {
  amount: number
  currency: string
  /** The shop's own words to whoever decides. */
  note: string | null
  /** What is left of the order, where the amount is more than that. */
  overOrderTotal: LeftOfOrder | null
  /** The order's refunds that were made, or may have been, the newest first. */
  earlier: Refund[]
}

/** All that a requested was checked against. */
export interface CheckedRequest {
  workspace: Workspace
  settings: RefundSettings
  order: RefundableOrder
  earlier: Refund[]
  lines: RefundLine[]
  conversation: Conversation | null
}

/**
 * An agent asks the shop for the amount; nothing else comes of it.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND, BAD_REQUEST, and CONFLICT where the shop refuses or does not answer
 */
export async function quoteRefund(services: RefundServices, actor: Actor, requested: RequestedRefund): Promise<Quote> {
  requireAgent(actor)
  const checked = await checkRequested(services.store.read, requested)
  const { amount, currency, note } = quoteOf(await preview(services, requested, checked, null))
  const { order, earlier } = checked
  return {
    amount,
    currency,
    note,
    overOrderTotal: ifOver(leftOf(order, earlier, currency), amount),
    earlier: madeOrPossiblyMade(earlier),
  }
}

/**
 * An agent starts a refund: the shop is asked for the amount, and the customer to confirm it. After a refund of the order that
 * was made, or may have been, it has to be named.
 *
 * @throws DomainError as {@link quoteRefund}; CONFLICT also where the order has an active refund, where an earlier one is not named,
 *   or where the conversation is with another customer
 */
export async function startRefund(
  services: RefundServices,
  actor: Actor,
  { again = null, ...requested }: RequestedByAgent,
): Promise<Refund> {
  requireAgent(actor)
  const begun = {
    startedBy: 'agent',
    on: 'started_by_agent',
    reason: again === null ? null : `again ${again}`,
  } as const
  return begin(services, actor, requested, begun, (checked) => {
    requireNamed(checked.earlier, again)
    requireOwnConversation(checked)
  })
}

/**
 * The assistant offers a refund to the signed-in customer of a conversation: only for their own order, within the return
 * period, and never for one that was refunded before, or may have been.
 *
 * @throws DomainError as {@link startRefund}; FORBIDDEN where the order is not the customer's
 */
export async function offerRefund(services: RefundServices, actor: Actor, requested: RequestedRefund): Promise<Refund> {
  const begun = { startedBy: 'assistant', on: 'offered_by_assistant', reason: null } as const
  return begin(services, actor, { ...requested, note: null }, begun, (checked) =>
    requireOfferable(checked, requested.kind, services.clock.now()),
  )
}

async function begin(
  services: RefundServices,
  actor: Actor,
  requested: RequestedRefund,
  { startedBy, on, reason }: { startedBy: Refund['startedBy']; on: RefundEvent; reason: string | null },
  requireAllowed: (checked: CheckedRequest) => void,
): Promise<Refund> {
  const { store, clock } = services
  const guard = async (reader: Reader): Promise<CheckedRequest> => {
    const checked = await checkRequested(reader, requested)
    requireNoActive(checked)
    requireAllowed(checked)
    return checked
  }
  const asked = await guard(store.read)
  const id = newOrderedId('act', clock.now())
  const { amount, currency } = quoteOf(await preview(services, requested, asked, id))
  return store.write(async (tx) => {
    // The shop took its time: whatever stood against the refund may have happened meanwhile.
    const { order, settings, lines } = await guard(tx)
    if (order.basis !== asked.order.basis)
      throw conflict('order_changed', 'The order was changed while the shop was asked for the amount: try again.')
    if (requested.conversationId !== null)
      await cancelOthersIn(tx, requested.conversationId, requested.orderId, clock.now())
    return insertRefund(
      tx,
      {
        ...requested,
        lines,
        id,
        customerId: order.customerId,
        mode: settings.mode,
        amount,
        currency,
        startedBy,
        basis: order.basis,
      },
      { on, actor, reason },
      clock.now(),
    )
  })
}

const MAX_NOTE = 1_000

async function checkRequested(reader: Reader, requested: RequestedRefund): Promise<CheckedRequest> {
  const { workspaceId, orderId, conversationId, kind, note } = requested
  if (!reasonKinds.includes(kind))
    throw new DomainError(
      'BAD_REQUEST',
      'reason_kind',
      `The reason must be one of ${reasonKinds.join(', ')}, not ${kind}.`,
    )
  if (note !== null && note.length > MAX_NOTE)
    throw new DomainError(
      'BAD_REQUEST',
      'note_too_long',
      `The note must have at most ${MAX_NOTE} characters: shorten it.`,
    )
  const workspace = await getWorkspace(reader, workspaceId)
  requireRefundPlan(workspace)
  const settings = await getRefundSettings(reader, workspaceId)
  if (!settings.enabled) throw conflict('refunds_off', 'Refunds are switched off: an owner or admin switches them on.')
  const order = await getOrder(reader, workspaceId, orderId)
  const earlier = await refundsOfOrder(reader, workspaceId, orderId)
  const lines = checkLines(requested.lines, order, earlier)
  const conversation = conversationId === null ? null : await getConversation(reader, workspaceId, conversationId)
  return { workspace, settings, order, earlier, lines, conversation }
}

/**
 * Asks the shop for the amount and records the call. An amount in another currency than the order's is no answer. There is no refund
 * yet that the shop could know, so the action id is empty.
 *
 * @param refundId the refund that may come of it
 */
async function preview(
  services: RefundServices,
  { workspaceId, orderId, kind, note }: RequestedRefund,
  { workspace, settings, order, lines }: CheckedRequest,
  refundId: string | null,
): Promise<Verdict> {
  const reason = reasonOf(kind, note)
  const data = { actionId: '', orderId, customerId: order.customerId, lines, reason, mode: settings.mode }
  const endpoint = await getEndpoint(services.store.read, workspaceId, services.sealer)
  const sent = await callEndpoint(services, workspace, endpoint, { type: 'refund.preview', data })
  const attempt = { ...sent, verdict: inCurrencyOf(order, sent.verdict) }
  await services.store.write((tx) => recordCall(tx, workspaceId, refundId, attempt))
  return attempt.verdict
}

/** The verdict, or no answer where an amount is in another currency than the order's. */
export function inCurrencyOf({ currency }: Pick<RefundableOrder, 'currency'>, verdict: Verdict): Verdict {
  if (verdict.kind !== 'amount' || currency === null || verdict.currency === currency) return verdict
  return noAnswer(
    'bad_currency',
    `The amount is in ${verdict.currency}, but the order is in ${currency}: answer in the order's currency.`,
  )
}

function quoteOf(verdict: Verdict): Pick<Quote, 'amount' | 'currency' | 'note'> {
  if (verdict.kind === 'amount') return { amount: verdict.amount, currency: verdict.currency, note: verdict.note }
  const code = verdict.kind === 'refused' ? { code: verdict.code } : {}
  throw conflict(verdict.kind, `The shop named no amount: ${explanationOf(verdict)}`, code)
}
