import type { Issue } from '../../lib/errors.ts'
import type { Reader } from '../../store/store.ts'
import { CLIENT_GONE } from '../request-note.ts'
import { shareOf } from './shares.ts'

/** A logged call with a secret key of a workspace, without its body. `at` is epoch milliseconds. */
export interface Call {
  number: number
  at: number
  requestId: string
  keyId: string | null
  method: string
  path: string
  status: number
  durationMs: number
  objects: number | null
  message: string | null
  issues: Issue[]
}

type Row = Omit<Call, 'issues'> & { issues: string | null }

const COLUMNS = `number, at, request_id AS "requestId", key_id AS "keyId", method, path, status, duration_ms AS "durationMs", objects,
  message, issues`

function callOf({ issues, ...row }: Row): Call {
  return { ...row, issues: issues === null ? [] : JSON.parse(issues) }
}

/** Calls of a workspace, the newest first. @param before the number of the last call on the page before */
export async function listCalls(
  reader: Reader,
  workspaceId: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: { limit: number; before?: number | undefined },
): Promise<Call[]> {
  const rows = await reader.all<Row>(
    `SELECT ${COLUMNS} FROM request_log WHERE share = ? AND number < ? ORDER BY number DESC LIMIT ?`,
    shareOf({ workspaceId }),
    before,
    limit,
  )
  return rows.map(callOf)
}

/** One call with its body, if the server stores bodies; undefined if the log has no such call of the workspace. */
export async function getCall(
  reader: Reader,
  workspaceId: string,
  number: number,
): Promise<(Call & { body: string | null }) | undefined> {
  const row = await reader.get<Row & { body: string | null }>(
    `SELECT ${COLUMNS}, body FROM request_log WHERE share = ? AND number = ?`,
    shareOf({ workspaceId }),
    number,
  )
  return row && { ...callOf(row), body: row.body }
}

/** Refused writes with the same cause. */
export interface Cause {
  /** The path without ids of the workspace's objects, such as `/orders/bulk`. */
  path: string
  status: number
  /** The field that is wrong, such as `data[].updatedAt`; null if the call was refused as a whole. */
  field: string | null
  /** What is wrong, in the words of the newest call. */
  message: string
  /** How many calls were refused for it. */
  calls: number
  firstAt: number
  lastAt: number
  /** The number of the newest call. */
  newest: number
}

/** Most refused calls that are looked at, and most causes that are returned. */
export const MOST_REFUSED_CALLS = 1_000
export const MOST_CAUSES = 50

/**
 * Why writes of a workspace were refused since a time: the cause of most calls first. A client that has gone away was not refused.
 *
 * @returns `calls`: how many were looked at, at most {@link MOST_REFUSED_CALLS}
 */
export async function refusedCauses(
  reader: Reader,
  workspaceId: string,
  since: number,
): Promise<{ calls: number; causes: Cause[] }> {
  const rows = await reader.all<Row>(
    `SELECT ${COLUMNS} FROM request_log
     WHERE share = ? AND at > ? AND status >= 400 AND method = 'POST' AND status <> ${CLIENT_GONE}
     ORDER BY at DESC LIMIT ${MOST_REFUSED_CALLS}`,
    shareOf({ workspaceId }),
    since,
  )
  const causes = new Map<string, Cause>()
  for (const call of rows.map(callOf)) for (const [key, cause] of causesOf(call)) addCause(causes, key, cause)
  const sorted = [...causes.values()].sort((one, other) => other.calls - one.calls || other.lastAt - one.lastAt)
  return { calls: rows.length, causes: sorted.slice(0, MOST_CAUSES) }
}

/** The causes of one call, each once, however many of its objects have it. */
function causesOf({ path, status, message, issues, at, number }: Call): Map<string, Cause> {
  const found = new Map<string, Cause>()
  const place = placeOf(path)
  const wrongs = issues.length > 0 ? issues : [{ path: null, message: message ?? '' }]
  for (const wrong of wrongs) {
    const field = wrong.path === null || wrong.path.length === 0 ? null : fieldOf(wrong.path)
    // Sizes and positions differ from call to call.
    const key = JSON.stringify([place, status, field, wrong.message.replace(/\d+/g, '0')])
    found.set(key, {
      path: place,
      status,
      field,
      message: wrong.message,
      calls: 1,
      firstAt: at,
      lastAt: at,
      newest: number,
    })
  }
  return found
}

/** Calls come the newest first. */
function addCause(causes: Map<string, Cause>, key: string, cause: Cause): void {
  const known = causes.get(key)
  if (!known) causes.set(key, cause)
  else {
    known.calls++
    known.firstAt = Math.min(known.firstAt, cause.firstAt)
  }
}

/** `/api/v1/orders/bulk` as `/orders/bulk`, and `/api/v1/actions/act_1/status` as `/actions/…/status`. */
function placeOf(path: string): string {
  const [, , , first = '', second, ...rest] = path.split('/')
  if (second === undefined) return `/${first}`
  const inner = second === 'bulk' ? second : '…'
  return `/${[first, inner, ...rest].join('/')}`
}

/** `["data", 3, "items", 0, "quantity"]` as `data[].items[].quantity`. */
function fieldOf(path: Issue['path']): string {
  return path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .replace(/^\./, '')
}
