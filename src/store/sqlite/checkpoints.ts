import type { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import { startThread } from '../../lib/assets.ts'
import type { Log } from '../../lib/log.ts'
import {
  type CheckpointFailure,
  type CheckpointTask,
  COMMITTED,
  ERASING,
  logLimits,
  PAGE_BYTES,
  PAGES,
  pagesUnderLoad,
  SIGNALS,
  STOPPING,
} from './checkpoint-task.ts'
import { logBytes, roomForLog } from './files.ts'
import { addonFile } from './sqlite.ts'

/*
 * A checkpoint moves committed pages from the log (-wal) into the database, so that the log can start from the beginning. SQLite makes
 * checkpoints within commits, which delays all writes; here a thread makes them while commits continue. Under load the thread lets
 * pages collect, since a page that was changed many times is moved only once. The number of pages depends on the free disk space,
 * which the thread checks each time it checks the log.
 */

/** Without a thread SQLite makes checkpoints within commits at its default length, if the disk has room for it. */
const PAGES_WITHOUT_THREAD = 1_000

const IDLE_MS = 10_000

export interface Checkpoints {
  /** To be called after each commit. @param erased whether it erased data, which the log must lose */
  noteCommit(erased: boolean): void
  /** Resolves when the thread has closed the file. */
  stop(): Promise<void>
}

/**
 * Moves the checkpoints of `db`, the connection that writes to `file` (not a link), into a thread. The thread starts when there are
 * pages to move. If it cannot start or fails, commits make the checkpoints.
 */
export function createCheckpoints(
  db: Database.Database,
  { file, identity, idleMs = IDLE_MS }: Pick<CheckpointTask, 'file' | 'identity'> & { idleMs?: number },
  log: Pick<Log, 'error'>,
): Checkpoints {
  const signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT))
  let thread: { worker: Worker; ended: Promise<void> } | undefined
  let mayStart = true
  let hasFailed = false
  /** The current limits of SQLite. */
  let limits = logLimits(0)

  const signal = (cell: number) => {
    Atomics.store(signals, cell, 1)
    Atomics.notify(signals, cell)
  }
  const keepLimits = () => {
    const pages = Atomics.load(signals, PAGES)
    if (pages === limits.underLoad || hasFailed) return
    limits = logLimits(pages)
    db.pragma(`wal_autocheckpoint = ${limits.withinCommit}`)
    // A log that grew longer, for example during a backup, is cut when it starts from the beginning, even under load.
    db.pragma(`journal_size_limit = ${limits.withinCommit * PAGE_BYTES}`)
  }
  const giveUp = (error: Error) => {
    mayStart = false
    hasFailed = true
    log.error('The checkpoint thread has failed: commits make checkpoints from now on', { error: error.message })
    if (db.open) db.pragma(`wal_autocheckpoint = ${Math.min(PAGES_WITHOUT_THREAD, limits.withinCommit)}`)
  }
  const startWhereNeeded = (erased: boolean) => {
    if (!erased && logBytes(file) < limits.inPause * PAGE_BYTES) return
    mayStart = false
    const workerData: CheckpointTask = { file, identity, addonFile: addonFile(), idleMs, signals }
    const worker = startThread('checkpoints-thread.js', { workerData })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.on('message', ({ problem }: CheckpointFailure) =>
      log.error('The write-ahead log could not be moved into the database: it grows until a later try succeeds', {
        error: problem,
      }),
    )
    worker.on('error', giveUp)
    worker.unref()
    thread = { worker, ended }
  }
  Atomics.store(signals, PAGES, pagesUnderLoad(roomForLog(file)))
  keepLimits()
  return {
    noteCommit: (erased) => {
      try {
        keepLimits()
        if (mayStart) startWhereNeeded(erased)
      } catch (error) {
        // The system may allow no further thread. The commit itself has succeeded.
        giveUp(error as Error)
      }
      if (erased) Atomics.store(signals, ERASING, 1)
      signal(COMMITTED)
    },
    stop: async () => {
      mayStart = false
      signal(STOPPING)
      signal(COMMITTED)
      // Nothing else may keep the process alive until the database is closed.
      thread?.worker.ref()
      await thread?.ended
    },
  }
}
