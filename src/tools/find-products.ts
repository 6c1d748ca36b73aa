import { distance } from 'fastest-levenshtein'
import * as v from 'valibot'
import type { Catalog, Listed } from './catalog.ts'
import { tokensOf } from './same-words.ts'
import type { Tool } from './tool.ts'

const Text = v.object({ text: v.pipe(v.string(), v.maxLength(4_000)) })

/** The products that a text may mean, the likeliest first. Several are equally likely. */
export const findProducts: Tool<v.InferOutput<typeof Text>, { id: string; title: string }[]> = {
  name: 'find_products',
  description: 'Finds the products whose titles or SKUs are in a text.',
  input: Text,
  allowed: 'anyone',
  run: async ({ catalog }, { text }) => matching(catalog, text).map(({ id, title }) => ({ id, title })),
  objects: (found) => found.map(({ id }) => `products/${id}`),
}

/** Most products that are equally likely. */
const MOST_FOUND = 6
/** A word of a title is corrected from this length on. */
const LONG_ENOUGH = 5

/** The products of which the text names most, by the rarity of the words; of those, the ones with the fewest other words. */
export function matching(catalog: Catalog, text: string): Listed[] {
  const lower = text.toLowerCase()
  for (const [sku, product] of catalog.bySku) if (sku.length > 3 && lower.includes(sku)) return [product]
  const words = new Set(tokensOf(text).flatMap(({ word, written }) => inTitles(catalog, word, written)))
  const weights = new Map<Listed, number>()
  for (const word of words)
    for (const product of catalog.byWord.get(word) ?? [])
      weights.set(product, (weights.get(product) ?? 0) + rarity(catalog, word))
  const most = Math.max(0, ...weights.values())
  const best = [...weights].filter(([, weight]) => weight > most - 0.001).map(([product]) => product)
  const fewest = Math.min(...best.map((product) => product.words.size))
  const isWhole = best.some(({ words: all }) => [...all].every((word) => words.has(word)))
  return best.filter((product) => !isWhole || product.words.size === fewest).slice(0, MOST_FOUND)
}

function rarity({ listed, byWord }: Catalog, word: string): number {
  return Math.log(1 + listed.length / (byWord.get(word)?.length ?? 1))
}

/** The words of titles that a written word means: itself, the parts of a German compound, or a corrected typing mistake. */
function inTitles({ byWord }: Catalog, word: string, written: string): string[] {
  if (byWord.has(word)) return [word]
  const parts = compound(written, byWord)
  if (parts.length > 0) return parts
  if (written.length < LONG_ENOUGH || /\d/.test(written)) return []
  const near = [...byWord.keys()].filter(
    (known) => known.length >= LONG_ENOUGH && known[0] === written[0] && distance(known, written) === 1,
  )
  return near.length === 1 ? near : []
}

/** `Wollschal` is wool and scarf. */
function compound(written: string, byWord: ReadonlyMap<string, unknown>): string[] {
  for (let at = written.length - 3; at >= 3; at--) {
    const [last] = tokensOf(written.slice(at))
    if (!last || !byWord.has(last.word)) continue
    const [first] = tokensOf(written.slice(0, at))
    return first && byWord.has(first.word) ? [first.word, last.word] : [last.word]
  }
  return []
}
