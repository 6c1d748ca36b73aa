import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import {
  type CheckpointFailure,
  type CheckpointTask,
  COMMITTED,
  logBytes,
  PAGE_BYTES,
  PAGES_IN_PAUSE,
  PAGES_LONG,
  PAGES_UNDER_LOAD,
  STOPPING,
} from './checkpoint-task.ts'
import { loadAddon } from './load-addon.ts'

/** How long it waits after a commit before it looks at the log; where none has followed by then, there is a pause. */
const LOOK_MS = 100
/** How long it waits after a checkpoint that failed, on a full disk for instance. */
const FAILED_MS = 1_000

interface LogState {
  /** Pages in the log, and how many of them were moved. */
  log: number
  checkpointed: number
}

const { file, addonFile, idleMs, signals } = workerData as CheckpointTask
const db = new Database(file, {
  timeout: 0,
  fileMustExist: true,
  ...(addonFile === undefined ? {} : loadAddon(addonFile)),
})
// A connection that has read nothing does not know of the log.
db.pragma('user_version')
const look = db.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)')
const move = db.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)')
const shorten = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')

const is = (cell: number) => Atomics.load(signals, cell) === 1

function moveWhatIsDue(isPause: boolean): void {
  const { log, checkpointed } = look.get() as LogState
  let left = log - checkpointed
  if (left < (isPause || log >= PAGES_LONG ? PAGES_IN_PAUSE : PAGES_UNDER_LOAD)) return
  let before: number
  do {
    before = left
    move.get()
    const state = look.get() as LogState
    left = state.log - state.checkpointed
    // What was committed meanwhile is moved too, as long as there is progress: a backup holds the log where it is.
  } while (left >= PAGES_IN_PAUSE && left < before && !is(STOPPING))
}

/** A log that has grown keeps its length on the disk, however little is in it. */
function shortenLog(): void {
  if (logBytes(file) >= PAGES_LONG * PAGE_BYTES) shorten.get()
}

let isFailing = false
function attempt(step: () => void): void {
  try {
    step()
    isFailing = false
  } catch (error) {
    const failure: CheckpointFailure = { problem: (error as Error).message }
    if (!isFailing) parentPort?.postMessage(failure)
    isFailing = true
    Atomics.wait(signals, STOPPING, 0, FAILED_MS)
  }
}

for (;;) {
  if (Atomics.wait(signals, COMMITTED, 0, idleMs) === 'timed-out') {
    attempt(shortenLog)
    Atomics.wait(signals, COMMITTED, 0)
  }
  Atomics.store(signals, COMMITTED, 0)
  Atomics.wait(signals, STOPPING, 0, LOOK_MS)
  if (is(STOPPING)) break
  attempt(() => moveWhatIsDue(!is(COMMITTED)))
}
db.close()
