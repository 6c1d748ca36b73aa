import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { inertJson } from '../../lib/escape.ts'
import type { ImportRow } from '../../rows/row.ts'

/** The file of rejected rows, one JSON object per line. It contains customers' data, so only its owner can read it. */
export interface RejectedFile {
  path: string
  /** Appends rows. @returns the length of the file in bytes */
  add(rows: ImportRow[]): number
}

/**
 * Removes the file of an earlier import. The first rejected row creates a new one.
 *
 * @param bytes the length that an interrupted import has saved in its state; later bytes are overwritten
 */
export function rejectedFile(path: string, bytes: number): RejectedFile {
  if (bytes === 0) rmSync(path, { force: true })
  let length = bytes
  return {
    path,
    add: (rows) => {
      if (rows.length === 0) return length
      const handle = openSync(path, length === 0 ? 'w' : 'r+', 0o600)
      try {
        ftruncateSync(handle, length)
        length += writeSync(handle, rows.map(line).join(''), length)
        fsyncSync(handle)
      } finally {
        closeSync(handle)
      }
      return length
    },
  }
}

/**
 * The object as it was in the file; invalid JSON as text. Control characters are escaped, so that the file is safe to print on a
 * terminal, and no line starts like a spreadsheet formula.
 */
function line({ place, text, issues }: ImportRow): string {
  const content = isJson(text) ? `"object":${text}` : `"text":${JSON.stringify(text)}`
  return `${inertJson(`{"row":${place},"issues":${JSON.stringify(issues)},${content}}`)}\n`
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
