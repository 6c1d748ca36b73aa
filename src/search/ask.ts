import { enqueue } from '../jobs/jobs.ts'
import type { Tx } from '../store/store.ts'

/** The kind of job that empties the index and indexes all objects again. */
export const REBUILD_JOB = 'search.rebuild'

/** Adds a job that empties the index and indexes all objects again. */
export function askForRebuild(tx: Tx, now: number): Promise<void> {
  return enqueue(tx, { kind: REBUILD_JOB, subject: 'search' }, now)
}
