import type { ConversationMode } from '../../conversations/conversations.ts'
import type { RefundStatus } from '../../refunds/lifecycle.ts'
import type { Reader } from '../../store/store.ts'
import type { News } from './news.ts'

type Tell = (workspaceId: string, news: News) => void

/** Follows the moves of refunds. */
export function watchMoves(read: Reader, tell: Tell): Followed {
  return followRows<{ id: string; status: RefundStatus }>(
    read,
    { table: 'refunds', column: 'last_move', columns: 'id, status' },
    ({ workspaceId, id, status }) => tell(workspaceId, { event: 'refund', data: { id, status } }),
  )
}

/** Follows messages, notes and modes of conversations. */
export function watchChats(read: Reader, tell: Tell): Followed {
  return followRows<{ id: string; mode: ConversationMode }>(
    read,
    { table: 'conversations', column: 'last_event', columns: 'id, mode' },
    ({ workspaceId, id, mode }) => tell(workspaceId, { event: 'chat', data: { id, mode } }),
  )
}

/** Workspaces that one read is about. */
const PORTION = 100
/** Most rows in one read. */
const PAGE = 100

/** A row that has changed, and its place in the order of changes of its workspace. */
interface Changed {
  workspaceId: string
  position: string
}

/** Follows rows of the workspaces that somebody looks at, each workspace after a position of its own. */
export interface Followed {
  /** Follows a workspace from now on, if it is not followed yet. */
  follow(workspaceId: string): Promise<void>
  /** Passes on the rows that have changed since the last look. */
  look(workspaceIds: Iterable<string>): Promise<void>
  /** Follows no workspace any longer, except these. */
  keep(workspaceIds: ReadonlySet<string>): void
}

/** `(workspace_id, position)` of each workspace of a read, as the SQL table `place`. */
const PLACES = `WITH place (workspace_id, position) AS (VALUES ${Array(PORTION).fill('(?, ?)').join(', ')})`

/**
 * @param table with the columns `workspace_id` and `column`, whose values grow from change to change of a workspace
 * @param columns what `tell` needs of a row
 */
function followRows<Row extends object>(
  read: Reader,
  { table, column, columns }: { table: string; column: string; columns: string },
  tell: (row: Row & Changed) => void,
): Followed {
  /** By workspace the newest position that was passed on. */
  const positions = new Map<string, string>()
  const newestSql = `SELECT max(${column}) AS id FROM ${table} WHERE workspace_id = ?`
  const changedSql = `${PLACES} SELECT ${table}.workspace_id AS "workspaceId", ${column} AS position, ${columns}
    FROM place CROSS JOIN ${table} WHERE ${table}.workspace_id = place.workspace_id AND ${column} > place.position
    ORDER BY ${column} LIMIT ${PAGE}`

  async function lookAt(places: [workspaceId: string, position: string][]): Promise<void> {
    const none = Array<string>((PORTION - places.length) * 2).fill('')
    const rows = await read.all<Row & Changed>(changedSql, ...places.flat(), ...none)
    for (const row of rows) {
      positions.set(row.workspaceId, row.position)
      tell(row)
    }
    const isRest = rows.length === PAGE
    if (isRest) await lookAt(places.map(([workspaceId, place]) => [workspaceId, positions.get(workspaceId) ?? place]))
  }

  return {
    follow: async (workspaceId) => {
      if (positions.has(workspaceId)) return
      const newest = await read.get<{ id: string | null }>(newestSql, workspaceId)
      // Somebody else may have come in the meantime, and must not miss a change.
      if (!positions.has(workspaceId)) positions.set(workspaceId, newest?.id ?? '')
    },
    look: async (workspaceIds) => {
      const places: [string, string][] = []
      for (const id of workspaceIds) {
        const position = positions.get(id)
        if (position !== undefined) places.push([id, position])
      }
      while (places.length > 0) await lookAt(places.splice(0, PORTION))
    },
    keep: (workspaceIds) => {
      for (const id of positions.keys()) if (!workspaceIds.has(id)) positions.delete(id)
    },
  }
}

/** Compares the refund settings of workspaces with those of its last look. */
interface SettingsWatch {
  /** @returns the workspaces whose settings have changed since the last look; one that is new has not */
  changed(workspaceIds: string[]): Promise<string[]>
}

/**
 * Other processes change settings, too, and few workspaces are looked at: so their rows are read and compared, and no writer has to tell
 * of a change.
 */
export function watchSettings(read: Reader): SettingsWatch {
  let known = new Map<string, string>()
  return {
    changed: async (workspaceIds) => {
      const now = new Map(workspaceIds.map((id) => [id, '']))
      for (let from = 0; from < workspaceIds.length; from += PORTION) {
        const portion = workspaceIds.slice(from, from + PORTION)
        const rows = await read.all<{ workspace_id: string }>(
          `SELECT workspace_id, endpoint_url, secret_ending, mode, enabled, auto_limit, limit_currency, frozen, rungs,
             return_period_days, customer_timeout_minutes, approval_timeout_hours, pending_timeout_days,
             assume_delivered_after_days
           FROM refund_settings WHERE workspace_id IN (${Array(PORTION).fill('?').join(', ')})`,
          ...Array.from({ length: PORTION }, (_, index) => portion[index] ?? ''),
        )
        for (const row of rows) now.set(row.workspace_id, JSON.stringify(row))
      }
      const before = known
      known = now
      return workspaceIds.filter((id) => before.has(id) && before.get(id) !== now.get(id))
    },
  }
}
