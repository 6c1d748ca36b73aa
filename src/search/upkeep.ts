import { erasureJob } from '../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import type { Store, Tx } from '../store/store.ts'
import { indexTables, isPersonal, mergeClosely, rewriteSome } from '../store/text-index.ts'

/** A few milliseconds of work. */
const PAGES = 32

/** Writes all pages of a table again, without the words of deleted rows. */
export async function rewrite(store: Store, table: string, signal: AbortSignal): Promise<void> {
  let isFirst = true
  let changes: number
  do {
    signal.throwIfAborted()
    const { rows } = await store.writeApart(rewriteSome(table, isFirst), { isPersonal: isPersonal(table) })
    isFirst = false
    changes = Number(rows.at(-1)?.[0]?.changes) - Number(rows[0]?.[0]?.changes)
  } while (changes >= 2)
}

/**
 * Merges some of the small pages that indexing has left: each look-up reads all of them. To be repeated until it resolves with false:
 * nothing is left, or all objects of a type are being indexed: the last of these jobs merges.
 */
export async function mergeNext(store: Store): Promise<boolean> {
  if (await store.read.get('SELECT 1 FROM search_fills LIMIT 1')) return false
  const { rows } = await store.writeApart(indexTables.flatMap((table) => mergeClosely(table, PAGES)))
  const counts = rows.flatMap(([row]) => (row ? [Number(row.changes)] : []))
  return indexTables.some((_, index) => Number(counts[2 * index + 1]) - Number(counts[2 * index]) >= 2)
}

const CLEAN_JOB = 'search.clean'

/** Adds the job for a table with words of people, unless one waits. @param dueAt epoch milliseconds */
export async function askForCleaning(
  tx: Tx,
  now: number,
  { table = 'search_people', dueAt = now }: { table?: string; dueAt?: number } = {},
): Promise<void> {
  const waiting = await tx.get(
    `SELECT 1 FROM jobs WHERE kind = ? AND subject = ? AND status = 'waiting' AND lease_until IS NULL AND due_at <= ?`,
    CLEAN_JOB,
    table,
    dueAt,
  )
  if (!waiting) await enqueue(tx, { kind: CLEAN_JOB, subject: table, dueAt }, now)
}

/**
 * Removes the words of erased people from the pages of the index, which keep them otherwise, by writing all pages again. A second run
 * finds the pages clean.
 */
export function cleanJobHandler({ store }: { store: Store }): JobHandler {
  return {
    ...erasureJob,
    kind: CLEAN_JOB,
    run: async ({ subject }, end, signal) => {
      await rewrite(store, subject, signal)
      await end(async (tx) => {
        tx.erased()
        return undefined
      })
    },
  }
}
