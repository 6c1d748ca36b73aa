import { shownRow } from '../../access/workspace-data.ts'
import { erasureJob } from '../../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../../jobs/jobs.ts'
import type { Store, Tx } from '../../store/store.ts'
import type { Feature } from '../feature.ts'
import { forgetPushed } from './pushes-change.ts'

const BODIES_JOB = 'erase.bodies'
/** Calls are logged shortly after their responses. After this time all calls before the erasure are in the log. */
const LOGGED_MS = 10_000
/** Bodies (up to 16 KiB each) erased in one transaction. */
const MOST_BODIES = 100

/** Adds a job that erases the logged bodies of all calls of a workspace up to now: any of them may contain the person's data. */
function eraseBodies(tx: Tx, workspaceId: string, now: number): Promise<void> {
  return enqueue(tx, { kind: BODIES_JOB, subject: workspaceId, dueAt: now + LOGGED_MS }, now)
}

/** Erases bodies of the request log. Running twice is safe: a second run finds none. */
function bodiesJobHandler({ store }: { store: Store }): JobHandler {
  return {
    ...erasureJob,
    kind: BODIES_JOB,
    run: async ({ subject, createdAt }, _end, signal) => {
      let erased: number
      do {
        signal.throwIfAborted()
        const { changes } = await store.writeInBackground((tx) =>
          tx.run(
            `UPDATE request_log SET body = NULL WHERE number IN
               (SELECT number FROM request_log WHERE workspace_id = ? AND body IS NOT NULL AND at <= ? LIMIT ?)`,
            subject,
            createdAt,
            MOST_BODIES,
          ),
        )
        erased = changes
      } while (erased === MOST_BODIES)
    },
  }
}

/** The request log, which may contain bodies. */
export const requestLogFeature: Feature = {
  jobs: (services) => [bodiesJobHandler(services)],
  tables: [
    {
      table: 'request_log',
      key: ['number'],
      long: 'body',
      exported: {
        file: 'request-log',
        columns: `at, request_id AS "requestId", key_id AS "keyId", method, path, status, duration_ms AS "durationMs", objects,
          message, issues, body`,
        show: (row) => shownRow(row, ['issues']),
      },
    },
    {
      table: 'daily_counts',
      key: ['day', 'type'],
      exported: {
        file: 'daily-counts',
        columns: 'day, type, created, updated, stale, refused, longest_gap AS "longestGap"',
      },
    },
    {
      table: 'latest_pushes',
      key: ['type'],
      exported: { file: 'latest-pushes', columns: 'type, object_id AS "objectId", at, imported_at AS "importedAt"' },
    },
  ],
  onErased: async (tx, { resource, workspaceId, id, isPersonal }, now) => {
    await tx.run(
      'UPDATE latest_pushes SET object_id = NULL WHERE workspace_id = ? AND type = ? AND object_id = ?',
      workspaceId,
      resource,
      id,
    )
    await forgetPushed(tx, workspaceId, id)
    if (isPersonal) await eraseBodies(tx, workspaceId, now)
    return false
  },
}
