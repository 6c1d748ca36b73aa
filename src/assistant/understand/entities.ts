import type { ReasonKind } from '../../refunds/reasons.ts'
import type { Annotated } from './lexicon.ts'
import { isNear, positionsAmong, positionsOf } from './positions.ts'
import { fold } from './words.ts'

/** Words before an order number, in all languages: the number follows at once. */
const NUMBER_WORDS =
  /(?:#|(?<![\p{L}])(?:order|orders|purchase|bestellung|auftrag|bestellnummer|auftragsnummer|commande|pedido|compra|orden|number|nummer|numero|num|no|nr|n)(?:\s*(?:[.°ºo]|number|nummer|numero|num|no|nr|id))*[.:°º]*\s*#?\s*)$/iu

/** Something like an order number: digits with letters, dashes and slashes between them. */
const LIKE_NUMBER =
  /(?<![\p{L}\p{N}@.,€$£/-])#?\s?((?=[\p{L}\p{N}/_-]*\d)[\p{L}\p{N}][\p{L}\p{N}/_-]{0,39})(?![\p{L}\p{N}@]|[.,:]\d)/gu
/** A word for number without a space after it: `nr1461`, `nº1461`. In capitals it may be a part of the number. */
const GLUED_WORD = /^(?:[Nn]r|[Nn]um|[Nn][ºo°])(?=\d+$)/u
const MOST_NUMBERS = 5
/** The number of characters in which the words before a number are searched: longer messages with many numbers must not take long. */
const MOST_BEFORE = 80
/** A number without a word before it is an order number from this many digits on; shorter ones are sizes and quantities. */
const BARE_DIGITS = 4

/** Texts of a message that may be order numbers, the likeliest first. Whether they are is decided by the orders of the customer. */
export function orderNumbersIn(text: string): string[] {
  const found: { number: string; isNamed: boolean }[] = []
  for (const match of text.matchAll(LIKE_NUMBER)) {
    const [whole, written = ''] = match
    const number = written.replace(GLUED_WORD, '')
    const before = fold(text.slice(Math.max(0, match.index - MOST_BEFORE), match.index))
    const isNamed = whole.startsWith('#') || number !== written || NUMBER_WORDS.test(before)
    const digits = number.replaceAll(/\D/g, '').length
    const isOrdinal = digits < 2 && !whole.startsWith('#')
    const isBare = digits >= BARE_DIGITS && !isYearOrTime(number)
    if ((isNamed && !isOrdinal) || isBare) found.push({ number, isNamed })
  }
  found.sort((one, other) => Number(other.isNamed) - Number(one.isNamed))
  return [...new Set(found.map(({ number }) => number))].slice(0, MOST_NUMBERS)
}

/** A number with spaces in it, to the end of its sentence: `10 20 30`, and after a word for it also `A 1005`. */
const SPACED =
  /(?<![\p{L}\p{N}@.,€$£/-])#?\s?((?:\p{Lu}{1,3}\s)?(?=[\p{L}\p{N}/_-]*\d)[\p{L}\p{N}][\p{L}\p{N}/_-]{0,19}(?:\s\d[\p{L}\p{N}/_-]{0,9}){0,5})(?=\s*(?:$|[\n,;!?)]|\.(?:\s|$)))/gu

/** Texts of a message that may be order numbers with spaces in them; if one was asked for, without a word before them. */
export function spacedNumbersIn(text: string, isAsked = false): string[] {
  // In capitals alone, a word before the number looks like a part of it.
  const isLoud = text === text.toUpperCase() && text !== text.toLowerCase() && text.length > MOST_WRITTEN
  if (isLoud) return []
  const found = [...text.matchAll(SPACED)].flatMap((match) => {
    const [whole, number = ''] = match
    const before = fold(text.slice(Math.max(0, match.index - MOST_BEFORE), match.index))
    const isNamed = isAsked || whole.startsWith('#') || NUMBER_WORDS.test(before) || before.trim() === ''
    const isDigits = /^\d/.test(number)
    return /\s/.test(number) && (isNamed || (isDigits && number.replaceAll(/\D/g, '').length > BARE_DIGITS))
      ? [number]
      : []
  })
  return [...new Set(found)].slice(0, MOST_NUMBERS)
}

/** The number of characters of an order number as people write it. */
const MOST_WRITTEN = 40

/** The text that is an order number if one was asked for: then few digits are enough, unlike in {@link orderNumbersIn}. */
export function askedNumberIn(text: string): string | null {
  const [spaced] = spacedNumbersIn(text, true)
  const [likely] = orderNumbersIn(text)
  if (spaced !== undefined || likely !== undefined) return spaced ?? likely ?? null
  const short = [...text.matchAll(LIKE_NUMBER)].map(([, number = '']) => number)
  const found = short.find((number) => number.replaceAll(/[^\p{L}\p{N}]/gu, '').length > 1)
  if (found !== undefined) return found
  const [only, ...others] = text.match(CAPITALS) ?? []
  return only !== undefined && others.length === 0 ? only : null
}

/** A number without a digit, as some shops give out: letters in capitals. */
const CAPITALS = /(?<![\p{L}\p{N}@.,/-])\p{Lu}[\p{Lu}/_-]{3,39}(?![\p{L}\p{N}@])/gu

/** Letters and digits alone, in lower case. */
function bare(text: string): string {
  return fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Up to three characters of one line: spaces, dashes and the like. */
const GAP = /^[^\n]{1,3}$/u

/**
 * Finds whether a message names an order number, however it is written: `wl 2026 004` is `WL-2026/004`. Customers may have 50 orders, so
 * that a pattern for each number would keep megabytes of compiled patterns.
 */
export function createNumberFinder(text: string): (number: string) => boolean {
  const folded = fold(text)
  let end = 0
  const words = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: word, index }) => {
    const follows = GAP.test(folded.slice(end, index))
    end = index + word.length
    return { word, follows }
  })
  /** Whether the words from one on are the number, and nothing else. */
  const isSpelledFrom = (first: number, plain: string): boolean => {
    let rest = plain
    for (let place = first; rest !== ''; place++) {
      const next = words[place]
      if (!next || !rest.startsWith(next.word) || (place > first && !next.follows)) return false
      rest = rest.slice(next.word.length)
    }
    return true
  }
  return (number) => {
    const plain = bare(number)
    const isUsual = /^\d{1,3}$/.test(plain) || isYearOrTime(plain)
    if (plain.length < 3 || plain.length > MOST_WRITTEN || isUsual) return false
    return words.some((_, first) => isSpelledFrom(first, plain))
  }
}

/** Returns a function that finds whether a text is the same order number as the given one, or the same words. */
export function createSameText(given: string): (text: string) => boolean {
  const [folded, plain] = [fold(given.trim()), bare(given)]
  return (text) => fold(text.trim()) === folded || (plain !== '' && bare(text) === plain)
}

/** Also a range of sizes, or a day: `40-43`, `24/12`. */
function isYearOrTime(number: string): boolean {
  return (
    /^(19|20)\d\d$/.test(number) ||
    /^\d{1,2}[:h]\d\d$/.test(number) ||
    /^\d{4}-\d\d-\d\d$/.test(number) ||
    /^\d\d[-/]\d\d$/.test(number)
  )
}

export function hasOrderNumber(text: string): boolean {
  return orderNumbersIn(text).length > 0
}

const EMAIL = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u

/** The first e-mail address of a message. */
export function emailIn(text: string): string | null {
  // Keyboards of phones write another apostrophe.
  return EMAIL.exec(text.replaceAll('’', "'"))?.[0].replace(/[.,]+$/, '') ?? null
}

const POSTCODES = [
  /(?:post\s?code|zip(?:\s?code)?|plz|postleitzahl|code postal|c[oó]digo postal)\W{0,3}([\p{L}\d][\p{L}\d -]{2,8}[\p{L}\d])/iu,
  // British, Canadian, Dutch, Polish and Czech ones, and plain digits.
  /\b([a-z]{1,2}\d[a-z\d]?\s?\d[a-z]{2})\b/iu,
  /\b([a-z]\d[a-z]\s?\d[a-z]\d)\b/iu,
  /\b(\d{4}\s?[a-z]{2})\b/iu,
  /\b(\d{2}-\d{3})\b/u,
  /\b(\d{3}\s\d{2})\b/u,
  /\b(\d{4,6})\b/u,
]

/** The first postcode of a message from which the order number was taken. */
export function postcodeIn(text: string): string | null {
  for (const pattern of POSTCODES) {
    const found = pattern.exec(text)?.[1]
    if (found !== undefined && /\d/.test(found)) return found.trim()
  }
  return null
}

/** Why the customer wants the money back. */
export function kindOf({ hits }: Annotated): ReasonKind {
  const positions = positionsOf(hits)
  const has = (...concepts: string[]) => concepts.some((concept) => positions.has(concept))
  if (has('broken')) return 'defect'
  const isSaidOf = (one: string, others: string[]) =>
    isNear(positionsAmong(positions, [one]), positionsAmong(positions, others))
  const isMissing = isSaidOf('not', ['receive', 'arrive', 'delivered', 'come'])
  if (isMissing || has('lost') || isSaidOf('nothing', ['receive', 'arrive', 'here'])) return 'not_received'
  return has('giveback', 'returns', 'changed_mind', 'not_fit') ? 'return' : 'other'
}

const ORDINALS: Record<string, RegExp[]> = {
  en: [/^(first|1)$/, /^(second|2)$/, /^(third|3)$/, /^(fourth|4)$/, /^(fifth|5)$/],
  de: [/^(erste[nrs]?|1)$/, /^(zweite[nrs]?|2)$/, /^(dritte[nrs]?|3)$/, /^(vierte[nrs]?|4)$/, /^(funfte[nrs]?|5)$/],
  fr: [/^(premiere?|1)$/, /^(deuxieme|seconde?|2)$/, /^(troisieme|3)$/, /^(quatrieme|4)$/, /^(cinquieme|5)$/],
  es: [/^(primer[oa]?|1)$/, /^(segund[oa]|2)$/, /^(tercer[oa]?|3)$/, /^(cuart[oa]|4)$/, /^(quint[oa]|5)$/],
}
const LAST = /^(last|letzte[nrs]?|dernier|derniere|ultim[oa])$/

/** The position that a customer names, from 1; -1 for the last one. */
export function choiceIn(words: string[], language: string): number | null {
  if (words.some((word) => LAST.test(word))) return -1
  const index = (ORDINALS[language] ?? []).findIndex((pattern) => words.some((word) => pattern.test(word)))
  return index === -1 ? null : index + 1
}
