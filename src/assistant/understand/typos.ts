import { distance } from 'fastest-levenshtein'

/** Words that are shorter differ too much by one letter: `cat`, `car`. */
const SHORTEST = 5
const LONG = 9

/** Whether `word` is probably `known` with a typing mistake: one letter, or two swapped letters; two mistakes in long words. */
export function isTypoOf(word: string, known: string): boolean {
  if (word.length < SHORTEST - 1 || known.length < SHORTEST || word[0] !== known[0]) return false
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
