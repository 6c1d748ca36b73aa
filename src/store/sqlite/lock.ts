import { chownSync, closeSync, existsSync, lstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { conflict } from '../../lib/errors.ts'
import { isBusy } from './failures.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Claims the database for one process that serves or restores it. The claim is an exclusive SQLite lock on a separate file beside the
 * database. The operating system releases it when the process ends, even by a crash, and commands can still open the database itself.
 *
 * @param refusal the reason and the advice of the error if another process serves this database
 * @returns a function that releases the claim
 * @throws DomainError CONFLICT if another process serves this database
 */
export function lockForServing(
  file: string,
  refusal = { reason: 'served_already', todo: 'stop that server' },
): () => void {
  const database = fileBehind(file)
  const path = `${database}-lock`
  // Created here, since SQLite would create it readable for everyone.
  closeSync(openSync(path, 'a', 0o600))
  giveToOwner(path, database)
  const unlock = tryLock(path)
  if (!unlock) throw conflict(refusal.reason, `another storewire server uses it already; ${refusal.todo}`)
  return unlock
}

/**
 * Locks an existing file for the life of this process. Opening and closing the file in another way would end the lock.
 *
 * @returns a function that releases the lock; undefined if another process has it
 */
export function tryLock(path: string): (() => void) | undefined {
  const lock = openSqlite(path, { timeout: 0, fileMustExist: true })
  try {
    // No journal file: nothing is left after a kill, and the lock works on a full disk.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    return undefined
  }
  return () => lock.close()
}

/** Gives a file made by root to the owner of the database, or of its folder, so that the server's user can use it. */
export function giveToOwner(made: string, database: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(existsSync(database) ? database : dirname(database))
  const own = statSync(made)
  // Only if needed: network file systems may deny root this right.
  if (own.uid !== uid || own.gid !== gid) chownSync(made, uid, gid)
}

/** The file behind a name, which need not exist, with links resolved. @throws if its folder does not exist, or links form a circle */
export function fileBehind(name: string): string {
  try {
    return realpathSync(name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const isLink = lstatSync(name, { throwIfNoEntry: false })?.isSymbolicLink()
  const folder = realpathSync(dirname(name))
  return isLink ? fileBehind(resolve(folder, readlinkSync(name))) : join(folder, basename(name))
}
