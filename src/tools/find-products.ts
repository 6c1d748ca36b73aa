import * as v from 'valibot'
import { MAX_CUSTOMER_MESSAGE } from '../conversations/conversations.ts'
import type { Catalog, Listed } from './catalog.ts'
import { colorsIn, isColor, isSize, type Token, tokensOf } from './same-words.ts'
import { inTitles } from './title-words.ts'
import type { Tool } from './tool.ts'

const Text = v.object({ text: v.pipe(v.string(), v.maxLength(MAX_CUSTOMER_MESSAGE)) })

/** The products that a text may mean, the likeliest first. Several are equally likely. */
export const findProducts: Tool<v.InferOutput<typeof Text>, { id: string; title: string }[]> = {
  name: 'find_products',
  description: 'Finds the products whose titles or SKUs are in a text.',
  input: Text,
  allowed: 'anyone',
  run: async ({ catalog }, { text }) => matching(catalog, text).map(({ id, title }) => ({ id, title })),
  objects: (found) => found.map(({ id }) => `products/${id}`),
}

/** The products of which variants have the colors that a text names: for questions that name no product. */
export const findInColor: Tool<v.InferOutput<typeof Text>, { id: string; title: string }[]> = {
  name: 'find_products_in_color',
  description: 'Finds the products that are sold in a color.',
  input: Text,
  allowed: 'anyone',
  run: async ({ catalog: { listed } }, { text }) => {
    const wanted = colorsIn(text)
    const counted = listed.map((product) => ({
      product,
      count: wanted.filter((one) => product.colors.has(one)).length,
    }))
    const most = Math.max(1, ...counted.map(({ count }) => count))
    return counted.flatMap(({ product: { id, title }, count }) => (count === most ? [{ id, title }] : []))
  },
  objects: (found) => found.map(({ id }) => `products/${id}`),
}

/** Most products that are equally likely. */
const MOST_FOUND = 6

/**
 * The products of which the text names most, by the rarity of the words; of those, the ones with the fewest other words, and in the color
 * that it names if there are any.
 */
export function matching(catalog: Catalog, text: string): Listed[] {
  return allMatching(catalog, text).slice(0, MOST_FOUND)
}

function allMatching(catalog: Catalog, text: string, tokens = tokensOf(text)): Listed[] {
  const product = withSku(catalog, text)
  if (product) return [product]
  const words = new Set(tokens.flatMap(inTitles(catalog)))
  const weights = new Map<Listed, number>()
  for (const word of words)
    for (const product of catalog.byWord.get(word) ?? [])
      weights.set(product, (weights.get(product) ?? 0) + rarity(catalog, word))
  const most = Math.max(0, ...weights.values())
  const best = [...weights].filter(([, weight]) => weight > most - 0.001).map(([product]) => product)
  const fewest = Math.min(...best.map((product) => product.words.size))
  const isWhole = best.some(({ words: all }) => [...all].every((word) => words.has(word)))
  const likely = best.filter((product) => !isWhole || product.words.size === fewest)
  const wanted = likely.length > 1 ? colorsIn(text) : []
  const inColor = likely.filter(({ colors }) => wanted.some((color) => colors.has(color)))
  return inColor.length > 0 ? inColor : likely
}

/**
 * The text of a question to which several products fit, and of the message that chooses one of them: without the title words of the
 * question, which could otherwise outweigh the choice. Colors, sizes and numbers stay.
 */
export function choosing(catalog: Catalog, question: string, message: string): string {
  const isChoice = matching(catalog, question).length > 1 && matching(catalog, message).length === 1
  const meant = inTitles(catalog)
  const isOfTitle = (token: Token) => !isColor(token.word) && !isSize(token.word) && meant(token).length > 0
  const asked = isChoice
    ? question.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (tokensOf(word).some(isOfTitle) ? '' : word))
    : question
  return `${asked}\n${message}`
}

/** Whether a message names other products than it does together with the question to which it may be the answer: see {@link choosing}. */
export function namesOther(catalog: Catalog, together: string, message: string): boolean {
  const words = tokensOf(message).filter(({ word }) => !isColor(word) && !isSize(word))
  const own = allMatching(catalog, message, words)
  return own.length > 0 && !allMatching(catalog, together).every((one) => own.includes(one))
}

function rarity({ listed, byWord }: Catalog, word: string): number {
  return Math.log(1 + listed.length / (byWord.get(word)?.length ?? 1))
}

const WORD_START = /(?<![\p{L}\p{N}])\S/gu

/** The product whose SKU is in a text, at the beginning of a word; the longest SKU there. */
function withSku({ bySku, skuLengths }: Catalog, text: string): Listed | undefined {
  const lower = text.toLowerCase()
  for (const { index } of lower.matchAll(WORD_START))
    for (const length of skuLengths) {
      const found = bySku.get(lower.slice(index, index + length))
      if (found) return found
    }
  return undefined
}
