import { createHash } from 'node:crypto'
import { createReadStream, existsSync, realpathSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type Database from 'better-sqlite3'
import { toIso } from '../../lib/time.ts'
import { createPrivate, explain, moveDurably } from './durable.ts'
import { openingProblem } from './failures.ts'
import { refuseForeignLog, strandedLog } from './header.ts'
import { fileBehind } from './lock.ts'
import { checkedVersion } from './migrate.ts'
import { watchForReplacement } from './replaced.ts'
import { openSqlite, prepareSqlite } from './sqlite.ts'
import { inTemporaryFolder } from './temporary.ts'
import { type Contents, countRows, unusable, verifyDatabase } from './verify.ts'

/** A finished copy that was read back and found sound. */
export interface Backup extends Contents {
  /** Its file; null where it was streamed. */
  file: string | null
  sha256: string
}

export interface BackupOptions {
  /** Told how much is copied, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Ends the work; nothing is left of it. */
  signal?: AbortSignal
}

/**
 * Copies a database that may be in use into a new file. The copy is what was committed when it began; pushes go on meanwhile.
 * `target` appears in one step, complete, verified and on disk, or not at all; it is readable by its owner alone.
 *
 * @throws Error that says what to do: no such database, a file of that name is there, no room, damage
 */
export async function backUp(source: string, target: string, options: BackupOptions = {}): Promise<Backup> {
  if (existsSync(target)) throw new Error(`there is a file ${target} already; name another, or a folder`)
  const stranded = strandedLog(target)
  if (stranded !== undefined)
    throw new Error(`the log ${stranded} of another database is beside the backup to be written; name another file`)
  realSource(source)
  return inTemporaryFolder(dirname(target), async (folder) => {
    const copy = join(folder, basename(target))
    const contents = await copyDatabase(source, copy, options)
    const sha256 = await hashOf(copy)
    moveDurably(copy, target)
    return { file: target, sha256, ...contents }
  }).catch(explain(`cannot write the backup ${target}`))
}

/** The second backup of a second has a number behind the time. */
const DATED = /^storewire-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?\.db$/

/**
 * Backs up into a folder, under a name that tells the time, and then deletes the oldest backups of such names there.
 *
 * @param keep how many stay, this one included; all without it
 */
export async function backUpInto(
  source: string,
  folder: string,
  { now, keep, ...options }: BackupOptions & { now: number; keep?: number | undefined },
): Promise<{ backup: Backup; removed: string[] }> {
  const target = freeName(join(folder, `storewire-${fileTime(now)}`), '.db')
  const backup = await backUp(source, target, options)
  if (keep === undefined) return { backup, removed: [] }
  // The new one stays even where the clock was set back and it looks old.
  const others = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && DATED.test(entry.name) && entry.name !== basename(target))
    .map((entry) => entry.name)
  const removed = others
    .sort()
    .slice(0, Math.max(0, others.length + 1 - keep))
    .map((other) => join(folder, other))
  for (const file of removed) rmSync(file, { force: true })
  return { backup, removed }
}

/** Backs up to a stream. The copy stands beside the database until it is verified: nothing else than a whole one is sent. */
export async function backUpTo(source: string, stream: Writable, options: BackupOptions = {}): Promise<Backup> {
  const folder = dirname(realSource(source))
  return inTemporaryFolder(folder, async (temporary) => {
    const copy = join(temporary, basename(source))
    const contents = await copyDatabase(source, copy, options)
    const sha256 = await hashOf(copy)
    await pipeline(createReadStream(copy), stream, { signal: options.signal })
    return { file: null, sha256, ...contents }
  }).catch(explain('cannot write the copy'))
}

/** How many pages are copied between two turns of the event loop. */
const PAGES_A_STEP = 2_000

/**
 * SQLite's online backup, from a connection that holds one snapshot all the time: without it every write of another process
 * would make the copy begin anew, and under steady writes it would not end. It copies page by page, so that row ids stay; and
 * since the snapshot is still there afterwards, the rows of both can be compared.
 */
async function copyDatabase(source: string, copy: string, { onProgress, signal }: BackupOptions): Promise<Contents> {
  const db = openSnapshot(source)
  let rows: Record<string, number>
  try {
    createPrivate(copy)
    await db.backup(copy, {
      progress: ({ totalPages, remainingPages }) => {
        signal?.throwIfAborted()
        onProgress?.(1 - remainingPages / totalPages)
        return PAGES_A_STEP
      },
    })
    rows = countOrExplain(db, source)
  } finally {
    db.close()
  }
  makePlain(copy)
  const contents = verifyDatabase(copy, `the copy of ${source}`)
  if (!isDeepStrictEqual(contents.rows, rows)) throw new Error('the copy has other rows than the database; try again')
  signal?.throwIfAborted()
  return contents
}

/** Damage that SQLite's copy does not look at may show as soon as the rows are counted. */
function countOrExplain(db: Database.Database, source: string): Record<string, number> {
  try {
    return countRows(db)
  } catch (error) {
    throw unusable(`the database ${source}`, error)
  }
}

/** A connection that sees the database as it is now, until it is closed. */
function openSnapshot(source: string): Database.Database {
  const file = realSource(source)
  let db: Database.Database | undefined
  try {
    const checkNotReplaced = watchForReplacement(file)
    db = openSqlite(file, { fileMustExist: true })
    db.exec('BEGIN')
    checkedVersion(db)
    checkNotReplaced()
    return db
  } catch (error) {
    db?.close()
    throw cannotOpen(source, error)
  }
}

/** @returns the file behind `source` @throws Error that says what to do if it is missing, or a log is beside it that is not its own */
function realSource(source: string): string {
  try {
    refuseForeignLog(fileBehind(source))
    const file = realpathSync(source)
    // The folder of the backups may be mounted noexec.
    prepareSqlite(dirname(file))
    return file
  } catch (error) {
    throw cannotOpen(source, error)
  }
}

function cannotOpen(source: string, error: unknown): Error {
  return new Error(`cannot back up the database ${source}: ${openingProblem(error, source)}`, { cause: error })
}

/** Makes a database that is used with a write-ahead log one file that needs nothing beside it, not even to be read. */
export function makePlain(file: string): void {
  const db = openSqlite(file)
  try {
    db.pragma('journal_mode = DELETE')
  } finally {
    db.close()
  }
}

export async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** The first of `stem.db`, `stem-2.db`, `stem-3.db` and so on that is not there. @param extension such as `.db` */
export function freeName(stem: string, extension: string): string {
  let name = stem + extension
  for (let number = 2; existsSync(name); number++) name = `${stem}-${number}${extension}`
  return name
}

/** A time as part of a file's name: `2026-11-21T03-00-00Z`. @param time epoch milliseconds */
export function fileTime(time: number): string {
  return `${toIso(time).slice(0, 19).replaceAll(':', '-')}Z`
}
