import type { Part } from '../../http/services.ts'
import { countMembers, type MemberCount } from '../../segments/members.ts'
import type { Store } from '../../store/store.ts'

/** A count takes up to a second of the reading thread: consoles that show the same segment share it. */
const KEPT_MS = 60_000
/** Most counts that are kept. */
const MOST = 1_000

interface SegmentCounts {
  /** How many customers a segment has, up to a minute ago. @throws DomainError NOT_FOUND */
  of(store: Store, segment: { workspaceId: string; id: string }, now: number): Promise<MemberCount>
}

/** Shared by all consoles. */
export const segmentCounts: Part<SegmentCounts & { stop(): void }> = {
  start: () => {
    const kept = new Map<string, { at: number; counted: Promise<MemberCount> }>()
    return {
      of: (store, { workspaceId, id }, now) => {
        const key = `${workspaceId} ${id}`
        const known = kept.get(key)
        if (known && now >= known.at && now - known.at < KEPT_MS) return known.counted
        kept.delete(key)
        for (const oldest of kept.keys()) {
          if (kept.size < MOST) break
          kept.delete(oldest)
        }
        const counted = countMembers(store, { workspaceId, id }, now)
        kept.set(key, { at: now, counted })
        counted.catch(() => {
          if (kept.get(key)?.counted === counted) kept.delete(key)
        })
        return counted
      },
      stop: () => {},
    }
  },
}
