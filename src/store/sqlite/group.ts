import { setTimeout as sleep } from 'node:timers/promises'
import type Database from 'better-sqlite3'
import type { BackgroundWork, CommitReport, Tx } from '../store.ts'
import { asUnavailable, isBusy } from './failures.ts'
import { session } from './session.ts'

/** The promise of a write. */
export interface Promised {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/** A work that waits for its transaction. */
export interface PendingWork extends Promised {
  work: BackgroundWork<unknown>
}

/** The other writes while a group runs: whether there are none when it begins, and whether one has come since. */
export interface Company {
  quiet: boolean
  isAwaited: () => boolean
}

/** Settles the write of a work after the commit. */
type Settle = () => void

/** After a group in which a work threw, this many groups use savepoints at once: throwing works must not make all works run twice. */
const CAREFUL_GROUPS = 32
/** How long a write waits for another process to unlock the file, and how often it tries. */
const BUSY_LIMIT_MS = 5_000
const BUSY_RETRY_MS = 10

/**
 * Runs groups of works, each in one transaction, one after another.
 *
 * @param db a connection with a busy timeout of 0: a group waits itself, without blocking the event loop
 * @param beforeCommit called right before each commit
 * @param onCommit called after each commit with the number of its works and what they reported
 * @returns a function that runs a group and settles its works; its result is an error if another process keeps the file locked
 */
export function createGroups(
  db: Database.Database,
  beforeCommit: () => void,
  onCommit: (works: number, report: CommitReport) => void,
): (group: PendingWork[], company: Company) => Promise<unknown> {
  let hasErased = false
  let workspaceIds = new Set<string>()
  const [begin, commit, rollback] = prepared(db, ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'])
  const runApart = apart(db)
  const tx: Tx = {
    ...session(db),
    erased: () => {
      hasErased = true
    },
    changed: (id) => workspaceIds.add(id),
  }
  let carefulGroups = 0

  async function beginGroup(): Promise<void> {
    await beginPatiently(begin)
    hasErased = false
    workspaceIds = new Set()
  }

  /**
   * Runs the works of a group in a new transaction. They run without savepoints, which would copy each page before its change. If a
   * work throws, all works run again with a savepoint each.
   *
   * @throws errors of a single work, and errors that undid the whole transaction
   */
  async function runWorks(group: PendingWork[], company: Company): Promise<Settle[]> {
    await beginGroup()
    if (group.length === 1 || carefulGroups === 0) {
      try {
        return await inTurn(group, (pending) => runPlain(pending, tx, company))
      } catch (error) {
        // On a full disk SQLite itself undoes the transaction: then all other works of the group would fail, too.
        if (group.length === 1 || !db.inTransaction) throw error
        rollback.run()
      }
      carefulGroups = CAREFUL_GROUPS
      await beginGroup()
    } else carefulGroups--
    return inTurn(group, (pending) => runApart(pending, tx, company))
  }

  return async (group, company) => {
    let done: Settle[]
    try {
      done = await runWorks(group, company)
      beforeCommit()
      commit.run()
    } catch (error) {
      if (db.inTransaction) rollback.run()
      for (const { reject } of group) reject(asUnavailable(error))
      return isBusy(error) ? error : undefined
    }
    onCommit(group.length, { hasErased, workspaceIds })
    for (const settle of done) settle()
    return undefined
  }
}

/** Begins a transaction. Waits for another process to unlock the file. */
async function beginPatiently(begin: Statement): Promise<void> {
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

async function inTurn(group: PendingWork[], run: (pending: PendingWork) => Promise<Settle>): Promise<Settle[]> {
  const done: Settle[] = []
  for (const pending of group) done.push(await run(pending))
  return done
}

async function runPlain({ work, resolve }: PendingWork, tx: Tx, { quiet, isAwaited }: Company): Promise<Settle> {
  const value = await work(tx, quiet, isAwaited)
  return () => resolve(value)
}

/** Returns a function that runs a work with a savepoint: one that throws is undone alone. It throws if SQLite has undone the whole transaction. */
function apart(db: Database.Database): (pending: PendingWork, tx: Tx, company: Company) => Promise<Settle> {
  const [savepoint, release, undo] = prepared(db, ['SAVEPOINT work', 'RELEASE work', 'ROLLBACK TO work'])
  return async ({ work, resolve, reject }, tx, { quiet, isAwaited }) => {
    savepoint.run()
    try {
      const value = await work(tx, quiet, isAwaited)
      release.run()
      return () => resolve(value)
    } catch (error) {
      // The other works of the group are undone, too.
      if (!db.inTransaction) throw error
      undo.run()
      release.run()
      return () => reject(asUnavailable(error))
    }
  }
}

type Statement = Database.Statement<[]>

function prepared(db: Database.Database, texts: [string, string, string]): [Statement, Statement, Statement] {
  const [first, second, third] = texts
  return [db.prepare(first), db.prepare(second), db.prepare(third)]
}
