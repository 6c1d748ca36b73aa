import { realpathSync, statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { DomainError } from '../../lib/errors.ts'
import type { Reader } from '../store.ts'
import { fileKind, refuseForeignLog } from './header.ts'
import { checkedVersion, type SchemaState, schemaState } from './migrate.ts'
import { session } from './session.ts'
import { openSqlite, quoted } from './sqlite.ts'

/** The contents of a database file. */
export interface Contents {
  /** The schema version. */
  version: number
  bytes: number
  /** The number of rows of each table. */
  rows: Record<string, number>
}

/**
 * Reads all of a database file without changing it, and returns its contents. A backup is opened read-only; a database with a
 * write-ahead log is opened as commands open it.
 *
 * @param name the name of the file in messages
 * @param isMapped reads the file as memory, in half the time. Only where the process serves nobody yet: if the disk fails, or somebody makes
 *   the file shorter meanwhile, the process is killed
 * @throws DomainError if `file` is not a storewire database, newer than this program, or damaged
 */
export function verifyDatabase(
  file: string,
  { name = file, isMapped = false }: { name?: string; isMapped?: boolean } = {},
): Contents {
  try {
    const kind = fileKind(file)
    if (kind === 'other') throw new DomainError('BAD_REQUEST', 'no_sqlite_database_here', NO_DATABASE)
    refuseForeignLog(realpathSync(file))
    const db = openSqlite(file, { readonly: kind === 'plain' })
    try {
      if (isMapped) db.pragma(`mmap_size = ${MAPPED_BYTES}`)
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

/** The most of a file that is read as memory. */
export const MAPPED_BYTES = 2 ** 31

/** The error for a file that cannot be used. @param name the name of the file in the message */
export function unusable(name: string, error: unknown): DomainError {
  const { code, reason, facts } =
    error instanceof DomainError ? error : { code: 'BAD_REQUEST' as const, reason: 'unusable_file', facts: {} }
  return new DomainError(code, reason, `${name} can't be used: ${problem(error)}`, facts, error)
}

/** The number of rows of every table in this connection's snapshot. */
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

/** The file can be read, but its contents are damaged. */
class Damage extends Error {}

function checkIntegrity(db: Database.Database): void {
  const [found = 'the file is incomplete'] = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
  if (found !== 'ok') throw new Damage(found.replace('*** in database main ***', '').trim().replaceAll('\n', ', '))
  const [orphan] = db.pragma('foreign_key_check') as { table: string; parent: string }[]
  if (orphan) throw new Damage(`a row of ${orphan.table} belongs to a row of ${orphan.parent} that is missing`)
}

const NO_DATABASE = 'it is not an SQLite database; unpack it first if it is compressed, or name another file'

const PROBLEMS: [code: string, problem: string][] = [
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission denied; run as the user who owns it'],
  ['EISDIR', 'it is a folder; name a file in it'],
  ['SQLITE_NOTADB', NO_DATABASE],
  ['SQLITE_CANTOPEN', 'its folder is read-only, and SQLite must write a log there; copy it elsewhere first'],
  [
    'SQLITE_READONLY',
    'it was left in the middle of a change and is read-only; copy it elsewhere with its -journal first',
  ],
  ['SQLITE_BUSY', 'another process has locked it; try again'],
]

function problem(error: unknown): string {
  const { code = '', message } = error as Error & { code?: string }
  if (error instanceof Damage || code.startsWith('SQLITE_CORRUPT'))
    return `it is damaged (${message}); use an earlier backup`
  return PROBLEMS.find(([known]) => code.startsWith(known))?.[1] ?? message
}

/** A database opened only for reading: nothing is migrated. */
export interface Inspection {
  schema: SchemaState | 'unreadable'
  /** SQLite's messages about damage; empty for an undamaged file. */
  defects: string[]
  read: Reader
  close(): void
}

/** How long to wait for a process that is creating or migrating the file. */
const TIMEOUT_MS = 5_000

/** @throws Error of SQLite if the file cannot be opened, DomainError if the log beside it belongs to another database */
export function inspectDatabase(file: string): Inspection {
  refuseForeignLog(realpathSync(file))
  const db = openSqlite(file, { readonly: true, fileMustExist: true, timeout: TIMEOUT_MS })
  const { get, all, until } = session(db)
  const inspection = { read: { get, all, until }, close: () => void db.close() }
  try {
    const schema = schemaState(db)
    const found = db.pragma('quick_check(1)') as { quick_check: string }[]
    return { ...inspection, schema, defects: found.map(defectIn).filter((defect) => defect !== 'ok') }
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string }
    if (code !== 'SQLITE_NOTADB' && !code.startsWith('SQLITE_CORRUPT')) {
      db.close()
      throw error
    }
    return { ...inspection, schema: 'unreadable', defects: [message] }
  }
}

/** The message without SQLite's first line, which is the name of the database. */
function defectIn({ quick_check: text }: { quick_check: string }): string {
  return text.replace(/^\*\*\* .* \*\*\*\n/, '')
}
