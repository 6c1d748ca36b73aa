import type { Statement } from '../../store.ts'

/*
 * The tables of the full-text index: see schema.sql. They are tables of SQLite's FTS5 without a copy of the texts (`content=''`), so a
 * row can be replaced and deleted, but not read.
 */

/** Of which table a type of object has its words: those of people are apart, since all of its pages are written again after an erasure. */
export type WordTable = 'search_catalog' | 'search_people'
export const wordTables: WordTable[] = ['search_catalog', 'search_people']

/** Parts of names, of three characters and more. */
export const PARTS_TABLE = 'search_parts'

/** The words of messages of chats. They are indexed in the transactions that add messages, by the room of conversations. */
export const MESSAGE_TABLE = 'message_words'

/** All tables of the index of objects, whose rows are in a space. */
export const indexTables = [...wordTables, PARTS_TABLE]

/** The table with all words of a table, in their order: those of all workspaces. */
export function vocabularyOf(table: WordTable): string {
  return `${table}_vocabulary`
}

/** Makes the tables of {@link vocabularyOf} for one connection. They read the index, and store nothing. */
export const vocabularies = wordTables.map(
  (table) => `CREATE VIRTUAL TABLE temp.${vocabularyOf(table)} USING fts5vocab(main, ${table}, instance)`,
)

/** Whether a table has words of people. */
export function isPersonal(table: string): boolean {
  return table === 'search_people' || table === MESSAGE_TABLE
}

/** A space has this many rows. All of its rows are safe integers as long as there are fewer than 2^21 spaces. */
const SPACE_ROWS = 2 ** 32

/** The rows of a space: from the first to the last one, inclusive. */
export function rowsOfSpace(space: number): [first: number, last: number] {
  return [space * SPACE_ROWS, (space + 1) * SPACE_ROWS - 1]
}

/** Empties the index. Everything is found again only after it was indexed. */
export const emptyIndex: Statement[] = [
  ...[...indexTables, MESSAGE_TABLE].map((table) => ({
    sql: `INSERT INTO ${table} (${table}) VALUES ('delete-all')`,
    values: [],
  })),
  { sql: 'DELETE FROM search_rows', values: [] },
]

/** Merges pages of a table that were written one after another: many small ones make searches slow. */
export function mergeSome(table: string, pages: number): Statement {
  return { sql: `INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, values: [pages] }
}

/** FTS5's own setting: how many segments of about one size are merged into one. */
const MERGED_AT_ONCE = 4
/** While all objects are being indexed: with fewer merges each word is written less often. Until then searches are incomplete anyway. */
const MERGED_WHILE_FILLING = 16

// Not a parameter: a number of JavaScript is bound as a real, which this setting rejects.
function mergeAtOnce(table: string, segments: number): Statement {
  return { sql: `INSERT INTO ${table} (${table}, rank) VALUES ('usermerge', ${segments})`, values: [] }
}

/** Sets how the tables are merged while all objects are being indexed. */
export const beginFilling = indexTables.map((table) => mergeAtOnce(table, MERGED_WHILE_FILLING))
export const endFilling = indexTables.map((table) => mergeAtOnce(table, MERGED_AT_ONCE))

/**
 * Like {@link mergeSome}, until hardly two segments of one size are left: every word of a search is looked up in each of them. To be run
 * if nothing waits to be indexed, since merging so few at once writes the same words more often.
 *
 * @returns statements, of which {@link totalChanges} are the only ones with rows: one row before the merge, and one after it
 */
export function mergeClosely(table: string, pages: number): Statement[] {
  return [
    mergeAtOnce(table, 2),
    totalChanges,
    mergeSome(table, pages),
    totalChanges,
    mergeAtOnce(table, MERGED_AT_ONCE),
  ]
}

/** How many pages to merge with each indexed object, so that small ones do not pile up. */
export const MERGED_PER_OBJECT = 0.7

/** Counts the changed rows of a connection before or after {@link mergeSome}: it changes fewer than 2 if there was nothing to merge. */
export const totalChanges: Statement = { sql: 'SELECT total_changes() AS changes', values: [] }

/**
 * Writes the pages of a table again, some in each run, as one segment without the words of deleted rows. The first run begins with all
 * pages.
 *
 * @returns statements, the first and last one of which are {@link totalChanges}
 */
export function rewriteSome(table: string, isFirst: boolean): Statement[] {
  return [totalChanges, mergeSome(table, isFirst ? -REWRITTEN_PAGES : REWRITTEN_PAGES), totalChanges]
}

/** About 5 ms of work. */
const REWRITTEN_PAGES = 64
