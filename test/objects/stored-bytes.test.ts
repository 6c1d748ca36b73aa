import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { noMetrics } from '../../src/lib/metrics.ts'
import { batchJobHandler } from '../../src/objects/bulk/batch-job.ts'
import { acceptBatch, newBatch } from '../../src/objects/bulk/batches.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push as pushObjects, writePush } from '../../src/objects/push.ts'
import type { PushedObject } from '../../src/objects/resource.ts'
import { orders } from '../../src/objects/types/order.ts'
import { hooks } from '../../src/serve/features.ts'
import { type Api, addWorkspace, startServer } from '../support/server.ts'

/*
 * A push reads and writes all of an object, however little it changes.
 */

const MIB = 1024 * 1024

/** A shop with large orders `o0`, `o1` and so on. */
async function largeOrders(t: TestContext, count: number, bytes: number): Promise<Api> {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  for (let index = 0; index < count; index++) {
    const large = { id: `o${index}`, updatedAt: 1, note: 'x'.repeat(bytes) } as PushedObject
    await store.write((tx) =>
      pushObjects(tx, { resource: orders, workspaceId, hooks }, [prepare(orders, large)], clock.now()),
    )
  }
  return api
}

const change = (index: number, updatedAt = 2) => ({ id: `o${index}`, updatedAt, status: 'shipped' })

test('a short push of large objects is written after the calls that wait', async (t) => {
  const { store, workspaceId, clock } = await largeOrders(t, 2, 1.5 * MIB)
  const written: string[] = []
  const push = (name: string, objects: PushedObject[]) =>
    writePush(
      { store, workspace: { id: workspaceId }, resource: orders, hooks, clock },
      objects.map((object) => prepare(orders, object)),
      async (_tx, pushAll) => {
        await pushAll()
        written.push(name)
      },
    )
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const first = store.write(() => held)
  const calls = [push('long', [change(0), change(1)]), push('short', [change(0), change(9)])]
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
  release()
  await Promise.all([first, ...calls])
  assert.deepEqual(written, ['short', 'long'])
})

test('calls that change much of what is stored are written one at a time, in turns by workspace', async (t) => {
  const { store, workspaceId, clock } = await largeOrders(t, 1, 2.1 * MIB)
  const other = await addWorkspace(store, 'other', clock)
  await store.write((tx) =>
    pushObjects(
      tx,
      { resource: orders, workspaceId: other.workspaceId, hooks },
      [prepare(orders, { ...change(0, 1), note: 'x'.repeat(2.1 * MIB) })],
      1,
    ),
  )
  let atWork = 0
  const written: string[] = []
  const writeInBackground: typeof store.writeInBackground = async (work) => {
    assert.equal(++atWork, 1)
    return store.writeInBackground(work).finally(() => atWork--)
  }
  const push = async (workspaceId: string, updatedAt: number) => {
    const prepared = [prepare(orders, change(0, updatedAt))]
    const own = { ...store, writeInBackground }
    await writePush(
      { store: own, workspace: { id: workspaceId }, resource: orders, hooks, clock },
      prepared,
      (_tx, pushAll) => pushAll(),
    )
    written.push(workspaceId === other.workspaceId ? 'other' : String(updatedAt))
  }
  await Promise.all([push(workspaceId, 2), push(workspaceId, 3), push(workspaceId, 4), push(other.workspaceId, 2)])
  assert.deepEqual(written, ['2', '3', 'other', '4'])
})

test('a call that would change more than 16 MiB of stored objects is a 413, and changes nothing', async (t) => {
  const api = await largeOrders(t, 9, 2 * MIB)
  const push = (count: number) =>
    api.call('POST', '/orders', { json: { data: Array.from({ length: count }, (_, index) => change(index)) } })
  const refused = await push(9)
  assert.equal(refused.status, 413, refused.text)
  assert.equal(refused.body.data.max, 16 * MIB)
  assert.ok(refused.body.data.received > 18 * MIB)
  assert.match(refused.body.message, /Send fewer of them in one call/)
  const changed = () => api.store.read.all(`SELECT 1 FROM orders WHERE status = 'shipped'`)
  assert.equal((await changed()).length, 0)
  const accepted = await push(7)
  assert.equal(accepted.status, 200, accepted.text)
  assert.equal((await changed()).length, 7)
})

test('a batch changes about 2 MiB of stored objects in a transaction, in their order', async (t) => {
  const { store, workspaceId, clock } = await largeOrders(t, 5, 0.9 * MIB)
  const pushed = [...[0, 1, 2, 3, 4].map((index) => change(index)), change(0, 3), change(9)] as PushedObject[]
  const subject = await store.write((tx) =>
    acceptBatch(tx, orders, workspaceId, newBatch(orders, pushed, null), clock.now()),
  )
  const changed: number[] = []
  const writeInBackground: typeof store.writeInBackground = async (work) => {
    const result = await store.writeInBackground((tx) => work(tx, true, () => false))
    changed.push((await store.read.all(`SELECT 1 FROM orders WHERE status = 'shipped'`)).length)
    return result
  }
  const handler = batchJobHandler({ store: { ...store, writeInBackground }, clock, metrics: noMetrics, hooks })
  const job = await store.read.get<Parameters<typeof handler.run>[0]>('SELECT * FROM jobs WHERE subject = ?', subject)
  assert.ok(job)
  await handler.run(job, async () => {}, new AbortController().signal)
  assert.deepEqual(changed, [2, 4, 6])
  assert.deepEqual(await store.read.get('SELECT status, created, updated, stale FROM batches'), {
    status: 'done',
    created: 1,
    updated: 6,
    stale: 0,
  })
  assert.deepEqual(await store.read.get(`SELECT updated_at FROM orders WHERE id = 'o0'`), { updated_at: 3 })
})
