import { hash } from 'node:crypto'
import type Database from 'better-sqlite3'
import { plainLetters } from '../../lib/text.ts'
import { withoutTypo } from '../../lib/typos.ts'
import { anyOf } from './text-index/match.ts'

/** Adds the functions that statements of the full-text index use. */
export function addTextFunctions(db: Database.Database): void {
  db.function('plain_letters', { deterministic: true }, (text) => (typeof text === 'string' ? plainLetters(text) : ''))
  db.function('without_typo', { deterministic: true }, (word) => `(${anyOf(withoutTypo(String(word)))})`)
  // 48 bits: enough to see that the texts of one object have changed, and an exact number.
  db.function('text_hash', { deterministic: true, varargs: true }, (...texts) =>
    Number.parseInt(hash('sha1', JSON.stringify(texts)).slice(0, 12), 16),
  )
}
