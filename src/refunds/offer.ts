import { type Actor, requireAgent } from '../access/actor.ts'
import { getWorkspace } from '../access/workspaces.ts'
import { type Conversation, getConversation } from '../conversations/conversations.ts'
import { conflict, DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Sealer } from '../lib/sealing.ts'
import type { Clock } from '../lib/time.ts'
import { noAnswer } from '../outbound/no-answer.ts'
import type { Reader, Store } from '../store/store.ts'
import { cancelOthersIn } from './end-waiting.ts'
import type { Verdict } from './endpoint/answers.ts'
import { callEndpoint, explanationOf, recordCall } from './endpoint/call-endpoint.ts'
import type { RefundLine } from './endpoint/endpoint-request.ts'
import type { ShopOutbound } from './endpoint/shop-outbound.ts'
import { checkLines, ifOver, type LeftOfOrder, leftOf } from './left-to-refund.ts'
import type { RefundEvent } from './lifecycle.ts'
import { insertRefund } from './move.ts'
import {
  type CheckedRequest,
  requireNoActive,
  requireOfferable,
  requireOpen,
  requireOwnConversation,
  requireRefunds,
} from './offer-guards.ts'
import { getOrder, type RefundableOrder } from './orders.ts'
import { type ApprovalReason, approvalReasons } from './policy.ts'
import { type ReasonKind, reasonKinds, reasonText } from './reasons.ts'
import { madeOrPossiblyMade, requireNamed } from './refunded.ts'
import { type Refund, refundsOfOrder } from './refunds.ts'
import { getEndpoint, getRefundSettings } from './settings.ts'

export interface RefundServices {
  store: Store
  clock: Clock
  outbound: ShopOutbound
  metrics: Metrics
  /** Opens the signing secrets. */
  sealer: Sealer
}

/** A refund to ask the shop for. Without lines the shop decides from order and reason. The shop names the amount. */
export interface RequestedRefund {
  workspaceId: string
  orderId: string
  lines: RefundLine[]
  kind: ReasonKind
  /** Written by an agent. */
  note: string | null
  conversationId: string | null
}

export interface RequestedByAgent extends RequestedRefund {
  /** Id of the newest earlier refund of the order that was made or may have been made. Required then: it confirms that this is another one. */
  again?: string | null
}

/** The amount that the shop would refund, in minor units. */
export interface Quote {
  amount: number
  currency: string
  /** A note of the shop for the agent or customer who decides. */
  note: string | null
  /** What is left of the order, if the amount is higher; else null. */
  overOrderTotal: LeftOfOrder | null
  /** Refunds of the order that were made or may have been made, the newest first. */
  earlier: Refund[]
}

/**
 * Asks the shop for the amount, for an agent. No refund is started.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND, BAD_REQUEST, and CONFLICT if the shop refuses or gives no valid response
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
 * Starts a refund for an agent: gets the amount from the shop; the customer then has to confirm it. If an earlier refund of the order was
 * made or may have been made, `again` must name it.
 *
 * @throws DomainError as {@link quoteRefund}; CONFLICT also if the order has an active refund, if `again` is missing or wrong, or if the
 *   conversation is with another customer
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
 * Offers a refund to the signed-in customer of a conversation, for the assistant: only for the customer's own order, within the return
 * period, and never if an earlier refund of the order was made or may have been made.
 *
 * @throws DomainError as {@link startRefund}; FORBIDDEN if the order is not the customer's
 */
export async function offerRefund(services: RefundServices, actor: Actor, requested: RequestedRefund): Promise<Refund> {
  const begun = { startedBy: 'assistant', on: 'offered_by_assistant', reason: null } as const
  return begin(services, actor, { ...requested, note: null }, begun, (checked) =>
    requireOfferable(checked, requested.kind, services.clock.now()),
  )
}

/**
 * Checks whether {@link offerRefund} would ask the shop for the amount, without asking and without a conversation.
 *
 * @throws DomainError as {@link offerRefund}
 */
export async function checkOffer(
  reader: Reader,
  requested: RequestedRefund,
  customerId: string,
  now: number,
): Promise<void> {
  const checked = await checkRequested(reader, { ...requested, conversationId: null })
  requireOfferableTo(checked, customerId, requested.kind, now)
}

/** What {@link offerRefund} would come to if refunds were switched on: the reason why none is offered, or what an offer needs. */
export type OfferIfOn = { isOffered: true; approval: ApprovalReason[] } | { isOffered: false; reason: string }

/**
 * Finds out what {@link offerRefund} would come to if refunds were switched on. Nothing is stored, and the shop is not asked: `approval`
 * has the reasons for an agent's approval that hold for each amount.
 */
export async function offerIfOn(
  reader: Reader,
  requested: RequestedRefund,
  customerId: string,
  now: number,
): Promise<OfferIfOn> {
  const { kind } = requested
  try {
    const checked = await checkRequested(reader, { ...requested, conversationId: null }, { isIfOn: true })
    requireOfferableTo(checked, customerId, kind, now)
    const { settings, order } = checked
    const currency = order.currency ?? settings.limitCurrency ?? ''
    return { isOffered: true, approval: approvalReasons(settings, { amount: 1, currency, kind }) }
  } catch (error) {
    if (error instanceof DomainError) return { isOffered: false, reason: error.reason }
    throw error
  }
}

function requireOfferableTo(checked: CheckedRequest, customerId: string, kind: ReasonKind, now: number): void {
  requireNoActive(checked)
  const { id: workspaceId } = checked.workspace
  const conversation: Conversation = {
    ...{ id: '', workspaceId, customerId, trial: true, follows: null, createdAt: now },
    mode: 'assistant',
  }
  requireOfferable({ ...checked, conversation }, kind, now)
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
    requireOpen(checked)
    requireNoActive(checked)
    requireAllowed(checked)
    return checked
  }
  const asked = await guard(store.read)
  const id = newOrderedId('act', clock.now())
  const { amount, currency } = quoteOf(await preview(services, requested, asked, id))
  return store.write(async (tx) => {
    // Checked again: much may have changed while the shop was asked.
    const { order, settings, lines, conversation } = await guard(tx)
    if (order.basis !== asked.order.basis)
      throw conflict('order_changed', 'The order was changed while the shop was asked for the amount. Try again.')
    if (requested.conversationId !== null)
      await cancelOthersIn(tx, requested.conversationId, requested.orderId, clock.now())
    return insertRefund(
      tx,
      {
        ...requested,
        lines,
        id,
        customerId: order.customerId,
        trial: conversation?.trial ?? false,
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

async function checkRequested(
  reader: Reader,
  requested: RequestedRefund,
  { isIfOn = false }: { isIfOn?: boolean } = {},
): Promise<CheckedRequest> {
  const { workspaceId, orderId, conversationId, kind, note } = requested
  if (!reasonKinds.includes(kind))
    throw new DomainError('BAD_REQUEST', 'reason_kind', `Unknown reason ${kind}. Use one of ${reasonKinds.join(', ')}.`)
  if (note !== null && note.length > MAX_NOTE)
    throw new DomainError(
      'BAD_REQUEST',
      'note_too_long',
      `The note has more than ${MAX_NOTE} characters. Shorten the note.`,
    )
  const workspace = await getWorkspace(reader, workspaceId)
  const settings = await getRefundSettings(reader, workspaceId)
  if (!isIfOn) requireRefunds({ workspace, settings })
  const order = await getOrder(reader, workspaceId, orderId)
  const earlier = await refundsOfOrder(reader, workspaceId, orderId)
  const lines = checkLines(requested.lines, order, earlier)
  const conversation = conversationId === null ? null : await getConversation(reader, workspaceId, conversationId)
  return { workspace, settings, order, earlier, lines, conversation }
}

/**
 * Asks the shop for the amount and records the call. An amount in another currency than the order's counts as no answer. The action id is
 * empty, since there is no refund yet.
 *
 * @param refundId id of the refund that is stored if the shop names an amount; null for a quote
 */
async function preview(
  services: RefundServices,
  { workspaceId, orderId, kind, note }: RequestedRefund,
  { workspace, settings, order, lines }: CheckedRequest,
  refundId: string | null,
): Promise<Verdict> {
  const reason = reasonText(kind, note)
  const data = { actionId: '', orderId, customerId: order.customerId, lines, reason, mode: settings.mode }
  const endpoint = await getEndpoint(services.store.read, workspaceId, services.sealer)
  const sent = await callEndpoint(services, workspace, endpoint, { type: 'refund.preview', data })
  const attempt = { ...sent, verdict: inCurrencyOf(order, sent.verdict) }
  await services.store.write((tx) => recordCall(tx, workspaceId, refundId, attempt))
  return attempt.verdict
}

/** The verdict, or no answer if the amount is in another currency than the order. */
export function inCurrencyOf({ currency }: Pick<RefundableOrder, 'currency'>, verdict: Verdict): Verdict {
  if (verdict.kind !== 'amount' || currency === null || verdict.currency === currency) return verdict
  return noAnswer(
    'bad_currency',
    `The amount is in ${verdict.currency}, but the order is in ${currency}. Respond with an amount in the currency of the order.`,
  )
}

function quoteOf(verdict: Verdict): Pick<Quote, 'amount' | 'currency' | 'note'> {
  if (verdict.kind === 'amount') return { amount: verdict.amount, currency: verdict.currency, note: verdict.note }
  const code = verdict.kind === 'refused' ? { code: verdict.code } : {}
  throw conflict(verdict.kind, `The shop named no amount: ${explanationOf(verdict)}`, code)
}
