import type { Worker } from 'node:worker_threads'
import type Database from 'better-sqlite3'
import type { Log } from '../lib/log.ts'
import { startThread } from '../lib/threads.ts'
import {
  type CheckpointFailure,
  type CheckpointTask,
  COMMITTED,
  logBytes,
  PAGE_BYTES,
  PAGES_IN_PAUSE,
  PAGES_LONG,
  PAGES_UNDER_LOAD,
  SIGNALS,
  STOPPING,
} from './checkpoint-task.ts'
import { addonFile } from './sqlite.ts'

/*
 * A checkpoint moves what was committed from the log (-wal) into the database, so that the log can begin anew. SQLite makes it part
 * of some commit, for which everyone then waits; here a thread makes it while commits go on. Under load it waits until much has come
 * together: a page that was changed many times is moved once.
 */

/** Where the thread does not keep up, SQLite goes on as usual, at this length; without a thread at its own. */
const PAGES_WITHIN_COMMIT = PAGES_LONG + PAGES_UNDER_LOAD
const PAGES_WITHOUT_THREAD = 1_000

const IDLE_MS = 10_000

/** The thread holds next to nothing. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

export interface Checkpoints {
  /** Says that the log has grown. */
  noteCommit(): void
  /** Resolves when the thread has let go of the file. */
  stop(): Promise<void>
}

/** Takes the checkpoints of `file` off `db`, the connection that writes to it. The thread starts when there is something to move. */
export function createCheckpoints(
  db: Database.Database,
  file: string,
  log: Pick<Log, 'error'>,
  idleMs = IDLE_MS,
): Checkpoints {
  const signals = new Int32Array(new SharedArrayBuffer(SIGNALS * Int32Array.BYTES_PER_ELEMENT))
  let thread: { worker: Worker; ended: Promise<void> } | undefined

  const signal = (cell: number) => {
    Atomics.store(signals, cell, 1)
    Atomics.notify(signals, cell)
  }
  const start = () => {
    const workerData: CheckpointTask = { file, addonFile: addonFile(), idleMs, signals }
    const worker = startThread('checkpoints-thread.js', { workerData, resourceLimits: THREAD_LIMITS })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.on('message', ({ problem }: CheckpointFailure) =>
      log.error('The log of the database could not be moved into it: it grows until that works', { error: problem }),
    )
    worker.on('error', (error: Error) => {
      log.error('The thread for checkpoints has failed: commits make them from now on', { error: error.message })
      if (db.open) db.pragma(`wal_autocheckpoint = ${PAGES_WITHOUT_THREAD}`)
    })
    worker.unref()
    thread = { worker, ended }
  }
  db.pragma(`wal_autocheckpoint = ${PAGES_WITHIN_COMMIT}`)
  return {
    noteCommit: () => {
      if (!thread && logBytes(file) >= PAGES_IN_PAUSE * PAGE_BYTES) start()
      signal(COMMITTED)
    },
    stop: async () => {
      signal(STOPPING)
      signal(COMMITTED)
      // Closing goes on after this, in a process that nothing else may keep alive.
      thread?.worker.ref()
      await thread?.ended
    },
  }
}
