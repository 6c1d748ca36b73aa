/**
 * A field whose text is searched: `title`, the entries of a list (`tags[]`), a field of each entry (`variants[].sku`), or all values
 * of an object in each entry (`variants[].options.*`). Entries with the flag `unless` are left out.
 */
export type SearchedPath = string | { path: string; unless: string }

/** What a search finds objects of a type by. Words of names count most, then marks, then the body. */
export interface Searched {
  /** What people call the object. Of products and articles also parts of these words are found. */
  names: SearchedPath[]
  /** Short texts that describe the object. */
  marks: SearchedPath[]
  /** Long texts. */
  body: SearchedPath[]
  /** By how much an object counts more than others with the same words; default 1. */
  favor?(object: Record<string, unknown>): number
}
