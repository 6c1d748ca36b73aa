import type { EnoughRows, SqlValue } from '../store.ts'
import type { CheckpointAsked, CheckpointDone } from './checkpoint.ts'

/** The input of a side thread: a connection of its own to the database, for reads or for background writes. */
export interface SideTask {
  file: string
  /** The identity of the file when it was opened. */
  identity: string
  /** The file from which the executable has loaded SQLite; undefined outside the executable. */
  addonFile: string | undefined
  /** Whether the connection writes: then the statements of a question are one transaction. Otherwise the connection cannot write. */
  writes: boolean
  /** Writes do not wait for the disk. */
  disposable: boolean
}

/** A statement whose text comes along only the first time, if it has a number: texts are long, and copied. */
export interface SideStatement {
  number?: number
  sql?: string
  values: SqlValue[]
}

/** Statements to run, in order. */
export interface SideQuestion {
  statements: SideStatement[]
  /** Whether the transaction writes temporary tables only, and so needs no turn among those that write. */
  isPreparation?: boolean
  /** Whether pages that a write gives up are overwritten, since they may hold words of people. */
  isPersonal?: boolean
  /** What a read begins with: `FirstRead` of the store. */
  first?: { statement: SideStatement; ifFound: SideStatement[] } | undefined
  /** After which rows a read leaves out the statements that follow. */
  enough?: EnoughRows | undefined
  /** Milliseconds after which a read ends with the rows found until then. */
  limitMs: number
}

/** A checkpoint, to be made by a connection that writes. */
export interface SideCheckpoint {
  checkpoint: CheckpointAsked
}

export type SideRow = Record<string, SqlValue>

export type SideReply =
  /** The rows of each statement, of a `first` one before the others; `isComplete` is false if a limit ended the reading; `ms` is the time that it took. */
  | { rows: SideRow[][]; isComplete: boolean; ms: number }
  | { checkpoint: CheckpointDone }
  /** `code` is SQLite's, if SQLite has failed. */
  | { failure: { message: string; code: string | undefined } }

/** Most bytes of one answer that are copied from thread to thread, and read by the thread that serves pushes. */
export const MOST_ANSWER_BYTES = 1024 * 1024
