import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Backfill, StorewireError } from '../../src/client/index.ts'
import { recordingClient } from '../support/client.ts'
import { startServer, testClock } from '../support/server.ts'
import { virtualTime } from '../support/virtual-time.ts'

const UPDATED_AT = '2026-03-01T09:00:00Z'
const order = (index: number, fields: object = {}) => ({ id: `o${index}`, updatedAt: UPDATED_AT, ...fields })

function* orders(count: number) {
  for (let index = 0; index < count; index++) yield order(index)
}

async function* arriving(count: number) {
  yield* orders(count)
}

test('a history import sends everything in batches of 1,000 and resolves when it is processed', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api, virtualTime(api.clock))
  for (const source of [[...orders(2_500)], orders(2_500), arriving(2_500), new Set(orders(2_500))]) {
    sent.length = 0
    const progress = await client.backfill('orders', source, { label: 'first import' })
    assert.equal(progress.status, 'done')
    assert.equal(progress.label, 'first import')
    assert.equal(progress.processed, 2_500)
    const bulk = sent.filter(({ path }) => path === '/orders/bulk')
    assert.deepEqual(
      bulk.map(({ body }) => [body.backfillId, body.data.length]),
      [
        [progress.id, 1_000],
        [progress.id, 1_000],
        [progress.id, 500],
      ],
    )
    const writes = sent.filter(({ method }) => method === 'POST')
    assert.equal(new Set(writes.map(({ headers }) => headers.get('idempotency-key'))).size, 5)
  }
})

test('an empty source ends as done', async (t) => {
  const api = await startServer(t)
  const { client } = recordingClient(api, virtualTime(api.clock))
  const progress = await client.backfill('customers', [])
  assert.deepEqual([progress.status, progress.received, progress.label], ['done', 0, null])
})

test('batches stay below the byte limit', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api, virtualTime(api.clock))
  const note = 'ü'.repeat(100_000)
  const progress = await client.backfill(
    'orders',
    Array.from({ length: 200 }, (_, index) => order(index, { note })),
  )
  assert.equal(progress.processed, 200)
  assert.deepEqual(
    sent.filter(({ path }) => path === '/orders/bulk').map(({ body }) => body.data.length),
    [167, 33],
  )
})

test('a source is read no faster than it is sent: at most concurrency + 1 batches are in memory', async (t) => {
  const api = await startServer(t)
  let read = 0
  let answered = 0
  let most = 0
  const time = virtualTime(api.clock)
  async function* counted() {
    for (const one of orders(6_000)) {
      read++
      most = Math.max(most, read - answered)
      yield one
    }
  }
  let underWay = 0
  let mostUnderWay = 0
  const { client } = recordingClient(api, {
    ...time,
    fetch: async (url, init) => {
      const isBulk = url.endsWith('/bulk')
      if (isBulk) mostUnderWay = Math.max(mostUnderWay, ++underWay)
      const response = await time.fetch(url, init)
      if (isBulk) underWay--
      if (isBulk) answered += 1_000
      return response
    },
  })
  assert.equal((await client.backfill('orders', counted(), { concurrency: 2 })).processed, 6_000)
  assert.equal(mostUnderWay, 2)
  assert.ok(most <= 3_000, `${most} objects were in memory`)
})

test('progress is reported while sending and while waiting, and polls are pollMs apart', async (t) => {
  const api = await startServer(t, { limits: { bulk: 3 } })
  const time = virtualTime(api.clock)
  const { client } = recordingClient(api, time)
  const seen: Backfill[] = []
  const progress = await client.backfill('orders', orders(8_000), {
    concurrency: 1,
    pollMs: 5_000,
    onProgress: (one) => seen.push(one),
  })
  assert.equal(progress.status, 'done')
  assert.deepEqual(seen.at(-1), progress)
  assert.ok(seen.some(({ status, received }) => status === 'open' && received > 0 && received < 8_000))
  await assert.rejects(
    client.backfill('orders', orders(1), {
      onProgress: () => {
        throw new Error('enough')
      },
    }),
    /enough/,
  )
  const rejected = async () => Promise.reject(new Error('not written down'))
  await assert.rejects(client.backfill('orders', orders(1), { onProgress: rejected }), /not written down/)
})

test('a refused batch ends the import at once, names the object by its place in the source, and closes the source', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api, virtualTime(api.clock))
  let isClosed = false
  async function* source() {
    try {
      for (let index = 0; index < 1_000_000; index++) yield order(index, index === 1_234 ? { total: -1 } : {})
    } finally {
      isClosed = true
    }
  }
  await assert.rejects(client.backfill('orders', source(), { concurrency: 1 }), (error: StorewireError) => {
    assert.equal(error.status, 400)
    assert.match(error.message, /data\.1234\.total/)
    return true
  })
  assert.ok(isClosed)
  assert.ok(sent.length < 6)
  assert.ok(!sent.some(({ path }) => path.endsWith('/close')))
})

test('a failed batch ends the wait and is in the progress', async (t) => {
  const api = await startServer(t)
  const time = virtualTime(api.clock)
  const { client } = recordingClient(api, {
    ...time,
    fetch: async (url, init) => {
      const response = await time.fetch(url, init)
      if (init.method !== 'GET') return response
      const progress = (await response.json()) as Backfill
      return Response.json({ ...progress, status: 'closed', batches: { ...progress.batches, failed: 1, pending: 1 } })
    },
  })
  const progress = await client.backfill('orders', orders(10))
  assert.deepEqual([progress.status, progress.batches.failed], ['closed', 1])
})

test('an error of the source ends the import', async (t) => {
  const api = await startServer(t)
  const { client } = recordingClient(api, virtualTime(api.clock))
  async function* broken() {
    yield order(1)
    throw new Error('the cursor is gone')
  }
  await assert.rejects(client.backfill('orders', broken()), /the cursor is gone/)
})

test('a signal stops an import that waits for its source, and nothing is sent afterwards', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api, virtualTime(api.clock))
  const controller = new AbortController()
  let isClosed = false
  const source = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        setImmediate(() => controller.abort(new Error('stop now')))
        return new Promise<IteratorResult<{ id: string; updatedAt: number }>>(() => {})
      },
      return: async () => {
        isClosed = true
        return { done: true as const, value: undefined }
      },
    }),
  }
  await assert.rejects(client.backfill('orders', source, { signal: controller.signal }), /stop now/)
  assert.ok(isClosed)
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/backfills'],
  )
})

test('a signal stops an import while batches are in progress, and while it waits for the end', async (t) => {
  const api = await startServer(t)
  for (const at of ['/orders/bulk', '/close']) {
    const time = virtualTime(api.clock)
    const controller = new AbortController()
    const { client, sent } = recordingClient(api, {
      ...time,
      fetch: (url, init) => {
        if (url.endsWith(at)) setImmediate(() => controller.abort(new Error('stop now')))
        return time.fetch(url, init)
      },
    })
    const source = arriving(at === '/close' ? 10 : 50_000)
    await assert.rejects(client.backfill('orders', source, { signal: controller.signal }), /stop now/)
    const { length } = sent
    assert.deepEqual(await source.next(), { done: true, value: undefined })
    assert.equal(sent.length, length)
  }
  await assert.rejects(
    recordingClient(api).client.backfill('orders', [], { signal: AbortSignal.abort(new Error('too late')) }),
    /too late/,
  )
})

test('invalid options are rejected before anything is sent', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  await assert.rejects(client.backfill('tickets' as 'orders', []), /push tickets with tickets\.upsert\(\)/)
  for (const concurrency of [0, 1.5, 17]) {
    await assert.rejects(
      client.backfill('orders', [], { concurrency }),
      /concurrency must be a whole number from 1 to 16/,
    )
  }
  for (const pollMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, '2s' as never]) {
    await assert.rejects(client.backfill('orders', [], { pollMs }), /pollMs must be a number of milliseconds above 0/)
  }
  for (const source of [null, 'o1', 5, {}]) await assert.rejects(client.backfill('orders', source as never), TypeError)
  assert.equal(sent.length, 0)
})

test('more batches than the limit on bulk calls allows in a minute wait, and all arrive', async (t) => {
  const clock = testClock()
  const api = await startServer(t, { clock, limits: { calls: 600, bulk: 30 } })
  const time = virtualTime(clock)
  const { client } = recordingClient(api, time)
  const started = clock.now()
  const progress = await client.backfill('orders', orders(65_000), { concurrency: 4 })
  assert.deepEqual([progress.status, progress.processed], ['done', 65_000])
  assert.ok(clock.now() - started >= 2 * 60_000, '65 batches take more than 2 minutes at 30 a minute')
})
