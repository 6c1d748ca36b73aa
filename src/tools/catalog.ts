import { listObjects, type ShownObject } from '../objects/read.ts'
import { products } from '../objects/types/product.ts'
import type { Reader } from '../store/store.ts'
import { tokensOf } from './tokens.ts'

/** A product as it is searched by its title. */
export interface Listed {
  id: string
  title: string
  /** Words of the title. */
  words: ReadonlySet<string>
  /** SKUs of the product's variants, in lower case. */
  skus: ReadonlySet<string>
}

/** The titles of a workspace's products: of all, or of those that a message may mean. */
export interface Catalog {
  listed: Listed[]
  /** Products by each word of their titles. */
  byWord: ReadonlyMap<string, Listed[]>
  bySku: ReadonlyMap<string, Listed>
  /** Every word of a title, as written. */
  written: ReadonlySet<string>
}

const PAGE = 500

/** Reads the titles of all products that are sold. Facts about a product are read for each answer: stock changes often, titles seldom. */
export async function readCatalog(reader: Reader, workspaceId: string): Promise<Catalog> {
  const found: ShownObject[] = []
  let cursor: string | undefined
  do {
    const page = await listObjects(reader, products, workspaceId, { limit: PAGE, cursor })
    found.push(...page.data)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return catalogOf(found)
}

/** The products of a list that are sold, by the words of their titles. */
export function catalogOf(found: ShownObject[]): Catalog {
  const written = new Set<string>()
  const listed = found.flatMap((product) => listing(product, written) ?? [])
  return { listed, written, ...indexed(listed) }
}

/** @returns undefined for a product that customers cannot buy */
function listing(product: ShownObject, written: Set<string>): Listed | undefined {
  const { id, title, status, variants } = product as ShownObject & {
    title?: string
    status?: string
    variants?: { sku?: string }[]
  }
  if (!title || status === 'draft' || status === 'archived') return undefined
  const tokens = tokensOf(title)
  for (const token of tokens) written.add(token.written)
  const skus = (variants ?? []).flatMap(({ sku }) => (sku ? [sku.toLowerCase()] : []))
  return { id, title, words: new Set(tokens.map(({ word }) => word)), skus: new Set(skus) }
}

function indexed(listed: Listed[]): Pick<Catalog, 'byWord' | 'bySku'> {
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
  return { byWord, bySku }
}
