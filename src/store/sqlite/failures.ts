import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { DomainError } from '../../lib/errors.ts'

/** What the database can't do for now, by the beginning of SQLite's result code, in words for the caller and the operator. */
const PASSING: [code: string, reason: string][] = [
  ['SQLITE_BUSY', 'another process holds the database for too long'],
  ['SQLITE_LOCKED', 'another process holds the database for too long'],
  ['SQLITE_FULL', 'the disk of the database is full'],
  ['SQLITE_IOERR', 'the disk of the database does not answer'],
  ['SQLITE_READONLY', 'the database file is read-only'],
  ['SQLITE_CANTOPEN', 'the database file cannot be opened'],
]

/** The error as callers may see it: a 503 where the database is damaged or unavailable for now, else the error itself. */
export function asUnavailable(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  if (isUnreadable(error)) {
    const message = 'The database is damaged: its operator has to stop the server and restore a backup.'
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

/** Whether a file is no database, or so damaged that SQLite can't read it. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code)
}

/** What keeps a database from being opened, by the beginning of the error's code. */
const OPENING_PROBLEMS: Record<string, string> = {
  EACCES: 'permission denied; run as the user who owns it, or choose another with --db',
  EROFS: 'the file system is read-only; choose another with --db',
  EISDIR: 'it is a folder; name a file with --db',
  SQLITE_NOTADB: 'it is not an SQLite database; choose another with --db',
  SQLITE_CORRUPT: 'it is damaged; restore it from a backup',
  SQLITE_BUSY: 'another process holds it; try again',
  SQLITE_READONLY: 'it is read-only; make it and its folder writable',
  SQLITE_FULL: 'the disk is full; make room',
  SQLITE_IOERR: 'its disk is full or does not answer; make room, or see the log of the system',
  SQLITE_CANTOPEN: 'it, or a file beside it, cannot be opened; run as the user who owns them',
}

/** Why `file` could not be opened and what to do, as the end of a sentence. */
export function openingProblem(error: unknown, file: string): string {
  const { code = '', message } = error as Error & { code?: string }
  if (code === 'ENOENT') {
    return existsSync(dirname(file))
      ? 'there is none; "storewire serve" makes it, or name another with --db'
      : 'its folder does not exist; create it first'
  }
  return Object.entries(OPENING_PROBLEMS).find(([known]) => code.startsWith(known))?.[1] ?? message
}
