import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { tempFolder } from '../support/server.ts'

async function tempStore(t: TestContext): Promise<Store> {
  const store = await openStore(join(await tempFolder(t), 'store.db'), { create: true })
  t.after(() => store.close())
  return store
}

const nothing = async () => {}

/** Time that passes only when a test says so: when the background pauses, and for how long, depends on it. */
function ownTime(t: TestContext): { pass(ms: number): void } {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  return {
    pass: (ms) => {
      now += ms
    },
  }
}

test('background works without foreground writes share a commit and may be large', async (t) => {
  const store = await tempStore(t)
  const seen = await Promise.all([1, 2, 3].map(() => store.writeInBackground(async (_, quiet) => quiet)))
  assert.deepEqual(seen, [true, true, true])
})

test('background works yield to foreground ones, and still finish', async (t) => {
  const store = await tempStore(t)
  const time = ownTime(t)
  const order: string[] = []
  let over = false
  const foreground = async () => {
    for (; !over; order.push('foreground')) {
      time.pass(1)
      await store.write(nothing)
    }
  }
  await store.write(nothing)
  const busy = foreground()
  const works = Array.from({ length: 20 }, () =>
    store.writeInBackground(async (_, quiet) => {
      time.pass(1)
      order.push(quiet ? 'quiet' : 'background')
    }),
  )
  await Promise.all(works)
  over = true
  await busy
  assert.equal(order.filter((kind) => kind === 'background').length, 20)
  assert.ok(!order.join().includes('background,background'), 'two background works came right after each other')
})

test('a foreground write does not wait while the background pauses', async (t) => {
  const store = await tempStore(t)
  const time = ownTime(t)
  await store.write(nothing)
  const order: string[] = []
  const slow = store.writeInBackground(async () => {
    time.pass(50)
    order.push('first')
  })
  const second = store.writeInBackground(async () => void order.push('second'))
  await slow
  await store.write(async () => void order.push('foreground'))
  await second
  assert.deepEqual(order, ['first', 'foreground', 'second'])
})

test('a background work that leaves a turn to others sees that a foreground write has come', async (t) => {
  const store = await tempStore(t)
  const begun = Promise.withResolvers<void>()
  const mayLook = Promise.withResolvers<void>()
  const work = store.writeInBackground(async (_, quiet, isAwaited) => {
    const before = isAwaited()
    begun.resolve()
    await mayLook.promise
    return [quiet, before, isAwaited()]
  })
  await begun.promise
  const push = store.write(nothing)
  mayLook.resolve()
  assert.deepEqual(await work, [true, false, true])
  await push
})

test('a background work that throws is undone alone', async (t) => {
  const store = await tempStore(t)
  const insert = (id: string) =>
    `INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('${id}', '${id}', 'scale', 0, 1)`
  const works = await Promise.allSettled([
    store.writeInBackground((tx) => tx.run(insert('a'))),
    store.writeInBackground(async (tx) => {
      await tx.run(insert('b'))
      throw new Error('no')
    }),
  ])
  assert.deepEqual(
    works.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.deepEqual(await store.read.all('SELECT id FROM workspaces'), [{ id: 'a' }])
})

test('after a work that seemed to take a minute, since the machine was paused, the background pauses at most half a second', async (t) => {
  const store = await tempStore(t)
  const time = ownTime(t)
  const pauses: number[] = []
  const { setTimeout: real } = globalThis
  t.mock.method(globalThis, 'setTimeout', (then: () => void, ms: number) => {
    pauses.push(ms)
    return real(then, 0)
  })
  await store.write(nothing)
  await Promise.all([
    store.writeInBackground(async () => time.pass(60_000)),
    store.writeInBackground(async () => void time.pass(500)),
  ])
  assert.ok(pauses.length <= 1 && (pauses[0] ?? 0) <= 500, pauses.join())
})

test('writes do not wait for what is prepared for a transaction apart', async (t) => {
  const store = await tempStore(t)
  const order: string[] = []
  const count = `WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 5000000)
    SELECT max(n) AS n FROM counted`
  const prepare = ['CREATE TEMP TABLE counts (n)', `INSERT INTO counts ${count}`].map((sql) => ({ sql, values: [] }))
  await store.writeApart([])
  const apart = store.writeApart([{ sql: 'SELECT n FROM counts', values: [] }], { prepare })
  const over = apart.then(() => order.push('apart'))
  for (let turn = 0; turn < 3; turn++) await nextTurn()
  await store.write(nothing)
  order.push('write')
  await over
  assert.deepEqual(order, ['write', 'apart'])
  assert.deepEqual((await apart).rows, [[{ n: 5_000_000 }]])
})

test('if what is prepared fails, the transaction does not run, and the next one does', async (t) => {
  const store = await tempStore(t)
  const write = { sql: 'CREATE TABLE written (n)', values: [] }
  await assert.rejects(
    store.writeApart([write], { prepare: [{ sql: 'SELECT n FROM missing', values: [] }] }),
    /missing/,
  )
  await store.writeApart([write])
})
