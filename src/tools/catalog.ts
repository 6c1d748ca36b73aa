import { nextTurn } from '../lib/gate.ts'
import { MINUTE_MS } from '../lib/time.ts'
import { mayHaveTypo, withoutTypo } from '../lib/typos.ts'
import { getObjects, listObjects, type ShownObject } from '../objects/find/read.ts'
import { products } from '../objects/types/product.ts'
import { searchedResources } from '../search/indexed-types.ts'
import { searchTerms, type Words } from '../search/some-terms.ts'
import type { Reader, Store } from '../store/store.ts'
import { colorsIn, isListed, SHORTEST_SKU, type Token, tokensOf, wordsLike } from './same-words.ts'
import { createCorrection, type Titles } from './title-words.ts'

/** A product as it is searched by its title. */
export interface Listed {
  id: string
  title: string
  /** Words of the title. */
  words: ReadonlySet<string>
  /** SKUs of the product's variants, in lower case. */
  skus: ReadonlySet<string>
  /** Words for colors in the options of the variants. */
  colors: ReadonlySet<string>
  /** Words of the names and values of the options. */
  options: ReadonlySet<string>
}

/** The titles of a workspace's products: of all, or of those that a message may mean. */
export interface Catalog extends Titles {
  listed: Listed[]
  /** Products by each word of their titles. */
  byWord: ReadonlyMap<string, Listed[]>
  bySku: ReadonlyMap<string, Listed>
  /** The lengths of the SKUs that a text can name, the longest first. */
  skuLengths: readonly number[]
  /** Every word of a title, as written. */
  written: ReadonlySet<string>
}

const PAGE = 100

/** Reads the titles of all products that are sold. Facts about a product are read for each answer: stock changes often, titles seldom. */
export async function readCatalog(reader: Reader, workspaceId: string): Promise<Catalog> {
  const written = new Set<string>()
  const listed: Listed[] = []
  let cursor: string | undefined
  do {
    const page = await listObjects(reader, products, workspaceId, { limit: PAGE, cursor })
    for (const product of page.data) listed.push(...listing(product, written))
    await nextTurn()
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return indexed(listed, written)
}

/** The products of a list that are sold, by the words of their titles. */
function catalogOf(found: ShownObject[]): Catalog {
  const written = new Set<string>()
  const listed = found.flatMap((product) => listing(product, written))
  return indexed(listed, written)
}

/** @returns nothing for a product that customers cannot buy */
function listing(product: ShownObject, written: Set<string>): Listed[] {
  const { id, title, status, variants } = product as ShownObject & {
    title?: string
    status?: string
    variants?: { sku?: string; options?: Record<string, string> }[]
  }
  if (!title || status === 'draft' || status === 'archived') return []
  const tokens = tokensOf(title)
  for (const token of tokens) written.add(token.written)
  const skus = (variants ?? []).flatMap(({ sku }) => (sku ? [sku.toLowerCase()] : []))
  const values = (variants ?? []).flatMap(({ options }) => Object.values(options ?? {}))
  const colors = new Set([...new Set(values)].flatMap(colorsIn))
  const names = (variants ?? []).flatMap(({ options }) => Object.keys(options ?? {}))
  const options = new Set([...new Set([...names, ...values])].flatMap((text) => tokensOf(text).map(({ word }) => word)))
  return [{ id, title, words: new Set(tokens.map(({ word }) => word)), skus: new Set(skus), colors, options }]
}

const LONGEST_SKU = 64

function indexed(listed: Listed[], written: Catalog['written']): Catalog {
  const byWord = new Map<string, Listed[]>()
  const bySku = new Map<string, Listed>()
  for (const entry of listed) {
    for (const word of entry.words) {
      const others = byWord.get(word)
      if (others) others.push(entry)
      else byWord.set(word, [entry])
    }
    for (const sku of entry.skus) bySku.set(sku, entry)
  }
  const lengths = new Set([...bySku.keys()].map(({ length }) => length))
  const skuLengths = [...lengths]
    .filter((length) => length >= SHORTEST_SKU && length <= LONGEST_SKU)
    .sort((a, b) => b - a)
  return { listed, written, byWord, bySku, skuLengths, corrected: createCorrection((word) => byWord.has(word)) }
}

/** Words of one message that are corrected: each has hundreds of spellings. */
const MOST_CORRECTED = 3
/** Compound words are taken apart from this length on, into parts of at least three letters. */
const COMPOUND = 7

/** The products that a text may mean, found in the full-text index: for catalogs that are too large to be kept in memory. */
async function findTitles(
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

/** Titles change seldom: a new product is found after this time at the latest. Stock and prices are always read again. */
const FRESH_MS = MINUTE_MS
/** Workspaces whose titles are kept in memory. */
const MOST_KEPT = 20
/** Catalogs of more products are not read as a whole, which would hold up pushes: the full-text index finds what a message may mean. */
export const MOST_IN_MEMORY = 1_000
/** Nor are those that have more bytes as a whole. */
const MOST_BYTES = 16 * 1024 * 1024

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

/** Null if the products are too many, or too large. */
async function readWhole(reader: Reader, workspaceId: string, most: number): Promise<Catalog | null> {
  const row = await reader.get<{ count: number; bytes: number }>(
    `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes
     FROM (SELECT octet_length(data) AS bytes FROM products WHERE workspace_id = ? LIMIT ?) AS first`,
    workspaceId,
    most + 1,
  )
  const { count = 0, bytes = 0 } = row ?? {}
  return count > most || bytes > MOST_BYTES ? null : readCatalog(reader, workspaceId)
}
