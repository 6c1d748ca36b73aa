import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { revokeKey } from '../../src/access/keys.ts'
import { watchConnections } from '../../src/connect/watch.ts'
import { setContact } from '../../src/conversations/hand-over.ts'
import { createEndpoint, type EndpointChange } from '../../src/events/change-endpoints.ts'
import { eventTypes } from '../../src/events/types/types.ts'
import { reportBackupFailed } from '../../src/http/backup-failed.ts'
import { approveRefund, confirmRefund } from '../../src/refunds/decisions.ts'
import { closeConversation } from '../../src/refunds/end-waiting.ts'
import { connect, open } from '../support/connecting.ts'
import { type EventReceiver, PUBLIC_URL, startReceiver, status } from '../support/event-receiver.ts'
import { answerValidator, type OpenApi } from '../support/openapi.ts'
import { type Api, addWorkspace, owner } from '../support/server.ts'
import { agent, customer, type Shop, startShop } from '../support/shop.ts'
import { fails } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/** A shop whose refund endpoint and whose receiver of events can both be called. */
async function start(t: TestContext) {
  const receiver = await startReceiver(t)
  const allowEndpoints = [`127.0.0.1:${receiver.port}`]
  const policy = { allowPrivate: false, allowEndpoints }
  const shop = await startShop(t, { outbound: { policy }, settings: { publicUrl: PUBLIC_URL } })
  allowEndpoints.push(`127.0.0.1:${shop.endpoint.port}`)
  return { shop, receiver }
}

const add = (
  { store, sealer, outbound, clock, workspaceId }: Api,
  { url }: EventReceiver,
  change: Partial<EndpointChange> = {},
  workspace = workspaceId,
) =>
  store.write((tx) =>
    createEndpoint(
      tx,
      owner,
      workspace,
      { types: eventTypes.map(({ name }) => name), ...change, url: `${url}${change.url ?? '/hook'}` },
      { sealer, policy: outbound.policy },
      clock.now(),
    ),
  )

type Payload = { id: string; type: string; workspace: string; data: Record<string, unknown> }

const payloads = ({ received }: EventReceiver, path = '/hook'): Payload[] =>
  received.filter((call) => call.path === path).map(({ raw }) => JSON.parse(raw))

/** Waits until an event of a type has come, and returns it. */
async function arrives(receiver: EventReceiver, type: string): Promise<Payload> {
  await until(async () => payloads(receiver).some((event) => event.type === type))
  const found = payloads(receiver).find((event) => event.type === type)
  assert.ok(found)
  return found
}

interface Stage {
  shop: Shop
  receiver: EventReceiver
}

/** A chat in which the customer has written, and nobody answers. */
async function chat({ shop: { api } }: Stage, text = 'Where is my order?') {
  const page = await (await startWidget(api)).open('c1')
  const sent = await page.call('POST', '/messages', { json: { text } })
  assert.equal(sent.status, 200, sent.text)
  return page
}

async function waitingRefund({ shop }: Stage) {
  await shop.set({ autoLimit: 0, limitCurrency: 'EUR' })
  const refund = await shop.offer({ conversationId: await shop.talk() })
  const { store, workspaceId, clock } = shop.api
  const ref = { workspaceId, id: refund.id }
  return store.write((tx) => confirmRefund(tx, customer, ref, clock.now()))
}

function approve({ api: { store, workspaceId, clock } }: Shop, id: string) {
  return store.write((tx) => approveRefund(tx, agent, { workspaceId, id }, clock.now()))
}

/** How the fact of each type happens, and what its event says beside the ids. */
const facts: Record<string, (stage: Stage) => Promise<object | undefined>> = {
  'conversation.waiting': async (stage) => {
    const { conversationId } = await chat(stage)
    return { conversationId, mode: 'waiting', url: `https://support.example/console/chats/${conversationId}` }
  },
  'conversation.message': async (stage) => {
    const { conversationId, call } = await chat(stage)
    await arrives(stage.receiver, 'conversation.waiting')
    stage.shop.api.clock.advance(61_000)
    await call('POST', '/messages', { json: { text: 'Hello?' } })
    await call('POST', '/messages', { json: { text: 'Is anybody there?' } })
    return { conversationId, mode: 'waiting' }
  },
  'conversation.contact_left': async (stage) => {
    const { conversationId } = await chat(stage)
    const { store, clock } = stage.shop.api
    await store.write((tx) => setContact(tx, conversationId, 'ada@example.com', clock.now()))
    return { conversationId }
  },
  'conversation.closed': async (stage) => {
    const { conversationId: id } = await chat(stage)
    const { store, clock, workspaceId } = stage.shop.api
    await store.write((tx) => closeConversation(tx, agent, { workspaceId, id }, clock.now()))
    return { conversationId: id, mode: 'closed' }
  },
  'conversation.rated': async (stage) => {
    const { conversationId: id, call } = await chat(stage)
    const { store, clock, workspaceId } = stage.shop.api
    await store.write((tx) => closeConversation(tx, agent, { workspaceId, id }, clock.now()))
    assert.equal((await call('POST', '/rating', { json: { rating: 'bad' } })).status, 200)
    return { conversationId: id, mode: 'closed', rating: 'bad' }
  },
  'refund.waiting': async (stage) => {
    await stage.shop.api.push('orders', [{ id: 'o1', updatedAt: '2026-02-21T10:00:00Z', number: '#1001' }])
    const { id } = await waitingRefund(stage)
    return {
      actionId: id,
      orderId: 'o1',
      orderNumber: '#1001',
      status: 'awaiting_approval',
      amount: 1250,
      currency: 'EUR',
    }
  },
  'refund.failing': async (stage) => {
    const { shop } = stage
    const { id } = await waitingRefund(stage)
    shop.endpoint.behave(fails, fails)
    await approve(shop, id)
    await shop.tried(id, 1)
    shop.api.clock.advance(30_000)
    shop.api.wake()
    await shop.tried(id, 2)
    return { actionId: id, status: 'executing' }
  },
  'refund.finished': async (stage) => {
    const { shop } = stage
    const { id } = await waitingRefund(stage)
    await approve(shop, id)
    await shop.until(id, 'succeeded')
    return { actionId: id, status: 'succeeded' }
  },
  'refund.outcome_unknown': async (stage) => {
    const { shop } = stage
    const { id } = await waitingRefund(stage)
    shop.endpoint.behave(...Array.from({ length: 6 }, () => fails))
    await approve(shop, id)
    for (let tries = 1; tries <= 6; tries++) {
      await shop.tried(id, tries)
      shop.api.clock.advance(2 * 3_600_000)
      shop.api.wake()
    }
    return { actionId: id, status: 'failed', failureCode: 'no_answer' }
  },
  'endpoint.disabled': async ({ shop: { api }, receiver }) => {
    const { endpoint } = await add(api, receiver, { url: '/gone', types: ['conversation.waiting'] })
    receiver.answer('/gone', status(410))
    await chat({ shop: { api } as Shop, receiver })
    return { endpointId: endpoint.id, kind: 'webhook', reason: 'gone' }
  },
  'connection.problem': async ({ shop: { api, endpoint } }) => {
    const shop = { shop: `https://127.0.0.1:${endpoint.port}`, refundUrl: null }
    const { connectionId } = await connect(api, shop)
    const { keyId } = await open(api)
    await api.store.write((tx) => revokeKey(tx, owner, keyId ?? '', api.clock.now()))
    await watchConnections(api.store, api.clock.now())
    return { connectionId, kind: 'woocommerce', problem: 'key_revoked' }
  },
  'import.finished': async ({ shop: { api } }) => {
    const { body } = await api.call('POST', '/backfills', { json: { label: 'first' } })
    const data = [{ id: 'p1', updatedAt: 1_000, title: 'Mug' }]
    await api.call('POST', '/products/bulk', { json: { data, backfillId: body.id } })
    await api.call('POST', `/backfills/${body.id}/close`)
    return { importId: body.id, status: 'done', resource: null, received: 1, created: 1, updated: 0, stale: 0 }
  },
  'push.refused': async ({ shop: { api } }) => {
    for (let count = 0; count < 3; count++) await api.call('POST', '/orders', { json: { data: [{ id: 'o1' }] } })
    return { resource: 'orders', status: 400, reason: 'invalid' }
  },
  'backup.failed': async ({ shop: { api } }) => {
    await api.store.write((tx) => tx.run('UPDATE event_endpoints SET by_operator = 1'))
    await reportBackupFailed(api)
    return { url: 'https://support.example/console/system' }
  },
}

for (const { name } of eventTypes)
  test(`${name} arrives with its documented data, in its workspace alone`, async (t) => {
    const stage = await start(t)
    const { api } = stage.shop
    await add(api, stage.receiver)
    const other = await addWorkspace(api.store, 'other', api.clock)
    await add(api, stage.receiver, { url: '/other' }, other.workspaceId)
    const happens = facts[name]
    assert.ok(happens, 'no fact')
    const expected = await happens(stage)
    const payload = await arrives(stage.receiver, name)
    const { data, workspace, id } = payload
    const spec = (await api.call('GET', '/spec.json')).body as OpenApi
    const { schema } = spec.webhooks[name]?.post?.requestBody?.content['application/json'] ?? { schema: {} }
    answerValidator(spec).validateExample(schema, payload, name)
    assert.equal(workspace, api.workspaceId)
    assert.match(id, /^evt_[0-9A-Za-z]{22}$/)
    assert.equal(typeof data.sequence, 'number')
    assert.deepEqual({ ...data, ...expected }, data)
    // A backup holds every workspace.
    if (name === 'backup.failed') await until(async () => payloads(stage.receiver, '/other').length === 1)
    else assert.deepEqual(payloads(stage.receiver, '/other'), [])
    assert.equal(payloads(stage.receiver).filter((event) => event.type === name).length, 1)
  })

test('the document has each type with an example that fits its schema', async (t) => {
  const { shop } = await start(t)
  const spec = (await shop.api.call('GET', '/spec.json')).body as OpenApi
  const { validateExample } = answerValidator(spec)
  assert.deepEqual(Object.keys(spec.webhooks), [...eventTypes.map(({ name }) => name), 'test'])
  for (const [name, { post }] of Object.entries(spec.webhooks)) {
    const { schema, example } = post?.requestBody?.content['application/json'] ?? { schema: {}, example: null }
    validateExample(schema, example, name)
  }
})
