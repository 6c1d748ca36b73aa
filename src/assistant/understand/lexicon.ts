import { distance } from 'fastest-levenshtein'
import { fold, type Spelling, sameSpelling, wordsOf } from './words.ts'

/** Words that are shorter differ too much by one letter: `cat`, `car`. */
const SHORTEST = 5
const LONG = 9
/** Words of one text that are corrected: each is compared with all words of its first letter. */
const MOST_CORRECTED = 50

/** Whether `word` is probably `known` with a typing mistake: one letter, or two swapped letters; two mistakes in long words. */
function isTypoOf(word: string, known: string): boolean {
  if (known.length < SHORTEST || word[0] !== known[0]) return false
  const most = known.length >= LONG ? 2 : 1
  if (Math.abs(word.length - known.length) > most || /\d/.test(word)) return false
  return distance(word, known) <= most || isSwapped(word, known)
}

function isSwapped(word: string, known: string): boolean {
  if (word.length !== known.length) return false
  const at = [...word].findIndex((letter, index) => letter !== known[index])
  const swapped = word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
  return swapped === known
}

/**
 * A language as data. `concepts` has the words of each concept, separated by spaces: `parcel`, `bestell*` for words that begin so, and
 * `on_its_way` for several words, which then have no other meaning. `joints` are the words that join two requests.
 */
export interface Lexicon {
  spelling: Spelling
  joints: string[]
  concepts: Record<string, string>
  /** Words that are never corrected into one of the concepts'. */
  usual?: string
}

/** A concept in a message: its name, and the position of its first word. */
export interface ConceptAt {
  concept: string
  at: number
}

export interface Annotated {
  words: string[]
  hits: ConceptAt[]
  /** Words that the lexicon has, without corrected typos. */
  known: number
  /** Words with no meaning for the lexicon, such as names of products. */
  unknown: string[]
}

interface Phrase {
  words: string[]
  concept: string
}

export interface CompiledLexicon {
  spelling: Spelling
  joints: ReadonlySet<string>
  /** The single words for a concept, folded; with `*` at the end of the beginning of words. */
  wordsFor(concept: string): string[]
  /** Whether a word of a title says which product is meant: most words of the lexicon are part of what people say about any product. */
  mayName(word: string): boolean
  /**
   * @param products words of the products of the workspace, folded
   * @param bought words for what the customer has bought
   */
  annotate(text: string, products?: ReadonlySet<string>, bought?: ReadonlySet<string>): Annotated
}

/** Phrases of these concepts hide what their single words mean: `in what order` has no order, `too small` no size. */
const HIDING: ReadonlySet<string> = new Set(['off', 'greet', 'bye', 'ignore_instructions', 'not_fit', 'gift'])
/** Concepts with consequences: a word that only looks like one of theirs is not one. */
const EXACT: ReadonlySet<string> = new Set(['off', 'fraud', 'legal', 'insult', 'complaint', 'filler', 'no', 'yes'])

/** A short word like one of `broken` is mostly another word, and a refund would be offered: `trouve` is not `troué`. */
const SHORTEST_BROKEN = 6

/** What words of titles may also mean: in a shop with organic cotton or cat beds, they only mean the product. */
const DESCRIBING: ReadonlySet<string> = new Set([
  'material',
  'care',
  'sale',
  'weight',
  'dimension',
  'off',
  'product',
  'color',
  'size',
])
const KEPT: ReadonlySet<string> = new Set(['color', 'size'])

const NONE: ReadonlySet<string> = new Set()

/** Whether a typing mistake may have been meant as this word. */
function mayBeMeant(word: string, concept: string): boolean {
  return !EXACT.has(concept) && (concept !== 'broken' || word.length >= SHORTEST_BROKEN)
}

/** Makes a lexicon ready to be searched. */
export function compile({ spelling, joints, concepts, usual = '' }: Lexicon): CompiledLexicon {
  const uncorrected = new Set(usual.split(/\s+/).map((word) => sameSpelling(fold(word), spelling)))
  const whole = new Map<string, string[]>()
  const stems = new Map<string, { stem: string; concept: string }[]>()
  const phrases = new Map<string, Phrase[]>()
  for (const [concept, list] of Object.entries(concepts)) {
    for (const entry of list.split(/\s+/).filter(Boolean)) {
      const words = entry.split('_').map((word) => sameSpelling(fold(word), spelling))
      const [first = ''] = words
      if (words.length > 1) add(phrases, first, { words, concept })
      else if (first.endsWith('*')) add(stems, first.slice(0, 2), { stem: first.slice(0, -1), concept })
      else add(whole, first, concept)
    }
  }
  const byLetter = Map.groupBy(
    [...whole].filter(([word, concepts]) => concepts.every((concept) => mayBeMeant(word, concept))),
    ([word]) => word[0],
  )

  const meanings = (word: string): string[] => [
    ...(whole.get(word) ?? []),
    ...(stems.get(word.slice(0, 2)) ?? []).flatMap(({ stem, concept }) => (word.startsWith(stem) ? [concept] : [])),
  ]
  /** What the words of one text mean without their typing mistakes. */
  const createCorrection = (): ((word: string) => string[]) => {
    const corrected = new Map<string, string[]>()
    return (word) => {
      const before = corrected.get(word)
      if (before || word.length < SHORTEST - 1 || uncorrected.has(word) || corrected.size === MOST_CORRECTED)
        return before ?? []
      const meant = (byLetter.get(word[0]) ?? []).find(([known]) => isTypoOf(word, known))?.[1] ?? []
      corrected.set(word, meant)
      return meant
    }
  }
  const phrasesAt = (words: string[], at: number): Phrase[] =>
    (phrases.get(words[at] ?? '') ?? []).filter((phrase) =>
      phrase.words.every((word, index) => words[at + index] === word),
    )

  const annotate = (
    text: string,
    products: ReadonlySet<string> = NONE,
    bought: ReadonlySet<string> = NONE,
  ): Annotated => {
    const words = wordsOf(text, spelling)
    const corrected = createCorrection()
    const hits: ConceptAt[] = []
    const unknown: string[] = []
    let [known, covered, hidden] = [0, 0, 0]
    for (const [at, word] of words.entries()) {
      const found = at < hidden ? [] : phrasesAt(words, at)
      for (const { words: inner, concept } of found) {
        hits.push({ concept, at })
        covered = Math.max(covered, at + inner.length)
        if (HIDING.has(concept)) hidden = Math.max(hidden, at + inner.length)
      }
      let single = at < hidden ? [] : meanings(word)
      if (products.has(word) && single.every((concept) => DESCRIBING.has(concept)))
        single = [...single.filter((concept) => KEPT.has(concept)), 'product']
      if (products.has(word)) hits.push({ concept: 'title', at })
      if (bought.has(word)) single.push('goods')
      if (single.length > 0 || at < covered) known++
      else single.push(...corrected(word))
      if (single.length === 0 && at >= covered) unknown.push(word)
      hits.push(...single.map((concept) => ({ concept, at })))
    }
    return { words, hits, known, unknown }
  }
  const mayName = (word: string) =>
    meanings(sameSpelling(fold(word), spelling)).every((concept) => DESCRIBING.has(concept))
  const wordsFor = (concept: string) =>
    (concepts[concept] ?? '')
      .split(/\s+/)
      .flatMap((entry) => (entry === '' || entry.includes('_') ? [] : [fold(entry)]))
  return { spelling, joints: new Set(joints.map(fold)), wordsFor, mayName, annotate }
}

function add<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
