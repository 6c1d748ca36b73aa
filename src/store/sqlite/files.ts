import { realpathSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { sizeText } from '../../lib/bytes.ts'
import { conflict } from '../../lib/errors.ts'
import { sizeOf } from '../../lib/files.ts'

/** Bytes of the database and of its log, which contains the newest data. */
export interface FileSizes {
  database: number
  wal: number
}

export function fileSizes(file: string): FileSizes {
  // SQLite puts its log beside the file itself, even if a link was opened.
  const path = realpathSync(file)
  return { database: sizeOf(path), wal: logBytes(path) }
}

/** Bytes of the log beside `path`, which is not a link. */
export function logBytes(path: string): number {
  return sizeOf(`${path}-wal`)
}

/** Bytes of the log beside `path` plus the free bytes on its disk. */
export function roomForLog(path: string): number {
  const { bavail, bsize, blocks } = statfsSync(dirname(path))
  // Some file systems (FUSE) report only zeros.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize + logBytes(path)
}

/**
 * A copy on the disk of a database must not fill it, since the server stores nothing on a full disk.
 *
 * @param times how much free space there must be, in sizes of the database
 * @param message made of the space that is needed and the free space
 * @throws DomainError CONFLICT
 */
export function requireRoom(database: string, times: number, message: (needed: string, free: string) => string): void {
  const { database: bytes, wal } = fileSizes(database)
  const { bavail, bsize, blocks } = statfsSync(dirname(realpathSync(database)))
  const [free, needed] = [bavail * bsize, times * (bytes + wal)]
  // Some file systems (FUSE) report only zeros.
  if (blocks === 0 || free >= needed) return
  throw conflict('no_room_for_backups', message(sizeText(needed, 'en'), sizeText(free, 'en')))
}
