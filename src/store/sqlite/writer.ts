import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { nextTurn } from '../../lib/turn.ts'
import type { Topics, Tx, Write, WriteInBackground } from '../store.ts'
import { asUnavailable, isBusy } from './failures.ts'
import { session } from './session.ts'

interface Pending {
  work: (tx: Tx, quiet: boolean) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** How many works may share a transaction: more would keep the event loop from everything else for too long. */
const GROUP = 64
/** Of so many works in a transaction, one may be of a small share. */
const ONE_IN = 5
/** After a group in which a work threw, so many run with savepoints at once: whoever makes works throw must not make all run twice. */
const CAREFUL_GROUPS = 32
/** How long, and how often, a write waits for another process to let go of the file. */
const BUSY_LIMIT_MS = 5_000
const BUSY_RETRY_MS = 10
/** How long after the last write of the foreground the background may take all of the time. */
const QUIET_MS = 100
/** Before that, it pauses this many times as long as it worked. */
const PAUSE = 2
/** And for no longer than this: after the machine stood still, a work seems to have taken minutes. */
const MAX_PAUSE_MS = 500

/**
 * @param db a connection whose busy timeout is 0: waiting happens here, where it does not block the event loop
 * @param beforeCommit called right before each commit
 * @param onCommit called after each commit with the number of works it carried and the topics that they announced; a topic
 *   may be that of a work which was undone
 */
export function createWriter(
  db: Database.Database,
  beforeCommit: () => void,
  onCommit: (works: number, topics: Topics) => void,
): { write: Write; writeInBackground: WriteInBackground; idle: () => Promise<void> } {
  let topics = new Set<string>()
  const tx: Tx = { ...session(db), announce: (topic) => topics.add(topic) }
  const [begin, commit, rollback, savepoint, release, undo] = [
    'BEGIN IMMEDIATE',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT work',
    'RELEASE work',
    'ROLLBACK TO work',
  ].map((sql) => db.prepare(sql)) as [S, S, S, S, S, S]
  const foreground: Pending[] = []
  const small: Pending[] = []
  const background: Pending[] = []
  let running: Promise<void> | undefined
  let carefulGroups = 0
  let lastForeground = Number.NEGATIVE_INFINITY
  let pauseUntil = 0
  /** Ends a pause of the background before its time. */
  let endPause = () => {}

  const add = <T>(queue: Pending[], work: (tx: Tx, quiet: boolean) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve: resolve as Pending['resolve'], reject })
      running ??= nextTurn()
        .then(drain)
        .finally(() => {
          running = undefined
        })
      endPause()
    })

  async function drain(): Promise<void> {
    while (foreground.length + small.length + background.length > 0) {
      if (foreground.length + small.length > 0) {
        await runGroup(nextGroup(), false)
        lastForeground = performance.now()
        await nextTurn()
      }
      if (background.length > 0 && (await backgroundMayRun())) await runInBackground()
    }
  }

  /** The next works of the foreground. Those with a small share come last, since they may be slow. */
  function nextGroup(): Pending[] {
    const most = Math.floor(GROUP / ONE_IN)
    const group = foreground.splice(0, GROUP - Math.min(most, small.length))
    const beside = Math.max(1, Math.floor(group.length / (ONE_IN - 1)))
    return [...group, ...small.splice(0, group.length === 0 ? most : Math.min(most, beside))]
  }

  async function runInBackground(): Promise<void> {
    const started = performance.now()
    const quiet = started - lastForeground > QUIET_MS
    await runGroup(background.splice(0, quiet ? GROUP : 1), quiet)
    const ended = performance.now()
    pauseUntil = quiet ? ended : ended + Math.min((ended - started) * PAUSE, MAX_PAUSE_MS)
    await nextTurn()
  }

  /** Whether the pause is over: waits for its end, or for a write of the foreground, which then comes first. */
  async function backgroundMayRun(): Promise<boolean> {
    const left = pauseUntil - performance.now()
    if (left <= 0) return true
    if (foreground.length + small.length > 0) return false
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left)
      endPause = () => {
        if (foreground.length + small.length === 0) return
        clearTimeout(timer)
        resolve()
      }
    })
    endPause = () => {}
    return foreground.length + small.length === 0
  }

  async function runGroup(group: Pending[], quiet: boolean): Promise<void> {
    let done: (() => void)[]
    try {
      done = await runWorks(group, quiet)
      beforeCommit()
      commit.run()
    } catch (error) {
      if (db.inTransaction) rollback.run()
      // Those behind the group have waited for the same lock: another wait for each group would let the last ones wait for minutes.
      const waiting = [foreground, small, background]
      const refused = isBusy(error) ? [...group, ...waiting.flatMap((queue) => queue.splice(0))] : group
      for (const { reject } of refused) reject(asUnavailable(error))
      return
    }
    onCommit(group.length, topics)
    for (const settle of done) settle()
  }

  /**
   * Runs the works of a group in a new transaction and returns how to settle them after the commit. They go without savepoints,
   * which would copy each page before it is changed. Where one throws, all of them run again with a savepoint each.
   *
   * @throws what a work throws that is alone, and whatever has cost the whole transaction
   */
  async function runWorks(group: Pending[], quiet: boolean): Promise<(() => void)[]> {
    await beginAnew()
    if (group.length === 1 || carefulGroups === 0) {
      try {
        return await inTurn(group, quiet, runPlain)
      } catch (error) {
        // A full disk makes SQLite undo the transaction by itself: then every other work of the group would fail, too.
        if (group.length === 1 || !db.inTransaction) throw error
        rollback.run()
      }
      carefulGroups = CAREFUL_GROUPS
      await beginAnew()
    } else carefulGroups--
    return inTurn(group, quiet, runApart)
  }

  async function inTurn(group: Pending[], quiet: boolean, run: typeof runPlain): Promise<(() => void)[]> {
    const done: (() => void)[] = []
    for (const pending of group) done.push(await run(pending, quiet))
    return done
  }

  async function runPlain({ work, resolve }: Pending, quiet: boolean): Promise<() => void> {
    const value = await work(tx, quiet)
    return () => resolve(value)
  }

  /** A work that throws undoes itself alone, unless the whole transaction is lost: then this throws. */
  async function runApart({ work, resolve, reject }: Pending, quiet: boolean): Promise<() => void> {
    savepoint.run()
    try {
      const value = await work(tx, quiet)
      release.run()
      return () => resolve(value)
    } catch (error) {
      // As above: no other work of the group was kept either.
      if (!db.inTransaction) throw error
      undo.run()
      release.run()
      return () => reject(asUnavailable(error))
    }
  }

  async function beginAnew(): Promise<void> {
    await beginPatiently()
    topics = new Set()
  }

  async function beginPatiently(): Promise<void> {
    const until = performance.now() + BUSY_LIMIT_MS
    for (;;) {
      try {
        begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error
        await sleep(BUSY_RETRY_MS)
      }
    }
  }

  return {
    write: (work, share = 'full') => add(share === 'small' ? small : foreground, work),
    writeInBackground: (work) => add(background, work),
    idle: async () => running,
  }
}

type S = Database.Statement<[]>
