import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { append } from '../../src/changes/append.ts'
import { newestNumber, nextUnread, placeOf, startReading } from '../../src/changes/places.ts'
import { type Delay, type Pump, startPump } from '../../src/changes/pump.ts'
import { purge } from '../../src/changes/purge.ts'
import { type Change, declareReaders, type StoredReader } from '../../src/changes/readers.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { silentLog } from '../../src/lib/log.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store, Tx } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { owner, tempFolder, testClock } from '../support/server.ts'
import { until } from '../support/until.ts'

const clock = testClock()
let names = 0

/** A database whose readers write what they read into a table of their own. */
async function open(t: TestContext): Promise<{ store: Store; newWorkspace: () => Promise<string> }> {
  const store = await openStore(join(await tempFolder(t), 'changes.db'), { create: true, disposable: true })
  t.after(() => store.close())
  await store.write((tx) => tx.run('CREATE TABLE seen (place INTEGER PRIMARY KEY, reader, workspace_id, number)'))
  // To make a workspace is a change, too, which no reader of a test is about.
  declareReaders([])
  const newWorkspace = async () => {
    const made = { name: `w${names++}`, plan: 'scale', test: false } as const
    return (await store.write((tx) => createWorkspace(tx, owner, made, clock.now()))).id
  }
  return { store, newWorkspace }
}

/** Timers that run when a test says so. */
function createTimers() {
  let planned: (() => void)[] = []
  const wait: Delay = (run) => {
    planned.push(run)
    return () => {
      planned = planned.filter((other) => other !== run)
    }
  }
  return {
    wait,
    isEmpty: () => planned.length === 0,
    count: () => planned.length,
    run: () => {
      const now = planned
      planned = []
      for (const run of now) run()
    },
  }
}

const see = (tx: Tx, reader: string, workspaceId: string, changes: Change[]) =>
  tx.many(
    'INSERT INTO seen (reader, workspace_id, number) VALUES (?, ?, ?)',
    changes.map(({ number }) => [reader, workspaceId, number]),
  )

const seenBy = async ({ read }: Store, reader: string, workspaceId: string) =>
  (
    await read.all<{ number: number }>(
      'SELECT number FROM seen WHERE reader = ? AND workspace_id = ? ORDER BY place',
      reader,
      workspaceId,
    )
  ).map(({ number }) => number)

/** A reader that notes what it reads. `before` may throw. */
function noting(name: string, kinds: string[], before: (changes: Change[]) => void = () => {}): StoredReader {
  return {
    name,
    kinds,
    start: ({ store }) => ({
      limits: { mostIds: 3 },
      do: async (batch) => {
        before(batch.changes)
        await store.write(async (tx) => {
          await see(tx, name, batch.workspaceId, batch.changes)
          const { sql, values } = batch.moved()
          await tx.run(sql, ...values)
        })
      },
      rebuild: async () => {},
    }),
  }
}

/** Runs a reader until it has read everything that it wants. */
async function runOut(
  store: Store,
  pump: Pump,
  reader: StoredReader,
  timers: ReturnType<typeof createTimers>,
  workspaceIds: string[],
): Promise<void> {
  pump.wake(workspaceIds)
  await until(async () => {
    timers.run()
    for (const workspaceId of workspaceIds) {
      const isWanted = (await reader.isWanted?.(store.read, workspaceId)) ?? true
      if (isWanted && (await nextUnread(store.read, reader, workspaceId))) return false
    }
    return true
  })
}

const write = (store: Store, workspaceId: string, kind: string, ids = ['x']) =>
  store.write((tx) => append(tx, { workspaceId, kind, ids, data: { kind } }, clock.now()))

test('a kind that nobody reads writes no row, and one whose reader does not want the workspace none either', async (t) => {
  const { store, newWorkspace } = await open(t)
  const [wanted, other] = [await newWorkspace(), await newWorkspace()]
  declareReaders([
    { ...noting('some', ['orders']), isWanted: async (_, workspaceId) => workspaceId === wanted },
    { name: 'live', kinds: ['chat'] },
  ])
  const heard: string[] = []
  t.after(store.onChanged((ids) => void heard.push(...ids)))
  for (const workspaceId of [wanted, other])
    for (const kind of ['orders', 'chat', 'nothing']) await write(store, workspaceId, kind)
  const rows = await store.read.all('SELECT workspace_id, number, kind FROM changes ORDER BY at, number')
  assert.deepEqual(
    rows,
    [
      { workspace_id: wanted, number: 1, kind: 'orders' },
      { workspace_id: other, number: 1, kind: 'chat' },
      { workspace_id: wanted, number: 2, kind: 'chat' },
    ].toSorted((one, two) => one.number - two.number || (one.workspace_id < two.workspace_id ? -1 : 1)),
  )
  assert.deepEqual(heard, [wanted, wanted, other])
})

test('a change that fails five times is left out and counted, and the others are done in order', async (t) => {
  const { store, newWorkspace } = await open(t)
  const [workspaceId, other] = [await newWorkspace(), await newWorkspace()]
  const timers = createTimers()
  let tries = 0
  const reader = noting('picky', ['chat'], (changes) => {
    if (!changes.some(({ ids }) => ids.includes('bad'))) return
    tries++
    throw new Error('cannot read this')
  })
  declareReaders([reader])
  for (const id of ['a', 'b', 'bad', 'c', 'd']) await write(store, workspaceId, 'chat', [id])
  await write(store, other, 'chat')
  const pump = startPump({ store, clock, log: silentLog }, reader, () => {}, timers.wait)
  await runOut(store, pump, reader, timers, [workspaceId, other])
  assert.deepEqual(await seenBy(store, 'picky', workspaceId), [1, 2, 4, 5])
  assert.deepEqual(await seenBy(store, 'picky', other), [1])
  // Once with the changes before it, and five times alone.
  assert.equal(tries, 6)
  const row = await store.read.get('SELECT skipped, failures FROM change_places WHERE workspace_id = ?', workspaceId)
  assert.deepEqual(row, { skipped: 1, failures: 0 })
  await pump.stop()
})

test('however often a server ends before a change is done, nothing is left out', async (t) => {
  const { store, newWorkspace } = await open(t)
  const workspaceId = await newWorkspace()
  declareReaders([noting('killed', ['chat'])])
  for (const id of ['a', 'b', 'c']) await write(store, workspaceId, 'chat', [id])
  const reader = noting('killed', ['chat'])
  for (let life = 0; life < 20; life++) {
    const begun = Promise.withResolvers<void>()
    const start: StoredReader['start'] = (services) => ({
      ...reader.start(services),
      do: () => {
        begun.resolve()
        return new Promise(() => {})
      },
    })
    const timers = createTimers()
    const pump = startPump({ store, clock, log: silentLog }, { ...reader, start }, () => {}, timers.wait)
    pump.wake([workspaceId])
    timers.run()
    await begun.promise
  }
  const timers = createTimers()
  const pump = startPump({ store, clock, log: silentLog }, reader, () => {}, timers.wait)
  await runOut(store, pump, reader, timers, [workspaceId])
  assert.deepEqual(await seenBy(store, 'killed', workspaceId), [1, 2, 3])
})

test('a reader that fails is tried again only after a wait, whatever is written meanwhile', async (t) => {
  const { store, newWorkspace } = await open(t)
  const workspaceId = await newWorkspace()
  const timers = createTimers()
  let tries = 0
  const reader = noting('failing', ['chat'], () => {
    tries++
    throw new Error('cannot read this')
  })
  declareReaders([reader])
  const pump = startPump({ store, clock, log: silentLog, wakeJobs: () => {} }, reader, () => {}, timers.wait)
  for (let count = 1; count <= 3; count++) {
    await write(store, workspaceId, 'chat')
    pump.wake([workspaceId])
    await until(() => {
      if (tries < count) timers.run()
      return tries === count && !timers.isEmpty()
    })
    for (let wakes = 0; wakes < 5; wakes++) {
      await write(store, workspaceId, 'chat')
      pump.wake([workspaceId])
    }
    assert.equal(timers.count(), 1)
    assert.equal(tries, count)
  }
  await pump.stop()
})

test('an unavailable database counts as no failure of a change', async (t) => {
  const { store, newWorkspace } = await open(t)
  const workspaceId = await newWorkspace()
  const timers = createTimers()
  let isAvailable = false
  const reader = noting('patient', ['chat'], () => {
    if (!isAvailable) throw new DomainError('SERVICE_UNAVAILABLE', 'database_unavailable', 'The disk is full.')
  })
  declareReaders([reader])
  await write(store, workspaceId, 'chat')
  const pump = startPump({ store, clock, log: silentLog }, reader, () => {}, timers.wait)
  pump.wake([workspaceId])
  for (let tries = 0; tries < 7; tries++) {
    timers.run()
    await until(() => !timers.isEmpty())
  }
  assert.equal((await placeOf(store.read, 'patient', workspaceId)).failures, 0)
  isAvailable = true
  await runOut(store, pump, reader, timers, [workspaceId])
  assert.deepEqual(await seenBy(store, 'patient', workspaceId), [1])
  await pump.stop()
})

test('a reader that is a million changes behind starts over, and one that was not concerned does not', async (t) => {
  const { store, newWorkspace } = await open(t)
  const workspaceId = await newWorkspace()
  const rebuilt: string[] = []
  const rebuilding = (name: string, kinds: string[]): StoredReader => {
    const reader = noting(name, kinds)
    return {
      ...reader,
      start: (services) => ({ ...reader.start(services), rebuild: async () => void rebuilt.push(name) }),
    }
  }
  const [chats, orders] = [rebuilding('chats', ['chat']), rebuilding('orders', ['orders'])]
  declareReaders([chats, orders])
  await write(store, workspaceId, 'chat')
  await store.write((tx) => tx.run('UPDATE changes SET number = 2000000 WHERE workspace_id = ?', workspaceId))
  await store.write((tx) => tx.run("INSERT INTO changes VALUES (?, 5, 'chat', '[\"x\"]', NULL, 1)", workspaceId))
  await write(store, workspaceId, 'orders')
  const timers = createTimers()
  for (const reader of [chats, orders]) {
    const pump = startPump({ store, clock, log: silentLog }, reader, () => {}, timers.wait)
    await runOut(store, pump, reader, timers, [workspaceId])
    await pump.stop()
  }
  assert.deepEqual(rebuilt, ['chats'])
  assert.deepEqual(await seenBy(store, 'chats', workspaceId), [])
  assert.deepEqual(await seenBy(store, 'orders', workspaceId), [2_000_001])
  await write(store, workspaceId, 'chat')
  const pump = startPump({ store, clock, log: silentLog }, chats, () => {}, timers.wait)
  await runOut(store, pump, chats, timers, [workspaceId])
  assert.deepEqual(await seenBy(store, 'chats', workspaceId), [2_000_002])
})

const KINDS = ['a', 'b', 'c']
const READERS: Record<string, string[]> = { all: ['a', 'b', 'c'], some: ['a', 'c'], late: ['b'] }
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      where: fc.constantFrom(0, 1),
      kind: fc.constantFrom(...KINDS),
      isUndone: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('read' as const), who: fc.constantFrom('all', 'some', 'late') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('crash' as const), who: fc.constantFrom('all', 'some', 'late') }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'purge' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('want' as const), where: fc.constantFrom(0, 1) }) },
)

test('whatever is written, read, purged and interrupted: each reader has each change of its kinds once or more and in order, and no number repeats', async (t) => {
  const { store, newWorkspace } = await open(t)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const workspaceIds = [await newWorkspace(), await newWorkspace()]
      /** The workspaces that the reader `late` wants. */
      const wanted = new Set<string>()
      const written: { workspaceId: string; number: number; kind: string; isWanted: boolean }[] = []
      let crashes = false
      const readers = Object.entries(READERS).map(([name, kinds]): StoredReader => {
        const reader = noting(name, kinds)
        const start: StoredReader['start'] = (services) => {
          const reading = reader.start(services)
          return {
            ...reading,
            do: async (batch, signal) => {
              if (!crashes) return reading.do(batch, signal)
              // Its results are written, and the process ends before its place is: as a reader with results elsewhere does.
              await store.write((tx) => see(tx, name, batch.workspaceId, batch.changes))
              return new Promise(() => {})
            },
          }
        }
        const isWanted = async (_: unknown, workspaceId: string) => wanted.has(workspaceId)
        return { ...reader, start, ...(name === 'late' ? { isWanted } : {}) }
      })
      declareReaders(readers)
      const timers = createTimers()
      const pumps = new Map<string, Pump>()
      const begin = (reader: StoredReader) =>
        pumps.set(
          reader.name,
          startPump({ store, clock, log: silentLog }, reader, () => {}, timers.wait),
        )
      for (const reader of readers) begin(reader)
      const readerOf = (name: string) => readers.find((reader) => reader.name === name) ?? assert.fail()
      const pumpOf = (name: string) => pumps.get(name) ?? assert.fail()
      const readAll = (name: string) => runOut(store, pumpOf(name), readerOf(name), timers, workspaceIds)

      for (const one of steps) {
        if (one.do === 'write') {
          const workspaceId = workspaceIds[one.where] ?? ''
          const work = store.write(async (tx) => {
            await append(tx, { workspaceId, kind: one.kind, ids: ['x'] }, clock.now())
            if (one.isUndone) throw new Error('undone')
            return newestNumber(tx, workspaceId)
          })
          const number = await work.catch(() => undefined)
          const isRead = one.kind !== 'b' || wanted.has(workspaceId) || READERS.all?.includes('b')
          if (number !== undefined && isRead)
            written.push({ workspaceId, number, kind: one.kind, isWanted: wanted.has(workspaceId) })
        } else if (one.do === 'read') await readAll(one.who)
        else if (one.do === 'crash') {
          crashes = true
          pumpOf(one.who).wake(workspaceIds)
          timers.run()
          for (let turn = 0; turn < 10; turn++) await nextTurn()
          crashes = false
          begin(readerOf(one.who))
        } else if (one.do === 'purge')
          for (const workspaceId of workspaceIds) {
            const passed = await Promise.all([...pumps.values()].map((pump) => pump.passedOf(workspaceId)))
            await purge(store, workspaceId, Math.min(...passed))
          }
        else {
          const workspaceId = workspaceIds[one.where] ?? ''
          if (wanted.has(workspaceId)) continue
          await store.write((tx) => startReading(tx, { name: 'late' }, workspaceId))
          wanted.add(workspaceId)
        }
      }
      for (const { name } of readers) await readAll(name)
      for (const workspaceId of workspaceIds) {
        const numbers = written.filter((change) => change.workspaceId === workspaceId).map(({ number }) => number)
        assert.deepEqual(
          numbers,
          [...new Set(numbers)].sort((one, two) => one - two),
          'numbers only grow',
        )
        for (const [name, kinds] of Object.entries(READERS)) {
          const its = written.filter(
            (change) =>
              change.workspaceId === workspaceId && kinds.includes(change.kind) && (name !== 'late' || change.isWanted),
          )
          const seen = await seenBy(store, name, workspaceId)
          // The first time that each was seen is in order.
          assert.deepEqual(
            [...new Set(seen)],
            its.map(({ number }) => number),
            `${name} of ${workspaceId}`,
          )
        }
      }
      for (const pump of pumps.values()) await pump.stop()
    }),
    { numRuns: 60 },
  )
})
