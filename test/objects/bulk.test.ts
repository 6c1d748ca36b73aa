import assert from 'node:assert/strict'
import { test } from 'node:test'
import { purgeBatches } from '../../src/objects/bulk/batch-job.ts'
import { order } from '../support/objects.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const orders = (count: number, fields: (index: number) => object = () => ({})) =>
  Array.from({ length: count }, (_, index) => order({ id: `o${index}`, updatedAt: 1_000, ...fields(index) }))

async function bulk(
  api: Pick<Api, 'call'>,
  data: unknown[],
  fields: object = {},
  resource = 'orders',
): Promise<string> {
  const { status, body, text } = await api.call('POST', `/${resource}/bulk`, { json: { data, ...fields } })
  assert.equal(status, 202, text)
  assert.deepEqual(Object.keys(body), ['batchId'])
  return body.batchId
}

interface Progress {
  status: string
  processed: number
}

/** The body of a path once it is as wanted. */
async function bodyWhen(api: Pick<Api, 'call'>, path: string, isWanted: (body: Progress) => boolean) {
  let body: Awaited<ReturnType<Api['call']>>['body']
  await until(async () => {
    body = (await api.call('GET', path)).body
    return isWanted(body)
  })
  return body
}

const ended = ({ status }: { status: string }) => status === 'done' || status === 'failed'

test('a bulk upsert is accepted at once and processed by the rules of every push', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ id: 'o1', updatedAt: 500 }), order({ id: 'o2', updatedAt: 2_000 })])
  const id = await bulk(api, orders(1_000))
  assert.deepEqual(await bodyWhen(api, `/batches/${id}`, ended), {
    id,
    resource: 'orders',
    status: 'done',
    backfillId: null,
    received: 1_000,
    processed: 1_000,
    results: { created: 998, updated: 1, stale: 1 },
    failure: null,
    createdAt: '2026-03-01T09:30:00.000Z',
    startedAt: '2026-03-01T09:30:00.000Z',
    finishedAt: '2026-03-01T09:30:00.000Z',
  })
  assert.equal((await api.call('GET', '/orders/o999')).status, 200)
  assert.deepEqual(await api.store.read.all('SELECT * FROM batch_chunks'), [])
  await until(async () => (await api.store.read.all('SELECT * FROM jobs')).length === 0)
})

test('every type of object is accepted in bulk, except tickets', async (t) => {
  const api = await startServer(t)
  for (const resource of ['customers', 'products', 'orders', 'shipments', 'articles']) {
    const id = await bulk(api, [{ id: 'x', updatedAt: 1 }], {}, resource)
    assert.equal((await bodyWhen(api, `/batches/${id}`, ended)).resource, resource)
    assert.equal((await api.call('GET', `/${resource}/x`)).status, 200)
  }
  assert.equal((await api.call('POST', '/tickets/bulk', { json: { data: [] } })).status, 405)
})

test('a bulk upsert is checked completely before it is accepted, with the paths of every object', async (t) => {
  const api = await startServer(t)
  const { status, body } = await api.call('POST', '/orders/bulk?strict=true', {
    json: {
      data: orders(1_000, (index) =>
        index === 7 || index === 950 ? { total: -1 } : index === 400 ? { colour: 1 } : {},
      ),
    },
  })
  assert.equal(status, 400)
  assert.deepEqual(
    body.data.issues.map(({ path }: { path: unknown[] }) => path.join('.')),
    ['data.7.total', 'data.400.colour', 'data.950.total'],
  )
  assert.deepEqual(await api.store.read.all('SELECT * FROM batches'), [])
})

test('batches of one resource are processed in order of arrival', async (t) => {
  const api = await startServer(t)
  const ids: string[] = []
  for (let step = 1; step <= 5; step++)
    ids.push(
      await bulk(
        api,
        orders(300, () => ({ updatedAt: step, number: `#${step}` })),
      ),
    )
  for (const [step, id] of ids.entries()) {
    const { results } = await bodyWhen(api, `/batches/${id}`, ended)
    assert.deepEqual(
      results,
      step === 0 ? { created: 300, updated: 0, stale: 0 } : { created: 0, updated: 300, stale: 0 },
    )
  }
})

test('a backfill goes from open to done, and shows its progress', async (t) => {
  const api = await startServer(t)
  const opened = await api.call('POST', '/backfills', { json: { label: 'first' } })
  assert.equal(opened.status, 200)
  const { id } = opened.body
  const counts = {
    received: 0,
    processed: 0,
    results: { created: 0, updated: 0, stale: 0 },
    batches: { pending: 0, processing: 0, done: 0, failed: 0 },
  }
  const fresh = {
    id,
    label: 'first',
    status: 'open',
    progress: 0,
    ...counts,
    createdAt: '2026-03-01T09:30:00.000Z',
    closedAt: null,
    finishedAt: null,
    erasure: null,
  }
  assert.deepEqual(opened.body, fresh)
  assert.deepEqual((await api.call('GET', `/backfills/${id}`)).body, fresh)
  for (let part = 0; part < 3; part++)
    await bulk(
      api,
      orders(250, (index) => ({ id: `o${part}-${index % 200}` })),
      { backfillId: id },
    )
  const closed = await api.call('POST', `/backfills/${id}/close`)
  assert.equal(closed.status, 200)
  assert.ok(['closed', 'done'].includes(closed.body.status))
  const done = await bodyWhen(api, `/backfills/${id}`, ended)
  assert.deepEqual(done, {
    ...fresh,
    status: 'done',
    progress: 1,
    received: 750,
    processed: 750,
    results: { created: 600, updated: 0, stale: 150 },
    batches: { pending: 0, processing: 0, done: 3, failed: 0 },
    closedAt: '2026-03-01T09:30:00.000Z',
    finishedAt: '2026-03-01T09:30:00.000Z',
  })
})

test('a backfill needs no label, body or content type; closed without batches, it is done', async (t) => {
  const api = await startServer(t)
  const { body } = await api.call('POST', '/backfills')
  assert.equal(body.label, null)
  const closed = await api.call('POST', `/backfills/${body.id}/close`)
  assert.equal(closed.body.status, 'done')
  assert.equal(closed.body.progress, 1)
})

test('a backfill that is unknown, closed or of another workspace accepts no batch', async (t) => {
  const api = await startServer(t)
  const other = client(api.baseUrl, (await addWorkspace(api.store, 'other', api.clock)).key)
  const { id: theirs } = (await other.call('POST', '/backfills')).body
  const { id: closed } = (await api.call('POST', '/backfills')).body
  await api.call('POST', `/backfills/${closed}/close`)
  for (const [backfillId, reason] of [
    ['bf_none', 'backfill_missing'],
    [theirs, 'backfill_missing'],
    [closed, 'backfill_closed'],
  ]) {
    for (const answer of [
      await api.call('POST', '/orders/bulk', { json: { data: orders(1), backfillId } }),
      await api.call('POST', `/backfills/${backfillId}/close`),
    ]) {
      assert.equal(answer.status, 409)
      assert.equal(answer.body.code, 'CONFLICT')
      assert.deepEqual(answer.body.data, { reason })
    }
  }
  assert.equal((await api.call('GET', `/backfills/${theirs}`)).status, 404)
  const batchId = await bulk(other, orders(1), { backfillId: theirs })
  assert.equal((await api.call('GET', `/batches/${batchId}`)).status, 404)
  assert.deepEqual(await api.store.read.all('SELECT * FROM batches WHERE workspace_id = ?', api.workspaceId), [])
})

test('backfills are listed, the newest first, page by page', async (t) => {
  const api = await startServer(t)
  for (const label of ['a', 'b', 'c']) await api.call('POST', '/backfills', { json: { label } })
  const labels: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await api.call('GET', `/backfills?limit=2${cursor && `&cursor=${cursor}`}`)
    labels.push(...body.data.map(({ label }: { label: string }) => label))
    cursor = body.nextCursor
  }
  assert.deepEqual(labels, ['c', 'b', 'a'])
})

test('an Idempotency-Key works for bulk upserts and backfills, too', async (t) => {
  const api = await startServer(t)
  const headers = { 'idempotency-key': 'k' }
  const send = () => api.call('POST', '/orders/bulk', { json: { data: orders(3) }, headers })
  const [first, second] = [await send(), await send()]
  assert.deepEqual([first.status, second.status], [202, 202])
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  assert.equal((await api.store.read.all('SELECT * FROM batches')).length, 1)
  const [one, two] = [
    await api.call('POST', '/backfills', { headers }),
    await api.call('POST', '/backfills', { headers }),
  ]
  assert.equal(one.body.id, two.body.id)
})

test('a body of 32 MiB and one byte is rejected, as are 1,001 objects', async (t) => {
  const api = await startServer(t)
  const body = Buffer.alloc(32 * 1024 * 1024 + 1, ' ')
  assert.equal((await api.call('POST', '/orders/bulk', { body })).status, 413)
  assert.equal((await api.call('POST', '/orders/bulk', { json: { data: orders(1_001) } })).status, 413)
})

test('a batch that ended is kept for 30 days', async (t) => {
  const api = await startServer(t)
  const id = await bulk(api, orders(1))
  await bodyWhen(api, `/batches/${id}`, ended)
  const DAY = 24 * 60 * 60 * 1000
  api.clock.advance(30 * DAY - 1)
  await purgeBatches(api.store, api.clock.now())
  assert.equal((await api.call('GET', `/batches/${id}`)).status, 200)
  api.clock.advance(1)
  await purgeBatches(api.store, api.clock.now())
  assert.equal((await api.call('GET', `/batches/${id}`)).status, 404)
})

/** Makes every upsert of one order fail, as a defect would. */
const breakOrder = (api: Api, id: string) =>
  api.store.write((tx) =>
    tx.run(
      `CREATE TRIGGER broken BEFORE INSERT ON orders WHEN new.id = '${id}' BEGIN SELECT RAISE(ABORT, 'broken'); END`,
    ),
  )

test('a batch that cannot be processed fails after its retries, and continues where it stopped when an operator retries it', async (t) => {
  const { jobHandlers } = await import('../../src/serve/features.ts')
  const { listJobs, retryJob } = await import('../../src/jobs/jobs.ts')
  const api = await startServer(t)
  await breakOrder(api, 'o150')
  const { id: backfillId } = (await api.call('POST', '/backfills')).body
  const id = await bulk(api, orders(300), { backfillId })
  await api.call('POST', `/backfills/${backfillId}/close`)
  for (let attempt = 1; attempt <= 5; attempt++) {
    await until(async () => {
      const [job] = await listJobs(api.store.read)
      return job?.attempts === attempt && job.leaseUntil === null
    })
    api.clock.advance(1_000 * 4 ** (attempt - 1))
    api.wake()
  }
  const failed = await bodyWhen(api, `/batches/${id}`, ended)
  assert.equal(failed.status, 'failed')
  assert.deepEqual(failed.failure, { message: 'broken' })
  // Whether the chunk before the broken one was a transaction of its own depends on what else was written just then.
  const { stored } = (await api.store.read.get<{ stored: number }>('SELECT count(*) AS stored FROM orders')) ?? {}
  assert.equal(failed.processed, stored)
  assert.ok(failed.processed === 0 || failed.processed === 100, String(failed.processed))
  const backfill = (await api.call('GET', `/backfills/${backfillId}`)).body
  assert.equal(backfill.status, 'failed')
  assert.deepEqual(backfill.batches, { pending: 0, processing: 0, done: 0, failed: 1 })

  await api.store.write(async (tx) => {
    await tx.run('DROP TRIGGER broken')
    const [job] = await listJobs(tx)
    await retryJob(tx, jobHandlers(api), job?.id ?? '', api.clock.now())
  })
  api.wake()
  const done = await bodyWhen(api, `/backfills/${backfillId}`, ({ status }) => status === 'done')
  assert.deepEqual(done.results, { created: 300, updated: 0, stale: 0 })
  await until(async () => (await listJobs(api.store.read)).length === 0)
})
