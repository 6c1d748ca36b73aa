import { DAY_MS } from '../../lib/time.ts'
import type { Tx } from '../../store/store.ts'
import { CLIENT_GONE, type PushCounts, type ServedRequest } from '../request-note.ts'

/** An accepted push. */
export interface LatestPush {
  /** The id of its last object. */
  id: string
  /** Epoch milliseconds. */
  at: number
}

/** The pushes of one type in a workspace on one day. */
export interface DailyCounts extends PushCounts {
  workspaceId: string
  /** The day in UTC, such as `2026-11-22`. */
  day: string
  type: string
  /** The number of rejected or failed calls, not of their objects. */
  refused: number
  /** The latest accepted one; undefined if all were refused. */
  latest?: LatestPush | undefined
}

export type Tally = ReturnType<typeof createTally>

/** Adds up pushes in memory until they are taken. It has one row for each workspace, day and type. */
export function createTally() {
  const rows = new Map<string, DailyCounts>()
  /** The row of the last push: mostly the next one is of the same workspace, day and type. */
  let last: DailyCounts | undefined

  /** @param more is kept and added to, if it is the first of its workspace, day and type */
  function add(more: DailyCounts): void {
    const { workspaceId, day, type } = more
    let row = last
    if (row?.workspaceId !== workspaceId || row.day !== day || row.type !== type) {
      const key = `${workspaceId} ${day} ${type}`
      row = rows.get(key)
      last = row ?? more
      if (!row) {
        rows.set(key, more)
        return
      }
    }
    row.created += more.created
    row.updated += more.updated
    row.stale += more.stale
    row.refused += more.refused
    row.latest = more.latest ?? row.latest
  }

  return {
    add,
    isEmpty: (): boolean => rows.size === 0,
    /** Returns and removes all rows. */
    take: (): DailyCounts[] => {
      const taken = [...rows.values()]
      rows.clear()
      last = undefined
      return taken
    },
  }
}

const NOTHING: PushCounts = { created: 0, updated: 0, stale: 0 }

/** Adds a call to `tally`, if it is a push with a known outcome. */
export function countPush(tally: Tally, request: ServedRequest): void {
  const { workspaceId, pushes: type, at, status, results, lastId } = request
  if (workspaceId === undefined || type === undefined) return
  const isRefused = status >= 400 && status !== CLIENT_GONE
  if (!isRefused && !results) return
  const latest = lastId === undefined ? undefined : { id: lastId, at }
  tally.add({ workspaceId, day: dayOf(at), type, ...(results ?? NOTHING), refused: isRefused ? 1 : 0, latest })
}

const DAY = 'YYYY-MM-DD'.length

/** The day of the last call of {@link dayOf}: each push asks for its day, and writing a date takes longer than all else there. */
let newest = { number: Number.NaN, text: '' }

/** @param at epoch milliseconds */
export function dayOf(at: number): string {
  const number = Math.floor(at / DAY_MS)
  if (number !== newest.number) newest = { number, text: new Date(at).toISOString().slice(0, DAY) }
  return newest.text
}

/**
 * Adds counts to the stored ones, which are kept forever, and stores the latest pushes.
 *
 * @param isImport whether the objects came in a batch
 */
export async function addDailyCounts(tx: Tx, counts: DailyCounts[], isImport = false): Promise<void> {
  await tx.many(
    // The workspace may be deleted by now. The pause before a push is counted on the day of the push.
    `INSERT INTO daily_counts (workspace_id, day, type, created, updated, stale, refused, longest_gap)
     SELECT id, ?, ?, ?, ?, ?, ?, CASE WHEN ? > before.at THEN ? - before.at ELSE 0 END
     FROM workspaces LEFT JOIN latest_pushes AS before ON before.workspace_id = id AND before.type = ?
     WHERE id = ? AND deleted_at IS NULL
     ON CONFLICT (workspace_id, day, type) DO UPDATE SET created = daily_counts.created + excluded.created,
       updated = daily_counts.updated + excluded.updated, stale = daily_counts.stale + excluded.stale,
       refused = daily_counts.refused + excluded.refused,
       longest_gap = CASE WHEN excluded.longest_gap > daily_counts.longest_gap THEN excluded.longest_gap
         ELSE daily_counts.longest_gap END`,
    counts.map(({ workspaceId, day, type, created, updated, stale, refused, latest }) => [
      ...[day, type, created, updated, stale, refused],
      ...[latest?.at ?? null, latest?.at ?? null, type, workspaceId],
    ]),
  )
  await tx.many(
    `INSERT INTO latest_pushes (workspace_id, type, object_id, at, imported_at)
     SELECT id, ?, ?, ?, ? FROM workspaces WHERE id = ? AND deleted_at IS NULL
     ON CONFLICT (workspace_id, type) DO UPDATE SET object_id = excluded.object_id, at = excluded.at,
       imported_at = coalesce(excluded.imported_at, latest_pushes.imported_at)`,
    counts.flatMap(({ workspaceId, type, latest }) =>
      latest ? [[type, latest.id, latest.at, isImport ? latest.at : null, workspaceId]] : [],
    ),
  )
}
