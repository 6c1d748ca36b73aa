import { backlogOf } from '../changes/backlog.ts'
import type { Reader } from '../store/store.ts'
import { REBUILD_JOB } from './ask.ts'
import { searchReader } from './reader.ts'

/** How far the index is behind. */
export interface SearchLag {
  /** Calls that wait to be indexed. */
  waiting: number
  /** Milliseconds for which the oldest change has been waiting. */
  lagMs: number
  /** Whether all objects of some type are being indexed, or soon will be, after an upgrade or on request. */
  isFilling: boolean
}

export async function searchLag(reader: Reader, now: number): Promise<SearchLag> {
  const { waiting, oldestAt } = await backlogOf(reader, searchReader)
  // A rebuild that waits empties the index when it begins.
  const filling = await reader.get(
    "SELECT 1 FROM search_fills UNION ALL SELECT 1 FROM jobs WHERE kind = ? AND status = 'waiting' LIMIT 1",
    REBUILD_JOB,
  )
  return {
    waiting,
    lagMs: oldestAt === null ? 0 : Math.max(0, now - oldestAt),
    isFilling: filling !== undefined,
  }
}
