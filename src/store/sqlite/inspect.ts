import { realpathSync } from 'node:fs'
import type { Reader } from '../store.ts'
import { refuseForeignLog } from './header.ts'
import { type SchemaState, schemaState } from './migrate.ts'
import { session } from './session.ts'
import { openSqlite } from './sqlite.ts'

/** A database opened only for reading: nothing is migrated. */
export interface Inspection {
  schema: SchemaState | 'unreadable'
  /** SQLite's messages about damage; empty if there is none. */
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
