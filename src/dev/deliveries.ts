import { toIso } from '../lib/time.ts'
import { explanationOf, verdictName } from '../refunds/endpoint/call-endpoint.ts'
import { replayDelivery } from '../refunds/endpoint/deliveries.ts'
import type { EndpointRequest } from '../refunds/endpoint/endpoint-request.ts'
import type { Attempt, SentRequest, ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import type { RefundServices } from '../refunds/offer.ts'
import { developer } from './workspace.ts'

/** A finished request to the refund endpoint, and its order; null if it has no order. */
export interface SentDelivery extends Attempt {
  orderId: string | null
}

/** The requests to the refund endpoint as they were sent, by the id of the delivery. */
export interface DeliveryLog {
  find(id: string): SentDelivery | undefined
  clear(): void
}

const KEPT = 200

/** Wraps the client of the refund endpoint with a log. A delivery that is sent again keeps its first request. */
export function watchDeliveries(
  outbound: ShopOutbound,
  onDelivery: (delivery: SentDelivery) => void,
): { outbound: ShopOutbound; deliveries: DeliveryLog } {
  const kept = new Map<string, SentDelivery>()
  const note = (attempt: Attempt, request: EndpointRequest): void => {
    const delivery = { ...attempt, orderId: 'orderId' in request.data ? request.data.orderId : null }
    if (!kept.has(attempt.deliveryId)) kept.set(attempt.deliveryId, delivery)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    onDelivery(delivery)
  }
  return {
    outbound: {
      ...outbound,
      send: async (call) => {
        const attempt = await outbound.send(call)
        note(attempt, call.request)
        return attempt
      },
    },
    deliveries: { find: (id) => kept.get(id), clear: () => kept.clear() },
  }
}

/** The outcome of a delivery that was sent again. */
export interface ReplayedDelivery {
  at: string
  httpStatus: number | null
  durationMs: number
  answer: string | null
  verdict: string
  explanation: string | null
  /** The request as it was sent again, with a new signature. */
  sent: SentRequest
}

/** Sends deliveries again, and keeps the last outcome of each for the page. */
export interface Replays {
  /** @throws DomainError as `replayDelivery` does */
  send(deliveryId: string, url?: string | undefined): Promise<ReplayedDelivery>
  /** The last outcome of a delivery. */
  find(deliveryId: string): ReplayedDelivery | undefined
  clear(): void
}

export function createReplays(services: RefundServices, workspaceId: string): Replays {
  const kept = new Map<string, ReplayedDelivery>()
  return {
    send: async (deliveryId, url) => {
      const attempt = await replayDelivery(services, developer, { workspaceId, deliveryId, url })
      const { startedAt, httpStatus, durationMs, answer, verdict, sent } = attempt
      const replay = {
        at: toIso(startedAt),
        httpStatus,
        durationMs,
        answer,
        verdict: verdictName(verdict),
        explanation: explanationOf(verdict),
        sent,
      }
      kept.set(deliveryId, replay)
      return replay
    },
    find: (deliveryId) => kept.get(deliveryId),
    clear: () => kept.clear(),
  }
}
