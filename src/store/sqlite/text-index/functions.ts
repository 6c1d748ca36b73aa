import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { plainLetters } from '../../../lib/text.ts'
import { withoutTypo } from '../../../lib/typos.ts'

/** Adds the functions that statements of the full-text index use. */
export function addTextFunctions(db: Database.Database): void {
  db.function('plain_letters', { deterministic: true }, (text) => (typeof text === 'string' ? plainLetters(text) : ''))
  // 48 bits: enough to see that the texts of one object have changed, and an exact number.
  db.function('text_hash', { deterministic: true, varargs: true }, (...texts) =>
    Number.parseInt(hash('sha1', JSON.stringify(texts)).slice(0, 12), 16),
  )
  const spellingsOf = createSpellings()
  db.function('next_spelling', { deterministic: true }, (word, after) => {
    const spellings = spellingsOf(String(word))
    return spellings[firstAfter(spellings, String(after))] ?? null
  })
  db.function('is_spelling', { deterministic: true }, (word, term) =>
    spellingsOf(String(word)).includes(String(term)) ? 1 : 0,
  )
}

/** All words that a word with one typo may be, in their order; those of the last word are kept. */
function createSpellings(): (word: string) => string[] {
  let last = ''
  let spellings: string[] = []
  return (word) => {
    if (word !== last) spellings = withoutTypo(word)
    last = word
    return spellings
  }
}

/** The index of the first entry of a sorted list that is after a text. */
function firstAfter(sorted: string[], text: string): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if ((sorted[middle] ?? '') > text) to = middle
    else from = middle + 1
  }
  return from
}
