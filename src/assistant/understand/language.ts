import { detectAll } from 'tinyld/light'
import { languages } from '../languages/list.ts'
import { recognizedWords } from '../languages/recognized.ts'
import type { ConceptAt } from './lexicon.ts'
import { fold, withoutAddresses } from './words.ts'

/** The code of a language, such as `en`, with or without a lexicon. */
export type Language = string

export interface Hints {
  /** The language of the conversation so far. */
  last?: string | null
  /** The language of the page or session, as a BCP 47 tag. */
  locale?: string | null
  /** The language of the signed-in customer, as a BCP 47 tag. */
  customerLocale?: string | null
  /** The shop's own language. */
  shop?: string
  /** Whether customers are answered in a language: those of the shop, or more with a model. Without it, in all that have a lexicon. */
  isAnswered?: (language: Language) => boolean
}

const FALLBACK = 'en'
/** A message of fewer words is too short for the general detector. */
const SETTLED = 3
/** A message of more words than this is a sentence: the detector is right if no word is known. */
const LONG = 5
/** The weight of the general detector, and of what else speaks for a language, as a number of words. */
const DETECTED = 0.9
const EXPECTED = 0.6
const HINTED = 0.2
const MEANING = 0.1
/** The weight of a mark that only Spanish has, as a number of words. */
const SPANISH_MARK = 2
/** Fewer known words of a language in which nobody is answered may be a name, or borrowed: `ciao`. */
const MOST_BORROWED = 1
/** Concepts whose words people borrow in short messages, or that are in names: `merci`, `por favor`, `de la`. */
const BORROWED: ReadonlySet<string> = new Set(['filler', 'please', 'greet', 'thank', 'bye', 'yes', 'no'])
/** A message is in the language of its beginning: to look up all words of the longest ones in all languages takes long. */
const MOST_CHARACTERS = 1_000

/**
 * The language of a message. Known words decide: the languages in which customers are answered come first, and another one needs more known
 * words than each of them. Between equals the conversation so far, the languages of page and customer, and the general detector decide. The
 * detector alone takes `refund please` for German, and `AB-2210` for Hungarian.
 */
export function detectLanguage(given: string, hints: Hints = {}, products: ReadonlySet<string> = NONE): Language {
  const text = withoutProducts(withoutCodes(withoutAddresses(given)), products)
  const isAnswered = hints.isAnswered ?? ((language: Language) => language in languages)
  const expected = expectedLanguage(hints, isAnswered)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return expected
  const beginning = text.slice(0, MOST_CHARACTERS)
  const script = scriptOf(text, letters)
  if (script !== undefined) return script
  const words = fold(beginning)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  const votes = votesOf(beginning, words, hintsOf(hints).includes(expected) ? expected : null)
  if (/[¿¡]/.test(text)) votes.set('es', (votes.get('es') ?? 0) + SPANISH_MARK)
  const detected = detectAll(beginning).map(({ lang }) => lang)
  const reading = { votes, hints, isAnswered, expected, detected, words: words.length }
  return foreignIn(reading) ?? likeliest(reading)
}

interface Reading {
  /** The number of words that each language knows. */
  votes: Map<Language, number>
  hints: Hints
  isAnswered: (language: Language) => boolean
  expected: Language
  /** What the general detector takes the message for, the likeliest first. */
  detected: string[]
  words: number
}

/** The language in which nobody is answered that knows more words than all others. */
function foreignIn({ votes, isAnswered, detected }: Reading): Language | undefined {
  const own = Math.max(0, ...[...votes].map(([language, known]) => (isAnswered(language) ? known : 0)))
  const [best] = [...votes]
    .filter(([language, known]) => !isAnswered(language) && known > own && Math.floor(known) > MOST_BORROWED)
    .map(([language, known]) => ({ language, weight: known + (language === detected[0] ? DETECTED : 0) }))
    .sort((one, other) => other.weight - one.weight)
  return best?.language
}

/** The likeliest language in which customers are answered. */
function likeliest({ votes, hints, isAnswered, expected, detected, words }: Reading): Language {
  const own = votes.get(expected) ?? 0
  const most = Math.max(0, ...[...votes].map(([language, known]) => (isAnswered(language) ? known : 0)))
  const seen = detected.find(isAnswered)
  const isHinted = hintsOf(hints).includes(expected)
  if (most === 0) return words >= (isHinted ? LONG : SETTLED) && seen !== undefined ? seen : expected
  // One word may be a name, or borrowed.
  if (isHinted && Math.floor(most) <= MOST_BORROWED && words <= LONG) return expected
  // Of `ok thx` the detector makes a language of its own: a conversation changes it only for words of another one.
  const isShort = words < SETTLED || expected === hints.last
  if (isShort && own > 0 && own >= most) return expected
  const hinted = hintsOf(hints)
  const ranked = [...votes]
    .filter(([language]) => isAnswered(language))
    .map(([language, known]) => {
      const weights = [
        known,
        language === seen && words >= SETTLED ? DETECTED : 0,
        language === expected ? EXPECTED : 0,
        HINTED * hinted.filter((hint) => hint === language).length,
      ]
      return { language, weight: weights.reduce((sum, weight) => sum + weight, 0) }
    })
  const [best] = ranked.sort((one, other) => other.weight - one.weight)
  return best?.language ?? expected
}

const NONE: ReadonlySet<string> = new Set()

/** Titles of products are mostly in one language, in whatever language customers ask. */
function withoutProducts(text: string, products: ReadonlySet<string>): string {
  if (products.size === 0) return text
  return text.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (products.has(fold(word)) ? '' : word))
}

/** The number of words that each language knows. @param hinted the language of conversation, page or customer */
function votesOf(text: string, words: string[], hinted: Language | null): Map<Language, number> {
  const votes = new Map<Language, number>()
  for (const [language, lexicon] of Object.entries(languages)) {
    const { known, hits } = lexicon().annotate(text)
    // Between languages that share a word, the one in which it means something.
    const meaning = hits.some(({ concept }) => concept !== 'filler') ? MEANING : 0
    const isShort = hinted !== null && words.length <= LONG && known < SETTLED
    const isBorrowed = isShort && language !== hinted && areBorrowed(hits)
    votes.set(language, known === 0 ? 0 : (isBorrowed ? Math.min(known, MOST_BORROWED) : known) + meaning)
  }
  for (const [language, known] of recognizedWords) votes.set(language, words.filter((word) => known.has(word)).length)
  return votes
}

/** Whether each word is one that people borrow, whatever else it means. */
function areBorrowed(hits: ConceptAt[]): boolean {
  const borrowed = new Set(hits.filter(({ concept }) => BORROWED.has(concept)).map(({ at }) => at))
  return hits.every(({ at }) => borrowed.has(at))
}

/** The languages that conversation, page and customer name, the weightiest first. */
function hintsOf({ last, locale, customerLocale }: Hints): Language[] {
  return [last, locale, customerLocale].flatMap((tag) => (tag ? [tag.split('-')[0]?.toLowerCase() ?? ''] : []))
}

/** The language of a message without words: that of the conversation, else of page or customer if they can be answered in it. */
function expectedLanguage(hints: Hints, isAnswered: (language: Language) => boolean): Language {
  return hints.last || hintsOf(hints).find(isAnswered) || hints.shop || FALLBACK
}

/** Words with digits, such as order numbers: they are in no language. */
function withoutCodes(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}/_-]*\p{N}[\p{L}\p{N}/_-]*/gu, ' ')
}

const SCRIPTS: [RegExp, (text: string) => string][] = [
  [/\p{Script=Cyrillic}/gu, (text) => (/[іїєґ]|замовлення|посилка|коли/iu.test(text) ? 'uk' : 'ru')],
  [/\p{Script=Greek}/gu, () => 'el'],
  [/\p{Script=Arabic}/gu, () => 'ar'],
  [/\p{Script=Hebrew}/gu, () => 'he'],
  [/\p{Script=Hangul}/gu, () => 'ko'],
  [/\p{Script=Devanagari}/gu, () => 'hi'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, () => 'ja'],
  [/\p{Script=Han}/gu, (text) => (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : 'zh')],
  [/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu, (text) => detectAll(text)[0]?.lang || 'other'],
]

/** The language of a text that is mostly in another script than Latin. */
function scriptOf(text: string, letters: number): Language | undefined {
  const found = SCRIPTS.find(([letter]) => (text.match(letter)?.length ?? 0) > letters / 3)
  return found?.[1](text)
}
