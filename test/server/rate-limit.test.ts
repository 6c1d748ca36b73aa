import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseList } from 'structured-headers'
import { createKey } from '../../src/access/keys.ts'
import { createRateLimiter, defaultRateLimits, noRateLimits } from '../../src/server/rate-limit.ts'
import { order } from '../support/objects.ts'
import { client, owner, startServer, testClock } from '../support/server.ts'

test('every answer tells where the caller stands, in structured fields', async (t) => {
  const api = await startServer(t, { limits: { calls: 600, bulk: 30 } })
  await api.call('GET', '/ping')
  api.clock.advance(19_000)
  const { headers } = await api.call('GET', '/ping')
  assert.equal(headers.get('ratelimit-policy'), '"calls";q=600;w=60')
  assert.equal(headers.get('ratelimit'), '"calls";r=598;t=41')
  const bulk = await api.call('POST', '/orders/bulk', { json: { data: [] } })
  const policy = parseList(bulk.headers.get('ratelimit-policy') ?? '')
  assert.deepEqual(
    policy.map(([name, params]) => [name, params.get('q'), params.get('w')]),
    [
      ['calls', 600, 60],
      ['bulk', 30, 60],
    ],
  )
  const state = parseList(bulk.headers.get('ratelimit') ?? '')
  assert.deepEqual(
    state.map(([name, params]) => [name, params.get('r'), params.get('t')]),
    [
      ['calls', 597, 41],
      ['bulk', 29, 60],
    ],
  )
})

test('a call over the limit is refused, does not count, and says when to come back', async (t) => {
  const api = await startServer(t, { limits: { calls: 2 } })
  await api.call('GET', '/ping')
  api.clock.advance(30_000)
  await api.call('GET', '/ping')
  for (let tries = 0; tries < 5; tries++) {
    const refused = await api.call('POST', '/orders', { json: { data: [order()] } })
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'TOO_MANY_REQUESTS')
    assert.deepEqual(refused.body.data, { limit: 2, windowSeconds: 60 })
    assert.equal(refused.headers.get('retry-after'), '60')
    assert.equal(refused.headers.get('ratelimit'), '"calls";r=0;t=30')
  }
  api.clock.advance(30_000)
  assert.equal((await api.call('GET', '/orders/o1')).status, 404)
  assert.equal((await api.call('GET', '/ping')).status, 429)
})

test('a call that bulk refuses does not count as a call either', async (t) => {
  const api = await startServer(t, { limits: { calls: 3, bulk: 1 } })
  const bulk = () => api.call('POST', '/orders/bulk', { json: { data: [] } })
  assert.deepEqual([(await bulk()).status, (await bulk()).status, (await bulk()).status], [202, 429, 429])
  assert.equal((await api.call('GET', '/ping')).headers.get('ratelimit'), '"calls";r=1;t=60')
})

test('each secret key has calls of its own', async (t) => {
  const api = await startServer(t, { limits: { calls: 1 } })
  const second = await api.store.write((tx) =>
    createKey(tx, owner, { workspaceId: api.workspaceId, kind: 'secret', name: 'second' }, api.clock.now()),
  )
  assert.equal((await api.call('GET', '/ping')).status, 200)
  assert.equal((await api.call('GET', '/ping')).status, 429)
  assert.equal((await client(api.baseUrl, second.key).call('GET', '/ping')).status, 200)
})

test('calls with a bad key are limited by address; a good key from there goes on working', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 2 }, settings: { trustProxy: 1 } })
  const guess = async (forwarded: string) =>
    (await client(api.baseUrl, 'sk_wrong').call('GET', '/ping', { headers: { 'x-forwarded-for': forwarded } })).status
  assert.deepEqual(
    [await guess('203.0.113.1'), await guess('203.0.113.1'), await guess('203.0.113.1')],
    [401, 401, 429],
  )
  assert.equal(await guess('203.0.113.2'), 401)
  assert.equal(await guess('203.0.113.2, 203.0.113.1'), 429)
  assert.equal((await api.call('GET', '/ping', { headers: { 'x-forwarded-for': '203.0.113.1' } })).status, 200)
})

test('without --trust-proxy a client cannot choose its address', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 1 } })
  const guess = async (forwarded: string) =>
    (await client(api.baseUrl, 'sk_wrong').call('GET', '/ping', { headers: { 'x-forwarded-for': forwarded } })).status
  assert.deepEqual([await guess('203.0.113.1'), await guess('203.0.113.2')], [401, 429])
})

test('switched off, no answer speaks of limits', async (t) => {
  const api = await startServer(t, { limits: noRateLimits })
  const { headers } = await api.call('GET', '/ping')
  assert.equal(headers.get('ratelimit'), null)
  assert.equal(headers.get('ratelimit-policy'), null)
})

test('the limits are those of the reference', () => {
  assert.deepEqual(defaultRateLimits, { calls: 600, bulk: 30, widget: 60, unauthorized: 120 })
})

test('no 60 seconds ever hold more calls than the limit, and a call is only refused when they are full', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat(30_000), { maxLength: 60 }), (limit, steps) => {
      const clock = testClock(0)
      const limiter = createRateLimiter({ ...noRateLimits, calls: limit }, clock)
      const accepted: number[] = []
      for (const step of steps) {
        clock.advance(step)
        const within = accepted.filter((time) => time > clock.now() - 60_000).length
        try {
          limiter.take(['calls'], 'key')
          accepted.push(clock.now())
          assert.ok(within < limit)
        } catch {
          assert.equal(within, limit)
        }
      }
    }),
  )
})

test('a clock that is set back locks nobody out', () => {
  const clock = testClock()
  const limiter = createRateLimiter({ ...noRateLimits, calls: 1 }, clock)
  limiter.take(['calls'], 'key')
  clock.advance(-3_600_000)
  limiter.take(['calls'], 'key')
  assert.throws(() => limiter.take(['calls'], 'key'), /More than 1/)
})
