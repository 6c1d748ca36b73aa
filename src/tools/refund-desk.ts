import type { Actor } from '../access/actor.ts'
import { DomainError } from '../lib/errors.ts'
import { withdrawOutdated } from '../refunds/decisions.ts'
import type { RefundLine } from '../refunds/endpoint/endpoint-request.ts'
import { checkOffer, offerRefund, type RefundServices } from '../refunds/offer.ts'
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
  | { isOffered: false; reason: string }

/** Where refunds are offered. It never moves money: the customer confirms by a button, with the amount that was shown. */
export interface RefundDesk {
  offer(wanted: WantedRefund): Promise<Offer>
}

/** Offers refunds in a conversation, after the shop has named the amount. */
export function refundDesk(services: RefundServices, actor: Actor, conversationId: string): RefundDesk {
  const { store, clock } = services
  return {
    offer: ({ workspaceId, orderId, lines, kind }) =>
      offered(async () => {
        // A turn that runs again after a crash finds its own offer.
        const awaiting = await awaitingIn(store.read, conversationId)
        const open = awaiting.find((one) => one.orderId === orderId && one.status === 'awaiting_customer')
        if (open && !(await store.write((tx) => withdrawOutdated(tx, open, clock.now()))))
          return { isOffered: true, refundId: open.id, lines: open.lines, amount: open.amount, currency: open.currency }
        const requested = { workspaceId, orderId, lines, kind, note: null, conversationId }
        const { id, amount, currency } = await offerRefund(services, actor, requested)
        return { isOffered: true, refundId: id, lines, amount, currency }
      }),
  }
}

/** Says whether a refund would be offered, by the same rules. Nothing is stored and the shop is not asked, so the amount is unknown. */
export function trialDesk(read: Reader, now: () => number): RefundDesk {
  return {
    offer: ({ workspaceId, customerId, orderId, lines, kind }) =>
      offered(async () => {
        await checkOffer(
          read,
          { workspaceId, orderId, lines, kind, note: null, conversationId: null },
          customerId,
          now(),
        )
        return { isOffered: true, refundId: null, lines, amount: null, currency: null }
      }),
  }
}

async function offered(offer: () => Promise<Offer>): Promise<Offer> {
  try {
    return await offer()
  } catch (error) {
    if (error instanceof DomainError) return { isOffered: false, reason: error.reason }
    throw error
  }
}
