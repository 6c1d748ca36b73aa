import type { Sql, SqlValue, Statement } from '../../store.ts'
import { rowsOfSpace, vocabularyOf, type WordTable } from './tables.ts'

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

/** A term in the syntax of FTS5. */
export function written({ words, isPrefix }: Term): string {
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

/**
 * Finds names that contain all texts. The index has each three characters in a row, without their positions: hardly a name has those of a
 * text at different places. Each three cost, so of long texts and of several ones only some are looked up.
 *
 * @param parts texts of three characters and more
 */
export function allParts(parts: string[]): string {
  const most = MOST_IN_ROW[Math.min(parts.length, MOST_IN_ROW.length) - 1] ?? 0
  return [...new Set(parts.flatMap((part) => threeInRow(part, most)))].map(quoted).join(' AND ')
}

/** For one text, for each of two, and for each of more. */
const MOST_IN_ROW = [5, 3, 2]

/** Up to `most` of all three characters in a row, at even distances, with the first and the last ones. */
function threeInRow(text: string, most: number): string[] {
  const characters = [...text]
  const all = characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`)
  if (all.length <= most) return all
  return Array.from({ length: most }, (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))] ?? '')
}

/** SQL with a `?` for each value; of other SQL in it, text and values are taken over. */
export function sql(texts: TemplateStringsArray, ...parts: (Sql | SqlValue)[]): Sql {
  let [text = ''] = texts
  const values: SqlValue[] = []
  // The main thread writes dozens of these for each search.
  for (const [at, part] of parts.entries()) {
    const isSql = typeof part === 'object' && part !== null && 'text' in part
    if (isSql) values.push(...part.values)
    else values.push(part)
    text += (isSql ? part.text : '?') + texts[at + 1]
  }
  return { text, values }
}

/** SQL without values, such as the name of a table. */
export function raw(text: string): Sql {
  return { text, values: [] }
}

export function joined(parts: Sql[], separator: string): Sql {
  return { text: parts.map(({ text }) => text).join(separator), values: parts.flatMap(({ values }) => values) }
}

/**
 * SQL of an expression of FTS5: the words of a table that a word with one typo may be, or the word itself if it has none of them. A word has
 * hundreds of spellings, and each look-up reads all parts of the index. So the words of the table are read in their order: a look-up of the
 * next spelling finds the first word from there on, and all spellings before that word are known to be missing.
 *
 * @param word SQL of the word
 */
export function knownSpellings(table: WordTable, word: Sql): Sql {
  const from = (after: string) =>
    sql`(SELECT term FROM ${raw(vocabularyOf(table))} WHERE term >= next_spelling(${word}, ${raw(after)}))`
  return sql`(WITH RECURSIVE met (found) AS (
      SELECT ${from("''")} UNION ALL SELECT ${from('met.found')} FROM met WHERE found IS NOT NULL AND in_time())
    SELECT '("' || coalesce(group_concat(found, '" OR "'), ${word}) || '")' FROM met WHERE is_spelling(${word}, found))`
}

/** The match, or if it is null one that finds nothing: an empty word, which reads nothing either. */
export function orNothing(match: Sql): Sql {
  return sql`coalesce(${match}, '""')`
}

/** The weights of names, marks and body. */
const WEIGHTS = '10.0, 4.0, 1.0'
/** Most rows whose scores are compared, the ones that were indexed first last: common words are in most rows of a large shop. */
const MOST_SCORED = 2_000

/** Whether there is time left, asked once in some rows: a call of JavaScript takes as long as reading several rows. */
const IN_TIME = '(rowid & 31 OR in_time())'

/** Condition for the rows that match in a space. @param match SQL of an expression of FTS5 */
export function rowsThatMatch(space: number, table: string, match: Sql): Sql {
  const [first, last] = rowsOfSpace(space)
  return sql`${raw(table)} MATCH ${match} AND rowid BETWEEN ${first} AND ${last}`
}

/**
 * The objects that match best: SELECT of rows `{ id, score }`, the best one first. A higher score is better.
 *
 * @param match SQL of an expression of FTS5
 */
export function best({ number, table }: Space, match: Sql, most: number, mostScored = MOST_SCORED): Sql {
  return sql`SELECT resource_id AS id, -rank AS score FROM (
      SELECT found, rank FROM (
        SELECT rowid AS found, bm25(${raw(table)}, ${raw(WEIGHTS)}) AS rank FROM ${raw(table)}
        WHERE ${rowsThatMatch(number, table, match)} AND ${raw(IN_TIME)}
        ORDER BY rowid DESC LIMIT ${raw(String(mostScored))})
      ORDER BY rank, found DESC LIMIT ${most})
    CROSS JOIN search_rows ON row = found ORDER BY rank, row DESC`
}

/** Objects that match, newly indexed ones first, without comparing them: SELECT of rows as of {@link best}. */
export function newest(space: number, table: string, match: Sql, most: number, score = 1): Sql {
  return sql`SELECT resource_id AS id, ${score} AS score FROM (
      SELECT rowid AS found FROM ${raw(table)} WHERE ${rowsThatMatch(space, table, match)} AND in_time()
      ORDER BY rowid DESC LIMIT ${most})
    CROSS JOIN search_rows ON row = found ORDER BY row DESC`
}

/**
 * Like {@link best}, for one term. If enough objects have it in their names, only these are compared: names weigh most, and to score all
 * of the objects that have a common word, each one must be counted.
 */
export function bestNamed(space: Space, term: Term, most: number): Sql {
  const match = written(term)
  const named = best(space, sql`${`names : ${match}`}`, most)
  return namedFirst(most, named, (isWanted) => best(space, sql`iif(${isWanted}, ${match}, '""')`, most))
}

/** Like {@link newest}; objects that match in their names come first. @param match as for {@link best}, or null to find nothing */
export function newestNamed({ number, table }: Space, match: Sql, most: number): Sql {
  const named = newest(number, table, sql`(SELECT 'names : (' || text || ')' FROM match)`, most, 2)
  const anywhere = (isWanted: Sql) => newest(number, table, sql`(SELECT iif(${isWanted}, text, '""') FROM match)`, most)
  return sql`WITH match AS MATERIALIZED (SELECT coalesce(${match}, '""') AS text) SELECT * FROM (${namedFirst(most, named, anywhere)})`
}

/** Objects that match in their names; if these are fewer than `most`, others, too. */
function namedFirst(most: number, named: Sql, others: (isWanted: Sql) => Sql): Sql {
  return sql`WITH named AS MATERIALIZED (${named})
    SELECT id, score FROM named
    UNION ALL SELECT id, score FROM (${others(sql`(SELECT count(*) FROM named) < ${most}`)})`
}

/**
 * Which objects of a space have each of several terms, and whether in their names: SELECT of rows `{ at, id, named }`, by the place of the
 * term. Nothing is compared, so that common words cost little.
 */
export function rowsOfEach({ number, table }: Space, matches: string[], most: number): Statement {
  const each = matches.flatMap((match, at) =>
    [`names : (${match})`, match].map((expression, place) => {
      const rows = sql`SELECT rowid AS found FROM ${raw(table)} WHERE ${rowsThatMatch(number, table, sql`${expression}`)} LIMIT ${most}`
      return sql`SELECT ${raw(`${at} AS at, ${place === 0 ? 1 : 0} AS named`)}, resource_id AS id FROM (${rows})
        CROSS JOIN search_rows ON row = found`
    }),
  )
  const { text, values } = joined(each, ' UNION ALL ')
  return { sql: text, values }
}

/** {@link best} as a statement. */
export function bestRows(space: Space, match: string, most: number): Statement {
  const { text, values } = best(space, sql`${match}`, most)
  return { sql: text, values }
}

/**
 * How many objects match, counted up to `most`: SELECT of one row `{ count }`.
 *
 * @param match SQL of an expression of FTS5
 * @param from only rows of the space from this one on, the first one being 0
 */
export function counted({ number, table }: Space, match: Sql, most: number, from = 0): Sql {
  const isLate = sql`rowid >= ${rowsOfSpace(number)[0] + Math.max(0, from)}`
  return sql`SELECT count(*) AS count FROM (
    SELECT 1 FROM ${raw(table)} WHERE ${rowsThatMatch(number, table, match)} AND ${isLate} AND ${raw(IN_TIME)} LIMIT ${most})`
}

/** {@link counted} as a statement. */
export function countUpTo(space: Space, match: string, most: number): Statement {
  const { text, values } = counted(space, sql`${match}`, most)
  return { sql: text, values }
}
