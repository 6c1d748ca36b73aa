import { createCounts } from '../../lib/counts.ts'
import type { Issue } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Metrics } from '../../lib/metrics.ts'
import type { Clock } from '../../lib/time.ts'
import type { Reader, SqlValue, Store, Tx } from '../../store/store.ts'
import type { ServedRequest } from '../request-note.ts'
import { addDailyCounts, countPush, createTally, type DailyCounts } from './daily-counts.ts'
import { reportPushes } from './pushes-change.ts'
import { reportRefusedPushes } from './refused-pushes.ts'
import { type Kept, readKept, type Share, shareOf, tooMany } from './shares.ts'

/** How long calls are collected before they are written together. */
const WAIT_MS = 500
/** The maximum number of waiting calls; further calls are not logged. Successful calls have a lower limit: errors matter more. */
const MAX_WAITING = 800
/** The maximum number of waiting calls of one share: of failed and of successful calls. */
const MAX_WAITING_OF_ONE = 200
const MAX_WAITING_GOOD = 100
/** Calls written in one transaction. */
const GROUP = 200
/** Surplus calls are deleted when there are this many, since all calls must be counted first. */
const SURPLUS = 100
/** Stored issues, and stored characters of a path, of one call. */
const MAX_ISSUES = 20
const MAX_PATH = 500

export interface RequestLog {
  /** Adds a call, which is written in the background. */
  add(request: ServedRequest): void
  /** Writes the waiting calls. */
  stop(): Promise<void>
}

/**
 * Writes API calls into the database, so that people can see why a call was rejected, and the daily counts of pushes. All other
 * writes take precedence.
 */
export function createRequestLog({
  store,
  clock,
  log,
  metrics,
}: {
  store: Store
  clock: Clock
  log: Log
  metrics: Metrics
}): RequestLog {
  let waiting: ServedRequest[] = []
  let waitingOf = createCounts()
  const tally = createTally()
  /** The stored calls of each share; undefined until read from the database. */
  let kept: Kept | undefined
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /**
   * @param reported the pushes to report, all calls of which are written then
   * @returns whether it was written
   */
  async function write(calls: ServedRequest[], counts: DailyCounts[], reported: DailyCounts[]): Promise<boolean> {
    try {
      kept = await store.writeInBackground(async (tx) => {
        await addDailyCounts(tx, counts)
        await reportRefusedPushes(tx, calls)
        await reportPushes(tx, reported, clock.now())
        return insert(tx, calls.map(rowOf), kept)
      })
      return true
    } catch (error) {
      kept = undefined
      // A few calls may be lost, but the counts are kept forever: they go into the next group.
      for (const row of counts) tally.add(row)
      metrics.requestsNotLogged(calls.length)
      log.error('Calls could not be written to the request log', {
        calls: calls.length,
        error: (error as Error).message,
      })
      return false
    }
  }

  /** Writes the calls that wait now. Later calls go into the next flush, so that a flush ends even under load. */
  async function flush(): Promise<void> {
    const calls = waiting
    waiting = []
    waitingOf = createCounts()
    let unreported = tally.take()
    const counts = [...unreported]
    while (calls.length > 0 || counts.length > 0) {
      const some = calls.splice(0, GROUP)
      const isWritten = await write(some, counts.splice(0), calls.length === 0 ? unreported : [])
      // They are counted again, and reported then.
      if (!isWritten) unreported = []
    }
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
      countPush(tally, request)
      const share = shareOf(request)
      const most = request.status < 400 ? MAX_WAITING_GOOD : MAX_WAITING_OF_ONE
      // Other calls are waiting, so a flush is scheduled, which also writes the counts of this call.
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

/** Columns in the order of the insert. */
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

/** @param kept undefined if unknown @returns the stored calls of each share */
async function insert(tx: Tx, rows: Row[], kept: Kept | undefined): Promise<Kept> {
  const before = kept ?? (await readKept(tx))
  // The engine gives the numbers: other processes may log calls at the same time.
  await tx.many(
    `INSERT INTO request_log (share, at, request_id, workspace_id, key_id, method, path, status, duration_ms, objects, message, issues, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    rows,
  )
  const now = new Map(before)
  for (const [share] of rows) now.set(share, (now.get(share) ?? 0) + 1)
  const surplus = [...tooMany(now).values()]
  return surplus.reduce((sum, count) => sum + count, 0) < SURPLUS ? now : deleteOldest(tx)
}

/** Deletes the surplus, oldest first in each share. @returns the stored calls of each share */
async function deleteOldest(tx: Tx): Promise<Kept> {
  // Counted again, since a reset of `storewire dev` deletes calls, too.
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

/** A logged call. `at` is epoch milliseconds. */
export interface LoggedRequest {
  /** The number of the call in this database; later calls have higher numbers. */
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
  /** The message of an error response. */
  message: string | null
  issues: Issue[]
  body: string | null
}

export interface RequestFilter {
  workspaceId?: string | undefined
  /** The lowest and the highest status. */
  status?: [number, number] | undefined
}

/** The newest matching calls, oldest first. */
export async function newestRequests(reader: Reader, filter: RequestFilter, count: number): Promise<LoggedRequest[]> {
  return (await select(reader, filter, 'ORDER BY number DESC LIMIT ?', 0, count)).reverse()
}

/** At most `count` matching calls after the call `number`, oldest first. */
export async function requestsAfter(
  reader: Reader,
  filter: RequestFilter,
  number: number,
  count: number,
): Promise<LoggedRequest[]> {
  return select(reader, filter, 'ORDER BY number LIMIT ?', number, count)
}

/** The number of the newest call; 0 if there is none. */
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
