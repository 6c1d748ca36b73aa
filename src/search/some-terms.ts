import type { Statement, Store } from '../store/store.ts'
import { allOf, anyOf, bestRows, countUpTo, type Space } from '../store/text-index.ts'
import { indexedType, type SearchedResource } from './indexed-types.ts'

/** Words of which an object has one, such as a word in several languages. */
export type Words = string[]

/** How long one search may read. */
const LIMIT_MS = 200
/** Terms that are looked up, and terms that an object has at the same time. */
const MOST_TERMS = 16
const MOST_TOGETHER = 4
/** Terms of more objects are equally common. */
const MOST_COUNTED = 5_000
/** Objects for each combination of terms. */
const MOST_EACH = 15

/** Finds objects of one type by terms of which they need not have all, as in a sentence about one of them. */
export interface TermSearch {
  /** How many objects have each term, up to a limit. */
  counts(terms: Words[]): Promise<number[]>
  /** The ids of objects that have the rarest terms together, and of those that have each of them. */
  find(terms: { words: Words; count: number }[]): Promise<string[]>
}

/** @returns undefined if no object of the type is indexed */
export async function searchTerms(
  store: Pick<Store, 'read' | 'readSlowly'>,
  workspaceId: string,
  resource: SearchedResource,
): Promise<TermSearch | undefined> {
  const found = await store.read.get<{ number: number }>(
    'SELECT number FROM search_spaces WHERE workspace_id = ? AND resource = ?',
    workspaceId,
    resource.name,
  )
  const type = indexedType(resource.name)
  if (!found || !type) return undefined
  const space: Space = { number: found.number, table: type.table }
  const ask = async <Row>(statements: Statement[]): Promise<(Row & { at: number })[]> => {
    if (statements.length === 0) return []
    const sql = statements.map((statement, at) => `SELECT ${at} AS at, * FROM (${statement.sql})`).join(' UNION ALL ')
    const values = statements.flatMap((statement) => statement.values)
    return (await store.readSlowly<Row & { at: number }>(workspaceId, { sql, values }, { limitMs: LIMIT_MS })).rows
  }
  return {
    counts: async (terms) => {
      const asked = terms.slice(0, MOST_TERMS)
      const rows = await ask<{ count: number }>(asked.map((words) => countUpTo(space, anyOf(words), MOST_COUNTED)))
      return terms.map((_, index) => rows.find(({ at }) => at === index)?.count ?? 0)
    },
    find: async (terms) => {
      const rarest = terms.toSorted((one, other) => one.count - other.count).slice(0, MOST_TOGETHER)
      const together = rarest.map((_, index) => rarest.slice(0, rarest.length - index))
      const alone = rarest.slice(1).map((term) => [term])
      const rows = await ask<{ id: string }>(
        [...together, ...alone].map((combined) => bestRows(space, allOf(combined), MOST_EACH)),
      )
      return [...new Set(rows.map(({ id }) => id))]
    },
  }
}
