import type Database from 'better-sqlite3'
import { nextTurn } from '../../lib/gate.ts'
import type { CommitReport, Write, WriteInBackground } from '../store.ts'
import { asUnavailable } from './failures.ts'
import { createGroups, type PendingWork, type Promised } from './group.ts'

/** The background pauses for this multiple of its working time. */
const PAUSE = 2
/** The longest pause: if the machine was paused, a work may seem to have taken minutes. */
const MAX_PAUSE_MS = 500

/** The pauses of background writes while there are other writes. */
export interface Pause {
  /** Pauses after background work. Times are those of `performance.now()`. */
  after(started: number, ended: number): void
  /** Whether the pause is over. Waits for its end, or for a foreground write, which takes precedence. */
  isOver(): Promise<boolean>
  /** Called with each write, so that a foreground write ends the wait. */
  noteWrite(): void
}

function createPause(foregroundWaits: () => boolean): Pause {
  let until = 0
  /** Ends the wait; undefined while nothing waits. */
  let endWait: (() => void) | undefined
  return {
    after: (started, ended) => {
      until = ended + Math.min((ended - started) * PAUSE, MAX_PAUSE_MS)
    },
    isOver: async () => {
      const left = until - performance.now()
      if (left <= 0) return true
      if (foregroundWaits()) return false
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        endWait = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      endWait = undefined
      return !foregroundWaits()
    },
    noteWrite: () => {
      if (foregroundWaits()) endWait?.()
    },
  }
}

/** The maximum number of works in a transaction: more would block the event loop for too long. */
const GROUP = 64
/** One in this many works of a transaction may have a small share. */
const ONE_IN = 5
/** After this time without foreground writes, the background works without pauses. */
const QUIET_MS = 100

/** A transaction of another connection that waits. Ours must have none then. */
interface Lent extends Promised {
  elsewhere: () => Promise<unknown>
}

/** Works that wait, by their share; each list in the order of arrival. */
interface Queues {
  foreground: PendingWork[]
  small: PendingWork[]
  background: (PendingWork | Lent)[]
}

/** Queues all writes of a connection and runs them in groups: foreground writes first. The parameters are those of {@link createGroups}. */
export function createWriter(
  db: Database.Database,
  beforeCommit: () => void,
  onCommit: (works: number, report: CommitReport) => void,
): {
  write: Write
  writeInBackground: WriteInBackground
  /** Runs a transaction of another connection as background work: no other transaction is under way meanwhile. */
  runElsewhere: <T>(work: () => Promise<T>) => Promise<T>
  idle: () => Promise<void>
} {
  const runInTransaction = createGroups(db, beforeCommit, onCommit)
  const queues: Queues = { foreground: [], small: [], background: [] }
  const { foreground, small, background } = queues
  const foregroundWaits = () => foreground.length + small.length > 0
  const pause = createPause(foregroundWaits)
  let running: Promise<void> | undefined
  let lastForeground = Number.NEGATIVE_INFINITY

  const add = <T>(put: (promised: Promised) => void): Promise<T> =>
    new Promise((resolve, reject) => {
      put({ resolve: resolve as Promised['resolve'], reject })
      running ??= nextTurn()
        .then(drain)
        .finally(() => {
          running = undefined
        })
      pause.noteWrite()
    })

  async function drain(): Promise<void> {
    while (foregroundWaits() || background.length > 0) {
      if (foregroundWaits()) {
        await run(nextGroup(queues), false)
        lastForeground = performance.now()
        await nextTurn()
      }
      if (background.length > 0 && (await pause.isOver())) await runInBackground()
    }
  }

  async function runInBackground(): Promise<void> {
    const started = performance.now()
    const quiet = started - lastForeground > QUIET_MS
    const next = nextInBackground(background, quiet ? GROUP : 1)
    if ('elsewhere' in next) await runElsewhere(next)
    else await run(next, quiet)
    if (!quiet) pause.after(started, performance.now())
    await nextTurn()
  }

  async function run(group: PendingWork[], quiet: boolean): Promise<void> {
    const busy = await runInTransaction(group, { quiet, isAwaited: foregroundWaits })
    if (busy === undefined) return
    // Later works have waited for the same lock, too. With a new wait for each group, the last works would wait for minutes.
    const waiting = [foreground, small, background].flatMap((queue) => queue.splice(0))
    for (const { reject } of waiting) reject(asUnavailable(busy))
  }

  async function runElsewhere({ elsewhere, resolve, reject }: Lent): Promise<void> {
    try {
      beforeCommit()
      const value = await elsewhere()
      onCommit(1, { hasErased: false, workspaceIds: new Set() })
      resolve(value)
    } catch (error) {
      reject(asUnavailable(error))
    }
  }

  return {
    write: (work, share = 'full') =>
      add((promised) => (share === 'small' ? small : foreground).push({ ...promised, work })),
    writeInBackground: (work) => add((promised) => background.push({ ...promised, work })),
    runElsewhere: (elsewhere) => add((promised) => background.push({ ...promised, elsewhere })),
    idle: async () => running,
  }
}

/** Takes the next works of the foreground. Works with a small share come last, since they may be slow. */
function nextGroup({ foreground, small }: Queues): PendingWork[] {
  const most = Math.floor(GROUP / ONE_IN)
  const group = foreground.splice(0, GROUP - Math.min(most, small.length))
  const beside = Math.max(1, Math.floor(group.length / (ONE_IN - 1)))
  return [...group, ...small.splice(0, group.length === 0 ? most : Math.min(most, beside))]
}

/** Takes the next transaction of another connection, or up to `most` works of ours before it. */
function nextInBackground(background: (PendingWork | Lent)[], most: number): PendingWork[] | Lent {
  const works: PendingWork[] = []
  for (const next of background.slice(0, most)) {
    if ('elsewhere' in next) break
    works.push(next)
  }
  const taken = background.splice(0, Math.max(1, works.length))
  return works.length > 0 ? works : (taken[0] as Lent)
}
