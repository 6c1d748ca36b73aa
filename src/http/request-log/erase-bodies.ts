import { erasureJob } from '../../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../../jobs/jobs.ts'
import type { Store, Tx } from '../../store/store.ts'

const BODIES_JOB = 'erase.bodies'
/** Calls are logged shortly after their responses. After this time all calls before the erasure are in the log. */
const LOGGED_MS = 10_000
/** Bodies (up to 16 KiB each) erased in one transaction. */
const MOST_BODIES = 100

/** Adds a job that erases the logged bodies of all calls of a workspace up to now: any of them may contain the person's data. */
export function eraseBodies(tx: Tx, workspaceId: string, now: number): Promise<void> {
  return enqueue(tx, { kind: BODIES_JOB, subject: workspaceId, dueAt: now + LOGGED_MS }, now)
}

/** Erases bodies of the request log. Running twice is safe: a second run finds none. */
export function bodiesJobHandler({ store }: { store: Store }): JobHandler {
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
