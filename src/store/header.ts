import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** The first bytes of every SQLite file, and where the one stands that says whether it is used with a write-ahead log. */
const MAGIC = 'SQLite format 3\0'
const WRITE_VERSION = { at: 18, log: 2 }

/** What a file is by its first bytes: no SQLite database, one that stands alone, or one that is used with a write-ahead log. */
export function fileKind(file: string): 'other' | 'plain' | 'logged' {
  const header = Buffer.alloc(100)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, header)
  } finally {
    closeSync(descriptor)
  }
  if (!header.toString('latin1').startsWith(MAGIC)) return 'other'
  return header[WRITE_VERSION.at] === WRITE_VERSION.log ? 'logged' : 'plain'
}

/**
 * Whether a log stands beside a database that has none of its own: somebody copied a backup over a database and left the log of
 * the old one. SQLite would write the old pages into the new file. (A database says that it has a log before it makes one, and
 * until it has removed it.)
 */
export function hasForeignLog(file: string): boolean {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  return log !== undefined && log.size > 0 && fileKind(file) === 'plain'
}

/** @throws Error that says what to do about the log of another database */
export function refuseForeignLog(file: string): void {
  if (hasForeignLog(file))
    throw new Error(
      `the log ${file}-wal was left by another database that stood here before, and would ruin this one; move the log away, and restore backups with "storewire restore"`,
    )
}
