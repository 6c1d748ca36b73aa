import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { silentLog } from '../../src/lib/log.ts'
import { startIndexer } from '../../src/search/indexer.ts'
import { type QueuedCall, TO_INDEX } from '../../src/search/queue.ts'
import type { Statement, Store, Topics } from '../../src/store/store.ts'

const COLLECT_MS = 300
/** How soon after a push its words are found, as the documents promise. */
const FOUND_MS = 2_000

/** Resolves when the indexer has done what it can do before the next wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn()
}

/** A store that holds nothing but the queue of the index, and an indexer that is started on it. Time passes only in `after`. */
function startOnQueue(t: TestContext) {
  const waiting: QueuedCall[] = []
  /** The ids of each turn. */
  const turns: string[][] = []
  /** How long each id waited for its turn. */
  const lags: number[] = []
  const pushedAt = new Map<string, number>()
  let now = 0
  let planned: { run: () => void; at: number } | undefined
  let tell: (topics: Topics) => void = () => {}
  let during = () => {}
  let hasMuchToMerge = false
  const push = (id: string) => {
    pushedAt.set(id, now)
    waiting.push({ number: waiting.length, workspace_id: 'org_1', resource: 'products', ids: JSON.stringify([id]) })
    tell(new Set([TO_INDEX]))
  }
  const store = {
    read: { all: async () => [...waiting], until: async () => [...waiting], get: async () => undefined },
    listen: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
    writeApart: async (statements: Statement[]) => {
      if (statements.some(({ sql }) => sql.includes('DELETE FROM search_queue'))) {
        const ids: string[] = waiting.splice(0).map((call) => JSON.parse(call.ids)[0])
        turns.push(ids)
        lags.push(...ids.map((id) => now - (pushedAt.get(id) ?? Number.NaN)))
        during()
        during = () => {}
        return { rows: [], ms: 0 }
      }
      await nextTurn()
      const changes = hasMuchToMerge ? 9 : 0
      return { rows: [[{ changes: 0 }], [{ changes }]], ms: 0 }
    },
  }
  const { stop } = startIndexer({ store: store as unknown as Store, log: silentLog }, (run, ms) => {
    planned = { run, at: now + ms }
    return () => {
      planned = undefined
    }
  })
  t.after(stop)
  const after = async (ms: number) => {
    const end = now + ms
    await settled()
    while (planned && planned.at <= end) {
      const { run, at } = planned
      planned = undefined
      now = at
      run()
      await settled()
    }
    now = end
  }
  return {
    push,
    turns,
    lags,
    after,
    duringNextTurn: (work: () => void) => (during = work),
    mergeWithoutEnd: () => (hasMuchToMerge = true),
  }
}

test('what is pushed while a turn indexes collects before the next turn', async (t) => {
  const { push, turns, after, duringNextTurn } = startOnQueue(t)
  await after(0)
  push('a')
  duringNextTurn(() => push('b'))
  await after(COLLECT_MS)
  assert.deepEqual(turns, [['a']])
  push('c')
  await after(COLLECT_MS - 1)
  assert.deepEqual(turns, [['a']])
  await after(1)
  assert.deepEqual(turns, [['a'], ['b', 'c']])
})

test('each push is indexed within two seconds while others arrive without a pause', async (t) => {
  const { push, lags, after } = startOnQueue(t)
  await after(0)
  for (let count = 0; count < 200; count++) {
    push(`p${count}`)
    await after(20)
  }
  await after(FOUND_MS)
  assert.equal(lags.length, 200)
  assert.ok(Math.max(...lags) <= FOUND_MS, `${Math.max(...lags)} ms`)
})

test('a push is indexed within two seconds while the index has much to merge', async (t) => {
  const { push, lags, after, mergeWithoutEnd } = startOnQueue(t)
  mergeWithoutEnd()
  push('a')
  await after(COLLECT_MS)
  push('b')
  await after(FOUND_MS)
  assert.equal(lags.length, 2)
})
