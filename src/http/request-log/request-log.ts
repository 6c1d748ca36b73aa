import { createCounts } from '../../lib/counts.ts'
import type { Issue } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { Reader, SqlValue, Store, Tx } from '../../store/store.ts'
import type { ServedRequest } from '../request-note.ts'
import { type Kept, readKept, type Share, shareOf, tooMany } from './shares.ts'

/** Calls wait for each other for this long, to be written together. */
const WAIT_MS = 500
/** What may wait: beyond it calls are left out, those that went well first, since nobody looks for them. */
const MAX_WAITING = 800
/** What may wait of one share. */
const MAX_WAITING_OF_ONE = 200
const MAX_WAITING_GOOD = 100
/** Calls that are written in one transaction. */
const GROUP = 200
/** Calls that are too many are deleted so many at a time, since they are counted first. */
const SURPLUS = 100
/** Issues and characters of a path that are kept of one call. */
const MAX_ISSUES = 20
const MAX_PATH = 500

export interface RequestLog {
  /** Keeps a call, sooner or later; nobody waits for it. */
  add(request: ServedRequest): void
  /** Writes what waits. */
  stop(): Promise<void>
}

/** Writes API calls into the database for people who look for why one was refused. It gives way to every other write. */
export function createRequestLog({ store, log, metrics }: { store: Store; log: Log; metrics: Metrics }): RequestLog {
  let waiting: ServedRequest[] = []
  let waitingOf = createCounts()
  /** Undefined until it is read from the database. */
  let kept: Kept | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  async function write(rows: Row[]): Promise<void> {
    try {
      kept = await store.writeInBackground((tx) => insert(tx, rows, kept))
    } catch (error) {
      kept = undefined
      metrics.requestsNotLogged(rows.length)
      log.error('Calls are left out of the request log', { calls: rows.length, error: (error as Error).message })
    }
  }

  /** Writes what waits by now; what comes meanwhile waits for its own time, so that there is an end of writing under load. */
  async function flush(): Promise<void> {
    const rows = waiting.map(rowOf)
    waiting = []
    waitingOf = createCounts()
    while (rows.length > 0) await write(rows.splice(0, GROUP))
    timer = undefined
    if (waiting.length > 0) schedule()
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      writing = flush()
    }, WAIT_MS)
  }

  return {
    add: (request) => {
      const share = shareOf(request)
      const most = request.status < 400 ? MAX_WAITING_GOOD : MAX_WAITING_OF_ONE
      if (waiting.length >= MAX_WAITING || waitingOf.get(share) >= most) {
        metrics.requestsNotLogged(1)
        return
      }
      waiting.push(request)
      waitingOf.add(share, 1)
      schedule()
    },
    stop: async () => {
      await writing
      clearTimeout(timer)
      await flush()
    },
  }
}

/** Columns in the order of the insert, after `number`. */
type Row = [share: Share, ...columns: SqlValue[]]

function rowOf({ error, body, ...request }: ServedRequest): Row {
  const issues = error?.facts.issues as Issue[] | undefined
  return [
    shareOf(request),
    request.at,
    request.requestId,
    request.workspaceId ?? null,
    request.keyId ?? null,
    request.method,
    request.path.slice(0, MAX_PATH),
    request.status,
    Math.round(request.durationMs * 10) / 10,
    request.objects ?? null,
    error?.message ?? null,
    issues && issues.length > 0 ? JSON.stringify(issues.slice(0, MAX_ISSUES)) : null,
    body === undefined ? null : Buffer.from(body).toString(),
  ]
}

/** @param kept undefined if it is not known @returns what is kept now */
async function insert(tx: Tx, rows: Row[], kept: Kept | undefined): Promise<Kept> {
  const before = kept ?? (await readKept(tx))
  const { last = 0 } =
    (await tx.get<{ last: number }>('SELECT coalesce(max(number), 0) AS last FROM request_log')) ?? {}
  await tx.many(
    `INSERT INTO request_log (number, share, at, request_id, workspace_id, key_id, method, path, status, duration_ms, objects, message, issues, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    rows.map((row, index) => [last + 1 + index, ...row]),
  )
  const now = new Map(before)
  for (const [share] of rows) now.set(share, (now.get(share) ?? 0) + 1)
  const surplus = [...tooMany(now).values()]
  return surplus.reduce((sum, count) => sum + count, 0) < SURPLUS ? now : deleteOldest(tx)
}

/** Deletes what is too much, the oldest of each share. @returns what is kept now */
async function deleteOldest(tx: Tx): Promise<Kept> {
  // Counted anew: a reset of a developer's server deletes calls too.
  const kept = new Map(await readKept(tx))
  for (const [share, count] of tooMany(kept)) {
    await tx.run(
      'DELETE FROM request_log WHERE number IN (SELECT number FROM request_log WHERE share = ? ORDER BY number LIMIT ?)',
      share,
      count,
    )
    kept.set(share, (kept.get(share) ?? 0) - count)
  }
  return kept
}

/** A call as it is kept. `at` is epoch milliseconds. */
export interface LoggedRequest {
  /** Counts the calls of a file; later ones have higher numbers. */
  number: number
  at: number
  requestId: string
  workspaceId: string | null
  workspace: string | null
  keyId: string | null
  method: string
  path: string
  status: number
  durationMs: number
  objects: number | null
  /** What the caller was told, where it was an error. */
  message: string | null
  issues: Issue[]
  body: string | null
}

export interface RequestFilter {
  workspaceId?: string | undefined
  /** The lowest and the highest status. */
  status?: [number, number] | undefined
}

/** The newest calls that fit, the oldest first. */
export async function newestRequests(reader: Reader, filter: RequestFilter, count: number): Promise<LoggedRequest[]> {
  return (await select(reader, filter, 'ORDER BY number DESC LIMIT ?', 0, count)).reverse()
}

/** Calls after one that is known, the oldest first; at most `count`. */
export async function requestsAfter(
  reader: Reader,
  filter: RequestFilter,
  number: number,
  count: number,
): Promise<LoggedRequest[]> {
  return select(reader, filter, 'ORDER BY number LIMIT ?', number, count)
}

/** The number of the newest call; 0 where there is none. */
export async function lastNumber(reader: Reader): Promise<number> {
  return (await reader.get<{ last: number }>('SELECT coalesce(max(number), 0) AS last FROM request_log'))?.last ?? 0
}

async function select(
  reader: Reader,
  { workspaceId, status: [lowest, highest] = [0, 999] }: RequestFilter,
  order: string,
  after: number,
  count: number,
): Promise<LoggedRequest[]> {
  const rows = await reader.all<Omit<LoggedRequest, 'issues'> & { issues: string | null }>(
    `SELECT number, at, request_id AS "requestId", workspace_id AS "workspaceId", name AS workspace, key_id AS "keyId", method, path,
       status, duration_ms AS "durationMs", objects, message, issues, body
     FROM request_log LEFT JOIN workspaces ON workspaces.id = workspace_id
     WHERE number > ? AND status BETWEEN ? AND ? ${workspaceId === undefined ? '' : 'AND workspace_id = ?'} ${order}`,
    ...[after, lowest, highest, ...(workspaceId === undefined ? [] : [workspaceId]), count],
  )
  return rows.map((row) => ({ ...row, issues: row.issues === null ? [] : JSON.parse(row.issues) }))
}
