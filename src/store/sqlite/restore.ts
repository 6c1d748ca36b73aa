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
import { conflict, DomainError } from '../../lib/errors.ts'
import { explain, moveDurably, sizeOf, syncFolder } from '../../lib/files.ts'
import { inTemporaryFolder } from '../temporary.ts'
import { fileTime, hashOf, makePlain } from './backup.ts'
import { isBusy, isUnreadable } from './failures.ts'
import { fileKind, hasForeignLog, refuseForeignLog, strandedLog } from './header.ts'
import { fileBehind, giveToOwner, lockForServing } from './lock.ts'
import { identityOf } from './replaced.ts'
import { openSqlite } from './sqlite.ts'
import { type Contents, unusable, verifyDatabase } from './verify.ts'

export interface Restored extends Contents {
  file: string
  sha256: string
  /** The files that contain the old database: the database first, then its logs. */
  kept: string[]
}

export interface RestoreOptions {
  /** Replaces an existing database, which is kept under a dated name. */
  force?: boolean
  /** What is changed in the restored database: SQL for each table that the backup has. */
  changes?: { table: string; sql: string }[]
  /** Rows that the restored database takes over from the one that it replaces, if both have the table: their columns, as SQL. */
  takenOver?: { table: string; columns: string }[]
  now: number
  signal?: AbortSignal
}

/**
 * Replaces the database `target`, which no process may have open, with a backup. One rename puts a verified copy of the backup in
 * place. So after a crash at any time, the old or the new database is complete:
 *
 * 1. The backup is copied into a temporary folder beside the target, verified, and `changes` and what is taken over are made there. A crash leaves that folder, which a later run removes.
 * 2. The old database takes in its own log. A crash leaves it as any close does.
 * 3. It gets a second name. A crash leaves it under both; the next restore takes the second away.
 * 4. Logs that are left now belong to no readable database. They get the second name too, and lose the first, so that SQLite
 *    does not write them into the new file. A crash leaves a database that was unusable before.
 * 5. The copy takes the first name.
 *
 * @param backup a file, or a stream of one
 * @throws DomainError: damaged backup, existing database without `force`, database in use, full disk
 */
export async function restore(backup: string | Readable, target: string, options: RestoreOptions): Promise<Restored> {
  return restoreFile(backup, target, options).catch(explain(`cannot restore ${target}`))
}

async function restoreFile(
  backup: string | Readable,
  target: string,
  { force = false, changes = [], takenOver = [], now, signal }: RestoreOptions,
): Promise<Restored> {
  const file = fileBehind(target)
  if (typeof backup === 'string') refuseDatabaseInUse(backup, file)
  if (existsSync(file) && !force) throw conflict('database_exists', `there is a database ${target} already`)
  if (!force) refuseForeignLog(file)
  const unlock = lockForServing(file, { reason: 'served_now', todo: 'stop that server before a restore' })
  try {
    return await inTemporaryFolder(dirname(file), async (folder) => {
      const copy = join(folder, basename(file))
      const source = typeof backup === 'string' ? createReadStream(backup) : backup
      await pipeline(source, createWriteStream(copy, { flags: 'wx', mode: 0o600 }), { signal })
      const sha256 = await hashOf(copy)
      const contents = verifyDatabase(copy, { name: typeof backup === 'string' ? backup : 'the backup' })
      if (fileKind(copy) === 'logged') makePlain(copy)
      change(copy, changes)
      if (mayOpen(file)) takeOver(copy, file, takenOver)
      signal?.throwIfAborted()
      giveToOwner(copy, file)
      return { file: target, sha256, kept: swap(copy, file, now), ...contents }
    })
  } finally {
    unlock()
  }
}

/** A backup of an older schema may lack some of them. */
function change(file: string, changes: { table: string; sql: string }[]): void {
  const db = openSqlite(file)
  try {
    const found = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all()
    for (const { table, sql } of changes) if (found.includes(table)) db.exec(sql)
  } finally {
    db.close()
  }
}

/**
 * Takes rows over from the database that is replaced, unless it can't be read. The workspaces of the backup decide: rows of others have
 * nothing to belong to.
 */
function takeOver(copy: string, replaced: string, rows: { table: string; columns: string }[]): void {
  const db = openSqlite(copy)
  try {
    db.prepare('ATTACH ? AS replaced').run(replaced)
    const has = db.prepare<[string, string], number>(
      `SELECT (SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = ?)
         + (SELECT count(*) FROM replaced.sqlite_schema WHERE type = 'table' AND name = ?)`,
    )
    for (const { table, columns } of rows)
      if (has.pluck().get(table, table) === 2)
        db.exec(
          `INSERT OR IGNORE INTO main.${table} (${columns}) SELECT ${columns} FROM replaced.${table}
           WHERE workspace_id IN (SELECT id FROM main.workspaces)`,
        )
  } catch (error) {
    // One that is in use is reported where the old database is locked.
    if (!isUnreadable(error) && !isBusy(error)) throw error
  } finally {
    db.close()
  }
}

/** A backup is one file. A database that was not closed has commits in a file beside it, which a copy would lack. */
function refuseDatabaseInUse(backup: string, target: string): void {
  if (!existsSync(backup)) throw new DomainError('NOT_FOUND', 'no_backup', `there is no backup ${backup}; name another`)
  refuseUnreadable(backup)
  const file = realpathSync(backup)
  if (file === target) throw conflict('same_file', `${backup} is the database itself; name a backup of it`)
  const beside = ['-wal', '-journal'].find((suffix) => existsSync(file + suffix))
  if (beside)
    throw conflict(
      'no_backup_but_database',
      `${backup} has ${basename(file)}${beside} beside it: it is a database in use or after a crash`,
      { file: backup },
    )
}

/** Checked before the copy, whose errors name the target folder. The file may be a pipe, so nothing is read. */
function refuseUnreadable(backup: string): void {
  if (statSync(backup).isDirectory())
    throw new DomainError('BAD_REQUEST', 'backup_is_folder', `the backup ${backup} is a folder; name a file in it`)
  try {
    accessSync(backup, constants.R_OK)
  } catch (error) {
    throw unusable(backup, error)
  }
}

/** Opening the database would write another database's log into it, or delete the log of an empty one. */
function mayOpen(file: string): boolean {
  return existsSync(file) && !hasForeignLog(file) && strandedLog(file) === undefined
}

/** Steps 2 to 5. @returns the files that contain the old database */
function swap(copy: string, file: string, now: number): string[] {
  const hasForeign = existsSync(file) && hasForeignLog(file)
  const letGo = mayOpen(file) ? holdAlone(file) : () => {}
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

/** The text between a database's name and the time, in the name of a replaced database. */
const ASIDE = '.replaced-'

/** Removes second names of a database: two names would have two logs, which would damage the database. */
function dropSecondNames(file: string): void {
  const database = statSync(file, { throwIfNoEntry: false })
  if (!database || database.nlink === 1) return
  for (const name of readdirSync(dirname(file))) {
    const path = join(dirname(file), name)
    if (name.startsWith(basename(file) + ASIDE) && statSync(path).ino === database.ino) rmSync(path)
  }
}

/** Links the file without opening it: closing it would release the locks of this process. */
function giveSecondName(file: string, second: string): void {
  try {
    linkSync(file, second)
  } catch (error) {
    // A restore that was killed in the same second has already made the link.
    if (existsSync(second) && identityOf(second) === identityOf(file)) return
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'cannot_keep_old',
      `the old database can't be kept as ${second} (${(error as Error).message}); move it away yourself`,
      {},
      error,
    )
  }
}

const inUse = () =>
  conflict(
    'database_in_use',
    'another process has the old database open; stop it (a command, Litestream, an SQLite shell) and try again',
  )
/** Commands end sooner. */
const IN_USE_TIMEOUT_MS = 2_000

/**
 * Moves the log of a database into it, and locks it against all other processes, even readers. There is no log afterwards, so that
 * releasing the lock touches no file of the new database. A file that SQLite cannot read is unchanged: nobody else can use it either.
 *
 * @returns a function that releases the lock
 */
function holdAlone(file: string): () => void {
  const db = openSqlite(file, { timeout: IN_USE_TIMEOUT_MS })
  try {
    db.pragma('synchronous = FULL')
    db.pragma('journal_mode = DELETE')
    db.exec('BEGIN EXCLUSIVE')
    // Another process may have turned on the log again in between: then readers are not locked out.
    if (db.pragma('journal_mode', { simple: true }) !== 'delete') throw inUse()
    return () => db.close()
  } catch (error) {
    db.close()
    if (isBusy(error)) throw inUse()
    if (isUnreadable(error)) return () => {}
    throw error
  }
}
