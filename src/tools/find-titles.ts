import { getObjects } from '../objects/read.ts'
import { products } from '../objects/types/product.ts'
import { searchedResources } from '../search/indexed-types.ts'
import { searchTerms, type Words } from '../search/some-terms.ts'
import { mayHaveTypo, withoutTypo } from '../search/typos.ts'
import type { Store } from '../store/store.ts'
import { type Catalog, catalogOf } from './catalog.ts'
import { isListed, wordsLike } from './same-words.ts'
import { type Token, tokensOf } from './tokens.ts'

/** Words of one message that are corrected: each has hundreds of spellings. */
const MOST_CORRECTED = 3
/** Compound words are taken apart from this length on, into parts of at least three letters. */
const COMPOUND = 7

/** The products that a text may mean, found in the full-text index: for catalogs that are too large to be kept in memory. */
export async function findTitles(
  store: Pick<Store, 'read' | 'readSlowly'>,
  workspaceId: string,
  text: string,
): Promise<Catalog> {
  const resource = searchedResources.find(({ name }) => name === products.name)
  const search = resource && (await searchTerms(store, workspaceId, resource))
  const tokens = [...new Map(tokensOf(text).map((token) => [token.word, token])).values()]
  if (!search || tokens.length === 0) return catalogOf([])
  const terms = tokens.map(termOf)
  const counts = await search.counts(terms)
  const unknown = tokens.filter((_, index) => counts[index] === 0)
  const guesses = unknown.flatMap((token) => guessesOf(token)).slice(0, MOST_CORRECTED)
  const guessed = guesses.length > 0 ? await search.counts(guesses) : []
  const known = [...terms, ...guesses]
    .map((words, index) => ({ words, count: [...counts, ...guessed][index] ?? 0 }))
    .filter(({ count }) => count > 0)
  const ids = known.length > 0 ? await search.find(known) : []
  return catalogOf((await getObjects(store.read, products, workspaceId, ids)).data)
}

/** A word in all languages, as titles may have it. */
function termOf({ word, written }: Token): Words {
  return [...new Set([written, ...wordsLike(word)])]
}

/** What a word may mean that no title has: the parts of a compound, or a word without its typing mistake. */
function guessesOf({ written }: Token): Words[] {
  const parts = written.length < COMPOUND ? [] : partsOf(written)
  if (parts.length > 0) return parts
  return mayHaveTypo(written) ? [withoutTypo(written)] : []
}

/** `wollschal` is wool and scarf. */
function partsOf(written: string): Words[] {
  for (let at = written.length - 3; at >= 3; at--) {
    const both = [written.slice(0, at), written.slice(at)].filter(isListed)
    if (both.length > 0) return both.flatMap((part) => tokensOf(part).map(termOf))
  }
  return []
}
