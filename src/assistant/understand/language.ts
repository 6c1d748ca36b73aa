import { detectAll } from 'tinyld/light'
import { languages } from '../lexicons/languages.ts'
import { handedOver, others } from '../lexicons/others.ts'
import { fold, withoutAddresses } from './words.ts'

/** The code of a language, such as `en`, with or without a lexicon. */
export type Language = string

export interface Hints {
  /** The language of the conversation so far. */
  last?: string | null
  /** The language of the page or session, as a BCP 47 tag. */
  locale?: string | null
  /** The shop's own language. */
  shop?: string
}

const FALLBACK = 'en'
/** A message of fewer words is too short for the general detector. */
const SETTLED = 3
/** If fewer of its words are known, the general detector decides. */
const ENOUGH = 0.5
/** The weight of the general detector and of the conversation's language, as a number of words. */
const DETECTED = 0.9
const EXPECTED = 0.6
const MEANING = 0.1
/** The weight of a mark that only Spanish has, as a number of words. */
const SPANISH_MARK = 2
/** A message is in the language of its beginning: to look up all words of the longest ones in all languages takes long. */
const MOST_CHARACTERS = 1_000

const marks = new Map(Object.entries(others).map(([code, words]) => [code, new Set(words.split(/\s+/))]))

/**
 * The language of a message. Known words decide; the general detector and the language of the conversation decide between equals, since a
 * detector alone takes `refund please` for German.
 */
export function detectLanguage(given: string, hints: Hints = {}, products: ReadonlySet<string> = NONE): Language {
  const text = withoutProducts(withoutAddresses(given), products)
  const expected = expectedLanguage(hints)
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return expected
  const beginning = text.slice(0, MOST_CHARACTERS)
  const detected = detectAll(beginning)[0]?.lang ?? ''
  const script = scriptOf(text, letters, detected)
  if (script !== undefined) return script
  const words = fold(beginning)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\p{L}/u.test(word))
  const votes = votesOf(beginning, words)
  if (/[¿¡]/.test(text)) votes.set('es', (votes.get('es') ?? 0) + SPANISH_MARK)
  const own = votes.get(expected) ?? 0
  const most = Math.max(...votes.values())
  if (most === 0) return words.length >= SETTLED && detected !== '' ? detected : expected
  // Of `ok thx` the detector makes a language of its own: a conversation changes it only for words of another one.
  const isShort = words.length < SETTLED || expected === hints.last
  if (isShort && own > 0 && own >= most) return expected
  const ranked = [...votes].map(([language, known]) => {
    const isDetected = language === detected && words.length >= SETTLED
    return { language, weight: known + (isDetected ? DETECTED : 0) + (language === expected ? EXPECTED : 0) }
  })
  const [best] = ranked.sort((one, other) => other.weight - one.weight)
  const isDoubtful = most < words.length * ENOUGH && words.length >= SETTLED
  if (isDoubtful && detected in handedOver && !languages[detected]) return detected
  return best?.language ?? expected
}

const NONE: ReadonlySet<string> = new Set()

/** Titles of products are mostly in one language, in whatever language customers ask. */
function withoutProducts(text: string, products: ReadonlySet<string>): string {
  if (products.size === 0) return text
  return text.replaceAll(/[\p{L}\p{N}]+/gu, (word) => (products.has(fold(word)) ? '' : word))
}

/** The number of words that each language knows. */
function votesOf(text: string, words: string[]): Map<Language, number> {
  const votes = new Map<Language, number>()
  for (const [language, lexicon] of Object.entries(languages)) {
    const { known, hits } = lexicon().annotate(text)
    // Between languages that share a word, the one in which it means something.
    const meaning = hits.some(({ concept }) => concept !== 'filler') ? MEANING : 0
    votes.set(language, known === 0 ? 0 : known + meaning)
  }
  for (const [language, known] of marks) votes.set(language, words.filter((word) => known.has(word)).length)
  return votes
}

function expectedLanguage({ last, locale, shop }: Hints): Language {
  return last || locale?.split('-')[0]?.toLowerCase() || shop || FALLBACK
}

const SCRIPTS: [RegExp, (text: string, detected: string) => string][] = [
  [/\p{Script=Cyrillic}/gu, (text) => (/[іїєґ]|замовлення|посилка|коли/iu.test(text) ? 'uk' : 'ru')],
  [/\p{Script=Greek}/gu, () => 'el'],
  [/\p{Script=Arabic}/gu, () => 'ar'],
  [/\p{Script=Hebrew}/gu, () => 'he'],
  [/\p{Script=Hangul}/gu, () => 'ko'],
  [/\p{Script=Devanagari}/gu, () => 'hi'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, () => 'ja'],
  [/\p{Script=Han}/gu, (text) => (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'ja' : 'zh')],
  [/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/gu, (_, detected) => detected || 'other'],
]

/** The language of a text that is mostly in another script than Latin. */
function scriptOf(text: string, letters: number, detected: string): Language | undefined {
  const found = SCRIPTS.find(([letter]) => (text.match(letter)?.length ?? 0) > letters / 3)
  return found?.[1](text, detected)
}
