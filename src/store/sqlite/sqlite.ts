import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { isSea } from 'node:sea'
import Database from 'better-sqlite3'
import { type Addon, unpackAddon } from './addon.ts'

/** Set by the build of the executable, which tells its version also where it can't unpack anything. */
declare const BUILT_WITH_SQLITE: string | undefined

let addon: Addon | undefined

/**
 * Opens an SQLite file. Every connection is made here, since the executable brings the SQLite addon along and has to unpack it first:
 * in the temporary folder, or else beside the file.
 *
 * @throws Error with one line that says what to do where the addon can't be unpacked
 */
export function openSqlite(file: string, options: Database.Options = {}): Database.Database {
  prepareSqlite(dirname(file))
  return new Database(file, { ...options, ...addon?.options })
}

/** Unpacks the addon where that has to be done, and has not been: for who opens something else before the database in `folder`. */
export function prepareSqlite(folder: string): void {
  if (isSea()) addon ??= unpackAddon([tmpdir(), folder])
}

/**
 * What the executable has loaded the addon from, for a thread, which takes the same one. It must not unpack it anew: two copies of
 * SQLite in one process undo each other's locks, and ruin the database.
 */
export function addonFile(): string | undefined {
  return addon?.file
}

/** The name of a table, or of anything else, as SQL takes it, whatever is in it. */
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
