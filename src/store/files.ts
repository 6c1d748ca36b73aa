import { realpathSync, statSync } from 'node:fs'

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

/** Bytes of a file; 0 if it is missing. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
