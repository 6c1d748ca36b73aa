import { wordsOf } from '../lib/text.ts'
import type { Statement, Store } from '../store/store.ts'
import { exactly, inStages, type Space, type StageRow } from '../store/text-index.ts'
import { indexedType, type SearchedResource } from './indexed-types.ts'

/** An object that a search found. */
export interface Hit {
  resource: SearchedResource
  id: string
  /** Lower comes first: 0 if the object has all words, more if only similar or some words were found. */
  stage: number
  /** Among the hits of one stage, a higher score comes first. */
  score: number
}

export interface Hits<Named> {
  /** Rows of the objects that the text names. */
  named: Named[]
  hits: Hit[]
  /** False if the time limit ended the search. */
  isComplete: boolean
}

/** How long one search may read; waiting for its turn does not count. */
const LIMIT_MS = 200
const MOST_WORDS = 10
/** If fewer objects have all words, objects with similar words are found, too, and then those with some of the words. */
const ENOUGH = 5

/** One type of object of a workspace, in which a search looks. */
export interface SearchPlace extends Space {
  resource: SearchedResource
  hasParts: boolean
  /** About how many objects it has. */
  size: number
}

/**
 * Finds objects by words, in upper or lower case, with or without accents.
 *
 * @param named finds the objects that the text names; if there are any, the others have all of its words, not similar ones
 * @throws DomainError SERVICE_UNAVAILABLE if too many searches wait
 */
export async function searchWords<Named>(
  store: Pick<Store, 'read' | 'readSlowly'>,
  {
    workspaceId,
    text,
    resources,
    most,
    named,
  }: { workspaceId: string; text: string; resources: SearchedResource[]; most: number; named: Statement },
): Promise<Hits<Named>> {
  const words = [...new Set(wordsOf(text))].slice(0, MOST_WORDS)
  const places = words.length === 0 ? [] : await placesOf(store, workspaceId, resources)
  // All at once: each answer would wait for a turn of the event loop, which is long while many pushes arrive.
  const stages = inStages(places, words, most)
  const { first, rows, isComplete } = await store.readSlowly<StageRow, Named>(workspaceId, stages, {
    limitMs: LIMIT_MS,
    enough: { rows: Math.min(ENOUGH, most), columns: ['at', 'id'] },
    first: { statement: named, ifFound: exactly(places, words, most) },
  })
  const found = new Map<string, Hit>()
  for (const { stage, at, id, score } of rows) {
    const resource = places[at]?.resource
    const key = `${at} ${id}`
    if (resource && !found.has(key)) found.set(key, { resource, id, stage, score })
  }
  const hits = [...found.values()].sort((one, other) => one.stage - other.stage || other.score - one.score)
  return { named: first, hits: hits.slice(0, most), isComplete }
}

/** Types without a space have no indexed object. */
async function placesOf(
  { read }: Pick<Store, 'read'>,
  workspaceId: string,
  resources: SearchedResource[],
): Promise<SearchPlace[]> {
  const spaces = await read.all<{ number: number; resource: string; size: number }>(
    `SELECT number, resource, coalesce((SELECT max(row) & 4294967295 FROM search_rows
       WHERE row BETWEEN number << 32 AND (number << 32) + 4294967295), 0) + 1 AS size
     FROM search_spaces WHERE workspace_id = ?`,
    workspaceId,
  )
  return resources.flatMap((resource) => {
    const space = spaces.find((candidate) => candidate.resource === resource.name)
    const type = indexedType(resource.name)
    return space && type ? [{ ...space, table: type.table, hasParts: type.hasParts, resource }] : []
  })
}
