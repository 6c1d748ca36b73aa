import type { Actor } from '../access/actor.ts'
import { DomainError } from '../lib/errors.ts'
import { withdrawOutdated } from '../refunds/decisions.ts'
import type { RefundLine } from '../refunds/endpoint/endpoint-request.ts'
import {
  checkOffer,
  type OfferIfOn,
  offerIfOn,
  offerRefund,
  type RefundServices,
  type RequestedRefund,
} from '../refunds/offer.ts'
import type { ReasonKind } from '../refunds/reasons.ts'
import { awaitingIn } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'

export interface WantedRefund {
  workspaceId: string
  customerId: string
  orderId: string
  lines: RefundLine[]
  kind: ReasonKind
}

/** An offer that waits for the customer's own confirmation, or why there is none: the reason of the error, such as `outside_period`. */
export type Offer =
  | {
      isOffered: true
      refundId: string | null
      /** What is offered: empty for the whole order. */
      lines: RefundLine[]
      amount: number | null
      currency: string | null
    }
  | {
      isOffered: false
      reason: string
      /** What it would have come to if refunds were switched on; only if they are off. */
      ifOn?: OfferIfOn
    }

/** Where refunds are offered. It never moves money: the customer confirms by a button, with the amount that was shown. */
export interface RefundDesk {
  offer(wanted: WantedRefund): Promise<Offer>
}

/** Offers refunds in a conversation, after the shop has named the amount. */
export function refundDesk(services: RefundServices, actor: Actor, conversationId: string): RefundDesk {
  const { store, clock } = services
  const offer = async (wanted: WantedRefund): Promise<Offer> => {
    const { workspaceId, orderId, lines, kind } = wanted
    // A turn that runs again after a crash finds its own offer.
    const awaiting = await awaitingIn(store.read, conversationId)
    const open = awaiting.find((one) => one.orderId === orderId && one.status === 'awaiting_customer')
    if (open && !(await store.write((tx) => withdrawOutdated(tx, open, clock.now()))))
      return { isOffered: true, refundId: open.id, lines: open.lines, amount: open.amount, currency: open.currency }
    const requested = { workspaceId, orderId, lines, kind, note: null, conversationId }
    const { id, amount, currency } = await offerRefund(services, actor, requested)
    return { isOffered: true, refundId: id, lines, amount, currency }
  }
  return { offer: (wanted) => offered(store.read, wanted, clock.now(), () => offer(wanted)) }
}

/** Says whether a refund would be offered, by the same rules. Nothing is stored and the shop is not asked, so the amount is unknown. */
export function trialDesk(read: Reader, now: () => number): RefundDesk {
  const offer = async (wanted: WantedRefund): Promise<Offer> => {
    await checkOffer(read, requestedOf(wanted), wanted.customerId, now())
    return { isOffered: true, refundId: null, lines: wanted.lines, amount: null, currency: null }
  }
  return { offer: (wanted) => offered(read, wanted, now(), () => offer(wanted)) }
}

function requestedOf({ workspaceId, orderId, lines, kind }: WantedRefund): RequestedRefund {
  return { workspaceId, orderId, lines, kind, note: null, conversationId: null }
}

/** The reasons for which nothing else was looked at. */
const OFF: ReadonlySet<string> = new Set(['refunds_off', 'plan'])

async function offered(read: Reader, wanted: WantedRefund, now: number, offer: () => Promise<Offer>): Promise<Offer> {
  try {
    return await offer()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { reason } = error
    if (!OFF.has(reason)) return { isOffered: false, reason }
    return { isOffered: false, reason, ifOn: await offerIfOn(read, requestedOf(wanted), wanted.customerId, now) }
  }
}
