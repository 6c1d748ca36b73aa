import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { createPrivate, explain } from '../lib/files.ts'
import { systemClock } from '../lib/time.ts'
import { tryLock } from './sqlite/lock.ts'

const PREFIX = '.storewire-tmp-'
/** The suffix of the lock file beside a folder, which is created and locked before the folder. */
const LOCK = '-lock'
/** Folders without a known lock are removed after this time: no process writes that long. */
const ABANDONED_MS = 12 * 60 * 60 * 1000

/**
 * Runs `work` with an empty folder inside `parent`, which only this user can enter, and removes it afterwards. A file made in it can
 * be moved to a final name in `parent` in one step. Also removes such folders after a crash.
 */
export async function inTemporaryFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  removeAbandoned(parent)
  const folder = newName(parent)
  const lock = folder + LOCK
  createPrivate(lock)
  let unlock: (() => void) | undefined
  try {
    unlock = tryLock(lock)
    await mkdir(folder, { mode: 0o700 })
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    unlock?.()
    rmSync(lock, { force: true })
  }
}

function newName(parent: string): string {
  return join(parent, `${PREFIX}${thisMachine().join('.')}.${randomBytes(6).toString('hex')}`)
}

/** @throws DomainError if no file can be created in the folder. @param purpose for the message, such as `write backups to x` */
export function assertWritable(folder: string, purpose: string): void {
  const probe = newName(folder)
  try {
    createPrivate(probe)
    rmSync(probe)
  } catch (error) {
    explain(`cannot ${purpose}`)(error as Error)
  }
}

/**
 * Removes temporary folders that no process owns. The system releases a lock when its process ends, even if another process gets the
 * same number. Locks of other machines are not visible on every file system, so their folders are removed only when old.
 */
export function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue
    try {
      removeIfAbandoned(join(parent, name))
    } catch (error) {
      // A folder of another user is removed by that user's next run.
      if (!isDenied(error)) throw error
    }
  }
}

function removeIfAbandoned(path: string): void {
  const lock = path + LOCK
  const isLockOf = path.endsWith(LOCK) && existsSync(path.slice(0, -LOCK.length))
  if (isLockOf) return
  if (!isOurs(path) || !existsSync(lock)) {
    if (isOld(path)) rmSync(path, { recursive: true, force: true })
    return
  }
  const unlock = tryLock(lock)
  if (!unlock) return
  rmSync(path, { recursive: true, force: true })
  unlock()
  rmSync(lock, { force: true })
}

function isOld(path: string): boolean {
  // Another process may have removed it meanwhile.
  const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
  return systemClock.now() - madeAt > ABANDONED_MS
}

function isOurs(path: string): boolean {
  const name = path.slice(path.lastIndexOf(PREFIX) + PREFIX.length).split('.')
  return thisMachine().some((part, index) => part !== '' && part === name[index])
}

const BOOT = '/proc/sys/kernel/random/boot_id'

/** The identity of this machine: its name, which stays after a restart, and its boot id, which all its containers share. */
function thisMachine(): string[] {
  return [hostname(), existsSync(BOOT) ? readFileSync(BOOT, 'utf8') : ''].map(
    (text) => text && createHash('sha256').update(text).digest('hex').slice(0, 8),
  )
}

function isDenied(error: unknown): boolean {
  const { code = '' } = error as Error & { code?: string }
  return /^(EACCES|EPERM|EROFS|SQLITE_CANTOPEN|SQLITE_READONLY)/.test(code)
}
