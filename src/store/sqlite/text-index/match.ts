import type { Statement } from '../../store.ts'
import { PARTS_TABLE, rowsOfSpace, type WordTable } from './tables.ts'

/*
 * Searches in the full-text index. Every statement is limited to the rows of one space, which is one type of object of one workspace.
 * Words are quoted one by one, so that no text is read as FTS5's own syntax.
 */

/** Where to search. */
export interface Space {
  number: number
  table: WordTable
}

/** Words of which an object must have one. */
export interface Term {
  words: string[]
  /** Whether words that begin with these are found, too. */
  isPrefix?: boolean
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`
const written = ({ words, isPrefix }: Term) => {
  const each = words.map((word) => (isPrefix ? `${quoted(word)} *` : quoted(word)))
  return each.length === 1 ? `${each[0]}` : `(${each.join(' OR ')})`
}

/** Finds objects that have all terms. */
export function allOf(terms: Term[]): string {
  return terms.map(written).join(' AND ')
}

/** Finds objects that have one of the words. */
export function anyOf(words: string[]): string {
  return words.map(quoted).join(' OR ')
}

/** The weights of names, marks and body. */
const WEIGHTS = '10.0, 4.0, 1.0'
/** Most rows whose scores are compared, the ones that were indexed first last: common words are in most rows of a large shop. */
const MOST_SCORED = 2_000

/** Whether there is time left, asked once in some rows: a call of JavaScript takes as long as reading several rows. */
const IN_TIME = '(rowid & 31 OR in_time())'

/** The objects that match best: rows `{ id, score }`, the best one first. A higher score is better. */
export function bestRows(space: Space, match: string, most: number): Statement {
  return { sql: bestOf(space, '?'), values: [match, ...rowsOfSpace(space.number), most] }
}

/**
 * Like {@link bestRows}, for one term. If enough objects have it in their names, only these are compared: names weigh most, and to score
 * all of the objects that have a common word, each one must be counted.
 */
export function bestNamed(space: Space, term: Term, most: number): Statement {
  const [match, rows] = [written(term), rowsOfSpace(space.number)]
  const isEnough = '(SELECT count(*) FROM named) = ?'
  return {
    // An empty word finds nothing, and reads nothing.
    sql: `WITH named AS MATERIALIZED (${bestOf(space, '?')})
      SELECT id, score FROM named WHERE ${isEnough}
      UNION ALL SELECT id, score FROM (${bestOf(space, `iif(${isEnough}, '""', ?)`)})`,
    values: [`names : ${match}`, ...rows, most, most, most, match, ...rows, most],
  }
}

/** @param match SQL of what to find */
function bestOf({ table }: Space, match: string): string {
  return `SELECT resource_id AS id, -rank AS score FROM (
        SELECT found, rank FROM (
          SELECT rowid AS found, bm25(${table}, ${WEIGHTS}) AS rank FROM ${table}
          WHERE ${table} MATCH ${match} AND rowid BETWEEN ? AND ? AND ${IN_TIME} ORDER BY rowid DESC LIMIT ${MOST_SCORED})
        ORDER BY rank, found DESC LIMIT ?)
      CROSS JOIN search_rows ON row = found ORDER BY rank, row DESC`
}

/** Like {@link bestRows}, without comparing: the score of many words would have to be counted word by word. */
export function someRows({ number, table }: Space, match: string, most: number): Statement {
  return newestOf(table, number, match, most)
}

/** Objects whose names contain the texts, also within words: rows as of {@link bestRows}. @param parts as for {@link allParts} */
export function rowsWithParts({ number }: Space, parts: string[], most: number): Statement {
  return newestOf(PARTS_TABLE, number, allParts(parts), most)
}

/**
 * Finds names that contain all texts. The index has each three characters in a row, without their positions: hardly a name has those of a
 * text at different places.
 *
 * @param parts texts of three characters and more
 */
export function allParts(parts: string[]): string {
  return [...new Set(parts.flatMap(threeInRow))].map(quoted).join(' AND ')
}

function threeInRow(text: string): string[] {
  const characters = [...text]
  return characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`)
}

function newestOf(table: string, space: number, match: string, most: number): Statement {
  return {
    sql: `SELECT resource_id AS id, 1 AS score FROM (
        SELECT rowid AS found FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ? AND in_time()
        ORDER BY rowid DESC LIMIT ?)
      CROSS JOIN search_rows ON row = found ORDER BY row DESC`,
    values: [match, ...rowsOfSpace(space), most],
  }
}

/** How many objects match, counted up to `most`: one row `{ count }`. */
export function countUpTo({ number, table }: Space, match: string, most: number): Statement {
  return {
    sql: `SELECT count(*) AS count FROM (
      SELECT 1 FROM ${table} WHERE ${table} MATCH ? AND rowid BETWEEN ? AND ? AND ${IN_TIME} LIMIT ?)`,
    values: [match, ...rowsOfSpace(number), most],
  }
}
