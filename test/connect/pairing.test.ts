import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignJWT } from 'jose'
import { createKey, useForWidget } from '../../src/access/keys.ts'
import { watchConnections } from '../../src/connect/watch.ts'
import { version } from '../../src/lib/version.ts'
import { changeRefundSettings, createRefundSecret } from '../../src/refunds/change-settings.ts'
import { getRefundSettings } from '../../src/refunds/settings.ts'
import { createIdentitySecret, listIdentitySecrets } from '../../src/widget/identity-secrets.ts'
import { addOrigin, listOrigins, noteSighting } from '../../src/widget/origins.ts'
import { changeWidgetSettings } from '../../src/widget/settings.ts'
import {
  call,
  claim,
  claimed,
  connect,
  makeCode,
  open,
  PUBLIC_ADDRESS,
  poll,
  pressConnect,
  REFUND_URL,
  SHOP,
} from '../support/connecting.ts'
import { order } from '../support/objects.ts'
import { client, owner, startServer } from '../support/server.ts'

const MINUTE_MS = 60_000

test('a shop that claims a code gets nothing until a person presses Connect, then everything once', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId } = api
  const code = await makeCode(api)
  assert.match(code, /^https:\/\/chat\.shop\.example#cc_[0-9A-Za-z]{33}$/)
  const { body } = await claim(api, code)
  assert.match(body.claimSecret, /^cl_[0-9A-Za-z]{27}$/)
  assert.deepEqual((await poll(api, body.claimSecret)).body, {
    status: 'waiting',
    expiresAt: '2026-03-01T10:00:00.000Z',
    credentials: null,
  })
  assert.deepEqual(await listOrigins(store.read, workspaceId), [])
  assert.equal((await getRefundSettings(store.read, workspaceId)).endpointUrl, null)
  await pressConnect(api)
  const first = await poll(api, body.claimSecret)
  assert.equal(first.body.status, 'connected')
  const { secretKey, publishableKey, identitySecret, refunds, ...rest } = first.body.credentials
  assert.match(secretKey, /^sk_/)
  assert.match(publishableKey, /^pk_/)
  assert.match(identitySecret, /^ids_/)
  assert.equal(refunds.endpointUrl, REFUND_URL)
  assert.match(refunds.signingSecret, /^whsec_/)
  assert.deepEqual(rest, {
    connectionId: (await open(api)).id,
    kind: 'woocommerce',
    workspace: { id: workspaceId, name: 'shop', test: false },
    apiUrl: `${PUBLIC_ADDRESS}/api/v1`,
    scriptUrl: `${PUBLIC_ADDRESS}/widget.js`,
    scriptAttributes: {},
    assumeDeliveredAfterDays: 7,
    version,
    pluginUrl: `${PUBLIC_ADDRESS}/connect/storewire-woocommerce.zip`,
  })
  const again = await poll(api, body.claimSecret)
  assert.deepEqual([again.body.status, again.body.credentials], ['connected', null])
})

test('the credentials work: pushes, chats of signed-in customers on pages of the shop, and its state', async (t) => {
  const api = await startServer(t)
  const { secretKey, publishableKey, identitySecret } = await connect(api)
  assert.deepEqual((await client(api.baseUrl, secretKey).push('orders', [order()])).results, [
    { id: 'o1', status: 'created' },
  ])
  const token = await new SignJWT({ sub: 'c1', jti: 'one' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(Math.floor(api.clock.now() / 1000))
    .setExpirationTime(Math.floor(api.clock.now() / 1000) + 300)
    .sign(new TextEncoder().encode(identitySecret ?? ''))
  const session = (origin: string) =>
    client(api.baseUrl, '').call('POST', '/widget/sessions', {
      headers: { 'x-service-key': publishableKey ?? '', origin },
      json: { identityToken: token, pageUrl: `${SHOP}/` },
    })
  assert.equal((await session('https://other.example')).status, 403)
  const started = await session(SHOP)
  assert.equal(started.status, 200, started.text)
  const { id, shop } = await open(api)
  assert.deepEqual((await call(api, 'GET', 'state', { token: secretKey })).body, {
    connectionId: id,
    kind: 'woocommerce',
    shop,
    workspace: { id: api.workspaceId, name: 'shop', test: false },
    refunds: { endpointUrl: REFUND_URL, isEnabled: false, mode: 'execute' },
    scriptAttributes: {},
    version,
    pluginUrl: `${PUBLIC_ADDRESS}/connect/storewire-woocommerce.zip`,
    now: '2026-03-01T09:30:00.000Z',
  })
  assert.equal((await call(api, 'GET', 'state', { token: api.key })).status, 404)
})

test('refunds stay off until an owner switches them on, and shipped orders count as delivered after a week', async (t) => {
  const api = await startServer(t)
  await connect(api)
  const settings = await getRefundSettings(api.store.read, api.workspaceId)
  assert.equal(settings.enabled, false)
  assert.equal(settings.assumeDeliveredAfterDays, 7)
})

test('what a shop has chosen for orders without parcels stays', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, outbound, clock } = api
  await store.write((tx) =>
    changeRefundSettings(tx, owner, workspaceId, { assumeDeliveredAfterDays: 14 }, outbound.policy, clock.now()),
  )
  const { assumeDeliveredAfterDays } = await connect(api)
  assert.equal(assumeDeliveredAfterDays, 14)
})

test('the plugin follows the settings of the chat window', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  const { secretKey } = await connect(api)
  const change = { color: '#0a7f5a', position: 'left' } as const
  await store.write((tx) => changeWidgetSettings(tx, owner, { workspaceId, change }, clock.now()))
  const { scriptAttributes } = (await call(api, 'GET', 'state', { token: secretKey })).body
  assert.deepEqual(scriptAttributes, { 'data-color': '#0a7f5a', 'data-side': 'left' })
})

test('of two polls at once, one gets the credentials, and one key is made', async (t) => {
  const api = await startServer(t)
  const secret = await claimed(api)
  await pressConnect(api)
  const answers = await Promise.all(Array.from({ length: 8 }, () => poll(api, secret)))
  assert.deepEqual(
    answers.map(({ body }) => body.status),
    Array(8).fill('connected'),
  )
  assert.equal(answers.filter(({ body }) => body.credentials !== null).length, 1)
  const keys = await api.store.read.all(`SELECT id FROM api_keys WHERE name = 'WooCommerce' AND kind = 'secret'`)
  assert.equal(keys.length, 1)
})

test('an endpoint that the workspace has is replaced only by name, or kept', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, outbound, sealer, clock } = api
  const own = 'https://own.example/refunds'
  await store.write(async (tx) => {
    await createRefundSecret(tx, owner, workspaceId, sealer, clock.now())
    await changeRefundSettings(
      tx,
      owner,
      workspaceId,
      { endpointUrl: own, enabled: true },
      outbound.policy,
      clock.now(),
    )
  })
  const secret = await claimed(api)
  await assert.rejects(pressConnect(api), { reason: 'has_endpoint', facts: { endpoint: own } })
  await assert.rejects(pressConnect(api, { replaceEndpoint: 'https://other.example/refunds' }), {
    reason: 'has_endpoint',
  })
  assert.equal((await getRefundSettings(store.read, workspaceId)).endpointUrl, own)
  await pressConnect(api, { keepEndpoint: true })
  const kept = (await poll(api, secret)).body.credentials
  assert.deepEqual([kept.refunds, kept.assumeDeliveredAfterDays], [null, null])
  const { endpointUrl, enabled } = await getRefundSettings(store.read, workspaceId)
  assert.deepEqual([endpointUrl, enabled], [own, true])
  await call(api, 'POST', 'disconnect', { token: kept.secretKey })
  assert.equal((await getRefundSettings(store.read, workspaceId)).enabled, true)
  const { refunds } = await connect(api, {}, { replaceEndpoint: own })
  assert.equal(refunds?.endpointUrl, REFUND_URL)
  assert.equal((await getRefundSettings(store.read, workspaceId)).enabled, false)
})

test('a secret without an address is replaced only by its last characters', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, sealer, clock } = api
  const old = await store.write((tx) => createRefundSecret(tx, owner, workspaceId, sealer, clock.now()))
  await claimed(api)
  await assert.rejects(pressConnect(api), { reason: 'has_endpoint' })
  await pressConnect(api, { replaceEndpoint: old.slice(-4) })
})

test('with two identity secrets, the one to revoke is named', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, sealer, clock } = api
  const [first, second] = [
    await store.write((tx) => createIdentitySecret(tx, owner, workspaceId, sealer, clock.now())),
    await store.write((tx) => createIdentitySecret(tx, owner, workspaceId, sealer, clock.now())),
  ]
  const secret = await claimed(api)
  await assert.rejects(pressConnect(api), { reason: 'has_two_identity_secrets' })
  await assert.rejects(pressConnect(api, { replaceIdentitySecret: 'isec_unknown' }), {
    reason: 'has_two_identity_secrets',
  })
  await pressConnect(api, { replaceIdentitySecret: first.id })
  assert.match((await poll(api, secret)).body.credentials.identitySecret, /^ids_/)
  const left = (await listIdentitySecrets(store.read, workspaceId)).map(({ id }) => id)
  assert.deepEqual(left.includes(first.id), false)
  assert.ok(left.includes(second.id))
})

test('the key of the chat window that is in use goes to the plugin, too', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  const used = await store.write(async (tx) => {
    const key = await createKey(tx, owner, { workspaceId, kind: 'publishable', name: 'pages' }, clock.now())
    await useForWidget(tx, owner, key.id, clock.now())
    return key
  })
  assert.equal((await connect(api)).publishableKey, used.key)
})

test('a chat that is on another page already works there after the shop is connected', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  await store.write((tx) => noteSighting(tx, workspaceId, 'https://blog.example/post', clock.now()))
  await connect(api)
  assert.deepEqual(await listOrigins(store.read, workspaceId), ['https://blog.example', SHOP])
})

test('an origin that was listed before stays when the shop is disconnected', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  await store.write((tx) => addOrigin(tx, owner, { workspaceId, origin: SHOP }, clock.now()))
  const { secretKey } = await connect(api)
  await call(api, 'POST', 'disconnect', { token: secretKey })
  assert.deepEqual(await listOrigins(store.read, workspaceId), [SHOP])
})

test('a key that is not used within half an hour is revoked, with all that was made for the shop', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  const { secretKey } = await connect(api)
  clock.advance(29 * MINUTE_MS)
  await watchConnections(store, clock.now())
  assert.equal((await open(api)).state, 'connected')
  clock.advance(2 * MINUTE_MS)
  await watchConnections(store, clock.now())
  assert.equal((await call(api, 'GET', 'state', { token: secretKey })).status, 401)
  assert.deepEqual(await listOrigins(store.read, workspaceId), [])
  assert.equal((await getRefundSettings(store.read, workspaceId)).endpointUrl, null)
  assert.deepEqual(await listIdentitySecrets(store.read, workspaceId), [])
})

test('a key that is used stays', async (t) => {
  const api = await startServer(t)
  const { secretKey } = await connect(api)
  await client(api.baseUrl, secretKey).call('GET', '/ping')
  api.clock.advance(24 * 60 * MINUTE_MS)
  await watchConnections(api.store, api.clock.now())
  assert.equal((await call(api, 'GET', 'state', { token: secretKey })).status, 200)
})

test('what was made for a claim is taken back if its plugin never fetches it', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  const secret = await claimed(api)
  await pressConnect(api)
  clock.advance(31 * MINUTE_MS)
  assert.deepEqual((await poll(api, secret)).body.status, 'expired')
  await watchConnections(store, clock.now())
  assert.deepEqual(await listOrigins(store.read, workspaceId), [])
  assert.equal((await getRefundSettings(store.read, workspaceId)).endpointUrl, null)
  assert.equal((await poll(api, secret)).body.credentials, null)
})
