import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { changeRefundSettings, createRefundSecret, type SettingsChange } from '../../src/refunds/change-settings.ts'
import { testConnection } from '../../src/refunds/endpoint/test-connection.ts'
import { defaultRefundSettings, getRefundSettings } from '../../src/refunds/settings.ts'
import { type Api, owner, startServer } from '../support/server.ts'
import { agent, startShop } from '../support/shop.ts'
import { fails, hangs, refuses } from '../support/store-endpoint.ts'

const policy = { allowPrivate: false, allowEndpoints: [] }
const admin: Actor = { name: 'ada', origin: 'test', role: 'admin' }
const shop: Actor = { name: 'key_1', origin: '127.0.0.1', role: null }

const set = ({ store, workspaceId, clock }: Api, change: SettingsChange, actor: Actor = owner) =>
  store.write((tx) => changeRefundSettings(tx, actor, workspaceId, change, policy, clock.now()))
const secretOf = ({ store, workspaceId, sealer, clock }: Api, actor: Actor = owner) =>
  store.write((tx) => createRefundSecret(tx, actor, workspaceId, sealer, clock.now()))

test('by default a workspace has refunds off and needs an agent for every refund', async (t) => {
  const api = await startServer(t)
  const settings = await getRefundSettings(api.store.read, api.workspaceId)
  assert.deepEqual(settings, defaultRefundSettings)
  assert.deepEqual([settings.enabled, settings.autoLimit, settings.endpointUrl], [false, null, null])
})

test('a change affects only the named settings, also within rungs and periods', async (t) => {
  const api = await startServer(t)
  await set(api, { rungs: { defect: 4 }, returnPeriodDays: { other: null }, customerTimeoutMinutes: 5 })
  const settings = await set(api, { rungs: { return: 2 }, frozen: true }, admin)
  assert.deepEqual(settings.rungs, { defect: 4, not_received: 0, return: 2, other: 0 })
  assert.equal(settings.returnPeriodDays.other, null)
  assert.deepEqual([settings.customerTimeoutMinutes, settings.frozen], [5, true])
  assert.deepEqual(await getRefundSettings(api.store.read, api.workspaceId), settings)
})

test('only owners and admins can change settings, create secrets and test connections', async (t) => {
  const { api, services } = await startShop(t)
  for (const actor of [agent, shop]) {
    await assert.rejects(set(api, { frozen: true }, actor), { code: 'FORBIDDEN' })
    await assert.rejects(secretOf(api, actor), { code: 'FORBIDDEN' })
    await assert.rejects(testConnection(services, actor, api.workspaceId), { code: 'FORBIDDEN' })
  }
})

test('refunds need the growth or scale plan, or a test workspace', async (t) => {
  const api = await startServer(t)
  const plan = (name: string, isTest: number) =>
    api.store.write((tx) => tx.run('UPDATE workspaces SET plan = ?, test = ?', name, isTest))
  await plan('starter', 0)
  await assert.rejects(set(api, { frozen: true }), { code: 'FORBIDDEN' })
  await assert.rejects(secretOf(api), { code: 'FORBIDDEN' })
  for (const [name, isTest] of [
    ['starter', 1],
    ['growth', 0],
    ['scale', 0],
  ] as const) {
    await plan(name, isTest)
    assert.equal((await set(api, { frozen: true })).frozen, true)
  }
})

const refused: [change: SettingsChange, problem: RegExp][] = [
  [{ endpointUrl: 'http://shop.example/refunds' }, /https/],
  [{ endpointUrl: 'http://127.0.0.1:4000/' }, /https/],
  [{ endpointUrl: 'https://127.0.0.1/' }, /loopback/],
  [{ endpointUrl: 'https://10.1.2.3/' }, /private network/],
  [{ endpointUrl: 'https://169.254.169.254/' }, /special range/],
  [{ endpointUrl: 'nonsense' }, /full URL/],
  [{ endpointUrl: '' }, /full URL/],
  [{ autoLimit: 100 }, /has no currency/],
  [{ enabled: true }, /without a refund endpoint/],
  [{ enabled: true, endpointUrl: 'https://shop.example/refunds' }, /without a signing secret/],
]
for (const [change, problem] of refused) {
  test(`settings ${JSON.stringify(change)} are refused: ${problem.source}`, async (t) => {
    const api = await startServer(t)
    await assert.rejects(set(api, change), problem)
    assert.deepEqual(await getRefundSettings(api.store.read, api.workspaceId), defaultRefundSettings)
  })
}

test('in a test workspace an operator may set a loopback address, without TLS', async (t) => {
  const api = await startServer(t)
  const operator = { ...owner, isOperator: true }
  const change = (endpointUrl: string) =>
    api.store.write((tx) =>
      changeRefundSettings(tx, operator, api.workspaceId, { endpointUrl }, policy, api.clock.now()),
    )
  await assert.rejects(change('http://localhost:4000/'), /loopback address without TLS/)
  await api.store.write((tx) => tx.run('UPDATE workspaces SET test = 1'))
  assert.equal((await change('http://localhost:4000/')).endpointUrl, 'http://localhost:4000/')
  await assert.rejects(change('http://shop.example/'), /loopback/)
})

test('a secret is shown once, then only its last characters; a new one replaces the old at once', async (t) => {
  const { api, services, endpoint } = await startShop(t)
  const ping = () => testConnection(services, owner, api.workspaceId)
  assert.equal((await ping()).ok, true)
  const secret = await secretOf(api)
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  const shown = await getRefundSettings(api.store.read, api.workspaceId)
  assert.equal(shown.secretEnding, secret.slice(-4))
  assert.ok(!JSON.stringify(shown).includes(secret.slice(0, 20)))
  const { ok, verdict, httpStatus } = await ping()
  assert.deepEqual([ok, httpStatus], [false, 401])
  assert.match(verdict, /rejected the signature/)
  assert.equal(endpoint.requests.length, 2)
  const log = JSON.stringify(await api.store.read.all('SELECT * FROM audit_log'))
  assert.match(log, /refund_secret.created/)
  assert.match(log, /refund_settings.changed/)
  assert.match(log, /refund_endpoint.tested/)
  assert.ok(!log.includes(secret.slice(6)))
})

test('a test of the connection returns its result as a message, and is not retried', async (t) => {
  const { api, services, endpoint } = await startShop(t)
  for (const [behaviour, words] of [
    [fails, /code of the endpoint failed/],
    [refuses('nope', 'not today'), /not today/],
  ] as const) {
    endpoint.behave(behaviour)
    const result = await testConnection(services, owner, api.workspaceId)
    assert.equal(result.ok, false)
    assert.match(result.verdict, words)
    assert.equal(result.url, endpoint.url)
  }
  assert.equal(endpoint.requests.length, 2)
  assert.deepEqual(endpoint.requests[0]?.body.data, {})

  const impatient = await startShop(t, { outbound: { limitMs: 300 } })
  impatient.endpoint.behave(hangs)
  const late = await testConnection(impatient.services, owner, impatient.api.workspaceId)
  assert.equal(late.ok, false)
  assert.match(late.verdict, /time|second|late|slow/i)
  assert.ok(impatient.endpoint.requests.length <= 1)
})
