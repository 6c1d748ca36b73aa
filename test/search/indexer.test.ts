import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Services } from '../../src/http/services.ts'
import { silentLog } from '../../src/lib/log.ts'
import { indexer } from '../../src/search/indexer.ts'
import { type QueuedCall, TO_INDEX } from '../../src/search/queue.ts'
import type { Statement, Topics } from '../../src/store/store.ts'

const COLLECT_MS = 300

/** A store that holds nothing but the queue of the index, and an indexer that is started on it. */
function startIndexer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waiting: QueuedCall[] = []
  /** The ids of each turn. */
  const turns: string[][] = []
  let tell: (topics: Topics) => void = () => {}
  let during = () => {}
  const push = (id: string) => {
    waiting.push({ number: waiting.length, workspace_id: 'org_1', resource: 'products', ids: JSON.stringify([id]) })
    tell(new Set([TO_INDEX]))
  }
  const store = {
    read: { all: async () => [...waiting], until: async () => [...waiting] },
    listen: (listener: typeof tell) => {
      tell = listener
      return () => {}
    },
    writeApart: async (statements: Statement[]) => {
      if (statements.some(({ sql }) => sql.includes('DELETE FROM search_queue'))) {
        turns.push(waiting.splice(0).map(({ ids }) => JSON.parse(ids)[0]))
        during()
        during = () => {}
      }
      return { rows: [], ms: 0 }
    },
  }
  const { stop } = indexer.start({ store, log: silentLog } as unknown as Services)
  t.after(stop)
  const after = async (ms: number) => {
    t.mock.timers.tick(ms)
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  return { push, turns, after, duringNextTurn: (work: () => void) => (during = work) }
}

test('what is pushed while a turn indexes collects before the next turn', async (t) => {
  const { push, turns, after, duringNextTurn } = startIndexer(t)
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
