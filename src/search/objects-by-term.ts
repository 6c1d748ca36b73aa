import type { Reader } from '../store/store.ts'
import { rowsOfEach, type Space, written } from '../store/text-index.ts'
import { indexedType, type SearchedResource } from './indexed-types.ts'

/** Words that mean the same: whole words, and beginnings of words. */
export interface Synonyms {
  words: string[]
  beginnings: string[]
}

/** An object that has a term. */
export interface TermHit {
  /** The place of the term. */
  at: number
  id: string
  isNamed: boolean
}

const MOST_TERMS = 12
/** Objects of each term. */
const MOST_EACH = 300

/** The objects of a type that have one of the words of each term. For types of which a shop has few: rows are read at once. */
export async function objectsByTerm(
  reader: Reader,
  workspaceId: string,
  resource: SearchedResource,
  terms: Synonyms[],
): Promise<TermHit[]> {
  const found = await reader.get<{ number: number }>(
    'SELECT number FROM search_spaces WHERE workspace_id = ? AND resource = ?',
    workspaceId,
    resource.name,
  )
  const type = indexedType(resource.name)
  if (!found || !type || terms.length === 0) return []
  const space: Space = { number: found.number, table: type.table }
  const { sql, values } = rowsOfEach(space, terms.slice(0, MOST_TERMS).map(matchOf), MOST_EACH)
  const rows = await reader.all<{ at: number; id: string; named: number }>(sql, ...values)
  return rows.map(({ at, id, named }) => ({ at, id, isNamed: named === 1 }))
}

function matchOf({ words, beginnings }: Synonyms): string {
  const parts = [
    ...(words.length > 0 ? [written({ words })] : []),
    ...(beginnings.length > 0 ? [written({ words: beginnings, isPrefix: true })] : []),
  ]
  return parts.join(' OR ')
}
