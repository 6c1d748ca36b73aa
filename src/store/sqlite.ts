import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { isSea } from 'node:sea'
import Database from 'better-sqlite3'
import { unpackAddon } from './addon.ts'

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
  const db = openSqlite(':memory:')
  try {
    return db.prepare<[], string>('SELECT sqlite_version()').pluck().get() as string
  } finally {
    db.close()
  }
}
