import { indexTables, isPersonal, mergeClosely, rewriteSome } from '../store/sqlite/text-index/tables.ts'
import type { Store } from '../store/store.ts'

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
