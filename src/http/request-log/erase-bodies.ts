import { erasureJob } from '../../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../../jobs/jobs.ts'
import type { Store, Tx } from '../../store/store.ts'

const BODIES_JOB = 'erase.bodies'
/** Calls are written into the request log a moment after their answers: by then the last of them are there. */
const LOGGED_MS = 10_000
/** Bodies of up to 16 KiB that one transaction erases. */
const MOST_BODIES = 100

/** Has the bodies erased that the request log keeps of a workspace's calls up to now. Which of them name a person is not known. */
export function eraseBodies(tx: Tx, workspaceId: string, now: number): Promise<void> {
  return enqueue(tx, { kind: BODIES_JOB, subject: workspaceId, dueAt: now + LOGGED_MS }, now)
}

/** Erases bodies of the request log. Running twice is safe: the second time finds none. */
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
