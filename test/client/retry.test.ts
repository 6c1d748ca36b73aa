import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StorewireError } from '../../src/client/index.ts'
import { backoff, createSlots, createThrottle, retryAfterMs } from '../../src/client/retry.ts'
import { platform } from '../../src/client/runtime.ts'
import { recordingClient } from '../support/client.ts'
import { type Fate, flakyProxy } from '../support/flaky-proxy.ts'
import { fc } from '../support/properties.ts'
import { startServer, testClock } from '../support/server.ts'
import { virtualTime } from '../support/virtual-time.ts'

const UPDATED_AT = '2026-03-01T09:00:00Z'
const order = (index: number) => ({ id: `o${index}`, updatedAt: UPDATED_AT })

/** A client behind a proxy that meets its requests with these fates, then lets everything pass. */
async function behindProxy(t: Parameters<typeof startServer>[0], fates: Fate[], attemptTimeoutMs = 30_000) {
  const api = await startServer(t)
  const proxy = await flakyProxy(t, api.baseUrl, () => fates.shift() ?? 'pass')
  const time = virtualTime(api.clock)
  const { client } = recordingClient({ baseUrl: proxy.baseUrl, key: api.key }, { ...time, attemptTimeoutMs })
  return { api, client, time, seen: proxy.seen }
}

test('lost connections, 429 and 5xx are retried with the same key, and nothing is done twice', async (t) => {
  for (const fate of ['drop', 'lose', { status: 429 }, { status: 500 }, { status: 503 }] satisfies Fate[]) {
    const { client, time, seen } = await behindProxy(t, [fate, fate, fate])
    assert.deepEqual(await client.orders.upsert(order(1)), { id: 'o1', status: 'created' })
    assert.equal(seen.length, 4)
    assert.equal(new Set(seen.map(({ idempotencyKey }) => idempotencyKey)).size, 1)
    assert.equal(time.slept.length, 3)
    for (const [index, ms] of time.slept.entries()) assert.ok(ms >= 0 && ms <= 250 * 2 ** index)
  }
})

test('after four attempts the last failure is thrown', async (t) => {
  const { client, seen } = await behindProxy(t, Array(8).fill({ status: 502, headers: { 'x-request-id': 'req_1' } }))
  await assert.rejects(client.ping(), (error: StorewireError) => {
    assert.ok(error instanceof StorewireError)
    assert.deepEqual(
      [error.status, error.code, error.body, error.requestId],
      [502, 'BAD_ANSWER', 'not the API', 'req_1'],
    )
    return true
  })
  assert.equal(seen.length, 4)
})

test('an unreachable server is a network error that names the address', async () => {
  const { client, sent } = recordingClient({ baseUrl: 'http://127.0.0.1:1', key: 'sk_x' }, { sleep: async () => {} })
  await assert.rejects(client.ping(), (error: StorewireError) => {
    assert.deepEqual([error.status, error.code, error.body], [0, 'NETWORK_ERROR', undefined])
    assert.match(error.message, /GET http:\/\/127\.0\.0\.1:1\/api\/v1\/ping got no response \(.+\)/)
    assert.ok(error.cause)
    return true
  })
  assert.equal(sent.length, 4)
})

test('a host whose addresses all refuse connections is a network error with the reason', async () => {
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })
  const fetch = async () => Promise.reject(new TypeError('fetch failed', { cause: refused }))
  const { client } = recordingClient({ baseUrl: 'http://localhost:1', key: 'sk_x' }, { sleep: async () => {}, fetch })
  await assert.rejects(client.ping(), /got no response \(ECONNREFUSED\)/)
})

test('an attempt without a response times out, and the next one may succeed', async (t) => {
  // Long enough for the attempt that is answered, however busy the machine is.
  const { client, seen } = await behindProxy(t, ['hang', 'late', 'late'], 2_000)
  assert.deepEqual(await client.orders.upsert(order(1)), { id: 'o1', status: 'created' })
  assert.equal(seen.length, 4)
  const hanging = await behindProxy(t, Array(4).fill('hang'), 50)
  await assert.rejects(hanging.client.ping(), { status: 0, code: 'TIMEOUT' })
})

test('other errors are thrown at once, with everything that the API sent', async (t) => {
  const { client, seen } = await behindProxy(t, [])
  await assert.rejects(client.orders.upsert([{ id: '', updatedAt: 'yesterday' }]), (error: StorewireError) => {
    const body = error.body as { code: string; status: number; message: string; data: { issues: unknown[] } }
    assert.deepEqual([error.status, error.code, error.message], [400, 'BAD_REQUEST', body.message])
    assert.equal(body.data.issues.length, 2)
    return true
  })
  assert.equal(seen.length, 1)
})

test('a response that is not from the API is an error that says where to look', async (t) => {
  const { client, seen } = await behindProxy(t, [
    { status: 200 },
    { status: 308, headers: { location: 'https://shop.example/' } },
  ])
  await assert.rejects(client.ping(), {
    status: 200,
    code: 'BAD_ANSWER',
    message: /Check baseUrl and any proxy in between\.$/,
  })
  await assert.rejects(client.ping(), {
    status: 308,
    message: /redirect to https:\/\/shop\.example\/\. Pass the final address/,
  })
  assert.equal(seen.length, 2, 'a redirect is not followed, and none of them is tried again')
})

test('the address of the server is accepted with and without /api/v1', async (t) => {
  const api = await startServer(t)
  const root = api.baseUrl.replace(/\/api\/v1$/, '')
  for (const baseUrl of [root, `${root}/`, `${root}/api/v1`, `${root}/api/v1/`]) {
    const { client } = recordingClient({ baseUrl, key: api.key })
    assert.deepEqual(await client.ping(), { orgId: api.workspaceId })
  }
})

test('a client waits at least as long as Retry-After, and its other calls wait, too', async (t) => {
  const { api, client, time, seen } = await behindProxy(t, [{ status: 429, headers: { 'retry-after': '60' } }])
  const started = api.clock.now()
  await client.ping()
  const waited = api.clock.now() - started
  assert.ok(waited >= 60_000 && waited <= 66_000, `waited ${waited} ms`)
  assert.equal(seen.length, 2)
  await client.ping()
  assert.equal(time.slept.length, 1)
})

test('a Retry-After of more than an hour is an error at once', async (t) => {
  const { client, seen } = await behindProxy(t, [{ status: 503, headers: { 'retry-after': '86400' } }])
  await assert.rejects(client.ping(), { status: 503 })
  assert.equal(seen.length, 1)
})

test('700 upserts in a minute end without an error, since the client waits', async (t) => {
  const clock = testClock()
  const api = await startServer(t, { clock, limits: { calls: 600, bulk: 30 } })
  const { client, sent } = recordingClient(api, virtualTime(clock))
  const started = clock.now()
  const results = await Promise.all(
    Array.from({ length: 700 }, (_, index) => client.orders.upsert(order(index), { idempotencyKey: `order-${index}` })),
  )
  assert.ok(results.every(({ status }, index) => status === 'created' && results[index]?.id === `o${index}`))
  assert.ok(clock.now() - started >= 60_000)
  assert.ok(sent.length < 740, `${sent.length} requests: few of them are in vain`)
})

test('many times the limit of a minute also end without an error', async (t) => {
  const clock = testClock()
  const api = await startServer(t, { clock, limits: { calls: 20 } })
  const { client } = recordingClient(api, virtualTime(clock))
  const results = await Promise.all(Array.from({ length: 300 }, (_, index) => client.orders.upsert([order(index)])))
  assert.equal(results.flat().length, 300)
})

test('through a proxy that fails at random every object is stored once', async (t) => {
  const api = await startServer(t)
  const faults: Fate[] = ['drop', 'lose', { status: 429 }, { status: 500 }]
  let count = 0
  // Two requests of three meet a fault, but never more than three in a row: some attempt of four gets through.
  const inARow = new Map<string, number>()
  const proxy = await flakyProxy(t, api.baseUrl, () => {
    const key = proxy.seen.at(-1)?.idempotencyKey ?? ''
    const before = inARow.get(key) ?? 0
    inARow.set(key, before + 1)
    return ++count % 3 > 0 && before < 3 ? (faults[count % 4] ?? 'pass') : 'pass'
  })
  const { client } = recordingClient({ baseUrl: proxy.baseUrl, key: api.key }, virtualTime(api.clock))
  const orders = Array.from({ length: 100 }, (_, index) => order(index))
  const [singles, array] = await Promise.all([
    Promise.all(orders.map((one) => client.orders.upsert(one))),
    client.customers.upsert(orders),
  ])
  assert.ok(
    [...singles, ...array].every(({ status }) => status === 'created'),
    'lost answers are repeated, not redone',
  )
  assert.ok(proxy.seen.length > 12)
})

test('backoff grows from 250 ms to 8 s with full jitter', () => {
  const longest = (attempt: number) => backoff(attempt, () => 1)
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7, 20].map(longest), [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
  assert.equal(
    backoff(3, () => 0),
    0,
  )
})

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-03-01T09:30:00Z')
  assert.equal(retryAfterMs('60', now), 60_000)
  assert.equal(retryAfterMs('0', now), 0)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 09:30:30 GMT', now), 30_000)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 09:00:00 GMT', now), 0)
  assert.equal(retryAfterMs('soon', now), undefined)
  assert.equal(retryAfterMs(null, now), undefined)
})

test('nothing passes a closed gate early, whatever the jitter and however often it is closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(90_000), { maxLength: 5 }),
      fc.float({ min: 0, max: Math.fround(0.99), noNaN: true }),
      async (closings, jitter) => {
        const clock = testClock(0)
        const sleep = async (ms: number) => clock.advance(ms)
        const gate = createThrottle({ ...platform, now: clock.now, random: () => jitter, sleep })
        for (const ms of closings) gate.close(ms)
        await gate.pass()
        const longest = Math.max(0, ...closings)
        assert.ok(clock.now() >= longest && clock.now() <= Math.ceil(longest * 1.1))
      },
    ),
  )
})

test('slots limit how many tasks run at once, in order of arrival', async () => {
  const inSlot = createSlots(2)
  const started: number[] = []
  let running = 0
  let most = 0
  await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      inSlot(async () => {
        started.push(index)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
        if (index === 3) throw new Error('a failure gives its slot back, too')
      }),
    ),
  )
  assert.equal(most, 2)
  assert.deepEqual(started, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})
