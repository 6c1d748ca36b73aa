import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteWorkspace } from '../../src/access/delete-workspace.ts'
import { createCode } from '../../src/connect/codes.ts'
import { findOpen } from '../../src/connect/connections.ts'
import { approve, refuse } from '../../src/connect/decide.ts'
import { watchConnections } from '../../src/connect/watch.ts'
import { getRefundSettings } from '../../src/refunds/settings.ts'
import { hooks } from '../../src/serve/features.ts'
import {
  call,
  claim,
  claimed,
  claimOf,
  makeCode,
  open,
  PUBLIC_ADDRESS,
  poll,
  pressConnect,
  REFUND_URL,
} from '../support/connecting.ts'
import { type Api, addWorkspace, client, owner, startServer } from '../support/server.ts'

const MINUTE_MS = 60_000
const UNKNOWN = 'cc_000000000000000000000000000000000'

const codeOf = ({ store, clock, workspaceId }: Api, address: string | null) =>
  store.write((tx) => createCode(tx, owner, { workspaceId, kind: 'woocommerce', address }, clock.now()))

test('a code needs a public https address, or a loopback address in a test workspace', async (t) => {
  const api = await startServer(t)
  for (const address of [null, 'http://chat.shop.example', 'http://127.0.0.1:8787', 'http://localhost:8787'])
    await assert.rejects(codeOf(api, address), { code: 'BAD_REQUEST', reason: 'no_public_address' })
  assert.equal(await findOpen(api.store.read, api.workspaceId), undefined)
  const { workspaceId } = await addWorkspace(api.store, 'trial', api.clock, { test: true })
  const trial = { ...api, workspaceId }
  for (const address of ['http://127.0.0.1:8787', 'http://localhost:8787', 'http://[::1]:8787'])
    assert.ok((await codeOf(trial, address)).code.startsWith(`${address}#cc_`))
  await assert.rejects(codeOf(trial, 'http://192.168.1.2:8787'), { reason: 'no_public_address' })
  assert.ok((await codeOf(api, 'https://example.com/support')).code.startsWith('https://example.com/support#cc_'))
})

test('agents and keys make no codes, and approve or refuse no claims', async (t) => {
  const api = await startServer(t)
  const { store, clock, workspaceId, sealer, outbound } = api
  await claimed(api)
  const { id } = await open(api)
  for (const role of ['agent', null] as const) {
    const actor = { ...owner, role }
    const of = { workspaceId, kind: 'woocommerce', address: PUBLIC_ADDRESS } as const
    const by = { sealer, policy: outbound.policy }
    for (const work of [
      store.write((tx) => createCode(tx, actor, of, clock.now())),
      store.write((tx) => approve(tx, actor, { workspaceId, id, choices: {} }, by, clock.now())),
      store.write((tx) => refuse(tx, actor, { workspaceId, id }, clock.now())),
    ])
      await assert.rejects(work, { code: 'FORBIDDEN' })
  }
  assert.equal((await open(api)).state, 'claimed')
})

test('unknown, damaged and expired codes look the same', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  api.clock.advance(30 * MINUTE_MS)
  const answers = [
    await claim(api, code),
    await claim(api, UNKNOWN),
    await claim(api, 'nonsense'),
    await claim(api, '#'),
  ]
  for (const { status, body } of answers) {
    assert.equal(status, 401)
    assert.deepEqual(body, answers[0]?.body)
  }
  await watchConnections(api.store, api.clock.now())
  assert.equal((await claim(api, code)).status, 401)
})

test('guesses at codes and claim secrets count as bad keys of the network', async (t) => {
  const api = await startServer(t, { limits: { unauthorized: 10 } })
  for (let index = 0; index < 5; index++) assert.equal((await claim(api, UNKNOWN)).status, 401)
  for (let index = 0; index < 5; index++) assert.equal((await poll(api, 'cl_unknown')).status, 401)
  const refused = await claim(api, UNKNOWN)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.equal((await poll(api, 'cl_unknown')).status, 429)
})

test('of a code that was stolen, the page shows who has claimed it; the shop itself learns that it was used', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  const thief = { shop: 'https://thief.example', refundUrl: 'https://thief.example/refund' }
  const { body } = await claim(api, code, thief)
  const { shop, network, state, id } = await open(api)
  assert.deepEqual({ shop, network, state }, { shop: 'https://thief.example', network: '127.0.0.1', state: 'claimed' })
  const second = await claim(api, code)
  assert.deepEqual([second.status, second.body.data.reason], [409, 'code_used'])
  assert.equal((await open(api)).shop, 'https://thief.example')
  const { store, clock, workspaceId } = api
  await store.write((tx) => refuse(tx, owner, { workspaceId, id }, clock.now()))
  assert.deepEqual((await poll(api, body.claimSecret)).body.status, 'refused')
  assert.equal((await claim(api, code)).status, 409)
  assert.equal((await getRefundSettings(store.read, workspaceId)).endpointUrl, null)
})

test('of two claims at once, one is heard', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  const answers = await Promise.all(
    ['https://one.example', 'https://two.example'].map((shop) => claim(api, code, { shop, refundUrl: null })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
})

test('a claim that nobody confirms ends after half an hour, and gives nothing', async (t) => {
  const api = await startServer(t)
  const secret = await claimed(api)
  const { id } = await open(api)
  api.clock.advance(30 * MINUTE_MS)
  assert.equal((await poll(api, secret)).body.status, 'expired')
  await assert.rejects(pressConnect(api), { reason: 'no_claim' })
  await watchConnections(api.store, api.clock.now())
  assert.equal((await poll(api, secret)).body.status, 'expired')
  api.clock.advance(25 * 60 * MINUTE_MS)
  await watchConnections(api.store, api.clock.now())
  assert.equal((await poll(api, secret)).status, 401)
  assert.equal(await api.store.read.get('SELECT 1 FROM connections WHERE id = ?', id), undefined)
})

test('a person approves the claim that they have seen, not one that came after it', async (t) => {
  const api = await startServer(t)
  const { store, clock, workspaceId, sealer, outbound } = api
  await claimed(api)
  const { id } = await open(api)
  await claimed(api, { shop: 'https://thief.example', refundUrl: null })
  const by = { sealer, policy: outbound.policy }
  await assert.rejects(
    store.write((tx) => approve(tx, owner, { workspaceId, id, choices: {} }, by, clock.now())),
    { reason: 'no_claim' },
  )
})

test('a newer code ends the older one, and a claim with it', async (t) => {
  const api = await startServer(t)
  const [first, secret] = [await makeCode(api), await claimed(api)]
  assert.equal((await claim(api, first)).status, 401)
  const newer = await makeCode(api)
  assert.equal((await poll(api, secret)).body.status, 'expired')
  assert.equal((await claim(api, newer)).status, 200)
})

test('a workspace that is connected gets no other code', async (t) => {
  const api = await startServer(t)
  const secret = await claimed(api)
  await pressConnect(api)
  await poll(api, secret)
  await assert.rejects(makeCode(api), { code: 'CONFLICT', reason: 'connected' })
})

test('the refund endpoint must be on the host of the shop, over https, at a public address; the code stays valid', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  for (const [refundUrl, words] of [
    ['https://other.example/refund', /not on the host of the shop/],
    ['https://shop.example:8443/refund', /not on the host of the shop/],
    ['http://shop.example/refund', /https:\/\//],
    ['https://user:pass@shop.example/refund', /user name or password/],
    ['nonsense', /not a full URL/],
  ] as const) {
    const { status, body } = await claim(api, code, { refundUrl })
    assert.equal(status, 400, refundUrl)
    assert.match(body.message, words)
  }
  for (const host of ['10.0.0.1', '192.168.1.2', '169.254.169.254', '127.0.0.1', 'localhost', '[::1]', '0x7f.1']) {
    const shop = `https://${host}`
    const { status, body } = await claim(api, code, { shop, refundUrl: `${shop}/refund` })
    assert.equal(status, 400, host)
    assert.match(body.message, /private network|loopback|special range/, host)
  }
  // Data and chat need no address.
  assert.equal((await claim(api, code, { shop: 'https://10.0.0.1', refundUrl: null })).status, 200)
})

test('the address of a shop is an http or https address without a query', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  for (const shop of [
    'shop.example',
    'javascript:alert(1)',
    'ftp://shop.example',
    'https://shop.example/?a=1',
    'https://a:b@shop.example',
  ])
    assert.equal((await claim(api, code, { shop, refundUrl: null })).status, 400, shop)
  await claim(api, code, { shop: 'https://Shop.Example/store/', refundUrl: null })
  assert.equal((await open(api)).shop, 'https://shop.example/store')
})

test('a code is for one shop system', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  const { status, body } = await claim(api, code, { kind: 'shopify' })
  assert.deepEqual([status, body.data.reason], [409, 'wrong_kind'])
  assert.equal((await claim(api, code)).status, 200)
})

test('claims are small, and JSON', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  const text = JSON.stringify(claimOf(code))
  const send = (body: string, headers: Record<string, string> = {}) =>
    client(api.baseUrl.replace('/api/v1', ''), '').call('POST', '/connect/claim', { body, headers })
  const padded = (bytes: number) => text + ' '.repeat(bytes - Buffer.byteLength(text))
  const large = await send(padded(4 * 1024 + 1))
  assert.deepEqual([large.status, large.body.data.max], [413, 4 * 1024])
  assert.equal((await send(text, { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await send(text, { 'content-encoding': 'gzip' })).status, 415)
  assert.equal((await send('{')).status, 400)
  for (const missing of ['code', 'kind', 'shop', 'version']) {
    const { [missing]: _, ...rest } = claimOf(code) as Record<string, unknown>
    assert.equal((await send(JSON.stringify(rest))).status, 400, missing)
  }
  assert.equal((await send(padded(4 * 1024))).status, 200)
})

test('a thousand claims with bad codes leave no trace, and a good one still comes through', async (t) => {
  const api = await startServer(t)
  const code = await makeCode(api)
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 100 }, () => claim(api, UNKNOWN)))
  const rows = await api.store.read.all('SELECT id FROM connections')
  assert.equal(rows.length, 1)
  assert.equal((await claim(api, code)).status, 200)
})

test('the code of another workspace connects that workspace, and this one sees nothing of it', async (t) => {
  const api = await startServer(t)
  const other = { ...api, ...(await addWorkspace(api.store, 'other', api.clock)) }
  await claimed(other)
  assert.equal(await findOpen(api.store.read, api.workspaceId), undefined)
  const { id } = await open(other)
  const { store, clock, workspaceId, sealer, outbound } = api
  const by = { sealer, policy: outbound.policy }
  await assert.rejects(
    store.write((tx) => approve(tx, owner, { workspaceId, id, choices: {} }, by, clock.now())),
    { reason: 'no_claim' },
  )
  assert.equal((await open(other)).refundUrl, REFUND_URL)
})

test('a deleted workspace has no codes, claims or connections any more', async (t) => {
  const api = await startServer(t)
  const { store, clock } = api
  const other = { ...api, ...(await addWorkspace(store, 'other', clock)) }
  const code = await makeCode(other)
  const third = { ...api, ...(await addWorkspace(store, 'third', clock)) }
  const secret = await claimed(third)
  await pressConnect(third)
  for (const [{ workspaceId }, name] of [
    [other, 'other'],
    [third, 'third'],
  ] as const)
    await store.write((tx) =>
      deleteWorkspace(
        tx,
        owner,
        { workspaceId, name, force: false, onDeleting: hooks.onDeletingWorkspace },
        clock.now(),
      ),
    )
  assert.equal((await claim(api, code)).status, 401)
  assert.equal((await poll(api, secret)).status, 401)
  await watchConnections(store, clock.now())
})

test('claims, decisions and codes are in the audit log, without any secret', async (t) => {
  const api = await startServer(t)
  const secret = await claimed(api)
  await pressConnect(api)
  const { secretKey } = (await poll(api, secret)).body.credentials
  await call(api, 'POST', 'disconnect', { token: secretKey })
  const rows = await api.store.read.all<{ action: string; details: string }>(
    `SELECT action, details FROM audit_log WHERE action LIKE 'connection.%' ORDER BY at, id`,
  )
  assert.deepEqual(rows.map(({ action }) => action).sort(), [
    'connection.approved',
    'connection.claimed',
    'connection.code_created',
    'connection.ended',
  ])
  for (const { details } of rows) assert.doesNotMatch(details, /cc_|cl_|sk_|whsec_|ids_/)
})
