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
  /** Shared memory: each cell is 0, or 1 once it is so. */
  signals: Int32Array
}

/** The cells of the signals: something was committed; the thread shall end. */
export const COMMITTED = 0
export const STOPPING = 1
export const SIGNALS = 2

/** What the thread tells: a checkpoint failed, for the first time since one that worked. */
export interface CheckpointFailure {
  problem: string
}

/** How many pages wait in the log until they are moved: in a pause, and while commits come one after another. */
export const PAGES_IN_PAUSE = 1_000
export const PAGES_UNDER_LOAD = 16_000
/** A log that has grown to so many pages is kept moved, so that some commit finds nothing left in it and begins it anew. */
export const PAGES_LONG = 2 * PAGES_UNDER_LOAD
export const PAGE_BYTES = 4_096
