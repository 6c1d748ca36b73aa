import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { conflict } from '../../lib/errors.ts'
import { sizeOf } from '../../lib/files.ts'
import { logBytes } from './files.ts'

/** The first bytes of every SQLite file, and the position and value of the byte for a write-ahead log. */
const MAGIC = 'SQLite format 3\0'
const WRITE_VERSION = { at: 18, log: 2 }

/** The kind of a file by its first bytes: not an SQLite database, a database without a log, or one with a write-ahead log. */
export function fileKind(file: string): 'other' | 'plain' | 'logged' {
  const header = beginningOf(file)
  if (!header.toString('latin1').startsWith(MAGIC)) return 'other'
  return header[WRITE_VERSION.at] === WRITE_VERSION.log ? 'logged' : 'plain'
}

/**
 * Whether the log beside a database belongs to another one: somebody copied a backup over a database and left the old log. SQLite
 * would write the old pages into the new file. (The header of a database marks a write-ahead log before the log is created and until
 * it is removed.)
 */
export function hasForeignLog(file: string): boolean {
  return logBytes(file) > 0 && fileKind(file) === 'plain'
}

/**
 * A log whose database is missing or empty, for example moved away after its server was killed. SQLite deletes such a log, with all
 * its commits, as soon as any connection reads the empty file, even a read-only one.
 *
 * @param file the path of the database, not a link
 * @returns the path of the log; undefined if there is none, or the database has content
 */
export function strandedLog(file: string): string | undefined {
  if (sizeOf(file) > 0) return undefined
  if (logBytes(file) > 0) return `${file}-wal`
  return isHotJournal(`${file}-journal`) ? `${file}-journal` : undefined
}

/** @throws DomainError CONFLICT if the log beside `file` (not a link) does not belong to it */
export function refuseForeignLog(file: string): void {
  const stranded = strandedLog(file)
  if (stranded !== undefined)
    throw conflict(
      'stranded_log',
      `${basename(file)} is missing or empty, but its log ${stranded} has data that is stored nowhere else; put ${basename(file)} back beside the log`,
    )
  if (hasForeignLog(file))
    throw conflict(
      'foreign_log',
      `the log ${file}-wal was left by another database and would ruin this one; move the log away`,
    )
}

/** The first bytes of a needed rollback journal, and the position of the number of pages before the change. */
const JOURNAL_MAGIC = 'd9d505f920a163d7'
const PAGES_BEFORE = 16

/** Whether a rollback journal is needed to undo an incomplete change. The journal of an unfinished new database undoes nothing. */
function isHotJournal(journal: string): boolean {
  if (sizeOf(journal) === 0) return false
  const header = beginningOf(journal)
  return header.toString('hex').startsWith(JOURNAL_MAGIC) && header.readUInt32BE(PAGES_BEFORE) > 0
}

/** The first 100 bytes of a file, padded with zeros. */
function beginningOf(file: string): Buffer {
  const bytes = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes)
  } finally {
    closeSync(descriptor)
  }
  return bytes
}
