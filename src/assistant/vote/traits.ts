import type { Annotated } from '../understand/lexicon.ts'
import type { Scored } from '../understand/score.ts'
import { fold } from '../understand/words.ts'

/*
 * What a message is to the second vote: its words, pairs of neighboring words, the pieces of 3 to 5 letters of each word, the concepts that
 * the lexicon finds in it, alone and in pairs, and the rules that match: so it learns how far each rule is right. Each trait is a bucket of a table, by a hash of its text.
 */

/** The number of buckets, as a power of two. */
export const BITS = 13
const MASK = 2 ** BITS - 1

const WORD = 1
const PIECE = 0.3
const CONCEPT = 3
const CONCEPT_PAIR = 1
const RULE = 1
const BEST = 2
const [SHORTEST_PIECE, LONGEST_PIECE] = [3, 5]
/** The most words between two concepts that count as a pair. */
const NEAR = 4
/** A message is about what its first words are about: to read thousands takes long. */
const MOST_WORDS = 60
const MOST_HITS = 60
/** Longer words are no words. */
const LONGEST_WORD = 30
const UNSAID = new Set(['filler', 'title'])

/** Buckets with their weights, as two lists of equal length; the weights have the length 1 as a vector. */
export interface Traits {
  buckets: number[]
  weights: number[]
}

/** A message as the lexicon of its language and the rules read it. */
export interface ReadMessage {
  annotated: Annotated
  scored: Scored[]
}

export function traitsOf(text: string, language: string, { annotated, scored }: ReadMessage): Traits {
  const { hits, unknown } = annotated
  const found = new Map<number, number>()
  const add = (trait: string, weight: number) => {
    const bucket = hash(trait) & MASK
    found.set(bucket, (found.get(bucket) ?? 0) + weight)
  }
  const words = wordsOf(text)
  words.forEach((word, at) => {
    add(`w${word}`, WORD)
    add(`b${words[at - 1] ?? '^'} ${word}`, WORD)
    addPieces(word, add)
  })
  add(`b${words.at(-1) ?? '^'} $`, WORD)
  add(`l${language}${Math.min(words.length, 8)}`, WORD)
  const meant = hits.filter(({ concept }) => !UNSAID.has(concept)).slice(0, MOST_HITS)
  for (const concept of new Set(meant.map(({ concept }) => concept))) add(`k${concept}`, CONCEPT)
  for (const one of meant)
    for (const other of meant)
      if (other.at > one.at && other.at - one.at <= NEAR) add(`p${one.concept}>${other.concept}`, CONCEPT_PAIR)
  add(`u${Math.min(unknown.length, 4)}`, CONCEPT)
  add(`t${scored[0]?.name ?? ''}`, BEST)
  for (const { name, rule } of scored) add(`r${name} ${rule}`, RULE)
  const length = Math.sqrt([...found.values()].reduce((sum, weight) => sum + weight * weight, 0))
  return { buckets: [...found.keys()], weights: [...found.values()].map((weight) => weight / length) }
}

function wordsOf(text: string): string[] {
  return fold(text)
    .replaceAll(/\d+/g, '0')
    .split(/([?!])|[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, LONGEST_WORD))
}

function addPieces(word: string, add: (trait: string, weight: number) => void): void {
  const marked = `<${word}>`
  for (let size = SHORTEST_PIECE; size <= LONGEST_PIECE; size++)
    for (let at = 0; at + size <= marked.length; at++) add(`c${marked.slice(at, at + size)}`, PIECE)
}

/** FNV-1a, mixed so that all bits count. */
function hash(text: string): number {
  let sum = 2_166_136_261
  for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 16_777_619)
  sum = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b)
  return (sum ^ (sum >>> 13)) >>> 0
}
