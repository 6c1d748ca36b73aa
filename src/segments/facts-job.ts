import type { JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import type { Store } from '../store/store.ts'
import { countSome, FACTS_JOB, leftToCount } from './keep-facts.ts'

const RETRY_MS = 5_000

/**
 * Counts the facts of a workspace's customers, some in each transaction, together with the progress. So an interrupted run continues,
 * and a second run finds nothing to do. It never gives up: without it, segments would be wrong from then on.
 */
export function factsJobHandler(store: Store): JobHandler {
  return {
    kind: FACTS_JOB,
    concurrency: 1,
    perLane: null,
    run: async ({ subject: workspaceId }, end, signal) => {
      for (;;) {
        signal.throwIfAborted()
        const left = await leftToCount(store.read, workspaceId)
        if (left === 'filters')
          return end(async () => ({ waitMs: RETRY_MS, reason: 'Filters are still being indexed.' }))
        if (left === 'nothing') break
        await store.writeInBackground((tx) => countSome(tx, workspaceId))
      }
      // A push adds no job while there is this one.
      await end(async (tx) =>
        (await leftToCount(tx, workspaceId)) === 'nothing' ? undefined : { waitMs: 0, reason: null },
      )
    },
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError('CONFLICT', 'facts_job', 'Segments need this job. Let the job finish.')
    },
    revive: async () => {},
  }
}

/** Transactions that a reader waits for. */
const MOST_TURNS = 10

/**
 * Counts what pushes have noted until now, so that a reader sees them, but not all that was stored before the first segment.
 *
 * @returns whether everything is counted
 */
export async function countNow(store: Store, workspaceId: string): Promise<boolean> {
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const left = await leftToCount(store.read, workspaceId)
    if (left !== 'notes') return left === 'nothing'
    await store.write((tx) => countSome(tx, workspaceId))
  }
  return (await leftToCount(store.read, workspaceId)) === 'nothing'
}
