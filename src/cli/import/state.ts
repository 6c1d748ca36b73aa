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
import type { ReadingOptions } from './shop-file.ts'

/** The state of an import that is saved, to continue the import. */
export interface State {
  /** The id of the backfill. */
  id: string
  resource: string
  /** The size in bytes and the time of the last change in epoch milliseconds. Both must stay the same until the import continues. */
  file: { size: number; modifiedAt: number }
  limits: Limits
  /** How the file is read. Other options would give other rows. */
  options: ReadingOptions
  /** The time of objects without one, in epoch milliseconds. */
  importedAt: number
  /** Rows that were sent or rejected. */
  rows: number
  rejected: number
  /** The length of the file of rejected rows at that time, in bytes. */
  rejectedBytes: number
}

const pathOf = (file: string) => `${file}.import.json`

export function fileFacts(file: string): State['file'] {
  const { size, mtimeMs } = statSync(file)
  return { size, modifiedAt: Math.floor(mtimeMs) }
}

/** Saves the state next to the file. A crash leaves either the old or the new state complete. */
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

/** @throws Error if an import of the file was started and has not finished */
export function refuseBegun(file: string): void {
  if (!existsSync(pathOf(file))) return
  const { id } = JSON.parse(readFileSync(pathOf(file), 'utf8')) as State
  throw new Error(
    `An import of ${file} was started and has not finished. If it is no longer running, ${howToResume(id)}, or ${howToStartOver(file)}.`,
  )
}

/** What an import is continued with. */
interface Resuming {
  /** Undefined: the format of the file decides. */
  resource: string | undefined
  options: ReadingOptions
  id: string
}

/** The state of the interrupted import with this id. @throws Error if the import has another file, resource or options, or the file has changed */
export function interruptedState(file: string, { resource, options, id }: Resuming): State {
  if (!existsSync(pathOf(file))) throw new Error(`There is no interrupted import of ${file}. Omit --resume.`)
  const state = JSON.parse(readFileSync(pathOf(file), 'utf8')) as State
  if (state.id !== id) throw new Error(`The interrupted import of ${file} is ${state.id}, not ${id}.`)
  if (resource !== undefined && state.resource !== resource)
    throw new Error(`The interrupted import of ${file} is of ${state.resource}, not ${resource}.`)
  if (JSON.stringify(state.options) !== JSON.stringify(options))
    throw new Error(`The interrupted import of ${file} was started with other options. Use the same ones.`)
  const { size, modifiedAt } = fileFacts(file)
  if (size !== state.file.size || modifiedAt !== state.file.modifiedAt) {
    throw new Error(`${file} has changed since its import was interrupted: ${howToStartOver(file)}.`)
  }
  return state
}

/** What to do about an interrupted import, as the end of a sentence. */
export function howToResume(id: string): string {
  return `continue within 24 hours with the same command and --resume ${id}`
}

/** What to do if an import can't be continued, as the end of a sentence. */
export function howToStartOver(file: string): string {
  return `delete ${pathOf(file)} to start over (rows that are already stored count as stale)`
}
