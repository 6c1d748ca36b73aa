import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { isSea } from 'node:sea'
import Database from 'better-sqlite3'
import { type Addon, unpackAddon } from './addon.ts'

/** Set by the build of the executable, so that it can print the version without unpacking SQLite. */
declare const BUILT_WITH_SQLITE: string | undefined

let addon: Addon | undefined

/**
 * Opens an SQLite file. All connections are opened here, since the executable contains the SQLite addon and must unpack it first: in
 * the temporary folder, or else beside the file.
 *
 * @throws DomainError if the addon cannot be unpacked
 */
export function openSqlite(file: string, options: Database.Options = {}): Database.Database {
  prepareSqlite(dirname(file))
  return new Database(file, { ...options, ...addon?.options })
}

/** Unpacks the addon if needed. For callers that open another file before the database in `folder`. */
export function prepareSqlite(folder: string): void {
  if (isSea()) addon ??= unpackAddon([tmpdir(), folder])
}

/**
 * The file from which the executable has loaded the addon, for threads, which must use the same one: two copies of SQLite in one
 * process release each other's locks and damage the database.
 */
export function addonFile(): string | undefined {
  return addon?.file
}

/** The name of a table or column, quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** The version of SQLite, such as `3.51.0`. */
export function sqliteVersion(): string {
  if (typeof BUILT_WITH_SQLITE === 'string') return BUILT_WITH_SQLITE
  const db = openSqlite(':memory:')
  try {
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() as string
  } finally {
    db.close()
  }
}
