import assert from 'node:assert/strict'
import { test } from 'node:test'
import { revokeKey } from '../../src/access/keys.ts'
import { problemSentence, problemsOf } from '../../src/connect/problems.ts'
import { readReport } from '../../src/connect/report.ts'
import { watchConnections } from '../../src/connect/watch.ts'
import { testConnection } from '../../src/refunds/endpoint/test-connection.ts'
import { connect, open } from '../support/connecting.ts'
import { order } from '../support/objects.ts'
import { type Api, client, owner, startServer } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { fails } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'

const HOUR_MS = 3_600_000

/** Calls the API as the plugin does, and waits until its report is stored. */
async function report(api: Api, key: string, text: string): Promise<void> {
  const headers = { 'storewire-connection': text }
  assert.equal((await client(api.baseUrl, key).call('GET', '/ping', { headers })).status, 200)
  await until(async () => (await open(api)).reportedAt === api.clock.now())
}

const problems = async (api: Api) => problemsOf(api.store.read, await open(api), api.clock.now())

test('a plugin reports its state with each call', async (t) => {
  const api = await startServer(t)
  const { secretKey } = await connect(api)
  assert.equal((await open(api)).report, null)
  const text = new URLSearchParams({
    plugin: '0.1.0',
    system: '9.8.1',
    platform: 'WordPress 7.1, PHP 8.2',
    queue: '12',
    oldest: '340',
    problems: 'cron_off,import_failed',
  })
  await report(api, secretKey, `${text}`)
  assert.deepEqual((await open(api)).report, {
    plugin: '0.1.0',
    system: '9.8.1',
    platform: 'WordPress 7.1, PHP 8.2',
    queue: 12,
    oldest: 340,
    problems: ['cron_off', 'import_failed'],
  })
  assert.deepEqual(await problems(api), ['cron_off', 'import_failed'])
})

test('a push counts with any report, and with none', async (t) => {
  const api = await startServer(t)
  const { secretKey } = await connect(api)
  const push = (text: string) =>
    client(api.baseUrl, secretKey).call('POST', '/orders', {
      json: { data: [order()] },
      headers: { 'storewire-connection': text },
    })
  for (const text of ['', '&&&=', '%', 'a'.repeat(1_025), 'queue=-1&oldest=1e9&problems=;;,<b>', 'plugin=%00%ff'])
    assert.equal((await push(text)).status, 200, text)
})

test('what cannot be read of a report is left out', () => {
  const nothing = { plugin: null, system: null, platform: null, queue: null, oldest: null, problems: [] }
  assert.deepEqual(readReport(''), nothing)
  assert.deepEqual(readReport('queue=-1&oldest=1.5&system=%00&plugin=%E2%80%AE1.0&problems=A,<b>,..'), nothing)
  assert.deepEqual(readReport(`plugin=${'1'.repeat(41)}`), nothing)
  assert.equal(readReport('a'.repeat(1_025)), null)
  assert.deepEqual(
    readReport(`problems=${Array.from({ length: 30 }, (_, n) => `p${'_'.repeat(n)}`)}`)?.problems.length,
    10,
  )
})

test('reports are stored a few seconds apart, and the newest one counts', async (t) => {
  const api = await startServer(t)
  const { secretKey } = await connect(api)
  await report(api, secretKey, 'queue=1')
  const headers = { 'storewire-connection': 'queue=2' }
  await client(api.baseUrl, secretKey).call('GET', '/ping', { headers })
  api.clock.advance(5_000)
  await report(api, secretKey, 'queue=3')
  assert.equal((await open(api)).report?.queue, 3)
})

test('the report of another key is not that of the shop', async (t) => {
  const api = await startServer(t)
  const { secretKey } = await connect(api)
  await report(api, secretKey, 'queue=1')
  api.clock.advance(60_000)
  await api.call('GET', '/ping', { headers: { 'storewire-connection': 'queue=9' } })
  await report(api, secretKey, 'queue=2')
  assert.equal((await open(api)).report?.queue, 2)
})

test('a shop that is silent, whose key was revoked, or whose queue is stuck has a problem', async (t) => {
  const api = await startServer(t)
  const { store, clock } = api
  const { secretKey } = await connect(api)
  await report(api, secretKey, 'queue=0')
  assert.deepEqual(await problems(api), [])
  clock.advance(2 * HOUR_MS + 1)
  assert.deepEqual(await problems(api), ['not_heard'])
  await report(api, secretKey, 'queue=5&oldest=3601')
  assert.deepEqual(await problems(api), ['queue_stuck'])
  const { keyId } = await open(api)
  await store.write((tx) => revokeKey(tx, owner, keyId ?? '', clock.now()))
  assert.deepEqual(await problems(api), ['key_revoked', 'queue_stuck'])
})

test('a refund endpoint that does not answer is a problem, until it does', async (t) => {
  const shop = await startShop(t)
  const { api, endpoint } = shop
  const change = { shop: `https://127.0.0.1:${endpoint.port}`, refundUrl: endpoint.url }
  await connect(api, change, { replaceEndpoint: endpoint.url })
  assert.deepEqual(await problems(api), [])
  endpoint.behave(fails)
  await testConnection(shop.services, owner, api.workspaceId)
  assert.deepEqual(await problems(api), ['refunds_unreachable'])
})

test('a problem is written down when it begins, and again when it has come back', async (t) => {
  const api = await startServer(t)
  const { store, clock } = api
  const { secretKey } = await connect(api)
  await report(api, secretKey, 'problems=cron_off')
  await watchConnections(store, clock.now())
  assert.deepEqual((await open(api)).problems, ['cron_off'])
  clock.advance(60_000)
  await report(api, secretKey, 'queue=0')
  await watchConnections(store, clock.now())
  assert.deepEqual((await open(api)).problems, [])
})

test('every problem has one sentence, also one that this version does not know', () => {
  assert.equal(problemSentence('blue_moon', 'woocommerce'), 'The plugin reports a problem: blue_moon.')
  assert.match(problemSentence('cron_off', 'woocommerce'), /Switch them on in WooCommerce\.$/)
  assert.equal(problemSentence('toString', 'woocommerce'), 'The plugin reports a problem: toString.')
})
