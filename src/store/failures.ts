import Database from 'better-sqlite3'
import { ApiError } from '../lib/errors.ts'

/** What the database can't do for now, by the beginning of SQLite's result code, in words for the caller and the operator. */
const PASSING: [code: string, reason: string][] = [
  ['SQLITE_BUSY', 'another process holds the database for too long'],
  ['SQLITE_LOCKED', 'another process holds the database for too long'],
  ['SQLITE_FULL', 'the disk of the database is full'],
  ['SQLITE_IOERR', 'the disk of the database does not answer'],
  ['SQLITE_READONLY', 'the database file is read-only'],
  ['SQLITE_CANTOPEN', 'the database file cannot be opened'],
]

/** The error as callers may see it: a 503 where the database is unavailable for now, else the error itself. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const reason = PASSING.find(([code]) => error.code.startsWith(code))?.[1]
  if (!reason) return error
  return new ApiError('SERVICE_UNAVAILABLE', `Nothing was stored: ${reason}. Try again later.`, { cause: error })
}

export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')
}
