import { erasureJob } from '../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { cleanSome } from '../store/sqlite/text-index/tables.ts'
import { ERASED, type Store, type Tx } from '../store/store.ts'

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
      let isFirst = true
      let changes: number
      do {
        signal.throwIfAborted()
        const { rows } = await store.writeApart(cleanSome('search_people', isFirst))
        isFirst = false
        changes = Number(rows.at(-1)?.[0]?.changes) - Number(rows[0]?.[0]?.changes)
      } while (changes >= 2)
      await end(async (tx) => {
        tx.announce(ERASED)
        return undefined
      })
    },
  }
}
