import { MINUTE_MS } from '../lib/time.ts'
import type { Reader, Store } from '../store/store.ts'
import { type Catalog, readCatalog } from './catalog.ts'
import { findTitles } from './find-titles.ts'

/** Titles change seldom: a new product is found after this time at the latest. Stock and prices are always read again. */
const FRESH_MS = MINUTE_MS
/** Workspaces whose titles are kept in memory. */
const MOST_KEPT = 20
/** Catalogs of more products are not read as a whole, which would hold up pushes: the full-text index finds what a message may mean. */
export const MOST_IN_MEMORY = 1_000

/** The catalogs of workspaces. */
export interface Catalogs {
  /** All titles of a small catalog, or those that a text may mean. */
  of(workspaceId: string, text: string): Promise<Catalog>
}

export function createCatalogs(
  store: Pick<Store, 'read' | 'readSlowly'>,
  now: () => number,
  mostInMemory = MOST_IN_MEMORY,
): Catalogs {
  const kept = new Map<string, { whole: Promise<Catalog | null>; at: number }>()
  const wholeOf = (workspaceId: string) => {
    const known = kept.get(workspaceId)
    if (known && Math.abs(now() - known.at) < FRESH_MS) return known.whole
    // Several turns at once wait for one reading; a failed one is not kept.
    const whole = readWhole(store.read, workspaceId, mostInMemory)
    whole.catch(() => kept.delete(workspaceId))
    kept.delete(workspaceId)
    kept.set(workspaceId, { whole, at: now() })
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    return whole
  }
  return {
    of: async (workspaceId, text) => (await wholeOf(workspaceId)) ?? findTitles(store, workspaceId, text),
  }
}

/** Null if there are more products. */
async function readWhole(reader: Reader, workspaceId: string, most: number): Promise<Catalog | null> {
  const row = await reader.get<{ count: number }>(
    'SELECT count(*) AS count FROM (SELECT 1 FROM products WHERE workspace_id = ? LIMIT ?) AS some',
    workspaceId,
    most + 1,
  )
  return (row?.count ?? 0) > most ? null : readCatalog(reader, workspaceId)
}
