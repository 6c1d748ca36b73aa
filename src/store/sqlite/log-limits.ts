export const PAGE_BYTES = 4_096

/**
 * Pages that may wait in the log before a checkpoint moves them: in a pause, and under load. A commit into a log that still grows takes
 * half as long again as one into a log that starts over. With 16,000 pages under load, most pushes of a busy minute did that; with 2,000,
 * the pages of unordered ids were moved more often.
 */
export const PAGES_IN_PAUSE = 1_000
export const PAGES_UNDER_LOAD = 4_000

/** Lengths of the log, in pages. */
export interface LogLimits {
  /** Pages that may wait before a checkpoint, in a pause and under load. */
  inPause: number
  underLoad: number
  /** From this length on, checkpoints move all pages, so that a commit finds the log empty and starts it from the beginning. */
  long: number
  /** At this length SQLite makes checkpoints within commits, if those between them do not keep up. */
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

/** The log may take one part in this many of the free space: moved into the database, its pages may take the same space again. */
const SHARE_OF_ROOM = 4
/** Enough for most commits. With fewer pages nearly every commit would need a checkpoint of its own. */
const LEAST_UNDER_LOAD = 100

/** The number of pages that may wait in the log under load. @param room free bytes on its disk, plus the bytes of the log */
export function pagesUnderLoad(room: number): number {
  const pages = Math.floor(room / SHARE_OF_ROOM / WITHIN_COMMIT / PAGE_BYTES)
  return Math.min(PAGES_UNDER_LOAD, Math.max(LEAST_UNDER_LOAD, pages))
}
