import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseList } from 'structured-headers'
import { createKey, revokeKey } from '../../src/access/keys.ts'
import { createRefusedCallers } from '../../src/http/credentials/refused-callers.ts'
import { defaultRateLimits, noRateLimits } from '../../src/http/limits/rate-limit.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { order } from '../support/objects.ts'
import { type Api, client, owner, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

test("every response has the caller's rate limits in structured fields", async (t) => {
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

test('every kind of response of a limited address has the fields', async (t) => {
  const api = await startServer(t, { limits: { calls: 20, bulk: 10 } })
  const calls: [
    status: number,
    method: string,
    path: string,
    options: { body?: string; headers?: Record<string, string> },
  ][] = [
    [200, 'POST', '/orders', { body: '{"data":[{"id":"o1","updatedAt":1}]}' }],
    [200, 'GET', '/orders/o1', {}],
    [200, 'GET', '/orders', {}],
    [400, 'GET', '/orders?limit=0', {}],
    [400, 'POST', '/orders', { body: '{' }],
    [415, 'POST', '/orders', { body: '{}', headers: { 'content-type': 'text/plain' } }],
    [413, 'POST', '/orders', { body: JSON.stringify({ data: Array(26).fill(1) }) }],
    [409, 'POST', '/orders/bulk', { body: '{"data":[],"backfillId":"none"}' }],
    [404, 'GET', '/orders/none', {}],
    [204, 'DELETE', '/orders/o1', {}],
  ]
  for (const [index, [status, method, path, options]] of calls.entries()) {
    const answer = await api.call(method, path, options)
    assert.equal(answer.status, status, `${method} ${path}`)
    assert.deepEqual(limitsOf(answer.headers)[0], { name: 'calls', q: 20, w: 60, r: 19 - index, t: 60 })
    assert.equal(answer.headers.get('retry-after'), null)
  }
})

test('only the policies of the route are listed', async (t) => {
  const api = await startServer(t, { limits: { calls: 20, bulk: 10, widget: 5, unauthorized: 5 } })
  const names = async (method: string, path: string) =>
    limitsOf((await api.call(method, path, method === 'POST' ? { json: { data: [] } } : {})).headers).map(
      ({ name }) => name,
    )
  assert.deepEqual(await names('GET', '/ping'), ['calls'])
  assert.deepEqual(await names('POST', '/orders'), ['calls'])
  for (const resource of ['customers', 'products', 'orders', 'shipments', 'articles']) {
    assert.deepEqual(await names('POST', `/${resource}/bulk`), ['calls', 'bulk'])
    // An object may have the id `bulk`.
    assert.deepEqual(await names('GET', `/${resource}/bulk`), ['calls'])
  }
})

test('a limit that is off is not listed, and the other continues', async (t) => {
  const api = await startServer(t, { limits: { bulk: 1 } })
  const bulk = () => api.call('POST', '/orders/bulk', { json: { data: [] } })
  assert.deepEqual(limitsOf((await bulk()).headers), [{ name: 'bulk', q: 1, w: 60, r: 0, t: 60 }])
  const refused = await bulk()
  assert.deepEqual([refused.status, refused.body.data], [429, { limit: 1, windowSeconds: 60 }])
  const ping = await api.call('GET', '/ping')
  assert.equal(ping.status, 200)
  assert.deepEqual(limitsOf(ping.headers), [])
})

/** The two structured fields of an answer as one list. */
function limitsOf(headers: Headers) {
  const state = parseList(headers.get('ratelimit') ?? '')
  return parseList(headers.get('ratelimit-policy') ?? '').map(([name, policy], index) => {
    const [stateName, now] = state[index] ?? []
    assert.equal(stateName, name)
    return { name, q: policy.get('q'), w: policy.get('w'), r: now?.get('r'), t: now?.get('t') }
  })
}

test('a call over the limit is rejected, does not count, and has a Retry-After', async (t) => {
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

test('a call rejected by the bulk limit does not count as a call either', async (t) => {
  const api = await startServer(t, { limits: { calls: 3, bulk: 1 } })
  const bulk = () => api.call('POST', '/orders/bulk', { json: { data: [] } })
  assert.deepEqual([(await bulk()).status, (await bulk()).status, (await bulk()).status], [202, 429, 429])
  assert.equal((await api.call('GET', '/ping')).headers.get('ratelimit'), '"calls";r=1;t=60')
})

test('a bulk call rejected by the limit on calls does not count as bulk', async (t) => {
  const api = await startServer(t, { limits: { calls: 1, bulk: 2 } })
  await api.call('GET', '/ping')
  const refused = await api.call('POST', '/orders/bulk', { json: { data: [] } })
  assert.deepEqual([refused.status, refused.body.data.limit], [429, 1])
  assert.deepEqual(
    limitsOf(refused.headers).map(({ name, r }) => [name, r]),
    [
      ['calls', 0],
      ['bulk', 2],
    ],
  )
})

test('each secret key has its own limit', async (t) => {
  const api = await startServer(t, { limits: { calls: 1 } })
  const second = await api.store.write((tx) =>
    createKey(tx, owner, { workspaceId: api.workspaceId, kind: 'secret', name: 'second' }, api.clock.now()),
  )
  assert.equal((await api.call('GET', '/ping')).status, 200)
  assert.equal((await api.call('GET', '/ping')).status, 429)
  assert.equal((await client(api.baseUrl, second.key).call('GET', '/ping')).status, 200)
})

test('calls with an invalid key are limited by address; a valid key from there continues to work', async (t) => {
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

test('a rejected guess is a regular error', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 1 } })
  const guesser = client(api.baseUrl, 'sk_wrong')
  const first = await guesser.call('GET', '/ping')
  assert.deepEqual(limitsOf(first.headers), [{ name: 'unauthorized', q: 1, w: 60, r: 0, t: 60 }])
  api.clock.advance(12_300)
  const { status, body, headers } = await guesser.call('POST', '/orders', { json: { data: [] } })
  assert.deepEqual([status, body.status, body.code], [429, 429, 'TOO_MANY_REQUESTS'])
  assert.deepEqual(body.data, { limit: 1, windowSeconds: 60 })
  assert.equal(headers.get('retry-after'), '60')
  assert.deepEqual(limitsOf(headers), [{ name: 'unauthorized', q: 1, w: 60, r: 0, t: 48 }])
  api.clock.advance(47_700)
  assert.equal((await guesser.call('GET', '/ping')).status, 401)
})

test('a revoked, publishable or missing key counts as an invalid key', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 3, calls: 100 } })
  const make = (kind: 'secret' | 'publishable') =>
    api.store.write((tx) => createKey(tx, owner, { workspaceId: api.workspaceId, kind, name: 'x' }, api.clock.now()))
  const revoked = await make('secret')
  await api.store.write((tx) => revokeKey(tx, owner, revoked.id, api.clock.now()))
  const left = async (key: string, headers?: Record<string, string>) => {
    const answer = await client(api.baseUrl, key).call('GET', '/ping', headers ? { headers } : {})
    return [answer.status, limitsOf(answer.headers)[0]?.r]
  }
  assert.deepEqual(await left(revoked.key), [401, 2])
  assert.deepEqual(await left((await make('publishable')).key), [401, 1])
  assert.deepEqual(await left('', { authorization: '' }), [401, 0])
  assert.deepEqual(await left('sk_wrong'), [429, 0])
})

/** A chat session, and what its next read is answered with. */
async function chatOf(api: Api) {
  const { token, call } = await (await startWidget(api)).open()
  const end = () => api.store.write((tx) => tx.run('DELETE FROM widget_sessions'))
  return { token, read: async () => (await call('GET', '/conversation')).status, end }
}

test('a session over its limit is remembered for 5 seconds: one that ends meanwhile is unknown only then', async (t) => {
  const api = await startServer(t, { limits: { calls: 2, unauthorized: 9 } })
  const { token, read, end } = await chatOf(api)
  assert.deepEqual([await read(), await read(), await read()], [200, 200, 429])
  await end()
  api.clock.advance(4_999)
  assert.equal(await read(), 429)
  assert.equal((await client(api.baseUrl, `${token}x`).call('GET', '/widget/conversation')).status, 401)
  api.clock.advance(1)
  assert.equal(await read(), 401)
})

test('the call of a remembered session is held back, and looked up if its limit has room by then', async (t) => {
  const api = await startServer(t, { limits: { calls: 1 } })
  const { read, end } = await chatOf(api)
  assert.equal(await read(), 200)
  api.clock.advance(59_000)
  assert.equal(await read(), 429)
  const heldBack = read()
  // Answered after it, without waiting for it.
  assert.equal((await api.call('GET', '/ping')).status, 200)
  await end()
  api.clock.advance(1_000)
  assert.equal(await heldBack, 401)
})

test('at most 500 calls are held back at a time, each for a second', async () => {
  const waits: (() => void)[] = []
  const { holdBack } = createRefusedCallers({ now: () => 0 }, (ms, then) => {
    assert.equal(ms, 1_000)
    waits.push(then)
  })
  let over = 0
  const calls = Array.from({ length: 502 }, () => holdBack().then(() => over++))
  await nextTurn()
  assert.deepEqual([waits.length, over], [500, 2])
  waits.shift()?.()
  await nextTurn()
  assert.equal(over, 3)
  calls.push(holdBack().then(() => over++))
  assert.equal(waits.length, 500)
  for (const then of waits) then()
  await Promise.all(calls)
  assert.equal(over, 503)
})

test('a remembered session whose limit has room again is looked up at once', async (t) => {
  const api = await startServer(t, { limits: { calls: 1 } })
  const { read, end } = await chatOf(api)
  assert.equal(await read(), 200)
  api.clock.advance(59_000)
  assert.equal(await read(), 429)
  await end()
  api.clock.advance(1_000)
  assert.equal(await read(), 401)
})

test('a key that is revoked while it is over its limit gets a 401 at once', async (t) => {
  const api = await startServer(t, { limits: { calls: 1 } })
  const { id, key } = await api.store.write((tx) =>
    createKey(tx, owner, { workspaceId: api.workspaceId, kind: 'secret', name: 'x' }, api.clock.now()),
  )
  const ping = async () => (await client(api.baseUrl, key).call('GET', '/ping')).status
  assert.deepEqual([await ping(), await ping()], [200, 429])
  await api.store.write((tx) => revokeKey(tx, owner, id, api.clock.now()))
  assert.equal(await ping(), 401)
})

test('behind two proxies the address is what the outer one saw', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 1 }, settings: { trustProxy: 2 } })
  const guess = async (forwarded: string) =>
    (await client(api.baseUrl, 'sk_wrong').call('GET', '/ping', { headers: { 'x-forwarded-for': forwarded } })).status
  assert.equal(await guess('203.0.113.1, 10.0.0.1'), 401)
  assert.equal(await guess('203.0.113.1, 10.0.0.2'), 429)
  assert.equal(await guess('198.51.100.9, 203.0.113.1 ,10.0.0.1'), 429)
  assert.equal(await guess('203.0.113.2,10.0.0.1'), 401)
})

test('without --trust-proxy a client cannot choose its address', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 1 } })
  const guess = async (forwarded: string) =>
    (await client(api.baseUrl, 'sk_wrong').call('GET', '/ping', { headers: { 'x-forwarded-for': forwarded } })).status
  assert.deepEqual([await guess('203.0.113.1'), await guess('203.0.113.2')], [401, 429])
})

test('with limits off no response has rate limit fields', async (t) => {
  const api = await startServer(t, { limits: noRateLimits })
  const { headers } = await api.call('GET', '/ping')
  assert.equal(headers.get('ratelimit'), null)
  assert.equal(headers.get('ratelimit-policy'), null)
})

test('the limits are those of the reference', () => {
  const aMinute = { calls: 600, bulk: 30, widget: 60, unauthorized: 120, pages: 3_000, messages: 30 }
  assert.deepEqual(defaultRateLimits, {
    ...aMinute,
    ...{ answers: 4, reads: 4_000, guests: 1_000, pictures: 20, pictureReads: 64_000 },
  })
})

test('unknown addresses count as guesses; a 404 with a valid key does not', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 3 } })
  const stranger = client(api.baseUrl, 'sk_wrong')
  assert.equal((await stranger.call('GET', '/nothing')).status, 404)
  assert.equal((await stranger.call('GET', '/ping')).status, 401)
  const last = await stranger.call('POST', '/../../nothing', { json: {} })
  assert.equal(last.status, 404)
  assert.deepEqual(limitsOf(last.headers), [{ name: 'unauthorized', q: 3, w: 60, r: 0, t: 60 }])
  const refused = await stranger.call('GET', '/nothing')
  assert.deepEqual([refused.status, refused.body.data], [429, { limit: 3, windowSeconds: 60 }])
  assert.equal((await stranger.call('GET', '/ping')).status, 429)
  assert.equal((await stranger.call('GET', '/spec.json')).status, 200)
  for (let tries = 0; tries < 4; tries++) assert.equal((await api.call('GET', '/orders/none')).status, 404)
  assert.equal((await api.call('GET', '/ping')).status, 200)
})

test('pages and scripts have their own limit by network, health checks have no limit', async (t) => {
  const api = await startServer(t, { limits: { pages: 4, unauthorized: 1 }, settings: { trustProxy: 1 } })
  const status = async (path: string, from: string) =>
    (await client(api.baseUrl, '').call('GET', path, { headers: { 'x-forwarded-for': from, authorization: '' } }))
      .status
  const [one, other] = ['203.0.113.1', '203.0.113.2']
  const pages = ['', '/spec.json', '/reference/start.js', '/../../']
  assert.deepEqual(await Promise.all(pages.map((path) => status(path, one))), [200, 200, 200, 307])
  for (const path of [...pages, '/reference/scalar.js']) assert.equal(await status(path, one), 429, path)
  assert.equal(await status('/spec.json', other), 200)
  assert.equal(await status('/ping', one), 401)
  assert.deepEqual([await status('/../../healthz', one), await status('/../../readyz', one)], [200, 200])
  api.clock.advance(60_000)
  assert.equal(await status('/spec.json', one), 200)
})
