import type { Sql, Statement } from '../../store.ts'
import { allOf, raw, rowsThatMatch, sql } from './match.ts'
import { MESSAGE_TABLE, rowsOfSpace } from './tables.ts'

/*
 * The index of messages of chats: a table of SQLite's FTS5 without a copy of the texts. A message is indexed in the transaction that adds it,
 * and deleted with it.
 */

/** The row for the next message of a space. @param last the highest row of the space; null if it has none */
export function nextRow(space: number, last: number | null): number {
  return last === null ? rowsOfSpace(space)[0] : last + 1
}

/** Indexes the text of a message; if the row has a text, that one is replaced. */
export function indexMessage(row: number, text: string): Statement {
  return { sql: `REPLACE INTO ${MESSAGE_TABLE} (rowid, text) VALUES (?, ?)`, values: [row, text] }
}

/** Deletes the messages with these rows from the index. @param rows SQL that selects the rows */
export function unindexMessages(rows: string): string {
  return `DELETE FROM ${MESSAGE_TABLE} WHERE rowid IN (${rows})`
}

/** Shorter beginnings are in too many words. */
const LEAST_BEGINNING = 3

/** The rows of messages with all words, the newest first: SELECT of rows `{ row }`. The last word may be the beginning of one. */
export function messagesWith(space: number, words: string[], most: number): Sql {
  const last = words.length - 1
  const terms = words.map((word, at) => ({ words: [word], isPrefix: at === last && word.length >= LEAST_BEGINNING }))
  const match = sql`${allOf(terms)}`
  return sql`SELECT rowid AS row FROM ${raw(MESSAGE_TABLE)}
    WHERE ${rowsThatMatch(space, MESSAGE_TABLE, match)} AND in_time() ORDER BY rowid DESC LIMIT ${most}`
}
