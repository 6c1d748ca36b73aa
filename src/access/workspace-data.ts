import { toIso } from '../lib/time.ts'
import type { Reader, SqlValue, Store } from '../store/store.ts'

type Row = Record<string, SqlValue>

/** How the rows of a table are exported, as one JSON object a line. */
export interface ExportedTable {
  /** The name of the file, without its extension. */
  file: string
  /** SQL: the columns, without secrets and hashes. */
  columns: string
  /** Converts a row to the exported object. Default: {@link shownRow}. */
  show?(row: Row): unknown
}

/** A table with rows of workspaces: how they are found, exported and deleted. */
export interface WorkspaceTable {
  table: string
  /** The columns that identify a row within its workspace. Rows are read in this order, which is fast only with an index. */
  key: string[]
  /** SQL condition for the rows of a workspace, with one `?` for its id. Default `workspace_id = ?`. */
  of?: string
  /** A column with long values: its bytes limit a page, too. */
  long?: string
  /** Undefined: the table is not exported. */
  exported?: ExportedTable
  /** Jobs whose subject is the first column of the key are deleted with the rows. */
  hasJobs?: true
  /** SQL that a restore runs on the restored database, which may have an earlier schema: for rows that must not come back as they were. */
  afterRestore?: string
  /** Columns of rows that a restore takes over from the database that it replaces, if the restored one lacks them. */
  outlivesRestore?: string
  /** The rows stay when the workspace is deleted. */
  isKept?: true
}

/** Limits of a page, which is read at once and deleted in one transaction. A longer row is a page of its own. */
const PAGE_ROWS = 500
const PAGE_BYTES = 4 * 1024 * 1024

interface Page {
  /** For each row the values of the key's columns. */
  keys: SqlValue[][]
  rows: Row[]
}

const ofWorkspace = ({ of = 'workspace_id = ?' }: WorkspaceTable) => of

/** The rows of a workspace in pages, ordered by key. Rows written meanwhile may be missing. */
async function* pagesOf(
  reader: Reader,
  table: WorkspaceTable,
  workspaceId: string,
  columns: string,
): AsyncGenerator<Page> {
  const { key, long } = table
  const keys = key.join(', ')
  const named = key.map((column, index) => `${column} AS key${index}`)
  const size = long === undefined ? '0' : `octet_length(${long})`
  const select = `SELECT ${[...named, `${size} AS bytes`, ...(columns === '' ? [] : [columns])].join(', ')} FROM ${table.table}`
  let after: SqlValue[] = []
  for (;;) {
    const behind = after.length === 0 ? '' : `AND (${keys}) > (${key.map(() => '?').join(', ')})`
    let count = 0
    let bytes = 0
    const isFull = (row: Row): boolean => {
      count += 1
      bytes += Number(row.bytes)
      return count === PAGE_ROWS || bytes >= PAGE_BYTES
    }
    const sql = `${select} WHERE ${ofWorkspace(table)} ${behind} ORDER BY ${keys}`
    const found = await reader.until<Row>(isFull, sql, workspaceId, ...after)
    if (found.length === 0) return
    const page = { keys: found.map((row) => key.map((_, index) => row[`key${index}`] ?? null)), rows: found }
    yield page
    after = page.keys.at(-1) ?? []
  }
}

/** Deletes a workspace's rows of a table, one page per background transaction. @returns the number of deleted rows */
export async function deleteRows(
  store: Store,
  table: WorkspaceTable,
  workspaceId: string,
  signal?: AbortSignal,
): Promise<number> {
  const isRow = table.key.map((column) => `${column} = ?`).join(' AND ')
  let deleted = 0
  for await (const { keys } of pagesOf(store.read, table, workspaceId, '')) {
    signal?.throwIfAborted()
    deleted += await store.writeInBackground(async (tx) => {
      if (table.hasJobs)
        await tx.run(
          `DELETE FROM jobs WHERE subject IN (${keys.map(() => '?').join(', ')})`,
          ...keys.map(([id]) => id ?? null),
        )
      const results = await tx.many(
        `DELETE FROM ${table.table} WHERE ${ofWorkspace(table)} AND ${isRow}`,
        keys.map((values) => [workspaceId, ...values]),
      )
      return results.reduce((sum, { changes }) => sum + changes, 0)
    })
  }
  return deleted
}

/** The exported objects of a workspace's rows in a table. */
export async function* exportedRows(
  reader: Reader,
  table: WorkspaceTable,
  { columns, show = shownRow }: ExportedTable,
  workspaceId: string,
): AsyncGenerator<unknown> {
  for await (const { rows } of pagesOf(reader, table, workspaceId, columns))
    for (const row of rows)
      yield show(Object.fromEntries(Object.entries(row).filter(([name]) => !/^(key\d+|bytes)$/.test(name))))
}

/** A row with its times as ISO-8601. @param json the names of columns that contain JSON */
export function shownRow(row: Row, json: string[] = []): Record<string, unknown> {
  const shown = (name: string, value: SqlValue): unknown => {
    if (typeof value === 'number' && /(^a|A)t$/.test(name)) return toIso(value)
    return typeof value === 'string' && json.includes(name) ? JSON.parse(value) : value
  }
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(name, value)]))
}

/** The tables of what has changed. */
export const changeTables: WorkspaceTable[] = [
  { table: 'changes', key: ['number'], long: 'data' },
  { table: 'change_places', key: ['reader'] },
]

/** The tables of access to a workspace. The audit log is append-only: it stays when the workspace is deleted. */
export const accessTables: WorkspaceTable[] = [
  {
    table: 'api_keys',
    key: ['created_at', 'id'],
    exported: {
      file: 'keys',
      columns: `id, kind, name, prefix, suffix, public_key AS "key", widget, created_by AS "createdBy", created_at AS "createdAt",
        last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`,
      show: (row) => ({ ...shownRow(row), widget: row.widget === 1 }),
    },
  },
  {
    table: 'audit_log',
    key: ['at', 'id'],
    isKept: true,
    exported: {
      file: 'audit',
      columns: 'id, actor, origin, action, target, details, at',
      show: (row) => shownRow(row, ['details']),
    },
  },
]
