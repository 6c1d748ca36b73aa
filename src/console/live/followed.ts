import type { Reader } from '../../store/store.ts'

/** Workspaces that one read is about. */
const PORTION = 100
/** Most rows in one read. */
const PAGE = 100

/** A row that has changed, and its place in the order of changes of its workspace. */
export interface Changed {
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
export function followRows<Row extends object>(
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
