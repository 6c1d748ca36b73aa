import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { disconnect } from '../../src/connect/disconnect.ts'
import { watchConnections } from '../../src/connect/watch.ts'
import { changeRefundSettings } from '../../src/refunds/change-settings.ts'
import { approveRefund, confirmRefund } from '../../src/refunds/decisions.ts'
import { getEndpoint, getRefundSettings } from '../../src/refunds/settings.ts'
import { listIdentitySecrets } from '../../src/widget/identity-secrets.ts'
import { listOrigins } from '../../src/widget/origins.ts'
import { call, claim, connect, makeCode, open } from '../support/connecting.ts'
import { type Api, client, owner, startServer } from '../support/server.ts'
import { agent, customer, type Shop, startShop } from '../support/shop.ts'
import { answers, fails } from '../support/store-endpoint.ts'

/** A shop that is connected to its own endpoint, with refunds switched on. */
async function connected(t: TestContext) {
  const shop = await startShop(t)
  const { api, endpoint } = shop
  const refundUrl = endpoint.url
  const change = { shop: `https://127.0.0.1:${endpoint.port}`, refundUrl }
  const credentials = await connect(api, change, { replaceEndpoint: refundUrl })
  await shop.set({ enabled: true })
  return { shop, api, credentials }
}

const end = ({ store, workspaceId, clock }: Api) => store.write((tx) => disconnect(tx, owner, workspaceId, clock.now()))

/** A refund that the shop was ordered to make. It does not answer so that the tries go on. */
async function underWay({ api: { store, workspaceId, clock, wake }, start, endpoint, tried }: Shop): Promise<string> {
  endpoint.behave(answers({ ok: true, amount: 1250, currency: 'EUR' }), fails)
  const { id } = await start()
  await store.write(async (tx) => {
    const confirmed = await confirmRefund(tx, customer, { workspaceId, id }, clock.now())
    if (confirmed.status === 'awaiting_approval') await approveRefund(tx, agent, { workspaceId, id }, clock.now())
  })
  wake()
  await tried(id, 1)
  return id
}

test('disconnecting revokes key and identity secret, removes the origin and ends refunds with their secret', async (t) => {
  const { api, credentials } = await connected(t)
  const { store, workspaceId, sealer } = api
  await end(api)
  assert.equal((await call(api, 'GET', 'state', { token: credentials.secretKey })).status, 401)
  assert.equal((await client(api.baseUrl, credentials.secretKey).call('GET', '/ping')).status, 401)
  assert.deepEqual(await listOrigins(store.read, workspaceId), [])
  assert.deepEqual(await listIdentitySecrets(store.read, workspaceId), [])
  const { enabled, endpointUrl, secretEnding } = await getRefundSettings(store.read, workspaceId)
  assert.deepEqual({ enabled, endpointUrl, secretEnding }, { enabled: false, endpointUrl: null, secretEnding: null })
  assert.equal((await getEndpoint(store.read, workspaceId, sealer)).secret, null)
  await assert.rejects(end(api), { reason: 'not_connected' })
})

test('the plugin disconnects with its own key, and no other key can', async (t) => {
  const { api, credentials } = await connected(t)
  assert.equal((await call(api, 'POST', 'disconnect', { token: api.key })).status, 404)
  const { status, body } = await call(api, 'POST', 'disconnect', { token: credentials.secretKey })
  assert.deepEqual([status, body], [200, { status: 'disconnected' }])
  assert.equal((await call(api, 'POST', 'disconnect', { token: credentials.secretKey })).status, 401)
  const audited = await api.store.read.get<{ actor: string }>(
    `SELECT actor FROM audit_log WHERE action = 'connection.ended'`,
  )
  assert.match(audited?.actor ?? '', /^key_/)
})

test('a refund that is under way is asked for until the shop has answered; only then its secret ends', async (t) => {
  const { shop, api } = await connected(t)
  const { store, workspaceId, sealer, clock } = api
  const id = await underWay(shop)
  await end(api)
  const settings = await getRefundSettings(store.read, workspaceId)
  assert.equal(settings.enabled, false)
  assert.notEqual((await getEndpoint(store.read, workspaceId, sealer)).secret, null)
  await watchConnections(store, clock.now())
  assert.notEqual((await getEndpoint(store.read, workspaceId, sealer)).secret, null)
  shop.endpoint.behave(answers({ ok: true, status: 'succeeded', refundId: 're_1' }))
  clock.advance(3_600_000)
  api.wake()
  await shop.until(id, 'succeeded')
  await watchConnections(store, clock.now())
  const { secret, endpointUrl } = await getEndpoint(store.read, workspaceId, sealer)
  assert.deepEqual({ secret, endpointUrl }, { secret: null, endpointUrl: null })
})

test('the next shop gets no endpoint while the last one makes a refund', async (t) => {
  const { shop, api } = await connected(t)
  await underWay(shop)
  await end(api)
  const endpoint = shop.endpoint.url
  await claim(api, await makeCode(api))
  const { pressConnect } = await import('../support/connecting.ts')
  await assert.rejects(pressConnect(api, { replaceEndpoint: endpoint }), { reason: 'shop_is_refunding' })
  await pressConnect(api, { keepEndpoint: true })
})

test('a refund that waits for people is cancelled', async (t) => {
  const { shop, api } = await connected(t)
  shop.endpoint.behave(answers({ ok: true, amount: 1250, currency: 'EUR' }))
  const { id } = await shop.start()
  await end(api)
  assert.equal((await shop.look(id)).status, 'cancelled')
})

test('an endpoint that people have set since stays, and its refunds stay on', async (t) => {
  const { shop, api } = await connected(t)
  const { store, workspaceId, clock } = api
  const { outbound } = api
  await store.write((tx) =>
    changeRefundSettings(
      tx,
      owner,
      workspaceId,
      { endpointUrl: 'https://own.example/refunds' },
      outbound.policy,
      clock.now(),
    ),
  )
  await end(shop.api)
  const { enabled, endpointUrl } = await getRefundSettings(store.read, workspaceId)
  assert.deepEqual({ enabled, endpointUrl }, { enabled: true, endpointUrl: 'https://own.example/refunds' })
})

test('a shop is disconnected after its plan lost refunds, too', async (t) => {
  const { api } = await connected(t)
  await api.store.write((tx) => tx.run(`UPDATE workspaces SET plan = 'starter' WHERE id = ?`, api.workspaceId))
  await end(api)
  assert.equal((await getRefundSettings(api.store.read, api.workspaceId)).enabled, false)
})

test('a shop is connected without refunds if the plan has none', async (t) => {
  const api = await startServer(t)
  await api.store.write((tx) => tx.run(`UPDATE workspaces SET plan = 'starter' WHERE id = ?`, api.workspaceId))
  const { refunds, secretKey } = await connect(api)
  assert.equal(refunds, null)
  assert.equal((await call(api, 'GET', 'state', { token: secretKey })).body.refunds, null)
})

test('a shop that was disconnected is connected again with another code', async (t) => {
  const api = await startServer(t)
  const first = await connect(api)
  await end(api)
  const second = await connect(api)
  assert.notEqual(second.secretKey, first.secretKey)
  assert.equal((await open(api)).state, 'connected')
  assert.equal((await call(api, 'GET', 'state', { token: first.secretKey })).status, 401)
})

test('agents do not disconnect a shop', async (t) => {
  const api = await startServer(t)
  await connect(api)
  const { store, workspaceId, clock } = api
  await assert.rejects(
    store.write((tx) => disconnect(tx, { ...owner, role: 'agent' }, workspaceId, clock.now())),
    { code: 'FORBIDDEN' },
  )
})
