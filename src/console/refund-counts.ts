import type { Part } from '../http/feature.ts'
import type { RefundStatus } from '../refunds/lifecycle.ts'
import { countRefunds, newestMove } from '../refunds/refunds.ts'
import type { Reader } from '../store/store.ts'

type Counts = Partial<Record<RefundStatus, number>>

/** Most workspaces whose counts are kept. */
const MOST = 1_000

interface RefundCounts {
  /** How many refunds of a workspace have each status. */
  of(reader: Reader, workspaceId: string): Promise<Counts>
}

/**
 * To count all refunds of a large shop takes milliseconds, and every list of refunds shows the numbers. No number changes without a move,
 * so they are counted again only after one: once for all consoles.
 */
export const refundCounts: Part<RefundCounts & { stop(): void }> = {
  start: () => {
    const kept = new Map<string, { move: string; counts: Counts }>()
    return {
      of: async (reader, workspaceId) => {
        // Read before: a move that comes in between is counted again, and none is missed.
        const move = await newestMove(reader, workspaceId)
        const known = kept.get(workspaceId)
        if (known?.move === move) return known.counts
        const counts = await countRefunds(reader, workspaceId)
        kept.delete(workspaceId)
        for (const oldest of kept.keys()) {
          if (kept.size < MOST) break
          kept.delete(oldest)
        }
        kept.set(workspaceId, { move, counts })
        return counts
      },
      stop: () => {},
    }
  },
}
