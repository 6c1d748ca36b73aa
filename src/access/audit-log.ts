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

/** Entries of a person or object that a page looks through at most for those of an action: then it may be short. */
const WINDOW = 5_000

/**
 * What people and keys did in a workspace, the newest first.
 *
 * @throws DomainError BAD_REQUEST for an invalid cursor
 */
export async function listAudit(
  reader: Reader,
  workspaceId: string,
  { limit, cursor, since = Number.MIN_SAFE_INTEGER, ...filters }: AuditQuery,
): Promise<{ data: AuditedAction[]; nextCursor: string | null }> {
  const before = cursor === undefined ? { at: Number.MAX_SAFE_INTEGER, id: '' } : readCursor(cursor)
  const { ranges, test } = await testsOf(reader, workspaceId, filters)
  if (ranges.length === 0) return { data: [], nextCursor: null }
  const most = test ? WINDOW : limit + 1
  const rows = await reader.all<Omit<AuditedAction, 'details'> & { details: string; isWanted: number }>(
    `SELECT id, at, actor, role, origin, action, target, details, ${test?.sql ?? '1'} AS "isWanted" FROM (${ranges
      .map(
        ({
          sql,
        }) => `SELECT * FROM (SELECT * FROM audit_log WHERE workspace_id = ? AND ${sql} AND at >= ? AND (at, id) < (?, ?)
          ORDER BY at DESC, id DESC LIMIT ?) AS newest`,
      )
      .join(' UNION ALL ')}) AS entries ORDER BY at DESC, id DESC LIMIT ?`,
    ...(test?.values ?? []),
    ...ranges.flatMap(({ values }) => [workspaceId, ...values, since, before.at, before.id, most]),
    most,
  )
  const wanted = rows.filter(({ isWanted }) => isWanted === 1)
  const page = wanted.slice(0, limit)
  const end = wanted.length > limit ? page.at(-1) : rows.length === most ? rows.at(-1) : undefined
  return {
    data: page.map(({ isWanted: _, details, ...row }) => ({ ...row, details: JSON.parse(details) })),
    nextCursor: writeCursor(end),
  }
}

interface Test {
  sql: string
  values: string[]
}

/** The ranges of an index that have the entries of the filters, and what is then compared entry by entry. */
async function testsOf(
  reader: Reader,
  workspaceId: string,
  { actor, target, action }: Pick<AuditQuery, 'actor' | 'target' | 'action'>,
): Promise<{ ranges: Test[]; test?: Test | undefined }> {
  const ofColumn = (column: string, value: string | undefined): Test[] =>
    value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }]
  const [range, other] = [...ofColumn('target', target), ...ofColumn('actor', actor)]
  if (range === undefined && action === undefined) return { ranges: [{ sql: '1 = 1', values: [] }] }
  if (range === undefined)
    return { ranges: (await actionsOf(reader, workspaceId, action ?? '')).flatMap((each) => ofColumn('action', each)) }
  const ofAction = action === undefined ? [] : [{ sql: BEGINS, values: [action, action] }]
  const tests = [...(other ? [other] : []), ...ofAction]
  if (tests.length === 0) return { ranges: [range] }
  return {
    ranges: [range],
    test: {
      sql: `CASE WHEN ${tests.map(({ sql }) => sql).join(' AND ')} THEN 1 ELSE 0 END`,
      values: tests.flatMap(({ values }) => values),
    },
  }
}

const BEGINS = 'substr(action, 1, length(?)) = ?'

/** The actions of a workspace that begin so: each is found by a look into an index. */
async function actionsOf(reader: Reader, workspaceId: string, begin: string): Promise<string[]> {
  const found = await reader.all<{ action: string }>(
    `WITH RECURSIVE found (action) AS (
       SELECT min(action) FROM audit_log WHERE workspace_id = ? AND action >= ?
       UNION ALL SELECT (SELECT min(action) FROM audit_log WHERE workspace_id = ? AND action > found.action)
         FROM found WHERE ${BEGINS})
     SELECT action FROM found WHERE ${BEGINS}`,
    ...[workspaceId, begin, workspaceId, begin, begin, begin, begin],
  )
  return found.map(({ action }) => action)
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
