import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { DomainError, type ErrorCode } from '../../lib/errors.ts'

/** Temporary failures by the beginning of SQLite's result code, with the text for callers and operators. */
const PASSING: [code: string, reason: string][] = [
  ['SQLITE_BUSY', 'another process has locked the database for too long'],
  ['SQLITE_LOCKED', 'another process has locked the database for too long'],
  ['SQLITE_FULL', 'the disk of the database is full'],
  ['SQLITE_IOERR', 'the disk of the database does not respond'],
  ['SQLITE_READONLY', 'the database file is read-only'],
  ['SQLITE_CANTOPEN', 'the database file cannot be opened'],
]

/** The error for callers: SERVICE_UNAVAILABLE if the database is damaged or temporarily unavailable, else the error itself. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  // The tables are intact: only what the full-text index has made of them is not.
  if (error.code === 'SQLITE_CORRUPT_VTAB') {
    const message = 'The search index is damaged. The operator must rebuild it.'
    return new DomainError('SERVICE_UNAVAILABLE', 'search_index_damaged', message, {}, error)
  }
  if (isUnreadable(error)) {
    const message = 'The database is damaged. The operator must stop the server and restore a backup.'
    return new DomainError('SERVICE_UNAVAILABLE', 'database_damaged', message, {}, error)
  }
  const reason = PASSING.find(([code]) => error.code.startsWith(code))?.[1]
  if (!reason) return error
  return new DomainError(
    'SERVICE_UNAVAILABLE',
    'database_unavailable',
    `Nothing was stored: ${reason}. Try again later.`,
    {},
    error,
  )
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** Whether a row was not deleted because rows of another table refer to it. */
export function isReferredTo(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY'
}

/** Whether a file is not a database, or too damaged for SQLite. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)
}

/** Why a database cannot be opened, by the beginning of the error code: a reason, and the end of a sentence. */
const OPENING_PROBLEMS: [code: string, reason: string, problem: string][] = [
  ['EACCES', 'database_denied', 'permission denied; run as the user who owns it'],
  ['EROFS', 'disk_read_only', 'the file system is read-only'],
  ['EISDIR', 'database_is_folder', 'it is a folder'],
  ['SQLITE_NOTADB', 'no_sqlite_database', 'it is not an SQLite database'],
  ['SQLITE_CORRUPT', 'database_damaged', 'it is damaged; restore it from a backup'],
  ['SQLITE_BUSY', 'database_busy', 'another process has locked it; try again'],
  ['SQLITE_READONLY', 'database_read_only', 'it is read-only; make it and its folder writable'],
  ['SQLITE_FULL', 'disk_full', 'the disk is full; make room'],
  ['SQLITE_IOERR', 'disk_fails', 'its disk is full or does not respond; make room, or check the system log'],
  [
    'SQLITE_CANTOPEN',
    'database_closed_off',
    'it, or a file beside it, cannot be opened; run as the user who owns them',
  ],
]

/**
 * The error for a `file` that could not be opened.
 *
 * @param attempt the beginning of the message: `cannot open x`
 */
export function openingError(attempt: string, error: unknown, file: string): DomainError {
  const { code = '', message } = error as Error & { code?: string }
  const failed = (kind: ErrorCode, reason: string, problem: string, facts?: Record<string, unknown>) =>
    new DomainError(kind, reason, `${attempt}: ${problem}`, facts, error)
  if (error instanceof DomainError) return failed(error.code, error.reason, message, error.facts)
  if (code === 'ENOENT')
    return existsSync(dirname(file))
      ? failed('NOT_FOUND', 'no_database', 'it does not exist')
      : failed('NOT_FOUND', 'no_folder', 'its folder does not exist; create it first')
  const [, reason, problem] = OPENING_PROBLEMS.find(([known]) => code.startsWith(known)) ?? [
    code,
    'cannot_open',
    message,
  ]
  return failed('SERVICE_UNAVAILABLE', reason, problem)
}
