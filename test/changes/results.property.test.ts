import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { backlogOf } from '../../src/changes/backlog.ts'
import type { StoredReader } from '../../src/changes/readers.ts'
import { CONVERSATION } from '../../src/conversations/conversation-change.ts'
import { addMessage, createConversation } from '../../src/conversations/conversations.ts'
import { joinFeatures } from '../../src/http/feature.ts'
import { systemClock } from '../../src/lib/time.ts'
import { eraseObject } from '../../src/objects/erase.ts'
import { findByOf } from '../../src/objects/filter-values.ts'
import { filtersReader } from '../../src/objects/filters-reader.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import type { PushedObject, Resource } from '../../src/objects/resource.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { orders } from '../../src/objects/types/order.ts'
import { products } from '../../src/objects/types/product.ts'
import { REFUND } from '../../src/refunds/announcements.ts'
import { insertRefund, moveRefund } from '../../src/refunds/move.ts'
import { askForRebuild } from '../../src/search/ask.ts'
import { restart as countAgain } from '../../src/segments/count-job.ts'
import { factsReader } from '../../src/segments/facts-reader.ts'
import { createSegment } from '../../src/segments/segments.ts'
import { features, hooks, type Needed } from '../../src/serve/features.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Reader, Store, Tx } from '../../src/store/store.ts'
import { fc } from '../support/properties.ts'
import { indexed } from '../support/searching.ts'
import { owner, tempFolder, testServices } from '../support/server.ts'
import { until } from '../support/until.ts'

/** Notes what it reads, in a table of its own and together with its place. */
const noting: StoredReader = {
  name: 'noting',
  kinds: ['customers', 'orders', CONVERSATION, REFUND],
  start: ({ store }) => ({
    limits: { mostIds: 2 },
    do: async (batch) => {
      await store.writeInBackground(async (tx) => {
        for (const { number } of batch.changes)
          await tx.run('INSERT INTO seen (workspace_id, number) VALUES (?, ?)', batch.workspaceId, number)
        const { sql, values } = batch.moved()
        await tx.run(sql, ...values)
      })
    },
    rebuild: async () => assert.fail(),
  }),
}
const all = joinFeatures<Needed>([...Object.values(features), { reads: [noting] }])

const id = fc.constantFrom('a', 'b', 'c')
const where = fc.constantFrom(0, 1)
const pushes = fc.oneof(
  fc.record({
    resource: fc.constant<Resource>(customers),
    fields: fc.record({ name: id, email: id, tags: fc.array(id, { maxLength: 2 }) }),
  }),
  fc.record({
    resource: fc.constant<Resource>(orders),
    fields: fc.record({ customerId: id, currency: fc.constant('EUR'), total: fc.nat(99) }),
  }),
  fc.record({
    resource: fc.constant<Resource>(products),
    fields: fc.record({ title: id, variants: id.map((sku) => [{ id: 'v', sku }]) }),
  }),
)
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('push' as const), where, id, object: pushes }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('chat' as const), where }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), where }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('erase' as const),
      where,
      id,
      type: fc.constantFrom(customers, orders, products),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'wait' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'restart' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'crash' as const }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** A server that ends and starts again, after a crash on what its disk had then. */
async function world(t: TestContext) {
  const folder = await tempFolder(t)
  let lives = 0
  const fileOf = (life: number) => join(folder, `life-${life}.db`)
  const start = async () => {
    const store = await openStore(fileOf(lives), { create: true, serving: true })
    const address = { host: '127.0.0.1', port: 0, graceMs: 0 }
    const server = await startServing(testServices(store, systemClock), address, [], all)
    return { store, server }
  }
  let now = await start()
  await now.store.write((tx) =>
    tx.run('CREATE TABLE seen (place INTEGER PRIMARY KEY, workspace_id TEXT, number INTEGER)'),
  )
  const stop = async () => {
    await now.server.stop()
    await now.store.close()
  }
  return {
    store: () => now.store,
    wake: () => now.server.wake(),
    stop,
    restart: async () => {
      await stop()
      now = await start()
    },
    crash: async () => {
      const [from, to] = [fileOf(lives), fileOf(lives + 1)]
      // Within a write nothing else is committed. The log first: a checkpoint may move its pages into the file meanwhile.
      await now.store.write(async () => {
        for (const suffix of ['-wal', '']) copyFileSync(from + suffix, to + suffix)
      })
      await stop()
      lives++
      now = await start()
    },
  }
}

interface Place {
  workspaceId: string
  conversationId: string
}

async function newPlace(store: Store, name: string): Promise<Place> {
  return store.write(async (tx) => {
    const now = systemClock.now()
    const { id: workspaceId } = await createWorkspace(tx, owner, { name, plan: 'scale', test: false }, now)
    const rule = { all: [{ field: 'ordersCount' as const, op: '>=' as const, value: 0 }] }
    await createSegment(tx, { workspaceId, actor: owner, name: 'all', rule }, now)
    const { id: conversationId } = await createConversation(tx, { workspaceId }, now)
    return { workspaceId, conversationId }
  })
}

let times = 1

/** Does a step that writes. @returns whether it did: what was not there can't be erased */
async function act(
  tx: Tx,
  { workspaceId, conversationId }: Place,
  one: Extract<Step, { where: number }>,
): Promise<void> {
  const now = systemClock.now()
  if (one.do === 'push') {
    const { resource, fields } = one.object
    const object = { id: one.id, updatedAt: times++, ...structuredClone(fields) } as PushedObject
    await push(tx, { resource, workspaceId, hooks }, [prepare(resource, object)], now)
  } else if (one.do === 'chat') await addMessage(tx, conversationId, { author: 'agent', text: 'hello' }, now)
  else if (one.do === 'erase')
    await eraseObject(tx, { resource: one.type, hooks }, { workspaceId, actor: owner, id: one.id }, now)
  else {
    const refund = {
      ...{ id: `act_${times}`, workspaceId, orderId: `o${times++}`, customerId: null, conversationId: null },
      ...{ trial: false, kind: 'other', note: null, lines: [], mode: 'execute', amount: 1, currency: 'EUR' },
      ...{ startedBy: 'agent', basis: '' },
    } as Parameters<typeof insertRefund>[1]
    const begun = await insertRefund(tx, refund, { on: 'started_by_agent', actor: owner }, now)
    await moveRefund(tx, begun, { on: 'customer_declined', actor: owner }, now)
  }
}

/** The changes of a workspace for the noting reader that the table has, the oldest first. */
const changesOf = (reader: Reader, workspaceId: string, after: number) =>
  reader.all<{ number: number }>(
    `SELECT number FROM changes WHERE workspace_id = ? AND number > ? AND kind IN (${noting.kinds.map(() => '?').join()}) ORDER BY number`,
    workspaceId,
    after,
    ...noting.kinds,
  )

/** What readers make of what is stored, as lines. */
async function results(store: Store): Promise<string[]> {
  const rows = async (sql: string) => (await store.read.all<object>(sql)).map((row) => JSON.stringify(row))
  return [
    ...(await rows('SELECT * FROM customer_facts ORDER BY workspace_id, customer_id')),
    ...(await rows(
      `SELECT workspace_id, resource, resource_id, hash FROM search_rows JOIN search_spaces ON number = space
       ORDER BY workspace_id, resource, resource_id`,
    )),
  ]
}

/** The entries that look-ups should have, and those that they have. */
async function entries(store: Store): Promise<[wanted: string[], found: string[]]> {
  const wanted: string[] = []
  for (const type of [customers, products])
    for (const row of await store.read.all<{ workspace_id: string; id: string; part: number; data: string }>(
      `SELECT workspace_id, id, part, data FROM ${type.name}`,
    ))
      for (const [filter, value] of findByOf(type)(JSON.parse(row.data)).entries ?? [])
        wanted.push([row.workspace_id, filter, row.part, value, row.id].join(' '))
  const found = await store.read.all<{ line: string }>(
    `SELECT workspace_id || ' ' || filter || ' ' || part || ' ' || value || ' ' || id AS line FROM filter_entries`,
  )
  return [wanted.sort(), found.map(({ line }) => line).sort()]
}

test('after pushes, chats, refunds, erasures, crashes and restarts in any order each reader has read all of its kinds in order, and its results equal those made from nothing', async (t) => {
  const run = async (steps: Step[]) => {
    const { store, wake, stop, restart, crash } = await world(t)
    const places = [await newPlace(store(), 'one'), await newPlace(store(), 'two')]
    const written = new Map(places.map(({ workspaceId }) => [workspaceId, [] as number[]]))
    const settled = async () => {
      wake()
      await indexed({ store: store() })
      for (const reader of [noting, filtersReader, factsReader])
        await until(async () => (await backlogOf(store().read, reader)).waiting === 0)
    }
    try {
      for (const one of steps) {
        if (one.do === 'wait') await settled()
        else if (one.do === 'restart') await restart()
        else if (one.do === 'crash') await crash()
        else {
          const place = places[one.where] ?? assert.fail()
          const numbers = written.get(place.workspaceId) ?? assert.fail()
          const made = await store()
            .write(async (tx) => {
              await act(tx, place, one)
              return changesOf(tx, place.workspaceId, numbers.at(-1) ?? 0)
            })
            .catch((error) => {
              assert.equal(error.code, 'NOT_FOUND', error)
              return []
            })
          numbers.push(...made.map(({ number }) => number))
        }
      }
      await settled()
      for (const [workspaceId, numbers] of written) {
        const seen = await store().read.all<{ number: number }>(
          'SELECT number FROM seen WHERE workspace_id = ? ORDER BY place',
          workspaceId,
        )
        assert.deepEqual([...new Set(seen.map(({ number }) => number))], numbers)
      }
      const [wanted, found] = await entries(store())
      assert.deepEqual(found, wanted)
      const kept = await results(store())
      await store().write(async (tx) => {
        await tx.run('DELETE FROM customer_facts')
        for (const { workspaceId } of places) await countAgain(tx, workspaceId, systemClock.now())
        await askForRebuild(tx, systemClock.now())
      })
      await settled()
      await until(async () => !(await store().read.get('SELECT 1 FROM fact_counts WHERE counted_to IS NOT NULL')))
      assert.deepEqual(kept, await results(store()))
    } finally {
      await stop()
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 40 }), run), { numRuns: 6 })
})
