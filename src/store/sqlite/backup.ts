import { createHash } from 'node:crypto'
import { constants, createReadStream, existsSync, realpathSync, rmSync } from 'node:fs'
import { chmod, copyFile, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import type Database from 'better-sqlite3'
import { conflict, DomainError } from '../../lib/errors.ts'
import { createPrivate, explain, moveDurably } from '../../lib/files.ts'
import { toIso } from '../../lib/time.ts'
import { inTemporaryFolder } from '../temporary.ts'
import { openingError } from './failures.ts'
import { requireRoom } from './files.ts'
import { refuseForeignLog, strandedLog } from './header.ts'
import { fileBehind } from './lock.ts'
import { checkedVersion } from './migrate.ts'
import { watchForReplacement } from './replaced.ts'
import { openSqlite, prepareSqlite } from './sqlite.ts'
import { type Contents, countRows, unusable, verifyDatabase } from './verify.ts'

/** A finished and verified copy. */
export interface Backup extends Contents {
  /** The file of the copy; null if it was streamed. */
  file: string | null
  sha256: string
}

export interface CopyOptions {
  /** Called with the copied share, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Cancels the backup and removes its files. */
  signal?: AbortSignal
}

/**
 * Copies a database, which may be in use, into a new file. The copy contains everything committed before the start; pushes continue
 * meanwhile. `target` appears in one step, complete, verified and on disk, or not at all. Only its owner can read it.
 *
 * @throws DomainError: missing or damaged database, existing target, full disk
 */
export async function backUp(source: string, target: string, options: CopyOptions = {}): Promise<Backup> {
  refuseTarget(target)
  realSource(source)
  return inTemporaryFolder(dirname(target), async (folder) => {
    const copy = join(folder, basename(target))
    const contents = await copyDatabase(source, copy, options)
    const sha256 = await hashOf(copy)
    moveDurably(copy, target)
    return { file: target, sha256, ...contents }
  }).catch(explain(`cannot write the backup ${target}`))
}

function refuseTarget(target: string): void {
  if (existsSync(target))
    throw conflict('file_exists', `the file ${target} already exists; name another file, or a folder`)
  const stranded = strandedLog(target)
  if (stranded !== undefined)
    throw conflict(
      'log_of_another',
      `the log of another database, ${stranded}, is beside the new file; name another file`,
    )
}

/**
 * Like {@link backUp}, in half the time, for a database that nobody can write meanwhile and that has nothing in its log: copies the file as
 * a whole, on some file systems without copying its blocks.
 *
 * @param db has the file open
 */
export async function backUpResting(db: Database.Database, source: string, target: string): Promise<void> {
  refuseTarget(target)
  await inTemporaryFolder(dirname(target), async (folder) => {
    const copy = join(folder, basename(target))
    await copyFile(source, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await chmod(copy, 0o600)
    checkCopy(copy, source, countOrExplain(db, source), true)
    moveDurably(copy, target)
  }).catch(explain(`cannot write the backup ${target}`))
}

/** A second backup in the same second has a number after the time. */
const DATED = /^storewire-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?\.db$/

/**
 * Backs up into a folder, with the time as the file name, and then deletes the oldest backups with such names.
 *
 * @param keep the number of backups to keep, including the new one; default: all
 */
export async function backUpInto(
  source: string,
  folder: string,
  { now, keep, ...options }: CopyOptions & { now: number; keep?: number | undefined },
): Promise<{ backup: Backup; removed: string[] }> {
  const target = freeName(join(folder, `storewire-${fileTime(now)}`), '.db')
  const backup = await backUp(source, target, options)
  if (keep === undefined) return { backup, removed: [] }
  // The new backup stays even if its name looks old because the clock was set back.
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

/**
 * The time of the newest verified backup in a folder, by its name, in epoch milliseconds; 0 without one, or without one that can be
 * reached: the next backup reports why.
 */
export async function lastBackupAt(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => DATED.test(name))
    .sort()
    .at(-1)
  const [, date, hours, minutes, seconds] = /(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)Z/.exec(newest ?? '') ?? []
  const time = Date.parse(`${date}${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(time) ? 0 : time
}

/** A file in the folder of backups. `at` is epoch milliseconds. */
export interface BackupFile {
  name: string
  bytes: number
  at: number
}

const MOST_LISTED = 100

/** The newest backups in a folder, at most 100; none if there is no such folder yet. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = await Promise.all(
    all
      .filter((name) => name.endsWith('.db'))
      .map(async (name) => {
        const { size, mtimeMs } = await stat(join(folder, name))
        return { name, bytes: size, at: Math.round(mtimeMs) }
      }),
  )
  return files.sort((one, other) => other.at - one.at).slice(0, MOST_LISTED)
}

/** Backs up to a stream. The copy is first written beside the database and verified, so that only a complete copy is sent. */
export async function backUpTo(source: string, stream: Writable, options: CopyOptions = {}): Promise<Backup> {
  return withCopy(
    source,
    async (file, backup) => {
      await pipeline(createReadStream(file), stream, { signal: options.signal })
      return backup
    },
    options,
  )
}

/** What grows while a copy is sent has room beside it. */
const SENT_NEEDS = 1.1

/** Makes a verified copy beside the database, which is deleted after `work`. @throws DomainError CONFLICT without room for it */
export async function withCopy<T>(
  source: string,
  work: (file: string, backup: Backup) => Promise<T>,
  options: CopyOptions = {},
): Promise<T> {
  const folder = dirname(realSource(source))
  requireRoom(
    source,
    SENT_NEEDS,
    (needed, free) =>
      `The copy needs ${needed} of free space beside the database until it is sent, and there are ${free}. Make room.`,
  )
  return inTemporaryFolder(folder, async (temporary) => {
    const copy = join(temporary, basename(source))
    const contents = await copyDatabase(source, copy, options)
    return work(copy, { file: null, sha256: await hashOf(copy), ...contents })
  }).catch(explain('cannot write the copy'))
}

/** Pages copied between two turns of the event loop. */
const PAGES_A_STEP = 2_000

/**
 * SQLite's online backup, from a connection that keeps one snapshot open: otherwise each write of another process would restart the
 * copy, and under steady writes it would not finish. It copies pages, so row ids stay the same. The snapshot stays open afterwards,
 * so that the numbers of rows can be compared.
 */
async function copyDatabase(source: string, copy: string, { onProgress, signal }: CopyOptions): Promise<Contents> {
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
  const contents = checkCopy(copy, source, rows)
  signal?.throwIfAborted()
  return contents
}

/** Makes a copy a single file, and verifies it. @param rows the numbers of rows of its source @param isMapped as in {@link verifyDatabase} */
function checkCopy(copy: string, source: string, rows: Record<string, number>, isMapped = false): Contents {
  makePlain(copy)
  const contents = verifyDatabase(copy, { name: `the copy of ${source}`, isMapped })
  if (!isDeepStrictEqual(contents.rows, rows))
    throw new DomainError(
      'SERVICE_UNAVAILABLE',
      'copy_differs',
      'the copy and the database have different rows; try again',
    )
  return contents
}

/** SQLite copies damaged pages without an error; counting the rows may find the damage. */
function countOrExplain(db: Database.Database, source: string): Record<string, number> {
  try {
    return countRows(db)
  } catch (error) {
    throw unusable(`the database ${source}`, error)
  }
}

/** A connection with a snapshot of the database as it is now. */
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

/** @returns the file behind `source` @throws DomainError if it is missing, or the log beside it belongs to another database */
export function realSource(source: string): string {
  try {
    refuseForeignLog(fileBehind(source))
    const file = realpathSync(source)
    // The addon is unpacked beside the database, since the folder of the backups may be mounted noexec.
    prepareSqlite(dirname(file))
    return file
  } catch (error) {
    throw cannotOpen(source, error)
  }
}

function cannotOpen(source: string, error: unknown): Error {
  return openingError(`cannot back up the database ${source}`, error, source)
}

/** Turns off the write-ahead log of a database, so that it is a single file. */
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

/** The first free name of `stem.db`, `stem-2.db`, `stem-3.db` and so on. @param extension such as `.db` */
export function freeName(stem: string, extension: string): string {
  let name = stem + extension
  for (let number = 2; existsSync(name); number++) name = `${stem}-${number}${extension}`
  return name
}

/** A time as a part of a file name: `2026-11-21T03-00-00Z`. @param time epoch milliseconds */
export function fileTime(time: number): string {
  return `${toIso(time).slice(0, 19).replaceAll(':', '-')}Z`
}
