import {
  accessSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  linkSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileTime, hashOf, makePlain } from './backup.ts'
import { explain, moveDurably, syncFolder } from './durable.ts'
import { isBusy, isUnreadable } from './failures.ts'
import { sizeOf } from './files.ts'
import { fileKind, hasForeignLog, refuseForeignLog, strandedLog } from './header.ts'
import { fileBehind, giveToOwner, lockForServing } from './lock.ts'
import { identityOf } from './replaced.ts'
import { openSqlite } from './sqlite.ts'
import { inTemporaryFolder } from './temporary.ts'
import { type Contents, unusable, verifyDatabase } from './verify.ts'

export interface Restored extends Contents {
  file: string
  sha256: string
  /** The files under which the old database was kept, itself first. */
  kept: string[]
}

export interface RestoreOptions {
  /** Replace a database that is there. The old one is kept under a dated name. */
  force?: boolean
  now: number
  signal?: AbortSignal
}

/**
 * Puts a backup in the place of the database `target`, which nobody may have open. Only a verified copy of the backup is put
 * there, by one rename, so whenever this is cut short, the old database or the new one is there, whole:
 *
 * 1. The backup is copied into a temporary folder beside the target and verified. A crash leaves that folder, which a later run removes.
 * 2. The old database takes in its own log. A crash leaves it as any close does.
 * 3. It gets a second name. A crash leaves it under both; the next restore takes the second away.
 * 4. Logs that are left now belong to no readable database. They get the second name too, and lose the first, so that SQLite
 *    does not write them into the new file. A crash leaves a database that was unusable before.
 * 5. The copy takes the first name.
 *
 * @param backup a file, or a stream of one
 * @throws Error that says what to do: unsound backup, a database there without `force`, in use, no room
 */
export async function restore(backup: string | Readable, target: string, options: RestoreOptions): Promise<Restored> {
  return restoreFile(backup, target, options).catch(explain(`cannot restore ${target}`))
}

async function restoreFile(
  backup: string | Readable,
  target: string,
  { force = false, now, signal }: RestoreOptions,
): Promise<Restored> {
  const file = fileBehind(target)
  if (typeof backup === 'string') refuseDatabaseInUse(backup, file)
  if (existsSync(file) && !force)
    throw new Error(
      `there is a database ${target} already; with --force the backup takes its place and it is kept aside`,
    )
  if (!force) refuseForeignLog(file)
  const unlock = lockForServing(file, 'stop it before a restore')
  try {
    return await inTemporaryFolder(dirname(file), async (folder) => {
      const copy = join(folder, basename(file))
      const source = typeof backup === 'string' ? createReadStream(backup) : backup
      await pipeline(source, createWriteStream(copy, { flags: 'wx', mode: 0o600 }), { signal })
      const sha256 = await hashOf(copy)
      const contents = verifyDatabase(copy, typeof backup === 'string' ? backup : 'the backup')
      if (fileKind(copy) === 'logged') makePlain(copy)
      signal?.throwIfAborted()
      giveToOwner(copy, file)
      return { file: target, sha256, kept: swap(copy, file, now), ...contents }
    })
  } finally {
    unlock()
  }
}

/** A backup is one file. A database that was not closed has commits in a file beside it, which a copy would lack. */
function refuseDatabaseInUse(backup: string, target: string): void {
  if (!existsSync(backup)) throw new Error(`there is no backup ${backup}; name another`)
  refuseUnreadable(backup)
  const file = realpathSync(backup)
  if (file === target) throw new Error(`${backup} is the database itself; name a backup of it`)
  const beside = ['-wal', '-journal'].find((suffix) => existsSync(file + suffix))
  if (beside)
    throw new Error(
      `${backup} has ${basename(file)}${beside} beside it: it is a database in use or after a crash. Make a backup of it with "storewire backup NEW --db ${backup}" and restore that`,
    )
}

/** Told before the copy, whose errors speak of the folder that it is written to. The file may be a pipe, so nothing is read. */
function refuseUnreadable(backup: string): void {
  if (statSync(backup).isDirectory()) throw new Error(`the backup ${backup} is a folder; name a file in it`)
  try {
    accessSync(backup, constants.R_OK)
  } catch (error) {
    throw unusable(backup, error)
  }
}

/** Steps 2 to 5. @returns the files under which the old database is kept */
function swap(copy: string, file: string, now: number): string[] {
  const hasForeign = existsSync(file) && hasForeignLog(file)
  // To open it would write the other database's log into it, or delete the log of an empty one.
  const mayOpen = existsSync(file) && !hasForeign && strandedLog(file) === undefined
  const letGo = mayOpen ? holdAlone(file) : () => {}
  try {
    dropSecondNames(file)
    const aside = `${file}${ASIDE}${fileTime(now)}`
    const names: [name: string, aside: string][] = [
      [file, aside],
      [`${file}-wal`, aside + (hasForeign ? '.foreign-wal' : '-wal')],
      [`${file}-journal`, `${aside}-journal`],
    ]
    const old = names.filter(([name]) => sizeOf(name) > 0)
    for (const [name, second] of old) giveSecondName(name, second)
    syncFolder(dirname(file))
    for (const suffix of ['-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
    moveDurably(copy, file)
    return old.map(([, second]) => second)
  } catch (error) {
    dropSecondNames(file)
    throw error
  } finally {
    letGo()
  }
}

/** What comes between a database's name and the time in the name under which it is kept. */
const ASIDE = '.replaced-'

/** Two names of one database would have two logs, which ruins it as soon as both are used. */
function dropSecondNames(file: string): void {
  const database = statSync(file, { throwIfNoEntry: false })
  if (!database || database.nlink === 1) return
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name)
    if (name.startsWith(basename(file) + ASIDE) && statSync(path).ino === database.ino) rmSync(path)
  }
}

/** Nothing is opened here: a file that is closed loses the locks that this process has on it. */
function giveSecondName(file: string, second: string): void {
  try {
    linkSync(file, second)
  } catch (error) {
    // A restore that was killed in this very second has got so far already.
    if (existsSync(second) && identityOf(second) === identityOf(file)) return
    throw new Error(
      `the old database can't be kept as ${second} (${(error as Error).message}); move it away yourself, then restore without --force`,
      { cause: error },
    )
  }
}

const IN_USE =
  'another process has the old database open; stop it (a command, Litestream, an SQLite shell) and try again'
/** Commands are done sooner. */
const IN_USE_TIMEOUT_MS = 2_000

/**
 * Makes a database take in its log and locks it against everybody, readers too. No log is beside it then, so that letting go of
 * it touches nothing that belongs to the new file. A file that SQLite can't read is left as it is: nobody else can use it either.
 *
 * @returns how to let go
 */
function holdAlone(file: string): () => void {
  const db = openSqlite(file, { timeout: IN_USE_TIMEOUT_MS })
  try {
    db.pragma('synchronous = FULL')
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
    // Somebody may have opened it between the two, and given it a log again: then readers are not locked out.
    if (db.pragma('journal_mode', { simple: true }) !== 'delete') throw new Error(IN_USE)
    return () => db.close()
  } catch (error) {
    db.close()
    if (isBusy(error)) throw new Error(IN_USE)
    if (isUnreadable(error)) return () => {}
    throw error
  }
}
