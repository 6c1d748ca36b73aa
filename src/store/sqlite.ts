import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { isSea } from 'node:sea'
import Database from 'better-sqlite3'
import { unpackAddon } from './addon.ts'

/** Set by the build of the executable, which tells its version also where it can't unpack anything. */
declare const BUILT_WITH_SQLITE: string | undefined

let addon: object | undefined

/**
 * Opens an SQLite file. Every connection is made here, since the executable brings the SQLite addon along and has to unpack it first:
 * in the temporary folder, or else beside the file.
 *
 * @throws Error with one line that says what to do where the addon can't be unpacked
 */
export function openSqlite(file: string, options: Database.Options = {}): Database.Database {
  if (!isSea()) return new Database(file, options)
  addon ??= unpackAddon([tmpdir(), dirname(file)])
  // The type knows the path of an addon only; better-sqlite3 takes a loaded one as well.
  return new Database(file, { ...options, nativeBinding: addon as unknown as string })
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
