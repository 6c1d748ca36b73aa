import { DAY_MS } from '../../lib/time.ts'
import type { Reader } from '../../store/store.ts'
import { dayOf } from './daily-counts.ts'
import { shareOf } from './shares.ts'

/** The pushes of one type on one day, as they are stored. */
export interface DayOfType {
  /** In UTC, such as `2026-11-22`. */
  day: string
  type: string
  created: number
  updated: number
  stale: number
  refused: number
  /** The longest pause before an accepted push of the day, in milliseconds. */
  longestGap: number
}

/** The pushes of the last days, today included, the oldest first. */
export function pushesOfDays(reader: Reader, workspaceId: string, days: number, now: number): Promise<DayOfType[]> {
  return reader.all<DayOfType>(
    `SELECT day, type, created, updated, stale, refused, longest_gap AS "longestGap" FROM daily_counts
     WHERE workspace_id = ? AND day > ? ORDER BY day, type`,
    workspaceId,
    dayOf(now - days * DAY_MS),
  )
}

/** The latest accepted push of a type. Times are epoch milliseconds. */
export interface PushOfType {
  type: string
  /** The id of its last object; null if that was erased. */
  objectId: string | null
  at: number
  /** When the latest objects of a batch were processed; null if none ever were. */
  importedAt: number | null
}

export function latestPushes(reader: Reader, workspaceId: string): Promise<PushOfType[]> {
  return reader.all<PushOfType>(
    'SELECT type, object_id AS "objectId", at, imported_at AS "importedAt" FROM latest_pushes WHERE workspace_id = ?',
    workspaceId,
  )
}

/** With fewer days nobody can say what is usual. */
const LEAST_DAYS = 3

/**
 * The usual longest pause between two pushes of a type, in milliseconds: the median of the days before today. It includes nights, so that
 * a shop that sleeps is not called silent. Undefined if there were too few days.
 */
export function usualGap(days: DayOfType[], type: string, now: number): number | undefined {
  const today = dayOf(now)
  const gaps = days
    .filter((row) => row.type === type && row.day !== today && row.created + row.updated + row.stale > 0)
    .map(({ longestGap }) => longestGap)
    .sort((one, other) => one - other)
  return gaps.length < LEAST_DAYS ? undefined : gaps[Math.floor(gaps.length / 2)]
}

const SILENT_AFTER_GAPS = 3
/** A shop that pushes every second may pause for a moment. */
const SILENT_AT_LEAST_MS = 5 * 60_000

/** Whether pushes have stopped for much longer than usual. */
export function isSilent(at: number, gap: number | undefined, now: number): boolean {
  return gap !== undefined && now - at > Math.max(SILENT_AFTER_GAPS * gap, SILENT_AT_LEAST_MS)
}

/** Refused pushes since a time. */
export interface RefusedPushes {
  /** At most {@link MOST_REFUSED}. */
  count: number
  latest: { at: number; path: string; status: number; message: string | null } | undefined
}

export const MOST_REFUSED = 1_000

/** Refused pushes of a workspace in the request log. The client has not gone away (499): then nothing was refused. */
export async function refusedPushes(
  reader: Reader,
  workspaceId: string,
  { types, since }: { types: string[]; since: number },
): Promise<RefusedPushes> {
  const rows = await reader.all<NonNullable<RefusedPushes['latest']>>(
    `SELECT at, path, status, message FROM request_log
     WHERE share = ? AND at > ? AND status >= 400 AND method = 'POST' AND status <> 499
       AND (${types.map(() => `path LIKE ? OR path LIKE ?`).join(' OR ')})
     ORDER BY at DESC LIMIT ${MOST_REFUSED}`,
    shareOf({ workspaceId }),
    since,
    ...types.flatMap((type) => [`%/${type}`, `%/${type}/bulk`]),
  )
  return { count: rows.length, latest: rows[0] }
}
