import { toIso } from '../lib/time.ts'
import { explanationOf, verdictName } from '../refunds/endpoint/call-endpoint.ts'
import { replayDelivery } from '../refunds/endpoint/replay.ts'
import type { RefundServices } from '../refunds/offer.ts'
import { developer } from './workspace.ts'

/** What came of sending a delivery again. */
export interface Replay {
  at: string
  httpStatus: number | null
  durationMs: number
  answer: string | null
  verdict: string
  explanation: string | null
}

/** Sends deliveries again, and keeps the last outcome of each for the page. */
export interface Replays {
  /** @throws DomainError as `replayDelivery` does */
  send(deliveryId: string, url?: string | undefined): Promise<Replay>
  list(): ReadonlyMap<string, Replay>
  clear(): void
}

export function createReplays(services: RefundServices, workspaceId: string): Replays {
  const kept = new Map<string, Replay>()
  return {
    send: async (deliveryId, url) => {
      const attempt = await replayDelivery(services, developer, { workspaceId, deliveryId, url })
      const { startedAt, httpStatus, durationMs, answer, verdict } = attempt
      const replay = {
        at: toIso(startedAt),
        httpStatus,
        durationMs,
        answer,
        verdict: verdictName(verdict),
        explanation: explanationOf(verdict),
      }
      kept.set(deliveryId, replay)
      return replay
    },
    list: () => kept,
    clear: () => kept.clear(),
  }
}
