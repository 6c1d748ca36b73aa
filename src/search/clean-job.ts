import { erasureJob } from '../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { ERASED, type Store, type Tx } from '../store/store.ts'
import { rewrite } from './merge.ts'

const CLEAN_JOB = 'search.clean'

/** Adds the job, unless one waits. @param dueAt epoch milliseconds */
export async function askForCleaning(tx: Tx, now: number, dueAt = now): Promise<void> {
  const waiting = await tx.get(
    `SELECT 1 FROM jobs WHERE kind = ? AND status = 'waiting' AND lease_until IS NULL AND due_at <= ?`,
    CLEAN_JOB,
    dueAt,
  )
  if (!waiting) await enqueue(tx, { kind: CLEAN_JOB, subject: 'search_people', dueAt }, now)
}

/**
 * Removes the words of erased people from the pages of the index, which keep them otherwise, by writing all pages again. A second run
 * finds the pages clean.
 */
export function cleanJobHandler({ store }: { store: Store }): JobHandler {
  return {
    ...erasureJob,
    kind: CLEAN_JOB,
    run: async (_job, end, signal) => {
      await rewrite(store, 'search_people', signal)
      await end(async (tx) => {
        tx.announce(ERASED)
        return undefined
      })
    },
  }
}
