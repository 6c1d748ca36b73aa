import type { Statement } from '../../store.ts'
import { MERGED_PER_OBJECT, mergeSome, PARTS_TABLE, type WordTable } from './tables.ts'

/** Where a text is: see {@link textsAt}. Entries of a list whose flag `unless` is true are left out. */
type Path = string | { path: string; unless: string }

/**
 * SQL for the texts at some paths of `object.data`, joined by spaces: `title`, `tags[]`, `variants[].sku` or `variants[].options.*`. The
 * texts of one list are read together, from the parsed object (JSONB): each function that gets JSON as a text parses all of it.
 */
export function textsAt(paths: readonly Path[]): string {
  if (paths.length === 0) return "''"
  const lists = new Map<string, string[]>()
  const texts: string[] = []
  for (const given of paths) {
    const { path, unless } = typeof given === 'string' ? { path: given, unless: undefined } : given
    const [list = '', field] = path.split('[]')
    if (field === undefined) {
      texts.push(`object.data ->> '$.${list}'`)
      continue
    }
    const left = unless === undefined ? '' : ` WHERE coalesce(entry.value ->> '$.${unless}', 0) = 0`
    const entries = `jsonb_each(jsonb_extract(object.data, '$.${list}')) AS entry${left}`
    lists.set(entries, [...(lists.get(entries) ?? []), textOfEntry(field)])
  }
  for (const [entries, ofEntry] of lists)
    texts.push(`(SELECT group_concat(concat_ws(' ', ${ofEntry.join(', ')}), ' ') FROM ${entries})`)
  return `concat_ws(' ', ${texts.join(', ')})`
}

/** @param field `''` for the entry itself, `.sku`, or `.options.*` */
function textOfEntry(field: string): string {
  if (field === '') return 'entry.value'
  if (!field.endsWith('.*')) return `entry.value ->> '$${field}'`
  return `(SELECT group_concat(part.value, ' ') FROM json_each(jsonb_extract(entry.value, '$${field.slice(0, -2)}')) AS part)`
}

/** A type of object as the index sees it: its table, and SQL for the texts of a row called `object`. */
export interface IndexedType {
  resource: string
  table: WordTable
  /** Whether parts of names are found, too. */
  hasParts: boolean
  names: string
  marks: string
  body: string
}

/** Most characters of the texts of one object. */
const MOST = { names: 2_000, marks: 4_000, body: 20_000 }

const text = (type: IndexedType, field: 'names' | 'marks' | 'body') => `substr(${type[field]}, 1, ${MOST[field]})`
/** A call of JavaScript takes as long as the rest of reading a text, and most texts are ASCII. */
const plain = (field: string) => `iif(octet_length(${field}) = length(${field}), ${field}, plain_letters(${field}))`

/** For `writeApart` of the store. */
export interface Indexing {
  statements: Statement[]
  prepare: Statement[]
}

/**
 * Brings the index of some objects of a workspace up to date: of those that are new or have other texts, and of those that are gone.
 * Running it again changes nothing. Does nothing for a deleted workspace: calls that were read before its deletion may come here after it.
 */
export function indexObjects(type: IndexedType, workspaceId: string, ids: string[]): Indexing {
  return { prepare: readTexts(type, workspaceId, ids), statements: indexTexts(type, workspaceId, ids) }
}

/** Reads the texts of objects. The objects are parsed for it, and may be large. */
function readTexts(type: IndexedType, workspaceId: string, ids: string[]): Statement[] {
  return [
    {
      sql: `CREATE TEMP TABLE IF NOT EXISTS search_texts
        (id TEXT PRIMARY KEY, updated_at BIGINT, hash BIGINT, names TEXT, marks TEXT, body TEXT)`,
      values: [],
    },
    { sql: 'DELETE FROM search_texts', values: [] },
    {
      // Materialized: SQLite would read each text twice, once for its hash.
      sql: `INSERT INTO search_texts
        WITH asked AS MATERIALIZED (
          SELECT object.id, object.updated_at,
            ${text(type, 'names')} AS names, ${text(type, 'marks')} AS marks, ${text(type, 'body')} AS body
          FROM (SELECT DISTINCT value FROM json_each(?)) AS asked
          JOIN ${type.resource} AS object ON object.workspace_id = ? AND object.id = asked.value),
        plain AS MATERIALIZED (
          SELECT id, updated_at, ${plain('names')} AS names, ${plain('marks')} AS marks, ${plain('body')} AS body FROM asked)
        SELECT id, updated_at, text_hash(names, marks, body), names, marks, body FROM plain`,
      values: [JSON.stringify(ids), workspaceId],
    },
  ]
}

/** Indexes the texts that were read. An object that has changed since waits for the index again, and is left out. */
function indexTexts(type: IndexedType, workspaceId: string, ids: string[]): Statement[] {
  const { resource, table, hasParts } = type
  const words = 'rowid, names, marks, body'
  const texts = 'search_turn JOIN search_texts USING (id)'
  const merged = Math.ceil(ids.length * MERGED_PER_OBJECT)
  return [
    {
      sql: `INSERT INTO search_spaces (workspace_id, resource)
        SELECT id, ? FROM workspaces WHERE id = ? AND deleted_at IS NULL ON CONFLICT DO NOTHING`,
      values: [resource, workspaceId],
    },
    {
      sql: `CREATE TEMP TABLE IF NOT EXISTS search_turn
        (id TEXT, space INTEGER, row INTEGER, known_hash BIGINT, is_gone INTEGER, hash BIGINT)`,
      values: [],
    },
    { sql: 'DELETE FROM search_turn', values: [] },
    {
      sql: `INSERT INTO search_turn
        SELECT asked.value, spaces.number, rows.row, rows.hash, object.id IS NULL, texts.hash
        FROM (SELECT DISTINCT value FROM json_each(?)) AS asked
        JOIN workspaces ON workspaces.id = ? AND workspaces.deleted_at IS NULL
        JOIN search_spaces AS spaces ON spaces.workspace_id = workspaces.id AND spaces.resource = ?
        LEFT JOIN search_rows AS rows ON rows.space = spaces.number AND rows.resource_id = asked.value
        LEFT JOIN ${resource} AS object ON object.workspace_id = ? AND object.id = asked.value
        LEFT JOIN search_texts AS texts ON texts.id = object.id AND texts.updated_at = object.updated_at
        WHERE object.id IS NULL OR texts.id IS NOT NULL`,
      values: [JSON.stringify(ids), workspaceId, resource, workspaceId],
    },
    ...[table, ...(hasParts ? [PARTS_TABLE] : [])].map((from) => ({
      sql: `DELETE FROM ${from} WHERE rowid IN (SELECT row FROM search_turn WHERE is_gone AND row IS NOT NULL)`,
      values: [],
    })),
    { sql: 'DELETE FROM search_rows WHERE row IN (SELECT row FROM search_turn WHERE is_gone)', values: [] },
    // The texts of most pushes are the ones that are indexed: a price or a stock has changed.
    { sql: 'DELETE FROM search_turn WHERE is_gone OR hash IS known_hash', values: [] },
    {
      sql: `INSERT INTO search_rows (row, space, resource_id, hash)
        SELECT coalesce((SELECT max(rows.row) FROM search_rows AS rows
            WHERE rows.row BETWEEN turn.space << 32 AND (turn.space << 32) + 4294967295), (turn.space << 32) - 1)
          + row_number() OVER (), turn.space, turn.id, turn.hash
        FROM search_turn AS turn WHERE turn.row IS NULL`,
      values: [],
    },
    {
      sql: `UPDATE search_rows SET hash = turn.hash FROM search_turn AS turn WHERE search_rows.row = turn.row`,
      values: [],
    },
    {
      sql: `UPDATE search_turn SET row = (SELECT rows.row FROM search_rows AS rows
          WHERE rows.space = search_turn.space AND rows.resource_id = search_turn.id) WHERE row IS NULL`,
      values: [],
    },
    // In the order of rows: each step back would end a page of the index.
    {
      sql: `REPLACE INTO ${table} (${words}) SELECT row, names, marks, body FROM ${texts} ORDER BY row`,
      values: [],
    },
    ...(hasParts
      ? [
          {
            sql: `REPLACE INTO ${PARTS_TABLE} (rowid, names) SELECT row, names FROM ${texts} ORDER BY row`,
            values: [],
          },
        ]
      : []),
    { sql: 'DELETE FROM search_turn', values: [] },
    { sql: 'DELETE FROM search_texts', values: [] },
    mergeSome(table, merged),
    ...(hasParts ? [mergeSome(PARTS_TABLE, merged)] : []),
  ]
}

/** Deletes one object from the index. */
export function unindexRow({ table, hasParts }: IndexedType, row: number): Statement[] {
  return [
    ...[table, ...(hasParts ? [PARTS_TABLE] : [])].map((from) => ({
      sql: `DELETE FROM ${from} WHERE rowid = ?`,
      values: [row],
    })),
    { sql: 'DELETE FROM search_rows WHERE row = ?', values: [row] },
  ]
}

/** SQL condition for the rows of a workspace in a table of the index, with one `?` for the id of the workspace. */
export const ROWS_OF_WORKSPACE = `rowid IN (SELECT row FROM search_rows JOIN search_spaces ON number = space WHERE workspace_id = ?)`
