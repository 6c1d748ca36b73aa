import { parentPort, workerData } from 'node:worker_threads'
import Database from 'better-sqlite3'
import {
  type CheckpointFailure,
  type CheckpointTask,
  COMMITTED,
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

/** How long it waits after a commit before it looks at the log; where none has followed by then, there is a pause. */
const LOOK_MS = 100
/** How long it waits after a checkpoint that failed, on a full disk for instance. */
const FAILED_MS = 1_000

interface LogState {
  /** Pages in the log, and how many of them were moved. */
  log: number
  checkpointed: number
}

const { file, identity, addonFile, idleMs, signals } = workerData as CheckpointTask
const db = new Database(file, {
  timeout: 0,
  fileMustExist: true,
  ...(addonFile === undefined ? {} : loadedAddon(addonFile)),
})
// Reading another file that has come under the name would move this one's log into it.
if (identityOf(file) !== identity) throw new Error('another file has its name now')
// A connection that has read nothing does not know of the log.
db.pragma('user_version')
const look = db.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)')
const move = db.prepare<[], LogState>('PRAGMA wal_checkpoint(PASSIVE)')
const shorten = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)')

const is = (cell: number) => Atomics.load(signals, cell) === 1
const isLong = (long: number) => logBytes(file) >= long * PAGE_BYTES
const pagesLeft = () => {
  const { log, checkpointed } = look.get() as LogState
  return { log, left: log - checkpointed }
}

/** When something was moved last, on the clock of `performance.now()`. */
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
    // What was committed meanwhile is moved too, as long as there is progress: a backup holds the log where it is.
  } while (left >= inPause && left < before && !is(STOPPING))
}

/** A log that has grown keeps its length on the disk, however little is in it. Nobody can write meanwhile, so there must be little left. */
function shortenWhatIsLong({ inPause, long }: LogLimits): void {
  if (isLong(long) && performance.now() - movedAt >= idleMs && pagesLeft().left < inPause) shorten.get()
}

/** Whether there may be something to do also without another commit. */
let isUnfinished = false
let isFailing = false

function lookAfterLog(): void {
  const isPause = !is(COMMITTED)
  try {
    const limits = logLimits(pagesUnderLoad(roomForLog(file)))
    Atomics.store(signals, PAGES, limits.underLoad)
    moveWhatIsDue(isPause, limits)
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
  Atomics.wait(signals, COMMITTED, 0, isUnfinished ? idleMs : Number.POSITIVE_INFINITY)
  Atomics.store(signals, COMMITTED, 0)
  Atomics.wait(signals, STOPPING, 0, LOOK_MS)
  if (is(STOPPING)) break
  lookAfterLog()
}
db.close()
