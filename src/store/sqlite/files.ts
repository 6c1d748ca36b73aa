import { realpathSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Bytes of the database and of the log beside it, which holds what was written last. */
export interface FileSizes {
  database: number
  wal: number
}

export function fileSizes(file: string): FileSizes {
  // SQLite keeps its log beside the file itself, also where a link was opened.
  const path = realpathSync(file)
  return { database: sizeOf(path), wal: logBytes(path) }
}

/** Bytes of the log beside `path`, which is no link. */
export function logBytes(path: string): number {
  return sizeOf(`${path}-wal`)
}

/** Bytes that the log beside `path` has or could take: its own, and those that are free on its disk. */
export function roomForLog(path: string): number {
  const { bavail, bsize, blocks } = statfsSync(dirname(path))
  // Some file systems of programs (FUSE) do not tell: all is 0 then.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize + logBytes(path)
}

/** Bytes of a file; 0 if it is missing. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
