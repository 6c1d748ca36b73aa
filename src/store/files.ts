import { statSync } from 'node:fs'

/** Bytes of the database and of the log beside it, which holds what was written last. */
export interface FileSizes {
  database: number
  wal: number
}

export function fileSizes(file: string): FileSizes {
  return { database: sizeOf(file), wal: sizeOf(`${file}-wal`) }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
