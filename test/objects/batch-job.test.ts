import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { noMetrics } from '../../src/lib/metrics.ts'
import { batchJobHandler } from '../../src/objects/bulk/batch-job.ts'
import { acceptBatch, newBatch } from '../../src/objects/bulk/batches.ts'
import { orders } from '../../src/objects/types/order.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { addWorkspace, tempFolder, testClock } from '../support/server.ts'

/** Processes a batch of 300 orders, each time as if there were no other writes when it begins. @returns how many were stored after each of its transactions */
async function processed(t: TestContext, isAwaited: () => boolean): Promise<number[]> {
  const store = await openStore(`${await tempFolder(t)}/batch.db`, { create: true })
  t.after(() => store.close())
  const clock = testClock()
  const { workspaceId } = await addWorkspace(store, 'shop', clock)
  const pushed = Array.from({ length: 300 }, (_, index) => ({ id: `o${index}`, updatedAt: 1 }))
  const subject = await store.write((tx) =>
    acceptBatch(tx, orders, workspaceId, newBatch(orders, pushed, null), clock.now()),
  )
  const stored: number[] = []
  const writeInBackground: typeof store.writeInBackground = async (work) => {
    const result = await store.writeInBackground((tx) => work(tx, true, isAwaited))
    stored.push((await store.read.get<{ count: number }>('SELECT count(*) AS count FROM orders'))?.count ?? 0)
    return result
  }
  const handler = batchJobHandler({ store: { ...store, writeInBackground }, clock, metrics: noMetrics, hooks })
  const job = await store.read.get<Parameters<typeof handler.run>[0]>('SELECT * FROM jobs WHERE subject = ?', subject)
  assert.ok(job)
  await handler.run(job, async () => {}, new AbortController().signal)
  return stored
}

test('without other writes a batch is one transaction', async (t) => {
  assert.deepEqual(await processed(t, () => false), [300])
})

test('a batch ends its transaction after 100 objects if another write has come', async (t) => {
  assert.deepEqual(await processed(t, () => true), [100, 200, 300])
})
