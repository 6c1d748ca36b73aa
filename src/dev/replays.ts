import { toIso } from '../lib/time.ts'
import { explanationOf, verdictName } from '../refunds/endpoint/call-endpoint.ts'
import { replayDelivery } from '../refunds/endpoint/deliveries.ts'
import type { SentRequest } from '../refunds/endpoint/outbound.ts'
import type { RefundServices } from '../refunds/offer.ts'
import { developer } from './workspace.ts'

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
