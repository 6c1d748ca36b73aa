import { digitsOfElse, type Span } from './elsewhere.ts'
import { fold } from './words.ts'

/** Words before an order number, in all languages: the number follows at once. */
const NUMBER_WORDS =
  /(?:#|(?<![\p{L}])(?:order|orders|purchase|bestellung|auftrag|bestellnummer|auftragsnummer|bestellnr|auftragsnr|commande|cmde|cmd|pedido|compra|orden|number|nummer|numero|num|no|nr|n)(?:\s*(?:[.°ºo]|number|nummer|numero|num|no|nr|id))*[.:°º]*\s*#?\s*)$/iu
/** Those of them that say what has the number. */
const ORDER_WORDS =
  /(?:#|(?<!\p{L})(?:orders?|purchase|bestell\p{L}{0,12}|auftrags?\p{L}{0,8}|commande|cmde|cmd|pedido|compra|orden)(?:\s*(?:[.°ºo]|number|nummer|numero|num|no|nr|id|n))*[.:°º]*\s*#?\s*)$/iu

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
/** An article before a word with digits: `the RTX4090`. */
const ARTICLES = /(?<!\p{L})(?:the|an?|your|der|die|das|dem|den|des|eine?[nmrs]?|les?|la|une?|du|el|los|las|una?)\s+$/iu
/** A word that is a number of an order, by its looks: `S10432`, `WL-2026/004`, `1041-A`, `ORD1041`. */
const CODES = [
  /^\p{L}{1,4}[-_/]?\d{5,}[-_/]?\p{L}?$/iu,
  /^\p{L}{1,8}[-_/]\d{3,}(?:[-_/][\p{L}\d]{1,10})*$/iu,
  /^\p{L}{1,2}\d{4,}(?:[-_/][\p{L}\d]{1,4})?$/iu,
  /^(?:order|ord|best|auf|cmde?|cde|com|ped|web|shop)\d{4,}$/iu,
  /^\d{3,}(?:[-_/][\p{L}\d]{1,10})+$/iu,
  /^\d{4,}\p{L}$/iu,
]

/** A number as a message has it. */
interface Written {
  number: string
  /** A word for it stands before it. */
  isNamed: boolean
  /** By its looks or the words around it, it is the number of an order. */
  isLikely: boolean
}

/**
 * Everything in a message that may be a number, in its order.
 *
 * @param products words of the titles of products: digits among them are no orders
 */
function writtenIn(text: string, products: ReadonlySet<string> = NONE): Written[] {
  const elsewhere = digitsOfElse(text)
  return [...text.matchAll(LIKE_NUMBER)].map((match) => {
    const [whole, written = ''] = match
    const number = written.replace(GLUED_WORD, '')
    const before = fold(text.slice(Math.max(0, match.index - MOST_BEFORE), match.index))
    const isMarked = whole.startsWith('#') || number !== written
    const isNamed = isMarked || NUMBER_WORDS.test(before)
    const at = match.index + whole.length - written.length
    const isElse =
      isWithin(elsewhere, at) && !isMarked && !(ORDER_WORDS.test(before) && !isAmount(elsewhere, at, number))
    const digits = number.replaceAll(/\D/g, '').length
    const isOrdinal = digits < 2 && !whole.startsWith('#')
    const isCode = /^\d+$/.test(number) || (CODES.some((code) => code.test(number)) && !ARTICLES.test(before))
    const isBare = digits >= BARE_DIGITS && isCode && !isYearOrTime(number) && !products.has(fold(number))
    return { number, isNamed, isLikely: !isElse && ((isNamed && !isOrdinal) || isBare) }
  })
}

const NONE: ReadonlySet<string> = new Set()

function isWithin(spans: Span[], at: number): boolean {
  return spans.some(({ from, to }) => from <= at && at < to)
}

/** Whether digits go on behind the number as an amount or a measure: then a word for an order before them does not help. */
function isAmount(spans: Span[], at: number, number: string): boolean {
  return spans.some(({ from, to }) => from >= at - 4 && from <= at && to > at + number.length)
}

/** Texts of a message that may be order numbers, the likeliest first. Whether they are is decided by the orders of the customer. */
export function orderNumbersIn(text: string, products?: ReadonlySet<string>): string[] {
  const likely = writtenIn(text, products).filter(({ isLikely }) => isLikely)
  likely.sort((one, other) => Number(other.isNamed) - Number(one.isNamed))
  return [...new Set(likely.map(({ number }) => number))].slice(0, MOST_NUMBERS)
}

/** A number with spaces in it, to the end of its sentence: `10 20 30`, and after a word for it also `A 1005`. */
const SPACED =
  /(?<![\p{L}\p{N}@.,€$£/-])#?\s?((?:\p{Lu}{1,3}\s)?(?=[\p{L}\p{N}/_-]*\d)[\p{L}\p{N}][\p{L}\p{N}/_-]{0,19}(?:\s\d[\p{L}\p{N}/_-]{0,9}){0,5})(?=\s*(?:$|[\n,;!?)]|\.(?:\s|$)))/gu

/** The same in the answer to the question for a number: words may follow. */
const SPACED_ANSWER =
  /(?<![\p{L}\p{N}@.,€$£/-])#?\s?((?:\p{Lu}{1,3}\s)?(?=[\p{L}\p{N}/_-]*\d)[\p{L}\p{N}][\p{L}\p{N}/_-]{0,19}(?:\s\d[\p{L}\p{N}/_-]{0,9}){0,5})(?![\p{L}\p{N}@]|[.,:]\d)/gu

/** Texts of a message that may be order numbers with spaces in them; if one was asked for, without a word before them. */
export function spacedNumbersIn(text: string, isAsked = false): string[] {
  // In capitals alone, a word before the number looks like a part of it.
  const isLoud = text === text.toUpperCase() && text !== text.toLowerCase() && text.length > MOST_WRITTEN
  if (isLoud) return []
  const elsewhere = digitsOfElse(text)
  const found = [...text.matchAll(isAsked ? SPACED_ANSWER : SPACED)].flatMap((match) => {
    const [whole, number = ''] = match
    const before = fold(text.slice(Math.max(0, match.index - MOST_BEFORE), match.index))
    const isElse = isWithin(elsewhere, match.index + whole.length - number.length) && !ORDER_WORDS.test(before)
    const isNamed = isAsked || whole.startsWith('#') || NUMBER_WORDS.test(before) || before.trim() === ''
    const isDigits = /^\d/.test(number)
    const isLong = isDigits && number.replaceAll(/\D/g, '').length > BARE_DIGITS
    return /\s/.test(number) && !isElse && (isNamed || isLong) ? [number] : []
  })
  return [...new Set(found)].slice(0, MOST_NUMBERS)
}

/** Texts that may be order numbers, with and without spaces in them, as many as a tool takes. */
export function numbersIn(text: string, products?: ReadonlySet<string>): string[] {
  return [...new Set([...spacedNumbersIn(text), ...orderNumbersIn(text, products)])].slice(0, MOST_NUMBERS)
}

/** Everything of a message that has a digit, however unlikely as an order number: one of the customer's own orders may have it. */
export function anyNumbersIn(text: string): string[] {
  const all = [...spacedNumbersIn(text, true), ...writtenIn(text).map(({ number }) => number)]
  return [...new Set(all)].slice(0, MOST_COMPARED)
}

/** Numbers of one message that are compared with the customer's own. */
const MOST_COMPARED = 50

/** The number of characters of an order number as people write it. */
const MOST_WRITTEN = 40

/** The text that is an order number if one was asked for: then few digits are enough, unlike in {@link orderNumbersIn}. */
export function askedNumberIn(text: string): string | null {
  const [spaced] = spacedNumbersIn(text, true)
  const [likely] = orderNumbersIn(text)
  if (spaced !== undefined || likely !== undefined) return spaced ?? likely ?? null
  const elsewhere = digitsOfElse(text)
  const short = [...text.matchAll(LIKE_NUMBER)].flatMap(({ 0: whole, 1: number = '', index }) =>
    isWithin(elsewhere, index + whole.length - number.length) ? [] : [number],
  )
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

export function hasOrderNumber(text: string, products?: ReadonlySet<string>): boolean {
  return orderNumbersIn(text, products).length > 0
}
