import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { orders } from '../objects/types/order.ts'
import type { Reader, Store, Tx } from '../store/store.ts'
import { countFacts } from './count-facts.ts'
import { storeFacts } from './store-facts.ts'

/*
 * Counts the customers who were stored before the first segment of a workspace.
 */

/** The kind of job that counts facts. Its subject is the workspace. */
const FACTS_JOB = 'count-facts'

/** Customers of one count. */
const STEP = 500
const RETRY_MS = 5_000

/** Whether the facts of a workspace are kept. */
export async function isKept(reader: Reader, workspaceId: string): Promise<boolean> {
  return (await reader.get('SELECT 1 FROM fact_counts WHERE workspace_id = ?', workspaceId)) !== undefined
}

/**
 * Begins to count all customers of a workspace, unless that was begun before.
 *
 * @returns whether it was begun now
 */
export async function askForCount(tx: Tx, workspaceId: string, now: number): Promise<boolean> {
  const { changes } = await tx.run(
    `INSERT INTO fact_counts (workspace_id, counted_to) VALUES (?, '') ON CONFLICT (workspace_id) DO NOTHING`,
    workspaceId,
  )
  if (changes > 0) await enqueue(tx, { kind: FACTS_JOB, subject: workspaceId }, now)
  return changes > 0
}

/** Counts all customers of a workspace again. */
export async function restart(tx: Tx, workspaceId: string, now: number): Promise<void> {
  await tx.run(`UPDATE fact_counts SET counted_to = '' WHERE workspace_id = ?`, workspaceId)
  await enqueue(tx, { kind: FACTS_JOB, subject: workspaceId }, now)
}

/**
 * What is left to count of the customers who were stored before the first segment. `filters`: after an update, orders are not found by
 * customer before the index of filters is filled.
 */
export async function leftToCount(reader: Reader, workspaceId: string): Promise<'nothing' | 'stored' | 'filters'> {
  const state = await reader.get<{ counted_to: string | null }>(
    'SELECT counted_to FROM fact_counts WHERE workspace_id = ?',
    workspaceId,
  )
  if (!state) return 'nothing'
  if (await reader.get('SELECT 1 FROM filter_fills WHERE resource = ?', orders.name)) return 'filters'
  return state.counted_to === null ? 'nothing' : 'stored'
}

/** Counts the next customers in the order of their ids. What is pushed meanwhile is counted again, by the reader of changes. */
async function countSome(store: Store, workspaceId: string): Promise<void> {
  const rows = await store.read.all<{ id: string }>(
    `SELECT id FROM customers WHERE workspace_id = ?
       AND id > (SELECT counted_to FROM fact_counts WHERE workspace_id = ?) ORDER BY id LIMIT ?`,
    workspaceId,
    workspaceId,
    STEP,
  )
  const ids = rows.map(({ id }) => id)
  const counted = await countFacts(store.read, workspaceId, ids, true)
  const reached = counted.at(-1)?.id ?? null
  await store.writeInBackground(async (tx) => {
    await storeFacts(tx, workspaceId, counted)
    await tx.run('UPDATE fact_counts SET counted_to = ? WHERE workspace_id = ?', reached, workspaceId)
    // The reader of changes has waited for the last ones.
    if (reached === null) tx.changed(workspaceId)
  })
}

/**
 * Counts the facts of a workspace's customers, and stores those of some in each transaction, together with the progress. So an
 * interrupted run continues, and a second run finds nothing to do. It never gives up: without it, segments would be wrong from then on.
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
        await countSome(store, workspaceId)
      }
    },
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError('CONFLICT', 'facts_job', 'Segments need this job. Let the job finish.')
    },
    revive: async () => {},
  }
}
