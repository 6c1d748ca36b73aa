import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startPump } from '../../src/changes/pump.ts'
import { silentLog } from '../../src/lib/log.ts'
import { systemClock } from '../../src/lib/time.ts'
import { searchReader } from '../../src/search/reader.ts'
import type { Statement, Store } from '../../src/store/store.ts'

const COLLECT_MS = 300
/** How soon after a push its words are found, as the documents promise. */
const FOUND_MS = 2_000
const WORKSPACE = 'org_1'

/** Resolves when the reader has done what it can do before the next wait. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await nextTurn()
}

interface Row {
  number: number
  kind: string
  ids: string
  data: null
  bytes: number
  at: number
}

/** A store that holds nothing but changes, and the reader of searches that is started on it. Time passes only in `after`. */
function startOnChanges(t: TestContext) {
  const rows: Row[] = []
  let place = 0
  /** The ids of each turn. */
  const turns: string[][] = []
  /** How long each id waited for its turn. */
  const lags: number[] = []
  const pushedAt = new Map<string, number>()
  let now = 0
  let planned: { run: () => void; at: number } | undefined
  let during = () => {}
  let hasMuchToMerge = false
  const waiting = () => rows.filter(({ number }) => number > place)
  const get = async (sql: string) => {
    if (sql.includes('max(number)')) return { number: rows.length }
    return sql.includes('change_places') ? { number: place, done: 0, failures: 0 } : undefined
  }
  const until = async (isEnd: (row: Row) => boolean) => {
    for (const row of waiting()) if (isEnd(row)) break
  }
  const store = {
    read: { get, until },
    writeInBackground: async () => {},
    writeApart: async (statements: Statement[]) => {
      if (statements.some(({ sql }) => sql.includes('INSERT INTO change_places'))) {
        const ids: string[] = waiting().map(({ ids }) => JSON.parse(ids)[0])
        place = rows.length
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
  const services = { store: store as unknown as Store, clock: systemClock, log: silentLog }
  const pump = startPump(
    services,
    searchReader,
    () => {},
    (run, ms) => {
      planned = { run, at: now + ms }
      return () => {
        planned = undefined
      }
    },
  )
  const push = (id: string) => {
    pushedAt.set(id, now)
    rows.push({ number: rows.length + 1, kind: 'products', ids: JSON.stringify([id]), data: null, bytes: 0, at: now })
    pump.wake([WORKSPACE])
  }
  t.after(pump.stop)
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
  const { push, turns, after, duringNextTurn } = startOnChanges(t)
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
  const { push, lags, after } = startOnChanges(t)
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
  const { push, lags, after, mergeWithoutEnd } = startOnChanges(t)
  mergeWithoutEnd()
  push('a')
  await after(COLLECT_MS)
  push('b')
  await after(FOUND_MS)
  assert.equal(lags.length, 2)
})
