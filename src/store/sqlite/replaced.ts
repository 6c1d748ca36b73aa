import { type BigIntStats, statSync } from 'node:fs'
import { DomainError } from '../../lib/errors.ts'

/** What tells a file from every other, also from one that has its name later. */
export function identityOf(file: string): string {
  return told(statSync(file, { bigint: true }))
}

const told = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`

/**
 * Remembers which file a name stands for. A process may open a database in the moment in which a restore puts another under
 * its name; it would go on with the old one, and write its log beside the new one.
 *
 * @returns a check to be made once the opened file is locked, after which no restore can come between; it throws where one did,
 *   and else returns the file's identity
 */
export function watchForReplacement(file: string): () => string {
  const opened = identityOf(file)
  return () => {
    if (identityOf(file) !== opened) throw new Error('a restore has just replaced it; try again')
    return opened
  }
}

/**
 * Watches over an open database: SQLite would go on to write to a file, or to a log, that has lost its name, and what it wrote would
 * be gone with the process.
 *
 * @param identity the file's, as it was opened
 * @returns a check to be made right before a commit; throws DomainError SERVICE_UNAVAILABLE where a file was moved, deleted or replaced
 */
export function watchForLoss(file: string, identity: string): () => void {
  let log: string | undefined
  return () => {
    const current = identityIfAny(`${file}-wal`)
    // The transaction has opened it: this is the one that SQLite writes to.
    log ??= current
    if (identityIfAny(file) === identity && current === log) return
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'database_replaced',
      'Nothing was stored: the file of the database, or its -wal, was moved, deleted or replaced under the server. Its operator has to put it back, or to stop the server and restore a backup.',
    )
  }
}

function identityIfAny(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stats && told(stats)
}
