/** What the thread that makes checkpoints is given. */
export interface CheckpointTask {
  /** The database's own name, no link. */
  file: string
  /** Which file had that name when it was opened. */
  identity: string
  /** What the executable has loaded SQLite from; undefined outside of it. */
  addonFile: string | undefined
  /** So many milliseconds after the load is over, the disk space of a long log is given back. */
  idleMs: number
  /** Shared memory: `COMMITTED` and `STOPPING` are 0, or 1 once it is so; `PAGES` is how many pages wait in the log under load. */
  signals: Int32Array
}

/** The cells of the signals: something was committed; the thread shall end; the limit that follows from the room on the disk. */
export const COMMITTED = 0
export const STOPPING = 1
export const PAGES = 2
export const SIGNALS = 3

/** What the thread tells: a checkpoint failed, for the first time since one that worked. */
export interface CheckpointFailure {
  problem: string
}

export const PAGE_BYTES = 4_096

/** How many pages wait in the log until they are moved, at most: in a pause, and while commits come one after another. */
export const PAGES_IN_PAUSE = 1_000
export const PAGES_UNDER_LOAD = 16_000

/** Lengths of the log, in pages. */
export interface LogLimits {
  /** How many wait until they are moved, in a pause and under load. */
  inPause: number
  underLoad: number
  /** A log that has grown to so many is kept moved, so that some commit finds nothing left in it and begins it anew. */
  long: number
  /** Where the thread does not keep up, SQLite makes checkpoints within commits, as usual, at this length. */
  withinCommit: number
}

export function logLimits(underLoad: number): LogLimits {
  return {
    inPause: Math.min(PAGES_IN_PAUSE, underLoad),
    underLoad,
    long: 2 * underLoad,
    withinCommit: WITHIN_COMMIT * underLoad,
  }
}

const WITHIN_COMMIT = 3

/** The log may take this share of the room that it finds: moved into the database, it may take the same room once more. */
const SHARE_OF_ROOM = 4
/** Enough for most commits. Below it nearly every one would be moved by itself, which takes more time than it saves room. */
const LEAST_UNDER_LOAD = 100

/** How many pages may wait in the log under load. @param room bytes that are free on its disk, with those that it has already */
export function pagesUnderLoad(room: number): number {
  const pages = Math.floor(room / SHARE_OF_ROOM / WITHIN_COMMIT / PAGE_BYTES)
  return Math.min(PAGES_UNDER_LOAD, Math.max(LEAST_UNDER_LOAD, pages))
}
