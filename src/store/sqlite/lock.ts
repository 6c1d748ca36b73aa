import { chownSync, closeSync, existsSync, lstatSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { isBusy } from './failures.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Claims the database for one process that serves or restores it. The claim is an exclusive SQLite lock on a file of its own beside
 * the database: the operating system drops it when the process dies, however it dies, and the database itself stays open to the CLI.
 *
 * @param todo what to do where another process serves this database, as the end of the error's sentence
 * @returns how to let go
 * @throws Error when another process serves this database
 */
export function lockForServing(file: string, todo = 'stop that one, or choose another file with --db'): () => void {
  const database = fileBehind(file)
  const path = `${database}-lock`
  // Made here, since SQLite would make it readable by everyone.
  closeSync(openSync(path, 'a', 0o600))
  giveToOwner(path, database)
  const unlock = tryLock(path)
  if (!unlock) throw new Error(`another storewire serves it already; ${todo}`)
  return unlock
}

/**
 * Locks a file that is there, as long as this process lives. It must not be opened in another way meanwhile: that ends the lock.
 *
 * @returns how to let go; undefined where somebody else holds it
 */
export function tryLock(path: string): (() => void) | undefined {
  const lock = openSqlite(path, { timeout: 0, fileMustExist: true })
  try {
    // A killed process leaves no file of a journal, and a full disk does not matter.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    return undefined
  }
  return () => lock.close()
}

/** Root restores and rotates keys for the user who serves: what it makes belongs to whom the database, or its folder, belongs to. */
export function giveToOwner(made: string, database: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(existsSync(database) ? database : dirname(database))
  const own = statSync(made)
  // Root has no such right everywhere: network file systems may take it away.
  if (own.uid !== uid || own.gid !== gid) chownSync(made, uid, gid)
}

/** The file that a name stands for, links followed, whether it exists or not. @throws where its folder does not exist, or links go in circles */
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
