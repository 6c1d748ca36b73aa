import type { Reader } from '../../store/store.ts'

/** An import that runs: a backfill, or batches without one, of one type. */
export interface RunningImport {
  /** The backfill; null for batches without one. */
  backfillId: string | null
  /** The label of the backfill, or the type of the batches. */
  name: string | null
  received: number
  processed: number
  /** Epoch milliseconds. */
  startedAt: number
}

/** Most backfills, and most batches without one, that are looked at. */
const MOST = 100

/** The imports of a workspace that have objects left to process, the newest first. */
export async function runningImports(reader: Reader, workspaceId: string): Promise<RunningImport[]> {
  const backfills = await reader.all<RunningImport>(
    `SELECT id AS "backfillId", label AS name, received, created + updated + stale AS processed, created_at AS "startedAt"
     FROM (SELECT * FROM backfills WHERE workspace_id = ? AND finished_at IS NULL ORDER BY id DESC LIMIT ${MOST}) AS running
     WHERE batches_pending + batches_processing > 0`,
    workspaceId,
  )
  const batches = await reader.all<RunningImport>(
    `SELECT NULL AS "backfillId", resource AS name, sum(received) AS received, sum(created + updated + stale) AS processed,
       min(created_at) AS "startedAt"
     FROM (SELECT * FROM batches WHERE workspace_id = ? AND finished_at IS NULL ORDER BY id LIMIT ${MOST}) AS running
     WHERE backfill_id IS NULL GROUP BY resource ORDER BY resource`,
    workspaceId,
  )
  return [...backfills, ...batches]
}

/** When a backfill of the workspace was first done, in epoch milliseconds; undefined if none ever was. */
export async function firstBackfillDone(reader: Reader, workspaceId: string): Promise<number | undefined> {
  const row = await reader.get<{ at: number }>(
    `SELECT finished_at AS at FROM backfills WHERE workspace_id = ? AND status = 'done' ORDER BY created_at LIMIT 1`,
    workspaceId,
  )
  return row?.at
}
