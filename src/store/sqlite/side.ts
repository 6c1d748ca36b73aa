import type { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { startThread } from '../../lib/assets.ts'
import { createGate } from '../../lib/gate.ts'
import type { FirstRead, ReadSlowly, SlowRows, Statement, WriteApart } from '../store.ts'
import type { CheckpointAsked, CheckpointDone } from './checkpoint.ts'
import { asUnavailable } from './failures.ts'
import type { SideCheckpoint, SideQuestion, SideReply, SideStatement, SideTask } from './side-task.ts'
import { addonFile } from './sqlite.ts'

/*
 * Some work on the database takes long: searches, indexing texts, and checkpoints. Threads do it, each on a connection of its own, so that
 * pushes do not wait for it. A thread starts at its first work.
 */

interface Side {
  /** Runs the question when the thread has answered all earlier ones. @throws Error of SQLite, or of a thread that could not start */
  ask(
    question: Omit<SideQuestion, 'statements' | 'first'> & { statements: Statement[]; first?: FirstRead | undefined },
  ): Promise<Extract<SideReply, { rows: unknown }>>
  /** Makes a checkpoint then. @throws as above */
  checkpoint(asked: CheckpointAsked): Promise<CheckpointDone>
  /** Waits for the questions under way. Resolves when the thread has closed the file. */
  stop(): Promise<void>
}

/** Most of what a thread allocates are rows, which are garbage at once; without a limit they would pile up. */
const YOUNG_GENERATION_MB = 3
const OLD_GENERATION_MB = 64
/** How long a thread without work is kept. Its end gives back some 2 MB; its start takes 50 ms, for which people wait who search now and then. */
const IDLE_MS = 10 * 60_000

interface Asked {
  resolve(reply: SideReply): void
  reject(error: unknown): void
}

export function createSide(task: Omit<SideTask, 'addonFile'>): Side {
  let thread: { worker: Worker; ended: Promise<void>; numbered: (statement: Statement) => SideStatement } | undefined
  let isStopped = false
  /** The thread answers in the order of the questions. */
  const asked: Asked[] = []
  let ending: NodeJS.Timeout | undefined
  /** Resolves when the last thread that was ended has closed the file. */
  let closed = Promise.resolve()

  const end = () => {
    if (!thread) return
    const { worker, ended } = thread
    thread = undefined
    worker.ref()
    worker.postMessage(null)
    closed = ended
  }
  const rest = (worker: Worker) => {
    worker.unref()
    ending = setTimeout(end, IDLE_MS).unref()
  }
  const start = () => {
    const workerData: SideTask = { ...task, addonFile: addonFile() }
    const worker = startThread('side-thread.js', {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB, maxOldGenerationSizeMb: OLD_GENERATION_MB },
    })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    worker.on('message', (reply: SideReply) => {
      const next = asked.shift()
      if (asked.length === 0) rest(worker)
      if ('failure' in reply) next?.reject(errorOf(reply.failure))
      else next?.resolve(reply)
    })
    // The thread has ended, and with it its transaction; the next question starts another one.
    worker.on('error', (error) => {
      if (thread?.worker !== worker) return
      thread = undefined
      for (const { reject } of asked.splice(0)) reject(error)
    })
    thread = { worker, ended, numbered: createNumbers() }
    return thread
  }
  /** @param question makes it for the thread that gets it */
  const send = async <Reply extends SideReply>(
    question: (numbered: (statement: Statement) => SideStatement) => SideQuestion | SideCheckpoint,
  ): Promise<Reply> => {
    if (isStopped) throw new Error('the database is closed')
    clearTimeout(ending)
    const { worker, numbered } = thread ?? start()
    worker.ref()
    return new Promise((resolve, reject) => {
      asked.push({ resolve: resolve as Asked['resolve'], reject })
      worker.postMessage(question(numbered))
    })
  }
  return {
    ask: ({ statements, first, ...question }) =>
      send((numbered) => ({
        ...question,
        statements: statements.map(numbered),
        first: first && { statement: numbered(first.statement), ifFound: first.ifFound.map(numbered) },
      })),
    checkpoint: async (checkpoint) => {
      const reply = await send<Extract<SideReply, { checkpoint: unknown }>>(() => ({ checkpoint }))
      return reply.checkpoint
    },
    stop: async () => {
      isStopped = true
      clearTimeout(ending)
      end()
      await closed
    },
  }
}

/** Most texts that a thread keeps. Those of most statements are constants of the program. */
const MOST_TEXTS = 500

/** Numbers the texts that one thread is sent. */
function createNumbers(): (statement: Statement) => SideStatement {
  const numbers = new Map<string, number>()
  return ({ sql, values }) => {
    const known = numbers.get(sql)
    if (known !== undefined) return { number: known, values }
    if (numbers.size === MOST_TEXTS) return { sql, values }
    numbers.set(sql, numbers.size)
    return { number: numbers.size - 1, sql, values }
  }
}

function errorOf({ message, code }: Extract<SideReply, { failure: unknown }>['failure']): Error {
  return code === undefined ? new Error(message) : new Database.SqliteError(message, code)
}

/** How long one read may take. */
const LIMIT_MS = 200
/** The maximum number of waiting reads of one workspace, and of all. */
const MAX_WAITING = 16
const MAX_IN_ALL = 64

export function createSlowReader(side: Side): ReadSlowly {
  const gate = createGate(1, { maxWaiting: MAX_WAITING, maxInAll: MAX_IN_ALL, what: 'searches' })
  return async <Row, First>(
    workspaceId: string,
    asked: Parameters<ReadSlowly>[1],
    { limitMs = LIMIT_MS, enough, first }: Parameters<ReadSlowly>[2] = {},
  ): Promise<SlowRows<Row, First>> => {
    const leave = await gate.enter(workspaceId)
    try {
      const statements = [asked].flat()
      const { rows, isComplete, ms } = await side.ask({ statements, limitMs, enough, first })
      const firstRows = first ? rows.shift() : []
      return { first: firstRows as First[], rows: rows.flat() as Row[], isComplete, ms }
    } catch (error) {
      throw asUnavailable(error)
    } finally {
      leave()
    }
  }
}

/**
 * What the thread that writes does, one thing at a time: a turn among the transactions must not be taken while it does another, since pushes
 * wait for that turn.
 *
 * @param takeTurn runs a transaction when no other one is under way
 */
export function createApart(
  side: Side,
  takeTurn: <T>(transaction: () => Promise<T>) => Promise<T>,
): { writeApart: WriteApart; checkpoint: Side['checkpoint'] } {
  const gate = createGate(1)
  const alone = async <T>(line: string, work: () => Promise<T>): Promise<T> => {
    const leave = await gate.enter(line)
    try {
      return await work()
    } finally {
      leave()
    }
  }
  return {
    writeApart: (statements, { isPersonal = true, prepare = [] } = {}) =>
      alone('writes', async () => {
        const question = { isPersonal, limitMs: Number.POSITIVE_INFINITY }
        if (prepare.length > 0) await side.ask({ ...question, statements: prepare, isPreparation: true })
        return takeTurn(() => side.ask({ ...question, statements }))
      }).catch((error) => {
        throw asUnavailable(error)
      }),
    checkpoint: (asked) => alone('checkpoints', () => side.checkpoint(asked)),
  }
}
