import { closeSync, openSync, realpathSync } from 'node:fs'
import { isBusy } from './failures.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Claims the database for one serving process. The claim is an exclusive SQLite lock on a file of its own beside the database:
 * the operating system drops it when the process dies, however it dies, and the database itself stays open to the CLI.
 *
 * @returns how to let go
 * @throws Error when another process serves this database
 */
export function lockForServing(file: string): () => void {
  const path = `${realpathSync(file)}-lock`
  // Made here, since SQLite would make it (and its journal, which takes the same mode) readable by everyone.
  closeSync(openSync(path, 'a', 0o600))
  const lock = openSqlite(path, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new Error('another storewire serves it already; stop that one, or choose another file with --db')
  }
  return () => lock.close()
}
