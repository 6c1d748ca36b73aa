import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import {
  type CheckpointFailure,
  type CheckpointTask,
  COMMITTED,
  ERASING,
  type LogLimits,
  logLimits,
  PAGE_BYTES,
  PAGES,
  pagesUnderLoad,
  STOPPING,
} from './checkpoint-task.ts'
import { logBytes, roomForLog } from './files.ts'
import { loadedAddon } from './load-addon.ts'
import { identityOf } from './replaced.ts'

/** How long the thread waits after a commit before it checks the log. If no commit has followed by then, there is a pause. */
const LOOK_MS = 100
/** How long the thread waits after a failed checkpoint, for example on a full disk. */
const FAILED_MS = 1_000
/** How long emptying the log waits for other connections, which cannot write meanwhile, and how often it is tried. */
const EMPTYING_MS = 100
const EMPTY_AGAIN_MS = 500

interface LogState {
  /** Pages in the log, and the number of moved ones. */
  log: number
  checkpointed: number
}

const { file, identity, addonFile, idleMs, signals } = workerData as CheckpointTask
const db = new Database(file, {
  timeout: 0,
  fileMustExist: true,
  ...(addonFile === undefined ? {} : loadedAddon(addonFile)),
})
// If another file has this name now, reading it would move the log of this database into it.
if (identityOf(file) !== identity) throw new Error('the database file was replaced')
// A connection sees the log only after its first read.
db.pragma('user_version')
const look = db.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)')
const move = db.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)')
const shorten = db.prepare<[], LogState & { busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')

const is = (cell: number) => Atomics.load(signals, cell) === 1
const isLong = (long: number) => logBytes(file) >= long * PAGE_BYTES
const pagesLeft = () => {
  const { log, checkpointed } = look.get() as LogState
  return { log, left: log - checkpointed }
}

/** The time of the last move, by `performance.now()`. */
let movedAt = 0

function moveWhatIsDue(isPause: boolean, { inPause, underLoad, long }: LogLimits): void {
  let { log, left } = pagesLeft()
  if (left < (isPause || log >= long ? inPause : underLoad)) return
  let before: number
  do {
    before = left
    move.get()
    left = pagesLeft().left
    if (left < before) movedAt = performance.now()
    // Later commits are moved, too, while there is progress; during a backup there is none.
  } while (left >= inPause && left < before && !is(STOPPING))
}

/** Frees the disk space of a long log, which keeps its length even if empty. This blocks writes, so few pages must be left. */
function shortenWhatIsLong({ inPause, long }: LogLimits): void {
  if (isLong(long) && performance.now() - movedAt >= idleMs && pagesLeft().left < inPause) shorten.get()
}

/** Empties the log, which holds what was erased until its pages are written again. A read or write under way may prevent it. */
function emptyLog(): void {
  if (!is(ERASING)) return
  // Cleared first: what is erased from now on may be in the log again.
  Atomics.store(signals, ERASING, 0)
  move.get()
  db.pragma(`busy_timeout = ${EMPTYING_MS}`)
  const isEmpty = shorten.get()?.busy === 0
  db.pragma('busy_timeout = 0')
  if (!isEmpty) Atomics.store(signals, ERASING, 1)
}

/** Whether there may be work even without another commit. */
let isUnfinished = false
let isFailing = false

function lookAfterLog(): void {
  const isPause = !is(COMMITTED)
  try {
    const limits = logLimits(pagesUnderLoad(roomForLog(file)))
    Atomics.store(signals, PAGES, limits.underLoad)
    moveWhatIsDue(isPause, limits)
    emptyLog()
    if (isPause) shortenWhatIsLong(limits)
    isUnfinished = isLong(limits.long) || pagesLeft().left >= limits.inPause
    isFailing = false
  } catch (error) {
    const failure: CheckpointFailure = { problem: (error as Error).message }
    if (!isFailing) parentPort?.postMessage(failure)
    isUnfinished = true
    isFailing = true
    Atomics.wait(signals, STOPPING, 0, FAILED_MS)
  }
}

for (;;) {
  Atomics.wait(signals, COMMITTED, 0, is(ERASING) ? EMPTY_AGAIN_MS : isUnfinished ? idleMs : Number.POSITIVE_INFINITY)
  Atomics.store(signals, COMMITTED, 0)
  Atomics.wait(signals, STOPPING, 0, LOOK_MS)
  if (is(STOPPING)) break
  lookAfterLog()
}
db.close()
