import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import type { Log } from '../../lib/log.ts'
import type { CheckpointAsked, CheckpointDone } from './checkpoint.ts'
import { logBytes, roomForLog } from './files.ts'
import { logLimits, PAGE_BYTES, pagesUnderLoad } from './log-limits.ts'

/*
 * A checkpoint moves committed pages from the log (-wal) into the database, so that the log can start from the beginning. SQLite makes
 * checkpoints within commits, which delays all writes; here the thread for background writes makes them while commits continue. Under load
 * pages may collect, since a page that was changed many times is moved only once. Their number depends on the free disk space.
 */

/** If the thread fails, SQLite makes checkpoints within commits at its default length, if the disk has room for it. */
const PAGES_WITHOUT_THREAD = 1_000

/** The wait between a commit and the look at the log. If no other commit has followed by then, there is a pause. */
const LOOK_MS = 100
/** The wait for the next look in a pause in which something is left to do, such as after a failed checkpoint on a full disk. */
const AGAIN_MS = 500
const IDLE_MS = 5_000

export interface Checkpoints {
  /** To be called after each commit. @param erased whether it erased data, which the log must lose */
  noteCommit(erased: boolean): void
  /** Resolves when the last checkpoint is done. */
  stop(): Promise<void>
}

/**
 * Has checkpoints made by `run`, and not by the commits of `db`, the connection that writes to `file` (not a link). If `run` fails, and not
 * SQLite in it, commits make them from then on.
 */
export function createCheckpoints(
  db: Database.Database,
  { file, idleMs = IDLE_MS }: { file: string; idleMs?: number },
  run: (asked: CheckpointAsked) => Promise<CheckpointDone>,
  log: Pick<Log, 'error'>,
): Checkpoints {
  let limits = logLimits(0)
  let isWatching = false
  let hasCommitted = false
  let hasErased = false
  let isFailing = false
  let isStopped = false
  let underWay: Promise<boolean> | undefined

  function keepLimits(): void {
    const underLoad = pagesUnderLoad(roomForLog(file))
    if (underLoad === limits.underLoad) return
    limits = logLimits(underLoad)
    db.pragma(`wal_autocheckpoint = ${limits.withinCommit}`)
    // A log that grew longer, for example during a backup, is cut when it starts from the beginning, even under load.
    db.pragma(`journal_size_limit = ${limits.withinCommit * PAGE_BYTES}`)
  }

  function noteFailure(error: Error): void {
    if (!(error instanceof Database.SqliteError)) {
      isStopped = true
      log.error('The thread that makes checkpoints has failed: commits make them from now on', { error: error.message })
      db.pragma(`wal_autocheckpoint = ${Math.min(PAGES_WITHOUT_THREAD, limits.withinCommit)}`)
    } else if (!isFailing)
      log.error('The write-ahead log could not be moved into the database: it grows until a later try succeeds', {
        error: error.message,
      })
    isFailing = true
  }

  /** @returns whether there may be work even without another commit */
  async function look(isPause: boolean): Promise<boolean> {
    const erased = hasErased
    // Cleared first: what is erased from now on may be in the log again.
    hasErased = false
    try {
      keepLimits()
      if (!erased && logBytes(file) < limits.inPause * PAGE_BYTES) return false
      const done = await run({ isPause, hasErased: erased, idleMs, limits })
      hasErased ||= erased && !done.isEmptied
      isFailing = false
      return hasErased || done.isUnfinished
    } catch (error) {
      hasErased ||= erased
      noteFailure(error as Error)
      return true
    }
  }

  async function watch(): Promise<void> {
    let waitMs = LOOK_MS
    isWatching = true
    while (isWatching) {
      hasCommitted = false
      await sleep(waitMs, undefined, { ref: false })
      if (isStopped) return
      const isPause = !hasCommitted
      underWay = look(isPause)
      const isUnfinished = await underWay
      waitMs = isPause ? AGAIN_MS : LOOK_MS
      isWatching = isUnfinished || hasCommitted || !isPause
    }
  }

  keepLimits()
  return {
    noteCommit: (erased) => {
      hasErased ||= erased
      hasCommitted = true
      if (!isWatching) void watch()
    },
    stop: async () => {
      isStopped = true
      await underWay
    },
  }
}
