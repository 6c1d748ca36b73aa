import type { EndpointRequest } from '../refunds/endpoint/endpoint-request.ts'
import type { Attempt, Outbound } from '../refunds/endpoint/outbound.ts'

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
  outbound: Outbound,
  onDelivery: (delivery: SentDelivery) => void,
): { outbound: Outbound; deliveries: DeliveryLog } {
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
