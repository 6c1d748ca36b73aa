import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { idempotentStore } from '../../src/http/idempotency.ts'
import { enqueue, type JobHandler, listJobs } from '../../src/jobs/jobs.ts'
import { startScheduler } from '../../src/jobs/scheduler.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { order } from '../support/objects.ts'
import { addWorkspace, client, tempFolder, testClock, testLog, testServices } from '../support/server.ts'
import { twice } from '../support/twice.ts'
import { until } from '../support/until.ts'

/*
 * A work may run again. What those of the house do outside of the database must not happen again with them.
 */

async function tempStore(t: TestContext): Promise<Store> {
  const store = await openStore(join(await tempFolder(t), 'store.db'), { create: true })
  t.after(() => store.close())
  return store
}

test('objects pushed by works that run twice are counted once', async (t) => {
  const store = twice(await tempStore(t))
  const clock = testClock()
  const counted: unknown[] = []
  const metrics = { ...noMetrics, objects: (...count: unknown[]) => void counted.push(count) }
  const serving = await startServing({ ...testServices(store, clock), metrics }, { host: '127.0.0.1', port: 0 })
  t.after(() => serving.stop())
  const api = client(serving.url, (await addWorkspace(store, 'shop', clock)).key)
  const push = () => api.call('POST', '/orders', { json: { data: [order()] }, headers: { 'idempotency-key': 'k' } })
  const [first, second] = [await push(), await push()]
  assert.equal(first.body.results[0].status, 'created')
  assert.equal(second.text, first.text)
  assert.deepEqual(
    [first, second].map(({ headers }) => headers.get('idempotent-replayed')),
    [null, 'true'],
  )
  const { body } = await api.call('POST', '/orders/bulk', { json: { data: [order({ id: 'bulk' })] } })
  await until(async () => (await api.call('GET', `/batches/${body.batchId}`)).body.status === 'done')
  const created = ['orders', { created: 1, updated: 0, stale: 0 }]
  assert.deepEqual(counted, [created, created])
})

test('a response is marked as replayed only if the committed run replayed it', async (t) => {
  const store = await tempStore(t)
  const clock = testClock()
  const { workspaceId } = await addWorkspace(store, 'shop', clock)
  const request = {
    workspaceId,
    key: 'k',
    method: 'POST',
    path: '/orders',
    query: '',
    body: Buffer.from('{}'),
    conversationId: null,
    replay: undefined,
  }
  let replays = 0
  const [one, other] = await Promise.all(
    [1, 2].map(() => idempotentStore(store, request, clock.now(), () => void replays++)),
  )
  let run = 0
  const results = await Promise.allSettled([
    one?.write(async () => {
      if (++run === 2) throw new Error('not again')
      return 'first'
    }),
    // In the first run it finds what the one before it has kept; in the second there is nothing.
    other?.write(async () => 'second'),
    store.write(async () => {
      throw new Error('have the others run again')
    }),
  ])
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['not again', 'second', 'have the others run again'],
  )
  assert.equal(replays, 0)
})

test('a retry of a job is logged once, after it was recorded', async (t) => {
  const store = twice(await tempStore(t))
  const clock = testClock(1_000_000)
  const log = testLog()
  const handler: JobHandler = {
    kind: 'test',
    concurrency: 1,
    perLane: null,
    run: (_job, end) => end(async () => ({ waitMs: 5_000, reason: 'not yet' })),
    retryAfter: () => null,
    giveUp: async () => {},
    revive: async () => {},
  }
  await store.write((tx) => enqueue(tx, { kind: 'test', subject: 'a' }, clock.now()))
  const scheduler = startScheduler({ store, clock, log, handlers: [handler] })
  t.after(() => scheduler.stop())
  await until(async () => (await listJobs(store.read))[0]?.lastError === 'not yet')
  await scheduler.stop()
  assert.deepEqual(
    log.lines.map(({ message }) => message),
    ['A job will run again'],
  )
})
