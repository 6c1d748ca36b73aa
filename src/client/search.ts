import { unexpected } from './error.ts'
import type { Call } from './http.ts'
import type { Stored } from './reads.ts'
import type { ObjectTypes } from './resources.ts'

/** The types of object, by the name of their resource. */
export type SearchType = keyof ObjectTypes

/** A found object, and what matches. */
export type SearchHit = {
  [Type in SearchType]: {
    type: Type
    /** The names of matching fields; `words` if the object has all words; `similar` for a typo, or some of the words. */
    by: string[]
    object: Stored<ObjectTypes[Type]>
  }
}[SearchType]

export interface SearchAnswer {
  /** The best match first. */
  data: SearchHit[]
  /** Whether more may match: a limit ended the search, or objects are still being indexed after an update. */
  incomplete: boolean
}

export interface SearchOptions {
  /** Only these types. Default: all. */
  types?: SearchType[] | undefined
  /** Most objects, from 1 to 50. Default 20. */
  limit?: number | undefined
}

/** @throws StorewireError */
export type Search = (text: string, options?: SearchOptions) => Promise<SearchAnswer>

export function createSearch(call: Call): Search {
  return async (text, { types, limit } = {}) => {
    const query = new URLSearchParams({ q: text })
    if (types) query.set('types', types.join(','))
    if (limit !== undefined) query.set('limit', `${limit}`)
    const answer = await call<SearchAnswer>('GET', `/search?${query}`)
    if (!Array.isArray(answer.data)) throw unexpected('the results of a search', answer)
    return answer
  }
}
