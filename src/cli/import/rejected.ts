import { closeSync, fsyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { inertJson } from '../../lib/inert.ts'
import type { Row } from './rows.ts'

/** The file of rows that were not taken, one JSON object a line, readable by its owner alone: it holds customers' data. */
export interface RejectedFile {
  path: string
  /** Appends rows and resolves how long the file is then, in bytes. */
  add(rows: Row[]): number
}

/**
 * Begins it with the first row that goes into it; one of an earlier import is removed.
 *
 * @param bytes how much of it an interrupted import had written for certain; what is behind is written again
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
 * The object stands as it was in the file; what is no JSON, as text. Whoever looks at the file on a terminal sees what a cell
 * holds and does not run it, and no line begins like a formula.
 */
function line({ place, text, issues }: Row): string {
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
