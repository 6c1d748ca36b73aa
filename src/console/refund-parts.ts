import { createEndpointChecks, type EndpointChecks } from '../conformance/check-workspace.ts'
import type { Part } from '../http/services.ts'
import type { ShopOutbound } from '../refunds/endpoint/shop-outbound.ts'
import type { RefundServices } from '../refunds/offer.ts'
import { type WaitingRefunds, waitingRefunds } from '../refunds/overview.ts'
import { countRefunds, newestMove, type StatusCounts } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'

/** Most workspaces whose counts are kept. */
const MOST = 1_000

type Counted<Counts> = (reader: Reader, workspaceId: string) => Promise<Counts>

export interface RefundCounts {
  /** How many refunds of a workspace have each status. */
  byStatus: Counted<StatusCounts>
  waiting: Counted<WaitingRefunds>
}

/**
 * To count all refunds of a large shop takes milliseconds, and every list of refunds and Home shows the numbers. No number changes without
 * a move, so they are counted again only after one: once for all consoles.
 */
export const refundCounts: Part<RefundCounts & { stop(): void }> = {
  start: () => ({ byStatus: keptUntilMove(countRefunds), waiting: keptUntilMove(waitingRefunds), stop: () => {} }),
}

function keptUntilMove<Counts>(count: Counted<Counts>): Counted<Counts> {
  const kept = new Map<string, { move: string; counts: Counts }>()
  return async (reader, workspaceId) => {
    // Read before: a move that comes in between is counted again, and none is missed.
    const move = await newestMove(reader, workspaceId)
    const known = kept.get(workspaceId)
    if (known?.move === move) return known.counts
    const counts = await count(reader, workspaceId)
    kept.delete(workspaceId)
    for (const oldest of kept.keys()) {
      if (kept.size < MOST) break
      kept.delete(oldest)
    }
    kept.set(workspaceId, { move, counts })
    return counts
  }
}

/** Asks shops for amounts, and tests their endpoints. */
export const refundPart: Part<{ services: RefundServices; checks: EndpointChecks }, { outbound: ShopOutbound }> = {
  start: ({ store, clock, outbound, metrics, sealer }) => {
    const services = { store, clock, outbound, metrics, sealer }
    return { services, checks: createEndpointChecks(services), stop: () => {} }
  },
}
