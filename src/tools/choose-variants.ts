import type { ViewedProduct, ViewedVariant } from './get-product.ts'
import { isColor, isShade, isSize, SHORTEST_SKU, type Token, tokensOf } from './same-words.ts'

/** The variants of a product that a message means. */
export interface Chosen {
  /** All that have the named values. */
  variants: ViewedVariant[]
  /** The values that were named, by the name of their option. */
  named: Record<string, string[]>
  /** Options of which the message names no value, although there are several. */
  open: { name: string; values: string[] }[]
  /** A color or size that was named and that no variant has. */
  missing: string | null
  /** How many the customer wants; null if no number is said. */
  quantity: number | null
}

/** Finds the variants by the option values in a message. Nothing is guessed: a missing option leaves several variants. */
export function chooseVariants(product: ViewedProduct, text: string): Chosen {
  const title = new Set(tokensOf(product.title).map(({ word }) => word))
  const tokens = tokensOf(text)
  const options = optionsOf(product)
  const lower = text.toLowerCase()
  const bySku = product.variants.filter(({ sku }) => sku !== null && namesSku(lower, sku))
  if (bySku.length > 0) return { variants: bySku, named: {}, open: [], missing: null, quantity: null }
  const named: Record<string, string[]> = {}
  const places = placesOf(tokens)
  const parsed = options.map(({ name, values }) => ({
    name,
    values: values.map((value) => ({ value, words: tokensOf(value) })),
  }))
  const isOffered = { color: offers(parsed, 'color'), size: offers(parsed, 'size') }
  const used = new Set<number>()
  for (const { name, values } of parsed) {
    const found = valuesIn(values, tokens, places, used)
    if (found.length > 0) named[name] = found
  }
  const unmatched = tokens.find(
    ({ word }, index) =>
      !used.has(index) &&
      !title.has(word) &&
      !isPartOfShade(index, tokens, used) &&
      isValueOfOther(word, tokens, index) &&
      isOffered[isColor(word) ? 'color' : 'size'],
  )
  const unmatchedNumber = tokens.find(
    ({ written }, index) =>
      !used.has(index) && SIZE_WORDS.has(tokens[index - 1]?.written ?? '') && isLikeSizes(options, written),
  )
  const fits = ({ options: own }: ViewedVariant) =>
    Object.entries(named).every(([name, values]) => values.includes(own[name] ?? ''))
  const variants = product.variants.filter(fits)
  const open = optionsOf({ ...product, variants }).filter(
    ({ name, values }) => values.length > 1 && (named[name]?.length ?? 0) !== 1,
  )
  const missing = (unmatched ?? unmatchedNumber)?.written ?? null
  return { variants, named, open, missing, quantity: quantityIn(tokens, used) }
}

/** Whether a text in lower case has the SKU. Very short ones are words. */
function namesSku(lower: string, sku: string): boolean {
  return sku.length >= SHORTEST_SKU && lower.includes(sku.toLowerCase())
}

/** Most values of all options of a product. */
const MOST_VALUES = 2_000

/** The options of a product with the values of its variants. */
export function optionsOf({ variants }: Pick<ViewedProduct, 'variants'>): { name: string; values: string[] }[] {
  const values = new Map<string, Set<string>>()
  let count = 0
  for (const [name, value] of variants.flatMap(({ options }) => Object.entries(options))) {
    const known = values.get(name) ?? new Set()
    if (known.has(value) || count === MOST_VALUES) continue
    values.set(name, known.add(value))
    count++
  }
  return [...values].map(([name, all]) => ({ name, values: [...all] }))
}

/** The value of an option, and its words. */
interface ParsedValue {
  value: string
  words: Token[]
}

/** Values of one option that are in the message: whole values first, the longest first; then values of which a word is named. */
function valuesIn(values: ParsedValue[], tokens: Token[], places: Places, used: Set<number>): string[] {
  const whole: string[] = []
  for (const { value, words } of values.toSorted((one, other) => other.words.length - one.words.length)) {
    const at = places(words)
    if (at === undefined || words.some((_, index) => used.has(at + index))) continue
    words.forEach((_, index) => {
      used.add(at + index)
    })
    whole.push(value)
  }
  if (whole.length > 0) return whole
  const inRange = valuesAround(
    values.map(({ value }) => value),
    tokens,
    used,
  )
  if (inRange.length > 0) return inRange
  const said = new Set(tokens.map(({ word }) => word).filter((word) => isColor(word) || isSize(word)))
  const parts = values.filter(({ words }) => words.some(({ word }) => said.has(word)))
  const partWords = new Set(parts.flatMap(({ words }) => words.map(({ word }) => word)))
  tokens.forEach(({ word }, index) => {
    if (partWords.has(word)) used.add(index)
  })
  return parts.map(({ value }) => value)
}

/** Ranges that a number of the message is in: `42` is in `40–43`. */
function valuesAround(values: string[], tokens: Token[], used: Set<number>): string[] {
  const numbers = tokens.flatMap(({ written }, index) =>
    /^\d{1,3}$/.test(written) ? [{ number: Number(written), index }] : [],
  )
  return values.filter((value) => {
    const [, low, high] = /^\D{0,4}(\d{1,3})\s*[-–—/]\s*(\d{1,3})\D{0,4}$/.exec(value) ?? []
    const within = numbers.find(({ number }) => number >= Number(low) && number <= Number(high))
    if (within) used.add(within.index)
    return within !== undefined
  })
}

/** Nobody writes longer values into a message. */
const MOST_WORDS = 8

/** Where the words of a value are side by side in a message, in any order, as in `bleu nuit` for `night blue`; undefined if they are not. */
type Places = (words: Token[]) => number | undefined

/** Goes through the message once for each number of words, however many values there are. */
function placesOf(tokens: Token[]): Places {
  const byLength = new Map<number, Map<string, number>>()
  const placesFor = (length: number) => {
    const first = new Map<string, number>()
    for (let at = tokens.length - length; at >= 0; at--) first.set(sorted(tokens.slice(at, at + length)), at)
    byLength.set(length, first)
    return first
  }
  return (words) => {
    if (words.length === 0 || words.length > MOST_WORDS) return undefined
    return (byLength.get(words.length) ?? placesFor(words.length)).get(sorted(words))
  }
}

function sorted(tokens: Token[]): string {
  return tokens
    .map(({ word }) => word)
    .sort()
    .join(' ')
}

/** Whether the word is the green of `moss green`, of which moss is a value. */
function isPartOfShade(index: number, tokens: Token[], used: ReadonlySet<number>): boolean {
  const beside = [index - 1, index + 1].filter((one) => used.has(one))
  return isColor(tokens[index]?.word ?? '') && beside.some((one) => isShade(tokens[one]?.word ?? ''))
}

/** Whether a word is a color, or a size that is surely meant as one: `s` alone may be anything. */
function isValueOfOther(word: string, tokens: Token[], index: number): boolean {
  if (isColor(word)) return true
  if (!isSize(word)) return false
  return word.length > 1 || SIZE_WORDS.has(tokens[index - 1]?.written ?? '')
}

const SIZE_WORDS = new Set(['size', 'grosse', 'groesse', 'taille', 'talla', 'in', 'en'])

/** `44` beside the sizes 42 and 43. */
function isLikeSizes(options: { values: string[] }[], written: string): boolean {
  if (!/^\d{2,3}$/.test(written)) return false
  return options.some(
    ({ values }) =>
      values.length > 0 && values.every((value) => /^\d+$/.test(value) && value.length === written.length),
  )
}

const PIECES = /^(x|pairs?|pieces?|pcs|paar|stuck|stucke|paires?|pares|par|piezas?|unidades|unites?)$/
const WANTED =
  /^(need|want|order|buy|brauche|brauchen|mochte|will|kaufe|kaufen|bestellen|veux|voudrais|faut|commander|acheter|quiero|necesito|comprar|pedir)$/

/** The number before `pairs`, or after `I need`: not one that is a size. */
function quantityIn(tokens: Token[], used: ReadonlySet<number>): number | null {
  const found = tokens.findIndex(
    ({ written }, index) =>
      /^[1-9]\d{0,3}$/.test(written) &&
      !used.has(index) &&
      (PIECES.test(tokens[index + 1]?.written ?? '') || WANTED.test(tokens[index - 1]?.written ?? '')),
  )
  return found === -1 ? null : Number(tokens[found]?.written)
}

const NAMES = { color: /colou?r|farbe|couleur/i, size: /size|gr(ö|oe)(ß|ss)e|taille|talla/i }

/** Whether the product has an option of that kind, so that a value may be missing. */
function offers(options: { name: string; values: ParsedValue[] }[], kind: keyof typeof NAMES): boolean {
  const isKind = { color: isColor, size: isSize }[kind]
  return options.some(
    ({ name, values }) => NAMES[kind].test(name) || values.some(({ words }) => words.some(({ word }) => isKind(word))),
  )
}
