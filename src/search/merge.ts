import { indexTables, mergeSome, totalChanges } from '../store/sqlite/text-index/tables.ts'
import type { Store } from '../store/store.ts'

/** A few milliseconds of work. */
const PAGES = 32

/**
 * Merges some of the small pages that indexing has left: each look-up reads all of them. To be repeated until it resolves with false:
 * nothing was left.
 */
export async function mergeNext(store: Store): Promise<boolean> {
  const { rows } = await store.writeApart(
    indexTables.flatMap((table) => [totalChanges, mergeSome(table, PAGES), totalChanges]),
  )
  const counts = rows.flatMap(([row]) => (row ? [Number(row.changes)] : []))
  return indexTables.some((_, index) => Number(counts[2 * index + 1]) - Number(counts[2 * index]) >= 2)
}
