import type { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import type { Log } from '../../lib/log.ts'
import { startThread } from '../../lib/threads.ts'
import {
  type CheckpointFailure,
  type CheckpointTask,
  COMMITTED,
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
 * A checkpoint moves what was committed from the log (-wal) into the database, so that the log can begin anew. SQLite makes it part
 * of some commit, for which everyone then waits; here a thread makes it while commits go on. Under load it waits until much has come
 * together: a page that was changed many times is moved once. How much that is depends on the room on the disk: the thread looks at it
 * each time that it looks at the log.
 */

/** Without a thread SQLite makes checkpoints within commits at its usual length, if there is room for it. */
const PAGES_WITHOUT_THREAD = 1_000

const IDLE_MS = 10_000

export interface Checkpoints {
  /** Says that the log has grown. */
  noteCommit(): void
  /** Resolves when the thread has let go of the file. */
  stop(): Promise<void>
}

/**
 * Takes the checkpoints off `db`, the connection that writes to `file`, which is no link. The thread starts when there is something to
 * move; where it can't, or fails, commits make the checkpoints.
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
  /** What SQLite goes by at present. */
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
    // A log that grew beyond, while a backup held it for instance, is cut when it begins anew, also under load.
    db.pragma(`journal_size_limit = ${limits.withinCommit * PAGE_BYTES}`)
  }
  const giveUp = (error: Error) => {
    mayStart = false
    hasFailed = true
    log.error('The thread for checkpoints has failed: commits make them from now on', { error: error.message })
    if (db.open) db.pragma(`wal_autocheckpoint = ${Math.min(PAGES_WITHOUT_THREAD, limits.withinCommit)}`)
  }
  const startWhereNeeded = () => {
    if (logBytes(file) < limits.inPause * PAGE_BYTES) return
    mayStart = false
    const workerData: CheckpointTask = { file, identity, addonFile: addonFile(), idleMs, signals }
    const worker = startThread('checkpoints-thread.js', { workerData })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.on('message', ({ problem }: CheckpointFailure) =>
      log.error('The log of the database could not be moved into it: it grows until that works', { error: problem }),
    )
    worker.on('error', giveUp)
    worker.unref()
    thread = { worker, ended }
  }
  Atomics.store(signals, PAGES, pagesUnderLoad(roomForLog(file)))
  keepLimits()
  return {
    noteCommit: () => {
      try {
        keepLimits()
        if (mayStart) startWhereNeeded()
      } catch (error) {
        // The system may have no thread left to give. What was committed is committed all the same.
        giveUp(error as Error)
      }
      signal(COMMITTED)
    },
    stop: async () => {
      mayStart = false
      signal(STOPPING)
      signal(COMMITTED)
      // Closing goes on after this, in a process that nothing else may keep alive.
      thread?.worker.ref()
      await thread?.ended
    },
  }
}
