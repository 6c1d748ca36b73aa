import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import type { Limits } from '../../client/batches.ts'
import type { Counts } from '../../objects/upsert.ts'

/** How far an import is: what must be known to go on with it and to tell its end. */
export interface State {
  /** Of the backfill; tickets have none, and an id of the importer's own. */
  id: string
  resource: string
  /** Of the file, which must not change between. Bytes, and epoch milliseconds. */
  file: { size: number; modifiedAt: number }
  limits: Limits
  /** Rows that are done with, as they were sent or rejected. */
  rows: number
  rejected: number
  /** How long the file of rejected rows was then. */
  rejectedBytes: number
  /** What became of tickets; of a backfill the server knows. */
  results: Counts
}

const pathOf = (file: string) => `${file}.import.json`

export function fileFacts(file: string): State['file'] {
  const { size, mtimeMs } = statSync(file)
  return { size, modifiedAt: Math.floor(mtimeMs) }
}

/** Keeps the state beside the file, so that a crash leaves the old one or the new one whole. */
export function saveState(file: string, state: State): void {
  const draft = `${pathOf(file)}.tmp`
  const handle = openSync(draft, 'w', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(state)}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draft, pathOf(file))
}

export function removeState(file: string): void {
  rmSync(pathOf(file), { force: true })
}

/** @throws Error where an import of the file has begun and not ended */
export function refuseBegun(file: string): void {
  if (!existsSync(pathOf(file))) return
  const { id } = JSON.parse(readFileSync(pathOf(file), 'utf8')) as State
  throw new Error(
    `An import of ${file} has begun and not ended. If it runs no more, ${howToResume(id)}, or ${howToBeginAnew(file)}.`,
  )
}

/** The state of the interrupted import with this id. @throws Error where it is none of this file and resource, or the file has changed */
export function interruptedState(file: string, resource: string, id: string): State {
  if (!existsSync(pathOf(file))) throw new Error(`There is no interrupted import of ${file}: leave out --resume.`)
  const state = JSON.parse(readFileSync(pathOf(file), 'utf8')) as State
  if (state.id !== id) throw new Error(`The interrupted import of ${file} is ${state.id}, not ${id}.`)
  if (state.resource !== resource) throw new Error(`The interrupted import of ${file} is one of ${state.resource}.`)
  const { size, modifiedAt } = fileFacts(file)
  if (size !== state.file.size || modifiedAt !== state.file.modifiedAt) {
    throw new Error(`${file} has changed since its import was interrupted: ${howToBeginAnew(file)}.`)
  }
  return state
}

/** What to do about an interrupted import, as the end of a sentence. */
export function howToResume(id: string): string {
  return `go on within 24 hours with the same command and --resume ${id}`
}

/** What to do where it can't be gone on with. */
export function howToBeginAnew(file: string): string {
  return `delete ${pathOf(file)} to begin anew; what is stored already is answered as stale`
}
