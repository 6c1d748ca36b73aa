import { knownWithoutTypo, mayHaveTypo } from '../lib/typos.ts'
import { commonWord, type Token } from './same-words.ts'

/** Words of one text that are corrected: each has hundreds of spellings. */
const MOST_CORRECTED = 50
/** Corrections that are kept: one message is compared with a catalog several times. */
const MOST_KEPT = 1_000

/** What words of a text are looked up in. */
export interface Titles {
  /** What is known of each word of a title. */
  byWord: ReadonlyMap<string, unknown>
  /** The words of titles that a word with a typing mistake may be. */
  corrected(word: string): string[]
}

/** Returns a function that finds the known words that a word with a typing mistake may be, with the same first letter. */
export function createCorrection(isKnown: (word: string) => boolean): (word: string) => string[] {
  const kept = new Map<string, string[]>()
  return (word) => {
    const before = kept.get(word)
    if (before) return before
    const found = knownWithoutTypo(word, (spelling) => spelling[0] === word[0] && isKnown(spelling))
    if (kept.size === MOST_KEPT) kept.clear()
    kept.set(word, found)
    return found
  }
}

/**
 * Returns a function for the words of one text. The function returns the title words that a word stands for: the word itself, the parts of
 * a German compound, or the word without its typing mistake.
 */
export function inTitles({ byWord, corrected }: Titles): (token: Token) => string[] {
  const looked = new Set<string>()
  return ({ word, written }) => {
    if (byWord.has(word)) return [word]
    const parts = compound(written, byWord)
    if (parts.length > 0) return parts
    if (!mayHaveTypo(written) || (looked.size === MOST_CORRECTED && !looked.has(written))) return []
    looked.add(written)
    const near = corrected(written)
    return near.length === 1 ? near : []
  }
}

/** `Wollschal` is wool and scarf. */
function compound(written: string, byWord: Titles['byWord']): string[] {
  for (let at = written.length - 3; at >= 3; at--) {
    const last = commonWord(written.slice(at))
    if (!byWord.has(last)) continue
    const first = commonWord(written.slice(0, at))
    return byWord.has(first) ? [first, last] : [last]
  }
  return []
}
