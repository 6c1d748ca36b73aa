import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import { nextTurn } from '../lib/turn.ts'
import { asUnavailable, isBusy } from './failures.ts'
import { session, type Tx } from './session.ts'

/**
 * Runs `work` in a transaction and resolves with what it returns once that is on disk. Works that arrive in the same turn of
 * the event loop share one transaction and one fsync; each has a savepoint of its own, so one that throws undoes itself alone.
 *
 * @throws whatever `work` throws; ApiError SERVICE_UNAVAILABLE when the database can't be written for now
 */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

interface Pending {
  work: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** How many works may share a transaction: more would keep the event loop from everything else for too long. */
const GROUP = 64
/** How long, and how often, a write waits for another process to let go of the file. */
const BUSY_LIMIT_MS = 5_000
const BUSY_RETRY_MS = 10

/**
 * @param db a connection whose busy timeout is 0: waiting happens here, where it does not block the event loop
 * @param beforeCommit called right before each commit
 */
export function createWriter(
  db: Database.Database,
  beforeCommit: () => void,
): { write: Write; idle: () => Promise<void> } {
  const tx = session(db)
  const [begin, commit, rollback, savepoint, release, undo] = [
    'BEGIN IMMEDIATE',
    'COMMIT',
    'ROLLBACK',
    'SAVEPOINT work',
    'RELEASE work',
    'ROLLBACK TO work',
  ].map((sql) => db.prepare(sql)) as [S, S, S, S, S, S]
  let queue: Pending[] = []
  let running: Promise<void> | undefined

  const write: Write = (work) =>
    new Promise((resolve, reject) => {
      queue.push({ work, resolve: resolve as Pending['resolve'], reject })
      running ??= nextTurn()
        .then(drain)
        .finally(() => {
          running = undefined
        })
    })

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const group = queue.slice(0, GROUP)
      queue = queue.slice(GROUP)
      await runGroup(group)
      await nextTurn()
    }
  }

  async function runGroup(group: Pending[]): Promise<void> {
    const done: (() => void)[] = []
    try {
      await beginPatiently()
      for (const pending of group) done.push(await runWork(pending))
      beforeCommit()
      commit.run()
    } catch (error) {
      if (db.inTransaction) rollback.run()
      // Those behind the group have waited for the same lock: another wait for each group would let the last ones wait for minutes.
      const refused = isBusy(error) ? [...group, ...queue.splice(0)] : group
      for (const { reject } of refused) reject(asUnavailable(error))
      return
    }
    for (const settle of done) settle()
  }

  /** Runs one work and returns how to settle it after the commit. Throws where the whole transaction is lost. */
  async function runWork({ work, resolve, reject }: Pending): Promise<() => void> {
    savepoint.run()
    try {
      const value = await work(tx)
      release.run()
      return () => resolve(value)
    } catch (error) {
      // A full disk makes SQLite undo the transaction by itself: then no other work of the group was kept either.
      if (!db.inTransaction) throw error
      undo.run()
      release.run()
      return () => reject(asUnavailable(error))
    }
  }

  async function beginPatiently(): Promise<void> {
    for (let waited = 0; ; waited += BUSY_RETRY_MS) {
      try {
        begin.run()
        return
      } catch (error) {
        if (!isBusy(error) || waited >= BUSY_LIMIT_MS) throw error
        await sleep(BUSY_RETRY_MS)
      }
    }
  }

  return { write, idle: async () => running }
}

type S = Database.Statement<[]>
