import { languageList } from '../../languages/list.ts'
import type { Item } from './clauses.ts'
import { isThing, type WordingWords } from './wording-words.ts'

/** The languages that answers are worded in. In another one nothing could check what is said. */

export const wordingLanguages: readonly string[] = Object.keys(languageList)

/** A way to say something. */
export interface Phrase {
  /** The meanings with which it may be used; null for plain words, which may always be used. */
  within: ReadonlySet<string> | null
  /** Whether it says nothing by itself. */
  isPlain: boolean
  /** Runs of words, with any words between them. */
  parts: string[][]
  length: number
  isWhole: boolean
  denies: boolean
}

export interface Phrases {
  /** By their first word, the longest first. */
  byWord: ReadonlyMap<string, Phrase[]>
  verbs: ReadonlySet<string>
  negations: ReadonlySet<string>
  /** Words that only deny together with another one. */
  alongside: ReadonlySet<string>
  courtesies: ReadonlySet<string>
  asking: ReadonlySet<string>
}

/** The meaning of words for bad news. */
export const REGRET = 'regret'

const compiled = new Map<string, Phrases>()

/** The phrases of a language, compiled when first needed; undefined if it has none. */
export function phrasesOf(language: string): Phrases | undefined {
  const words = languageList[language]?.wording
  if (!words) return undefined
  const found = compiled.get(language) ?? compile(words)
  compiled.set(language, found)
  return found
}

function compile({
  plain,
  verbs,
  negations,
  alongside,
  courtesies,
  regret,
  shared,
  asking,
  meanings,
}: WordingWords): Phrases {
  const plainly = listed(shared)
  const within = new Map<string, Set<string>>()
  for (const [meaning, texts] of [...Object.entries(meanings), [REGRET, regret] as const])
    for (const text of texts.split('|')) within.set(text, (within.get(text) ?? new Set()).add(meaning))
  const phrases = [...within].map(([text, its]) => phrase(text, its, plainly.has(text) || its.has(REGRET)))
  for (const text of plain.split('|')) phrases.push(phrase(text, null, true))
  return {
    byWord: Map.groupBy(
      phrases.toSorted((one, other) => other.length - one.length),
      ({ parts }) => parts[0]?.[0] ?? '',
    ),
    verbs: listed(verbs),
    negations: listed(negations),
    alongside: listed(alongside),
    courtesies: listed(courtesies),
    asking: listed(asking),
  }
}

function listed(words: string): Set<string> {
  return new Set(words.split('|').filter((word) => word !== ''))
}

function phrase(text: string, within: ReadonlySet<string> | null, isPlain: boolean): Phrase {
  const parts = text
    .replace(/^[=!]/, '')
    .split('…')
    .map((part) => part.split(' '))
  return {
    within,
    isPlain,
    parts,
    length: parts.flat().length,
    isWhole: text.startsWith('='),
    denies: text.startsWith('!'),
  }
}

/** What a clause says. */
export interface ClauseSaid {
  /** Each meaning that is no mere thing, with `-` behind it if it is denied. */
  states: Set<string>
  things: Set<string>
  isDenied: boolean
  values: string[]
  tokens: string[]
  data: string[]
  /** Whether it has no words of its own around what is quoted. */
  isBare: boolean
  hasVerb: boolean
  /** Words of no phrase. */
  unknown: string[]
}

/**
 * Reads a clause.
 *
 * @param isAllowed whether words of a meaning may be used
 * @returns null if it is denied twice or by halves, since it is unclear what that means
 */
export function read(clause: Item[], phrases: Phrases, isAllowed: (meaning: string) => boolean): ClauseSaid | null {
  const words = clause.map((item) => (item.kind === 'word' ? item.word : item.kind === 'token' ? '#' : ''))
  const isCovered = words.map((word) => word === '' || word === '#')
  const candidates = [...new Set(words)]
    .flatMap((word) => phrases.byWord.get(word) ?? [])
    .filter(({ within }) => within === null || [...within].some(isAllowed))
    .toSorted((one, other) => other.length - one.length)
  const found: Phrase[] = []
  for (const candidate of candidates) {
    for (let at = placesOf(candidate, words, isCovered); at; at = placesOf(candidate, words, isCovered)) {
      found.push(candidate)
      for (const index of at) isCovered[index] = true
    }
  }
  const isWhole = found.some((one) => one.isWhole)
  const main = isWhole ? 0 : words.filter((word) => phrases.negations.has(word)).length
  const isUnclear = main === 0 && words.some((word) => phrases.alongside.has(word))
  if (main > 1 || isUnclear) return null
  const isDenied = main > 0
  const hasVerb = words.some((word) => phrases.verbs.has(word))
  const isBare = clause.every(({ kind }) => kind === 'data')
  const said: ClauseSaid = {
    states: new Set(),
    things: new Set(),
    isDenied,
    values: [],
    tokens: [],
    data: [],
    isBare,
    hasVerb,
    unknown: [],
  }
  for (const { within, isPlain, denies } of found) {
    if (isPlain || within === null) continue
    for (const meaning of within) {
      if (!isAllowed(meaning)) continue
      if (isThing(meaning)) said.things.add(meaning)
      else said.states.add(denies === isDenied ? meaning : `${meaning}-`)
    }
  }
  clause.forEach((item, index) => {
    if (item.kind === 'value') said.values.push(item.claim)
    else if (item.kind === 'token') said.tokens.push(item.claim)
    else if (item.kind === 'data') said.data.push(item.claim)
    else if (item.kind === 'word' && !isCovered[index] && !isNegation(item.word, phrases)) said.unknown.push(item.word)
  })
  return said
}

function isNegation(word: string, { negations, alongside }: Phrases): boolean {
  return negations.has(word) || alongside.has(word)
}

/** Whether a word says something in each sentence: it is no quote, even if a product is called so. */
export function isOrdinary(word: string, phrases: Phrases): boolean {
  return (
    isNegation(word, phrases) || (phrases.byWord.get(word) ?? []).some(({ within, length }) => !within && length === 1)
  )
}

/** Where the words of a phrase are that no other phrase has taken; null if it is not in the clause. */
function placesOf({ parts, isWhole, length }: Phrase, words: string[], isCovered: boolean[]): number[] | null {
  if (isWhole && words.length !== length) return null
  const places: number[] = []
  let from = 0
  for (const part of parts) {
    const at = runFrom(part, words, isCovered, from)
    if (at === -1) return null
    for (let index = 0; index < part.length; index++) places.push(at + index)
    from = at + part.length
  }
  // A placeholder is taken by no phrase: only words are used up.
  return places.some((place) => words[place] !== '#') ? places : null
}

function runFrom(part: string[], words: string[], isCovered: boolean[], from: number): number {
  for (let at = from; at + part.length <= words.length; at++) {
    const fits = part.every((word, index) => words[at + index] === word && (word === '#' || !isCovered[at + index]))
    if (fits) return at
  }
  return -1
}
