import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { createBodies } from '../../src/http/body/receive.ts'
import { createStreamPlaces, createUploadPlaces } from '../../src/http/connection/connection-limits.ts'
import { createUnsent } from '../../src/http/connection/unsent.ts'
import { createRefusedCallers } from '../../src/http/credentials/refused-callers.ts'
import { createTextCompressor } from '../../src/http/gzip.ts'
import { defaultSettings, MIB } from '../../src/http/settings.ts'
import { hooks, joinedFeatures } from '../../src/serve/features.ts'
import { listen } from '../../src/serve/listen.ts'
import { assertError } from '../support/errors.ts'
import { type Api, client, startServer, testServices } from '../support/server.ts'

test('a healthy server is live and ready', async (t) => {
  const api = await startServer(t)
  for (const path of ['/../../healthz', '/../../readyz']) {
    const { status, body, headers } = await api.call('GET', path, { headers: { authorization: '' } })
    assert.equal(status, 200)
    assert.deepEqual(body, { status: 'ok' })
    assert.match(headers.get('x-request-id') ?? '', /./)
  }
})

test('while the database cannot be written the server is alive but not ready, and pushes are a 503', async (t) => {
  const api = await startServer(t)
  const other = new Database(api.file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  const [alive, ready, push, read] = await Promise.all([
    api.call('GET', '/../../healthz'),
    api.call('GET', '/../../readyz'),
    api.call('POST', '/orders', { json: { data: [{ id: 'o1', updatedAt: 1 }] } }),
    api.call('GET', '/orders'),
  ])
  assert.equal(alive.status, 200)
  assert.equal(read.status, 200)
  for (const answer of [ready, push]) {
    assert.equal(answer.status, 503)
    assert.equal(answer.body.code, 'SERVICE_UNAVAILABLE')
    assert.match(answer.body.message, /Nothing was stored: another process has locked the database/)
  }
  other.exec('ROLLBACK')
  assert.equal((await api.call('GET', '/../../readyz')).status, 200)
  assert.equal((await api.push('orders', [{ id: 'o1', updatedAt: 1 }])).results[0]?.status, 'created')
})

/** A second door to the server's database, whose scheduler and end the test decides on. */
async function door(
  t: TestContext,
  { store, clock, log, outbound, sealer }: Api,
  state: { alive: boolean; stopping: boolean },
) {
  const scheduler = { wake: () => {}, isAlive: () => state.alive }
  const streamPlaces = createStreamPlaces({ perNetwork: 1, inAll: 1 })
  const unsent = createUnsent(MIB, log)
  const given = { ...testServices(store, clock), log, outbound, sealer }
  const bodies = createBodies(defaultSettings.maxBody)
  const compressText = createTextCompressor()
  const refusedCallers = createRefusedCallers(clock)
  const changes = { listen: () => assert.fail() }
  const uploadPlaces = createUploadPlaces()
  const shared = { scheduler, changes, bodies, compressText, streamPlaces, uploadPlaces, unsent, refusedCallers }
  const services = { ...given, ...shared, hooks, heartbeatMs: undefined }
  const onServed = () => {}
  const { url, stop } = await listen(
    { ...services, part: () => assert.fail(), onServed, isStopping: () => state.stopping },
    { host: '127.0.0.1', port: 0 },
    joinedFeatures,
  )
  t.after(stop)
  return client(url, '')
}

test('a server that is stopping is alive but not ready', async (t) => {
  const state = { alive: true, stopping: false }
  const server = await door(t, await startServer(t), state)
  assert.equal((await server.call('GET', '/../../readyz')).status, 200)
  state.stopping = true
  const answer = await server.call('GET', '/../../readyz')
  assertError(answer, 503, 'SERVICE_UNAVAILABLE')
  assert.match(answer.body.message, /stopping/)
  assert.equal((await server.call('GET', '/../../healthz')).status, 200)
})

test('a server whose scheduler has stopped is alive but not ready', async (t) => {
  const state = { alive: true, stopping: false }
  const server = await door(t, await startServer(t), state)
  assert.equal((await server.call('GET', '/../../readyz')).status, 200)
  state.alive = false
  const answer = await server.call('GET', '/../../readyz')
  assertError(answer, 503, 'SERVICE_UNAVAILABLE')
  assert.match(answer.body.message, /[Bb]ackground work/)
  assert.equal((await server.call('GET', '/../../healthz')).status, 200)
})

test('frequent readiness checks cost one write a second', async (t) => {
  const api = await startServer(t)
  const checkedAt = async () => (await api.store.read.get<{ at: number }>('SELECT checked_at AS at FROM readiness'))?.at
  const start = api.clock.now()
  for (const [ms, expected] of [
    [0, 0],
    [999, 0],
    [2, 1_001],
  ] as const) {
    api.clock.advance(ms)
    assert.equal((await api.call('GET', '/../../readyz')).status, 200)
    assert.equal(await checkedAt(), start + expected)
  }
})
