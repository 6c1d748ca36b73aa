import { closeSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { logBytes, sizeOf } from './files.ts'

/** The first bytes of every SQLite file, and where the one stands that says whether it is used with a write-ahead log. */
const MAGIC = 'SQLite format 3\0'
const WRITE_VERSION = { at: 18, log: 2 }

/** What a file is by its first bytes: no SQLite database, one that stands alone, or one that is used with a write-ahead log. */
export function fileKind(file: string): 'other' | 'plain' | 'logged' {
  const header = beginningOf(file)
  if (!header.toString('latin1').startsWith(MAGIC)) return 'other'
  return header[WRITE_VERSION.at] === WRITE_VERSION.log ? 'logged' : 'plain'
}

/**
 * Whether a log stands beside a database that has none of its own: somebody copied a backup over a database and left the log of
 * the old one. SQLite would write the old pages into the new file. (A database says that it has a log before it makes one, and
 * until it has removed it.)
 */
export function hasForeignLog(file: string): boolean {
  return logBytes(file) > 0 && fileKind(file) === 'plain'
}

/**
 * A log whose database is missing or empty, for instance moved away after its server was killed. SQLite deletes such a log, with every
 * commit in it, as soon as any connection reads the empty file, also a read-only one.
 *
 * @param file the database's own name, no link
 * @returns the name of the log; undefined if there is none, or the database has content
 */
export function strandedLog(file: string): string | undefined {
  if (sizeOf(file) > 0) return undefined
  if (logBytes(file) > 0) return `${file}-wal`
  return isHotJournal(`${file}-journal`) ? `${file}-journal` : undefined
}

/** @throws Error that says what to do about a log that does not belong to the content of `file`, which is no link */
export function refuseForeignLog(file: string): void {
  const stranded = strandedLog(file)
  if (stranded !== undefined)
    throw new Error(
      `${basename(file)} is missing or empty, but its log ${stranded} is here and has data that is nowhere else; put ${basename(file)} back beside the log, or restore a backup with "storewire restore --force", which keeps the log`,
    )
  if (hasForeignLog(file))
    throw new Error(
      `the log ${file}-wal was left by another database that stood here before, and would ruin this one; move the log away, and restore backups with "storewire restore"`,
    )
}

/** What a rollback journal begins with while it is needed, and where the number of pages is that the database had before the change. */
const JOURNAL_MAGIC = 'd9d505f920a163d7'
const PAGES_BEFORE = 16

/** Whether a rollback journal is needed to undo half a change. One that was left while a new database was made undoes nothing. */
function isHotJournal(journal: string): boolean {
  if (sizeOf(journal) === 0) return false
  const header = beginningOf(journal)
  return header.toString('hex').startsWith(JOURNAL_MAGIC) && header.readUInt32BE(PAGES_BEFORE) > 0
}

/** The first 100 bytes of a file, filled up with zeros. */
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
