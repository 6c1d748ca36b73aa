import { realpathSync, statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { fileKind, refuseForeignLog } from './header.ts'
import { checkedVersion } from './migrate.ts'
import { openSqlite, quoted } from './sqlite.ts'

/** What is in a database file. */
export interface Contents {
  /** The version of its schema. */
  version: number
  bytes: number
  /** How many rows each table has. */
  rows: Record<string, number>
}

/**
 * Reads all of a database file, changes nothing in it, and tells what it holds. A file that was copied out of use is opened
 * read-only; one with a write-ahead log is opened as any command opens it.
 *
 * @param name what messages call it
 * @throws Error that says what is wrong with `file` and what to do: not storewire's, newer than this program, or damaged
 */
export function verifyDatabase(file: string, name = file): Contents {
  try {
    const kind = fileKind(file)
    if (kind === 'other') throw new Error(NO_DATABASE)
    refuseForeignLog(realpathSync(file))
    const db = openSqlite(file, { readonly: kind === 'plain' })
    try {
      const version = checkedVersion(db)
      checkIntegrity(db)
      return { version, bytes: statSync(file).size, rows: countRows(db) }
    } finally {
      db.close()
    }
  } catch (error) {
    throw unusable(name, error)
  }
}

/** What is wrong with a file and what to do, in words. @param name what the message calls it */
export function unusable(name: string, error: unknown): Error {
  return new Error(`${name} can't be used: ${problem(error)}`, { cause: error })
}

/** Rows of every table, as this connection sees them. */
export function countRows(db: Database.Database): Record<string, number> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name",
    )
    .pluck()
    .all()
  return Object.fromEntries(
    tables.map((table) => [
      table,
      db
        .prepare(`SELECT count(*) FROM ${quoted(table)}`)
        .pluck()
        .get() as number,
    ]),
  )
}

/** The file can be read, and what stands in it is wrong. */
class Damage extends Error {}

function checkIntegrity(db: Database.Database): void {
  const [found = 'it is cut short'] = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  if (found !== 'ok') throw new Damage(found.replace('*** in database main ***', '').trim().replaceAll('\n', ', '))
  const [orphan] = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  if (orphan) throw new Damage(`a row of ${orphan.table} belongs to a row of ${orphan.parent} that is not there`)
}

const NO_DATABASE = 'it is not an SQLite database; unpack it first if it is compressed, or name another file'

const PROBLEMS: [code: string, problem: string][] = [
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission denied; run as the user who owns it'],
  ['EISDIR', 'it is a folder; name a file in it'],
  ['SQLITE_NOTADB', NO_DATABASE],
  ['SQLITE_CANTOPEN', 'its folder is read-only, and it has a log to be written there; copy it elsewhere first'],
  [
    'SQLITE_READONLY',
    'it was left in the middle of a change and is read-only; copy it elsewhere with its -journal first',
  ],
  ['SQLITE_BUSY', 'another process holds it; try again'],
]

function problem(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string }
  if (error instanceof Damage || code.startsWith('SQLITE_CORRUPT'))
    return `it is damaged (${message}); use an earlier backup`
  return PROBLEMS.find(([known]) => code.startsWith(known))?.[1] ?? message
}
