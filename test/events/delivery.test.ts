import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { renewEndpointSecret, switchOff } from '../../src/events/change-endpoints.ts'
import { addDelivery, listEventDeliveries, MOST_WAITING } from '../../src/events/deliveries.ts'
import type { EventDraft } from '../../src/events/event-type.ts'
import { insertEvent } from '../../src/events/events.ts'
import { replayEvents } from '../../src/events/replay.ts'
import { enableEndpoint } from '../../src/events/test-endpoint.ts'
import { eventType } from '../../src/events/types/types.ts'
import { jobHandlers } from '../../src/serve/features.ts'
import { type EventShop, type Received, startEventShop, status } from '../support/event-receiver.ts'
import { owner } from '../support/server.ts'
import { until } from '../support/until.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let made = 0

/** Sends an event about a waiting chat to endpoints. */
async function send(
  { api: { store, workspaceId, clock, wake } }: EventShop,
  endpointIds: string[],
  draft: Partial<EventDraft> = {},
): Promise<string> {
  made++
  const id = `evt_${made}`
  await store.write(async (tx) => {
    const event: EventDraft = {
      ...{ type: eventType('conversation.waiting'), subject: 'conv_1', page: '/chats/conv_1' },
      ...{ data: { conversationId: 'conv_1', mode: 'waiting' }, conversationId: 'conv_1', customerId: null },
      personal: null,
      ...draft,
    }
    await insertEvent(tx, event, { id, workspaceId, sequence: made, now: clock.now() })
    for (const endpointId of endpointIds) await addDelivery(tx, { workspaceId, endpointId, eventId: id }, clock.now())
  })
  wake()
  return id
}

const deliveriesOf = ({ api }: EventShop, eventId?: string) =>
  listEventDeliveries(api.store.read, api.workspaceId, { limit: 100, eventId })

async function stateOf(shop: EventShop, eventId: string, wanted: string): Promise<void> {
  await until(async () => (await deliveriesOf(shop, eventId)).every(({ state }) => state === wanted))
}

/** Waits until a number of tries have ended. */
async function tried(shop: EventShop, eventId: string, count: number): Promise<void> {
  await until(async () => (await deliveriesOf(shop, eventId))[0]?.tries === count)
}

/** Throws unless a foreign library accepts the signature. */
function verify({ raw, headers }: Received, secret: string, by = [StandardWebhook, SvixWebhook]): void {
  for (const Verifier of by) new Verifier(secret).verify(raw, headers as Record<string, string>)
}

/** The clock of the signatures is that of the machine: foreign libraries compare with it. */
const start = (t: TestContext) => startEventShop(t, { outbound: { signingNow: Date.now } })

test('a webhook gets a signed payload, which two foreign libraries accept', async (t) => {
  const shop = await start(t)
  const { endpoint, secret } = await shop.endpoint('/hook')
  const id = await send(shop, [endpoint.id])
  const [call] = await shop.receiver.arrived('/hook', 1)
  assert.ok(call)
  verify(call, secret)
  assert.equal(call.headers['webhook-id'], id)
  assert.deepEqual(JSON.parse(call.raw), {
    id,
    type: 'conversation.waiting',
    createdAt: new Date(shop.api.clock.now()).toISOString(),
    workspace: shop.api.workspaceId,
    data: {
      conversationId: 'conv_1',
      mode: 'waiting',
      sequence: made,
      url: 'https://support.example/console/chats/conv_1',
    },
  })
  assert.throws(() => verify({ ...call, raw: `${call.raw} ` }, secret))
  const old = { ...call, headers: { ...call.headers, 'webhook-timestamp': '1772357400' } }
  assert.throws(() => verify(old, secret))
})

test('a new secret signs at once, and the one before it for 24 hours', async (t) => {
  const shop = await start(t)
  const { api, receiver } = shop
  const { endpoint, secret: first } = await shop.endpoint('/hook')
  const about = { workspaceId: api.workspaceId, id: endpoint.id }
  const second = await api.store.write((tx) => renewEndpointSecret(tx, owner, about, api.sealer, api.clock.now()))
  await send(shop, [endpoint.id])
  const [both] = await receiver.arrived('/hook', 1)
  assert.ok(both)
  verify(both, first)
  verify(both, second)
  api.clock.advance(DAY + 1)
  await send(shop, [endpoint.id])
  const [, later] = await receiver.arrived('/hook', 2)
  assert.ok(later)
  verify(later, second)
  for (const Verifier of [StandardWebhook, SvixWebhook]) assert.throws(() => verify(later, first, [Verifier]))
})

test('a delivery is tried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h with the same id, and then has failed', async (t) => {
  const shop = await start(t)
  const { api, receiver } = shop
  const { endpoint } = await shop.endpoint('/hook')
  receiver.answer('/hook', status(500))
  const id = await send(shop, [endpoint.id])
  const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR]
  for (const [index, wait] of waits.entries()) {
    await tried(shop, id, index + 1)
    const due = await dueIn(shop)
    assert.ok(due >= wait && due <= wait * 1.1 + 1, `try ${index + 1}: ${due} of ${wait}`)
    api.clock.advance(due)
    api.wake()
  }
  await stateOf(shop, id, 'failed')
  assert.equal(receiver.received.length, waits.length + 1)
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
  const [delivery] = await deliveriesOf(shop, id)
  assert.equal(delivery?.verdict, 'http_status')
  assert.equal(delivery?.httpStatus, 500)
})

/** Milliseconds until the only job is due. */
async function dueIn({ api: { store, clock } }: EventShop): Promise<number> {
  let due: number | undefined
  await until(async () => {
    const row = await store.read.get<{ due: number }>(
      `SELECT due_at AS due FROM jobs WHERE kind = 'event.deliver' AND lease_until IS NULL`,
    )
    due = row?.due
    return due !== undefined
  })
  return (due ?? 0) - clock.now()
}

test('Retry-After of 429 and 503 moves the next try later, at most 12 hours, and that of others does not', async (t) => {
  const shop = await start(t)
  const { endpoint } = await shop.endpoint('/hook')
  const asked: [answer: number, seconds: number, wait: number][] = [
    [429, 600, 10 * MINUTE],
    [503, 1_000_000, 12 * HOUR],
    [500, 600_000, 31 * MINUTE],
  ]
  let expected = 0
  const id = await send(shop, [])
  for (const [code, seconds, most] of asked) {
    shop.receiver.answer('/hook', status(code, { 'retry-after': String(seconds) }))
    if (expected === 0) await add(shop, endpoint.id, id)
    else shop.api.wake()
    expected++
    await tried(shop, id, expected)
    const due = await dueIn(shop)
    assert.ok(due <= most * 1.1 && (code === 500 || due === most), `${code}: ${due}`)
    shop.api.clock.advance(due)
  }
})

async function add({ api: { store, workspaceId, clock, wake } }: EventShop, endpointId: string, eventId: string) {
  await store.write((tx) => addDelivery(tx, { workspaceId, endpointId, eventId }, clock.now()))
  wake()
}

test('410 disables an endpoint at once: what waits has failed, and the audit log says so', async (t) => {
  const shop = await start(t)
  const { endpoint } = await shop.endpoint('/hook')
  shop.receiver.answer('/hook', status(500))
  const waiting = await send(shop, [endpoint.id])
  await tried(shop, waiting, 1)
  shop.receiver.answer('/hook', status(410))
  const gone = await send(shop, [endpoint.id])
  await stateOf(shop, gone, 'failed')
  assert.equal((await shop.look(endpoint.id)).state, 'disabled')
  await stateOf(shop, waiting, 'failed')
  const row = await shop.api.store.read.get<{ details: string }>(
    `SELECT details FROM audit_log WHERE action = 'event_endpoint.disabled' AND target = ?`,
    endpoint.id,
  )
  assert.deepEqual(JSON.parse(row?.details ?? ''), {
    kind: 'webhook',
    host: `127.0.0.1:${shop.receiver.port}`,
    reason: 'gone',
  })
})

test('an endpoint with failures only for five days is disabled; one success in between starts over', async (t) => {
  const shop = await start(t)
  const { endpoint } = await shop.endpoint('/hook')
  const fail = async () => {
    shop.receiver.answer('/hook', status(500))
    await tried(shop, await send(shop, [endpoint.id]), 1)
  }
  await fail()
  shop.api.clock.advance(4 * DAY)
  shop.receiver.answer('/hook', status(204))
  await stateOf(shop, await send(shop, [endpoint.id]), 'delivered')
  await until(async () => (await shop.look(endpoint.id)).failingSince === null)
  await fail()
  shop.api.clock.advance(5 * DAY - 1)
  await fail()
  assert.equal((await shop.look(endpoint.id)).state, 'on')
  shop.api.clock.advance(1)
  shop.receiver.answer('/hook', status(500))
  await send(shop, [endpoint.id])
  await until(async () => (await shop.look(endpoint.id)).state === 'disabled')
})

test('an endpoint is switched on after a test has arrived, and failed events can be sent again', async (t) => {
  const shop = await start(t)
  const { api, receiver } = shop
  const { endpoint } = await shop.endpoint('/hook')
  const about = { workspaceId: api.workspaceId, id: endpoint.id }
  receiver.answer('/hook', status(410))
  const lost = await send(shop, [endpoint.id])
  await stateOf(shop, lost, 'failed')
  receiver.answer('/hook', status(500))
  await assert.rejects(
    enableEndpoint(api, owner, about),
    /a test did not arrive\. The endpoint responded with HTTP 500/,
  )
  assert.equal((await shop.look(endpoint.id)).state, 'disabled')
  receiver.answer('/hook', status(200))
  await enableEndpoint(api, owner, about)
  assert.equal((await shop.look(endpoint.id)).state, 'on')
  assert.equal(JSON.parse(receiver.received.at(-1)?.raw ?? '').type, 'test')
  const again = () =>
    api.store.write((tx) => replayEvents(tx, owner, { workspaceId: api.workspaceId, since: 0 }, api.clock.now()))
  // The test that failed is older than the one that arrived, but belongs to another event.
  assert.equal(await again(), 2)
  api.wake()
  await until(async () => (await deliveriesOf(shop, lost))[0]?.state === 'delivered')
  assert.equal(receiver.received.filter(({ headers }) => headers['webhook-id'] === lost).length, 2)
  assert.equal(await again(), 0)
})

test('one event can be sent again to all endpoints that got it', async (t) => {
  const shop = await start(t)
  const { endpoint: one } = await shop.endpoint('/one')
  const { endpoint: two } = await shop.endpoint('/two')
  const eventId = await send(shop, [one.id, two.id])
  await stateOf(shop, eventId, 'delivered')
  const { store, workspaceId, clock, wake } = shop.api
  assert.equal(await store.write((tx) => replayEvents(tx, owner, { workspaceId, eventId }, clock.now())), 2)
  wake()
  await shop.receiver.arrived('/one', 2)
  await shop.receiver.arrived('/two', 2)
})

test('an endpoint that is switched off gets nothing of what waits', async (t) => {
  const shop = await start(t)
  const { endpoint } = await shop.endpoint('/hook')
  shop.receiver.answer('/hook', status(500))
  const id = await send(shop, [endpoint.id])
  await tried(shop, id, 1)
  const { store, workspaceId, clock, wake } = shop.api
  await store.write((tx) => switchOff(tx, owner, { workspaceId, id: endpoint.id }, clock.now()))
  await stateOf(shop, id, 'skipped')
  clock.advance(DAY)
  wake()
  await shop.api.call('GET', '/ping')
  assert.equal(shop.receiver.received.length, 1)
})

test('of more than 10,000 waiting deliveries the oldest are skipped and counted', async (t) => {
  const shop = await startEventShop(t)
  const { store, workspaceId, clock } = shop.api
  const { endpoint } = await shop.endpoint('/hook')
  shop.receiver.answer('/hook', () => {})
  const eventId = await send(shop, [])
  const extra = 5
  await store.write(async (tx) => {
    await tx.many(
      `INSERT INTO event_deliveries (id, workspace_id, endpoint_id, event_id, state, tries, created_at) VALUES (?, ?, ?, ?, 'waiting', 0, ?)`,
      Array.from({ length: MOST_WAITING }, (_, index) => [
        `evd_${String(index).padStart(5, '0')}`,
        workspaceId,
        endpoint.id,
        eventId,
        clock.now(),
      ]),
    )
    for (let index = 0; index < extra; index++)
      await addDelivery(tx, { workspaceId, endpointId: endpoint.id, eventId }, clock.now())
  })
  assert.equal((await shop.look(endpoint.id)).skipped, extra)
  const skipped = await store.read.all<{ id: string }>(
    `SELECT id FROM event_deliveries WHERE state = 'skipped' ORDER BY id`,
  )
  assert.deepEqual(
    skipped.map(({ id }) => id),
    ['evd_00000', 'evd_00001', 'evd_00002', 'evd_00003', 'evd_00004'],
  )
})

test('one endpoint that never answers has four calls at a time, and delays no other', async (t) => {
  const shop = await startEventShop(t, { outbound: { limitMs: 600_000 } })
  const { endpoint: dead } = await shop.endpoint('/dead')
  const { endpoint: alive } = await shop.endpoint('/alive')
  shop.receiver.answer('/dead', () => {})
  for (let index = 0; index < 50; index++) await send(shop, [dead.id])
  await shop.receiver.arrived('/dead', 4)
  for (let index = 0; index < 20; index++) await send(shop, [alive.id])
  await shop.receiver.arrived('/alive', 20)
  assert.equal(shop.receiver.received.filter(({ path }) => path === '/dead').length, 4)
})

test('a job that was given up and is retried by an operator sends again', async (t) => {
  const shop = await start(t)
  const { api } = shop
  const handler = jobHandlers(api).find(({ kind }) => kind === 'event.deliver')
  const { endpoint } = await shop.endpoint('/hook')
  shop.receiver.answer('/hook', status(500))
  const id = await send(shop, [endpoint.id])
  await tried(shop, id, 1)
  const job = { subject: (await deliveriesOf(shop, id))[0]?.id ?? '' } as Parameters<
    NonNullable<typeof handler>['giveUp']
  >[1]
  await api.store.write(async (tx) => handler?.giveUp(tx, job, 'it broke', api.clock.now()))
  await stateOf(shop, id, 'failed')
  await api.store.write(async (tx) => handler?.revive(tx, job, api.clock.now()))
  await stateOf(shop, id, 'waiting')
})
