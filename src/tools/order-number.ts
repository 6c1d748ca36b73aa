import { plainNumber } from '../objects/find/filter.ts'

/*
 * Order numbers as people write them: without the prefix, the suffix or the zeros of the shop's, or with a word before them. Letters and
 * case, spaces and `#` never count.
 */

/** A year before the number, as in `2026-0041`. */
const YEAR = /^(?:19|20)\d\d$/
/** A part behind the number, as in `2001-1`. */
const SUFFIX_DIGITS = 2
/** With fewer digits, a part of a number could be guessed. */
const PART_DIGITS = 3

interface Parts {
  /** All letters, in lower case. */
  letters: string
  /** The digits, in the parts that other characters make of them. */
  runs: string[]
}

function partsOf(number: string): Parts {
  const plain = plainNumber(number) ?? ''
  return { letters: plain.replaceAll(/[^\p{L}]/gu, ''), runs: plain.match(/\d+/g) ?? [] }
}

/** Digits without the zeros before them. */
function value(runs: string[]): string {
  return runs.join('').replace(/^0+(?=\d)/, '')
}

/** The digits that say which order it is: without a year before them, or a short part behind them. */
function mainRuns(runs: string[]): string[] {
  const [first = '', ...rest] = runs
  const behindYear = rest.length > 0 && YEAR.test(first) && rest.join('').length >= PART_DIGITS ? rest : runs
  const last = behindYear.at(-1) ?? ''
  const before = behindYear.slice(0, -1)
  return before.join('').length >= PART_DIGITS && last.length <= SUFFIX_DIGITS ? before : behindYear
}

/** Whether a written number may be this order number. More than one order may be meant, so it counts only if one is. */
export function mayBeNumber(written: string, number: string): boolean {
  const [given, stored] = [partsOf(written), partsOf(number)]
  if (given.runs.length === 0 || stored.runs.length === 0)
    return given.runs.length === stored.runs.length && given.letters !== '' && given.letters === stored.letters
  // Another prefix is another number, one that is left out or put before it is not.
  if (given.letters !== '' && stored.letters !== '' && given.letters !== stored.letters) return false
  if (value(given.runs) === value(stored.runs)) return true
  return given.runs.join('').length >= PART_DIGITS && value(given.runs) === value(mainRuns(stored.runs))
}

/** One key for the ways to write a number: wrong ones are counted by it. */
export function numberKey(written: string): string {
  const { letters, runs } = partsOf(written)
  return runs.length === 0 ? letters : value(mainRuns(runs))
}
