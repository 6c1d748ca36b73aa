import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { resealSecrets } from '../../src/access/secrets.ts'
import {
  createEndpoint,
  deleteEndpoint,
  type EndpointChange,
  renewEndpointSecret,
  updateEndpoint,
} from '../../src/events/change-endpoints.ts'
import { listEventDeliveries } from '../../src/events/deliveries.ts'
import { listEndpoints, openEndpoint } from '../../src/events/endpoints.ts'
import { testEndpoint } from '../../src/events/test-endpoint.ts'
import { createSealer } from '../../src/lib/sealing.ts'
import { secretTables } from '../../src/serve/features.ts'
import { startEventShop, status } from '../support/event-receiver.ts'
import { addWorkspace, owner } from '../support/server.ts'
import { hangsInBody } from '../support/store-endpoint.ts'

const admin: Actor = { name: 'ann', origin: 'test', role: 'admin' }
const agent: Actor = { name: 'bob', origin: 'test', role: 'agent' }

const TYPES = ['conversation.waiting']
const PUBLIC = 'https://shop.example/hooks/secret-part-abcd'

async function start(t: Parameters<typeof startEventShop>[0], options = {}) {
  const shop = await startEventShop(t, options)
  const { store, workspaceId, sealer, outbound, clock } = shop.api
  const by = { sealer, policy: outbound.policy }
  const create = (change: EndpointChange & { url: string }, actor: Actor = owner, workspace = workspaceId) =>
    store.write((tx) => createEndpoint(tx, actor, workspace, change, by, clock.now()))
  const update = (id: string, change: EndpointChange, actor: Actor = owner) =>
    store.write((tx) => updateEndpoint(tx, actor, { workspaceId, id, change }, by, clock.now()))
  const secretsOf = (id: string, using = sealer) => openEndpoint(store.read, { workspaceId, id }, using, clock.now())
  return { ...shop, create, update, secretsOf }
}

const refused: [url: string, problem: RegExp][] = [
  ['http://shop.example/hook', /does not begin with https/],
  ['https://10.0.0.1/hook', /is in a private network/],
  ['https://169.254.169.254/latest', /special range/],
  ['https://127.0.0.1:1/hook', /loopback address/],
  ['https://user:pw@shop.example/hook', /user name or password/],
  ['https://shop.example/#x', /fragment/],
  ['not an address', /not a full URL/],
  [`https://shop.example/${'x'.repeat(2_000)}`, /more than 2000 characters/],
]

test('addresses that lead inside, or carry a password, are refused', async (t) => {
  const { create, update, api } = await start(t)
  for (const [url, problem] of refused) await assert.rejects(create({ url }), problem, url)
  const { endpoint } = await create({ url: PUBLIC })
  for (const [url, problem] of refused) await assert.rejects(update(endpoint.id, { url }), problem, url)
  assert.equal((await listEndpoints(api.store.read, api.workspaceId)).length, 1)
})

test('an unknown type is refused with the nearest one, and so is an unknown kind or a broken token', async (t) => {
  const { create } = await start(t)
  await assert.rejects(create({ url: PUBLIC, types: ['refund.wating'] }), /Use refund\.waiting\./)
  await assert.rejects(create({ url: PUBLIC, types: ['x'] }), /Use one of conversation\.waiting, /)
  await assert.rejects(create({ url: PUBLIC, types: [] }), /at least one type/)
  await assert.rejects(create({ url: PUBLIC, kind: 'pager' as 'ntfy' }), /Use one of webhook, slack, discord, ntfy/)
  await assert.rejects(create({ url: PUBLIC, token: 'two words' }), /printable ASCII/)
})

test('a workspace has at most ten endpoints', async (t) => {
  const { create, api } = await start(t)
  for (let index = 0; index < 10; index++) await create({ url: `${PUBLIC}${index}` })
  await assert.rejects(create({ url: PUBLIC }), { code: 'CONFLICT', reason: 'too_many_event_endpoints' })
  const other = await addWorkspace(api.store, 'other', api.clock)
  await create({ url: PUBLIC }, owner, other.workspaceId)
})

test('admins manage endpoints, owners alone allow text, and agents do neither', async (t) => {
  const { create, update, api } = await start(t)
  await assert.rejects(create({ url: PUBLIC }, agent), { code: 'FORBIDDEN' })
  await assert.rejects(create({ url: PUBLIC, includeText: true }, admin), { code: 'FORBIDDEN', reason: 'not_an_owner' })
  const { endpoint } = await create({ url: PUBLIC }, admin)
  await assert.rejects(update(endpoint.id, { includeText: true }, admin), { reason: 'not_an_owner' })
  await update(endpoint.id, { includeText: true })
  assert.equal((await update(endpoint.id, { types: TYPES }, admin)).endpoint.includeText, true)
  // An owner has allowed it for one address.
  assert.equal((await update(endpoint.id, { url: `${PUBLIC}2` }, admin)).endpoint.includeText, false)
  const about = { workspaceId: api.workspaceId, id: endpoint.id }
  for (const act of [
    () => api.store.write((tx) => deleteEndpoint(tx, agent, about, 0)),
    () => api.store.write((tx) => renewEndpointSecret(tx, agent, about, api.sealer, 0)),
    () => testEndpoint(api, agent, about),
  ])
    await assert.rejects(act, { code: 'FORBIDDEN' })
})

test('an endpoint of another workspace is not found', async (t) => {
  const { create, api } = await start(t)
  const other = await addWorkspace(api.store, 'other', api.clock)
  const { endpoint } = await create({ url: PUBLIC }, owner, other.workspaceId)
  const about = { workspaceId: api.workspaceId, id: endpoint.id }
  await assert.rejects(
    api.store.write((tx) => deleteEndpoint(tx, owner, about, 0)),
    { code: 'NOT_FOUND' },
  )
  await assert.rejects(testEndpoint(api, owner, about), { code: 'NOT_FOUND' })
})

test('people see host and last four characters; address, secret and token are sealed, and sealed again with a new key', async (t) => {
  const old = randomBytes(32)
  const { create, api, secretsOf } = await start(t, { encryptionKey: old })
  const { endpoint, secret } = await create({ url: PUBLIC, token: 'tk_marker' })
  assert.equal(endpoint.host, 'shop.example')
  assert.equal(endpoint.ending, 'abcd')
  const { store, workspaceId } = api
  const stored = JSON.stringify([
    await store.read.all('SELECT * FROM event_endpoints'),
    await store.read.all('SELECT * FROM audit_log'),
    await listEndpoints(store.read, workspaceId),
  ])
  for (const part of ['secret-part', 'tk_marker', secret?.slice(6, -4) ?? '?']) assert.ok(!stored.includes(part), part)
  const next = createSealer(randomBytes(32))
  const keys = { tables: secretTables, old: createSealer(old), next }
  await store.write((tx) => resealSecrets(tx, owner, keys, 0))
  assert.deepEqual(await secretsOf(endpoint.id, next), {
    url: PUBLIC,
    signing: secret,
    previous: null,
    token: 'tk_marker',
  })
})

test('a new address loses the access token, and a short one shows no ending', async (t) => {
  const { create, update, secretsOf } = await start(t)
  const { endpoint } = await create({ url: 'https://ntfy.sh/my-shop', token: 'tk_1' })
  assert.equal(endpoint.kind, 'ntfy')
  assert.equal(endpoint.ending, '')
  assert.equal(endpoint.secretEnding, null)
  const { endpoint: moved, secret } = await update(endpoint.id, { url: PUBLIC })
  assert.equal(moved.kind, 'webhook')
  assert.match(secret ?? '', /^whsec_/)
  assert.equal((await secretsOf(endpoint.id))?.token, null)
})

test('a name that leads inside later is refused at the connection', async (t) => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const { api, create } = await start(t, { outbound: { resolve } })
  const { endpoint } = await create({ url: PUBLIC })
  const tested = await testEndpoint(api, owner, { workspaceId: api.workspaceId, id: endpoint.id })
  assert.equal(tested.state, 'failed')
  assert.equal(tested.verdict, 'address_refused')
})

test('a redirect, a large answer and one that never ends are no success', async (t) => {
  const { api, receiver, endpoint: add } = await start(t, { outbound: { limitMs: 300 } })
  const { endpoint } = await add('/hook')
  const verdictOf = async () =>
    (await testEndpoint(api, owner, { workspaceId: api.workspaceId, id: endpoint.id })).verdict
  receiver.answer('/hook', status(302, { location: 'https://shop.example' }))
  assert.equal(await verdictOf(), 'redirect')
  receiver.answer('/hook', (_, response) => response.end(Buffer.alloc(10_000_000)))
  assert.equal(await verdictOf(), 'too_large')
  receiver.answer('/hook', (call, response) => hangsInBody(call as never, response, undefined as never))
  assert.equal(await verdictOf(), 'timeout')
  receiver.answer('/hook', status(204))
  assert.equal(await verdictOf(), 'delivered')
})

test('the answer of a server in the own network is never kept', async (t) => {
  const { api, receiver, endpoint: add } = await start(t)
  const { endpoint } = await add('/hook')
  receiver.answer('/hook', (_, response) => response.end('internal words'))
  const tested = await testEndpoint(api, owner, { workspaceId: api.workspaceId, id: endpoint.id })
  assert.equal(tested.httpStatus, 200)
  assert.equal(tested.answer, null)
  const [listed] = await listEventDeliveries(api.store.read, api.workspaceId, { limit: 1 })
  assert.equal(listed?.answer, null)
})
