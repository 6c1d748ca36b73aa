import { badRequest } from '../lib/errors.ts'
import type { Reader } from '../store/store.ts'
import type { Role } from './actor.ts'

/** What somebody did. `at` is epoch milliseconds. */
export interface AuditedAction {
  id: string
  at: number
  actor: string
  role: Role | null
  /** The address that it came from, or `cli`. */
  origin: string
  action: string
  target: string
  details: Record<string, unknown>
}

export interface AuditQuery {
  limit: number
  cursor?: string | undefined
  actor?: string | undefined
  target?: string | undefined
  /** The beginning of the action, such as `refund`. */
  action?: string | undefined
  /** Epoch milliseconds, inclusive. */
  since?: number | undefined
}

interface Place {
  at: number
  id: string
}

/** Entries that one page looks through at most: with a filter that finds little, it may be short. */
const WINDOW = 20_000

/** What people and keys did in a workspace, the newest first. @throws DomainError BAD_REQUEST for an invalid cursor */
export async function listAudit(
  reader: Reader,
  workspaceId: string,
  { limit, cursor, actor, target, action, since = Number.MIN_SAFE_INTEGER }: AuditQuery,
): Promise<{ data: AuditedAction[]; nextCursor: string | null }> {
  const before = cursor === undefined ? { at: Number.MAX_SAFE_INTEGER, id: '' } : readCursor(cursor)
  const window = `FROM audit_log WHERE workspace_id = ? AND at >= ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC`
  const values = [workspaceId, since, before.at, before.id]
  const tests = [
    { sql: 'actor = ?', value: actor },
    { sql: 'target = ?', value: target },
    { sql: 'substr(action, 1, length(?)) = ?', value: action },
  ].filter(({ value }) => value !== undefined)
  const rows = await reader.all<Omit<AuditedAction, 'details'> & { details: string }>(
    `SELECT * FROM (SELECT id, at, actor, role, origin, action, target, details ${window} LIMIT ${WINDOW}) AS entries
     ${tests.length === 0 ? '' : `WHERE ${tests.map(({ sql }) => sql).join(' AND ')}`}
     ORDER BY at DESC, id DESC LIMIT ?`,
    ...values,
    ...tests.flatMap(({ sql, value = '' }) => (sql.startsWith('substr') ? [value, value] : [value])),
    limit + 1,
  )
  const data = rows.slice(0, limit).map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
  if (rows.length > limit) return { data, nextCursor: writeCursor(data.at(-1)) }
  const end = await reader.get<Place>(`SELECT at, id ${window} LIMIT 1 OFFSET ${WINDOW - 1}`, ...values)
  return { data, nextCursor: writeCursor(end) }
}

function writeCursor(place: Place | undefined): string | null {
  return place ? `${place.at}.${place.id}` : null
}

function readCursor(cursor: string): Place {
  const [, at, id] = /^(-?\d{1,16})\.(\w{1,64})$/.exec(cursor) ?? []
  if (at === undefined || id === undefined)
    throw badRequest('Invalid cursor. Pass `nextCursor` unchanged, or omit it to start from the first page.', [
      { path: ['cursor'], message: 'is not a cursor' },
    ])
  return { at: Number(at), id }
}
