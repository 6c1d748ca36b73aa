import { realpathSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
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
