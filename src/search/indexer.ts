import type { Part, Services } from '../http/services.ts'
import { addWaiting, nextWaiting, removeWaiting, VALUES_WAIT } from '../objects/filter-queue.ts'
import { isPersonal } from '../store/sqlite/text-index/tables.ts'
import { indexObjects } from '../store/sqlite/text-index/write.ts'
import type { Statement, Store } from '../store/store.ts'
import { indexedType } from './indexed-types.ts'
import { isLike, oldestCalls, type QueuedCall, TO_INDEX, takeWaiting } from './queue.ts'
import { mergeNext } from './upkeep.ts'

/** How long pushes collect before they are indexed: a few at a time would take as long as many. */
const COLLECT_MS = 300
const RETRY_MS = 5_000
/** How long one transaction should take: pushes wait for it. */
const TURN_MS = 12
const MOST_OBJECTS = 500
const LEAST_OBJECTS = 50

/** Calls `run` after some milliseconds, unless the returned function is called before. */
type Later = (run: () => void, ms: number) => () => void

/** Keeps no process alive. */
const later: Later = (run, ms) => {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

/**
 * Indexes what was pushed, the values of filters before the words, in transactions that are so short that pushes hardly wait. What a stopped server left is indexed at the next
 * start.
 */
export const indexer: Part<object> = { start: (services) => startIndexer(services, later) }

export function startIndexer({ store, log }: Pick<Services, 'store' | 'log'>, wait: Later): { stop: () => void } {
  const turns = createTurns(store)
  let cancel: (() => void) | undefined
  let running = false
  let again = false
  let mayMerge = false
  let isStopped = false

  const plan = (delay: number) => {
    again = true
    if (isStopped || running || cancel) return
    cancel = wait(run, delay)
  }
  const run = async () => {
    cancel = undefined
    running = true
    let delay = COLLECT_MS
    try {
      // Under load something is always waiting. What was pushed during the last turn collects again before it is indexed.
      let left: Left
      await addValues(store, 'any')
      do {
        again = false
        await addValues(store, 'much')
        left = await indexNext(store, turns)
        mayMerge = left !== 'nothing' || (mayMerge && (await mergeNext(store)))
      } while (!isStopped && (left === 'more' || (mayMerge && !again)))
    } catch (error) {
      if (!isStopped)
        log.error('The search index could not be brought up to date; trying again', {
          error: (error as Error).message,
        })
      again = true
      delay = RETRY_MS
    }
    running = false
    if (again) plan(delay)
  }
  const stopListening = store.listen((topics) => {
    if (topics.has(TO_INDEX) || topics.has(VALUES_WAIT)) plan(COLLECT_MS)
  })
  plan(0)
  return {
    stop: () => {
      isStopped = true
      cancel?.()
      stopListening()
    },
  }
}

/** Runs transactions, and adapts the number of objects in each to the time that they take. */
export interface IndexTurns {
  /** How many objects to index in the next turn. */
  size(): number
  run(statements: Statement[], options: { isPersonal: boolean; prepare?: Statement[] }): Promise<void>
}

export function createTurns(store: Store): IndexTurns {
  let size = LEAST_OBJECTS
  return {
    size: () => size,
    run: async (statements, options) => {
      const { ms } = await store.writeApart(statements, options)
      if (ms < TURN_MS / 2) size = Math.min(MOST_OBJECTS, Math.ceil(size * 1.5))
      if (ms > TURN_MS) size = Math.max(LEAST_OBJECTS, Math.floor(size / 2))
    },
  }
}

/**
 * Adds the values of filters that wait, some in each transaction.
 *
 * @param least `much`: only while one transaction cannot add all of them
 */
async function addValues(store: Store, least: 'any' | 'much'): Promise<void> {
  for (;;) {
    const next = await nextWaiting(store.read)
    if (!next || (least === 'much' && !next.hasMore)) return
    const { upTo, hasMore } = next
    await store.writeApart([addWaiting(upTo), takeWaiting(upTo), removeWaiting(upTo)])
    if (!hasMore) return
  }
}

/** What was waiting for a turn: nothing, only what it has indexed, or more. */
type Left = 'nothing' | 'indexed' | 'more'

/** Indexes the oldest waiting calls of one type and workspace. */
async function indexNext(store: Store, turns: IndexTurns): Promise<Left> {
  const most = turns.size()
  const { calls, isAll } = await oldestCalls(store.read, most)
  const [first] = calls
  if (!first) return 'nothing'
  const { workspace_id: workspaceId, resource } = first
  const ids = new Set<string>()
  const done: QueuedCall[] = []
  const rest: Statement[] = []
  for (const call of calls) {
    const room = most - ids.size
    if (room <= 0) break
    if (!isLike(first, call)) continue
    const all = JSON.parse(call.ids) as string[]
    for (const id of all.slice(0, room)) ids.add(id)
    if (all.length > room) rest.push(keepRest(call, all.slice(room)))
    else done.push(call)
  }
  const type = indexedType(resource)
  const { statements = [], prepare = [] } = type ? indexObjects(type, workspaceId, [...ids]) : {}
  await turns.run([...statements, removeCalls(done), ...rest], {
    isPersonal: type === undefined || isPersonal(type.table),
    prepare,
  })
  return done.length < calls.length || !isAll ? 'more' : 'indexed'
}

/** By number and ids: a reset may have emptied the queue, and another call may have the number since. */
function removeCalls(calls: QueuedCall[]): Statement {
  return {
    sql: `DELETE FROM search_queue
      WHERE number IN (SELECT value FROM json_each(?)) AND ids IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(calls.map(({ number }) => number)), JSON.stringify(calls.map(({ ids }) => ids))],
  }
}

/** A call of more objects than one turn has is indexed in several. */
function keepRest({ number, ids }: QueuedCall, rest: string[]): Statement {
  return {
    sql: 'UPDATE search_queue SET ids = ? WHERE number = ? AND ids = ?',
    values: [JSON.stringify(rest), number, ids],
  }
}
