import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../src/cli/kit/remote.ts'
import { issuesOf, StorewireError } from '../../src/client/error.ts'

const json =
  (status: number, body: object, headers = {}) =>
  () =>
    new Response(JSON.stringify(body), { status, headers })
const torn = () => {
  throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
}

/** A connection whose network gives these answers, the last one again and again, and whose waits take no time. */
function connection(...answers: (() => Response)[]) {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const waits: number[] = []
  const remote = connect({
    url: 'http://shop.example',
    key: 'sk_test',
    runtime: {
      fetch: async (url, init) => {
        requests.push({ url, init })
        return ((answers.length > 1 ? answers.shift() : answers[0]) ?? torn)()
      },
      sleep: async (ms) => void waits.push(ms),
    },
  })
  return { remote, requests, waits }
}

test('a call carries the key, its idempotency key and JSON', async () => {
  const { remote, requests } = connection(json(200, { ok: 1 }))
  assert.deepEqual(await remote.call('POST', '/orders', { body: '{}', idempotencyKey: 'k' }), { ok: 1 })
  assert.equal(requests[0]?.url, 'http://shop.example/api/v1/orders')
  assert.deepEqual(requests[0]?.init?.headers, {
    authorization: 'Bearer sk_test',
    'content-type': 'application/json',
    'idempotency-key': 'k',
  })
})

test('over a rate limit a call waits as long as the server asks, every time', async () => {
  const limited = Array.from({ length: 20 }, () => json(429, {}, { 'retry-after': '60' }))
  const { remote, waits } = connection(...limited, json(429, {}), json(200, {}))
  await remote.call('GET', '/ping')
  assert.deepEqual(
    waits,
    Array.from({ length: 21 }, () => 60_000),
  )
})

test('no response, 5xx and 408 are retried with growing waits, up to seven attempts', async () => {
  const mended = connection(torn, json(503, {}), json(408, {}), json(200, { ok: 1 }))
  assert.deepEqual(await mended.remote.call('GET', '/ping'), { ok: 1 })
  assert.deepEqual(mended.waits, [500, 1_000, 2_000])
  const gone = connection(torn)
  await assert.rejects(
    gone.remote.call('GET', '/ping'),
    /No response from http:\/\/shop\.example\/api\/v1 \(ECONNRESET\)/,
  )
  assert.equal(gone.requests.length, 7)
  const broken = connection(json(500, { code: 'INTERNAL_SERVER_ERROR', message: 'A defect.', data: {} }))
  await assert.rejects(broken.remote.call('GET', '/ping'), /A defect\./)
  assert.equal(broken.requests.length, 7)
  const once = connection(torn)
  await assert.rejects(once.remote.call('GET', '/ping', { once: true }), /No response/)
  assert.equal(once.requests.length, 1)
})

test('another error is printed at once, as the server sent it', async () => {
  const issues = [{ path: ['data', 0], message: 'is bad' }]
  const { remote, requests } = connection(json(400, { code: 'BAD_REQUEST', message: 'Mend it.', data: { issues } }))
  await assert.rejects(remote.call('POST', '/orders'), (error) => {
    assert.ok(error instanceof StorewireError)
    assert.deepEqual([error.message, error.status, issuesOf(error)], ['Mend it.', 400, issues])
    return true
  })
  assert.equal(requests.length, 1)
  const elsewhere = connection(() => new Response('<html>', { status: 404 }))
  await assert.rejects(elsewhere.remote.call('GET', '/ping'), /returned 404, but not a response of storewire\./)
})

test('a call may take five minutes, since a bulk call may use a slow connection', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const sent = Promise.withResolvers<AbortSignal>()
  t.mock.method(globalThis, 'fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
    sent.resolve(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  const call = connect({ url: 'http://shop.example', key: 'sk_test' }).call('GET', '/ping', { once: true })
  const signal = await sent.promise
  t.mock.timers.tick(299_000)
  assert.equal(signal.aborted, false)
  t.mock.timers.tick(2_000)
  await assert.rejects(call, StorewireError)
})
