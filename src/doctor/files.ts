import { accessSync, constants, existsSync, realpathSync, type Stats, statfsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { sizeText } from '../lib/bytes.ts'
import { PROGRAM } from '../lib/program.ts'
import { fileBehind, fileSizes, hasForeignLog, logBytes, strandedLog } from '../store/engine.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const MIB = 1024 * 1024
/** With less free space than this, the next pushes may fail. */
const LEAST_ROOM = 64 * MIB
/** SQLite moves its log into the database at 4 MiB. If the log is much larger, something prevents that. */
const LONG_WAL = 256 * MIB

/** Checks the files of an existing database. */
export function checkFiles(file: string): Finding[] {
  const path = realpathSync(file)
  return [checkPermissions(path), checkRoom(path), judgeWal(logBytes(path))]
}

/** A problem if the log next to the database belongs to other content: nothing may open the database then. @param file may be missing */
export function checkLog(file: string): Finding | undefined {
  if (!existsSync(dirname(file))) return undefined
  const path = fileBehind(file)
  const name = basename(path)
  const stranded = strandedLog(path)
  if (stranded !== undefined) {
    return problem(
      'wal',
      `${path} is missing or empty, but its log ${stranded} is here and has data that is nowhere else: the server does not start`,
      `Put ${name} back beside the log, or restore a backup with "${PROGRAM} restore --force", which keeps the log.`,
    )
  }
  if (!isWritable(path) || !hasForeignLog(path)) return undefined
  return problem(
    'wal',
    `the log ${path}-wal was left by another database that stood here before: the server does not start with it`,
    `Move the log away, and check that ${name} is the right database. Restore backups with "${PROGRAM} restore".`,
  )
}

function checkPermissions(path: string): Finding {
  const check = 'permissions'
  const { uid } = statSync(path)
  const files = ['', '-wal', '-shm', '-lock']
    .map((suffix) => ({ name: path + suffix, stats: statSync(path + suffix, { throwIfNoEntry: false }) }))
    .filter((entry): entry is { name: string; stats: Stats } => entry.stats !== undefined)
  const open = files.filter(({ stats }) => (stats.mode & 0o077) !== 0).map(({ name }) => name)
  if (open.length > 0 && process.platform !== 'win32') {
    return problem(
      check,
      `other users of this machine can open ${names(open)}`,
      `Remove their access: chmod 600 ${open.join(' ')}`,
    )
  }
  const foreign = files.filter(({ stats }) => stats.uid !== uid).map(({ name }) => name)
  if (foreign.length > 0) {
    return problem(
      check,
      `${names(foreign)} and the database belong to different users`,
      `Make the user who runs the server the owner: chown ${uid} ${foreign.join(' ')}`,
    )
  }
  const closed = [dirname(path), ...files.map(({ name }) => name)].filter((name) => !isWritable(name))
  if (closed.length > 0) {
    return problem(
      check,
      `this user can't write to ${closed.join(' ')}`,
      'Run this command as the user who runs the server. If you did, give that user write access: the server does not start without it.',
    )
  }
  return ok(check, `only their owner can open ${names(files.map(({ name }) => name))}`)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

function names(paths: string[]): string {
  return paths.map((path) => basename(path)).join(', ')
}

function checkRoom(path: string): Finding {
  const { bavail, bsize } = statfsSync(dirname(path))
  const { database, wal } = fileSizes(path)
  return judgeRoom(bavail * bsize, database + wal)
}

/** @param free bytes on the disk @param used bytes that the database takes */
export function judgeRoom(free: number, used: number): Finding {
  const check = 'disk room'
  const found = `${size(free)} free beside a database of ${size(used)}`
  if (free < LEAST_ROOM) return problem(check, found, 'Make room: when the disk is full, pushes are refused with 503.')
  if (free < used) return warning(check, found, 'Make room for a copy: backups and updates of the schema need it.')
  return ok(check, found)
}

/** @param bytes size of the log */
export function judgeWal(bytes: number): Finding {
  const check = 'wal'
  const found = `the log of the database (-wal) has ${size(bytes)}`
  if (bytes <= LONG_WAL) return ok(check, found)
  return warning(
    check,
    found,
    'Find the program that reads from the file without pause, and stop it. Then restart the server: it moves the log into the database.',
  )
}

function size(bytes: number): string {
  return sizeText(bytes, 'en')
}
