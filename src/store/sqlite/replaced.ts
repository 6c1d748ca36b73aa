import { type BigIntStats, statSync } from 'node:fs'
import { conflict, DomainError } from '../../lib/errors.ts'

/** The identity of a file, which a later file of the same name does not have. */
export function identityOf(file: string): string {
  return identityIn(statSync(file, { bigint: true }))
}

const identityIn = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`

/**
 * Remembers the file behind a name. A process may open a database at the moment at which a restore replaces it; it would continue
 * with the old file and write its log beside the new one.
 *
 * @returns a check to call after the opened file is locked, when no restore can replace it; it throws if a restore has replaced the
 *   file, and returns the file's identity otherwise
 */
export function watchForReplacement(file: string): () => string {
  const opened = identityOf(file)
  return () => {
    if (identityOf(file) !== opened) throw conflict('just_replaced', 'a restore has just replaced it; try again')
    return opened
  }
}

/**
 * Watches an open database: SQLite would continue to write to a file or log that was deleted or moved, and this data would be lost
 * with the process.
 *
 * @param identity the identity of the opened file
 * @returns a check to call right before a commit; throws DomainError SERVICE_UNAVAILABLE if a file was moved, deleted or replaced
 */
export function watchForLoss(file: string, identity: string): () => void {
  let log: string | undefined
  return () => {
    const current = identityIfAny(`${file}-wal`)
    // The transaction has opened the log: SQLite writes to this one.
    log ??= current
    if (identityIfAny(file) === identity && current === log) return
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'database_replaced',
      'Nothing was stored: the database file or its -wal was moved, deleted or replaced while the server ran. The operator must put it back, or stop the server and restore a backup.',
    )
  }
}

function identityIfAny(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && identityIn(stats)
}
