import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMessages } from '../../src/conversations/conversations.ts'
import { discardJob, listJobs } from '../../src/jobs/jobs.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { newDeliveryId, recordBegin } from '../../src/refunds/endpoint/call-endpoint.ts'
import { timelineOf } from '../../src/refunds/refunds.ts'
import { jobHandlers } from '../../src/serve/features.ts'
import { AUTOMATIC, customer, type Shop, startShop } from '../support/shop.ts'
import {
  acceptsForLater,
  answers,
  type Behaviour,
  fails,
  hangs,
  refundsThenDrops,
  refuses,
  resets,
} from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'

/** A confirmed refund; its first try meets the first behaviour. */
async function confirmed(shop: Shop, ...behaviours: Behaviour[]): Promise<string> {
  await shop.set(AUTOMATIC)
  const { id, workspaceId } = await shop.offer()
  shop.endpoint.behave(...behaviours)
  await shop.api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, shop.api.clock.now()))
  shop.api.wake()
  return id
}

const createsOf = ({ endpoint }: Shop) => endpoint.requests.filter(({ body }) => body.type === 'refund.create')
const dueIn = async ({ api }: Shop) => {
  for (;;) {
    const job = (await listJobs(api.store.read)).find(({ kind }) => kind === 'refund.create')
    if (job && job.leaseUntil === null) return job.dueAt - api.clock.now()
    await api.call('GET', '/ping')
  }
}
const report = (shop: Shop, id: string, json: object) => shop.api.call('POST', `/actions/${id}/status`, { json })

test('refund.create carries exactly what was previewed and confirmed, under the action id', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop)
  await shop.until(id, 'succeeded')
  const [{ body, headers }] = createsOf(shop) as [ReturnType<typeof createsOf>[0] & object]
  assert.deepEqual(body.data, {
    actionId: id,
    orderId: 'o1',
    customerId: 'c1',
    lines: [],
    reason: 'defect',
    mode: 'execute',
    amount: 1250,
    currency: 'EUR',
  })
  assert.equal(body.idempotencyKey, id)
  assert.equal(headers['service-idempotency-key'], id)
  assert.equal(headers['user-agent'], 'service-actions/1')
  assert.equal(body.createdAt, shop.api.clock.now())
})

test('without a response a refund is tried six times: after 20 s, 80 s, 320 s, 1,280 s and an hour', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, fails, resets, answers({ ok: true }), answers('', 302), answers({}, 404), fails)
  for (const [retry, seconds] of [20, 80, 320, 1_280, 3_600].entries()) {
    await shop.tried(id, retry + 1)
    const wait = await dueIn(shop)
    assert.ok(wait >= seconds * 1_000 && wait <= seconds * 1_100, `retry ${retry + 1} after ${wait} ms`)
    shop.api.clock.advance(wait - 1)
    shop.api.wake()
    await shop.api.call('GET', '/ping')
    assert.equal(createsOf(shop).length, retry + 1)
    shop.api.clock.advance(1)
    shop.api.wake()
  }
  const refund = await shop.until(id, 'failed')
  assert.equal(refund.failureCode, 'no_answer')
  const { deliveries } = await timelineOf(shop.api.store.read, id)
  const tries = deliveries.filter(({ type }) => type === 'refund.create')
  assert.deepEqual(
    tries.map(({ number, httpStatus, verdict }) => [number, httpStatus, verdict]),
    [
      [1, 500, 'no_answer:store_error'],
      [2, null, 'no_answer:connection'],
      [3, 200, 'no_answer:unknown_status'],
      [4, 302, 'no_answer:redirect'],
      [5, 404, 'no_answer:http_status'],
      [6, 500, 'no_answer:store_error'],
    ],
  )
  assert.equal(new Set(createsOf(shop).map(({ body }) => body.id)).size, 6)
  assert.deepEqual(new Set(createsOf(shop).map(({ body }) => body.idempotencyKey)), new Set([id]))
  await until(async () => (await listJobs(shop.api.store.read)).every(({ kind }) => kind !== 'refund.create'))
})

test('a refund that was made but whose response got lost is made once, and succeeds with the next try', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, refundsThenDrops)
  await shop.tried(id, 1)
  shop.api.clock.advance(await dueIn(shop))
  shop.api.wake()
  await shop.until(id, 'succeeded')
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
})

test('a Retry-After moves the next try later, and never earlier', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, answers({}, 503, { 'retry-after': '120' }), answers({}, 503, { 'retry-after': '1' }))
  await shop.tried(id, 1)
  assert.equal(await dueIn(shop), 120_000)
  shop.api.clock.advance(120_000)
  shop.api.wake()
  await shop.tried(id, 2)
  const wait = await dueIn(shop)
  assert.ok(wait >= 80_000 && wait <= 88_000, String(wait))
})

const final: [what: string, behaviour: Behaviour, code: string, message: string | null][] = [
  ['refuses', refuses('already_refunded', 'Refunded by hand'), 'already_refunded', 'Refunded by hand'],
  ['refuses with a 422', refuses('too_late', undefined, 422), 'too_late', null],
  ['refuses with a 500 and a code of its own', refuses('psp_down', 'no', 500), 'psp_down', 'no'],
]
for (const [what, behaviour, code, message] of final) {
  test(`a shop that ${what} ends the refund, with its own message and without another try`, async (t) => {
    const shop = await startShop(t)
    const id = await confirmed(shop, behaviour)
    const refund = await shop.until(id, 'failed')
    assert.deepEqual([refund.failureCode, refund.failureMessage], [code, message])
    shop.api.clock.advance(7_200_000)
    shop.api.wake()
    await shop.api.call('GET', '/ping')
    assert.equal(createsOf(shop).length, 1)
    const [told] = await listMessages(shop.api.store.read, refund.conversationId ?? '')
    assert.match(told?.text ?? '', /€12\.50 could not be made/)
  })
}

test('a rejected signature ends the refund', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, answers({ ok: false, code: 'bad_signature' }, 401))
  assert.equal((await shop.until(id, 'failed')).failureCode, 'bad_signature')
})

test('a refund that was accepted for later waits for the report of the shop', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, acceptsForLater)
  await shop.until(id, 'pending')
  const answer = await report(shop, id, { status: 'succeeded', refundId: 're_77' })
  assert.deepEqual([answer.status, answer.body], [200, { id, status: 'succeeded' }])
  assert.equal((await shop.look(id)).refundId, 're_77')
  const again = await report(shop, id, { status: 'failed', message: 'too late' })
  assert.deepEqual([again.status, again.body], [200, { id, status: 'succeeded' }])
  assert.equal((await shop.look(id)).failureCode, null)
})

test('an outcome without a reference counts, and the delivery names the mistake', async (t) => {
  for (const status of ['succeeded', 'pending'] as const) {
    const shop = await startShop(t)
    const id = await confirmed(shop, answers({ ok: true, status }))
    assert.equal((await shop.until(id, status)).refundId, null)
    const { deliveries } = await timelineOf(shop.api.store.read, id)
    const { verdict, explanation } = deliveries.at(-1) ?? assert.fail()
    assert.equal(verdict, status)
    assert.match(explanation ?? '', /^"refundId" is missing or is not a string\. Respond with your own reference/)
  }
})

test("a report of failure keeps the shop's message", async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, acceptsForLater)
  await shop.until(id, 'pending')
  // Such as the page of a payment provider: a report that was refused for its length would leave the refund pending permanently.
  const message = 'card expired '.repeat(1_000)
  assert.equal((await report(shop, id, { status: 'failed', message })).body.status, 'failed')
  const { failureMessage } = await shop.look(id)
  assert.equal(failureMessage, message)
})

test("an empty reference or message in a report is ignored: the shop's earlier one stays", async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, answers({ ok: true, status: 'pending', refundId: 're_9' }))
  await shop.until(id, 'pending')
  await report(shop, id, { status: 'failed', refundId: '', message: '' })
  const { refundId, failureMessage } = await shop.look(id)
  assert.deepEqual([refundId, failureMessage], ['re_9', null])
})

test('a report wins over the response of the call in progress', async (t) => {
  const shop = await startShop(t)
  let finish = () => {}
  const late: Behaviour = (_, response) => {
    finish = () => response.writeHead(200).end('{"ok":true,"status":"pending","refundId":"late"}')
  }
  const id = await confirmed(shop, late)
  await until(() => createsOf(shop).length > 0)
  assert.equal((await report(shop, id, { status: 'succeeded', refundId: 'early' })).body.status, 'succeeded')
  finish()
  await shop.tried(id, 1)
  assert.deepEqual([(await shop.look(id)).status, (await shop.look(id)).refundId], ['succeeded', 'early'])
})

test('a report between two tries stops the next one', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, fails)
  await shop.tried(id, 1)
  const wait = await dueIn(shop)
  await report(shop, id, { status: 'failed', message: 'done by hand' })
  shop.api.clock.advance(wait)
  shop.api.wake()
  await until(async () => (await listJobs(shop.api.store.read)).every(({ kind }) => kind !== 'refund.create'))
  assert.equal(createsOf(shop).length, 1)
})

test('a report on a waiting refund changes nothing; one on an unknown refund is a 404', async (t) => {
  const shop = await startShop(t)
  const { id } = await shop.start()
  assert.deepEqual((await report(shop, id, { status: 'succeeded' })).body, { id, status: 'awaiting_customer' })
  assert.equal((await report(shop, 'act_none', { status: 'succeeded' })).status, 404)
  for (const body of [{}, { status: 'done' }, { status: 'failed', message: 7 }])
    assert.equal((await report(shop, id, body)).status, 400)
})

test('an operator who discards the job of a refund ends the refund', async (t) => {
  const shop = await startShop(t)
  const id = await confirmed(shop, fails)
  await shop.tried(id, 1)
  await dueIn(shop)
  const { store, clock } = shop.api
  const jobs = await listJobs(store.read)
  const job = jobs.find(({ kind }) => kind === 'refund.create')
  await store.write((tx) => discardJob(tx, jobHandlers(shop.api), job?.id ?? '', clock.now()))
  assert.equal((await shop.look(id)).status, 'failed')
})

test('the job that ends a refund on time cannot be discarded', async (t) => {
  const shop = await startShop(t)
  await shop.offer()
  const { store, clock } = shop.api
  const expiry = (await listJobs(store.read)).find(({ kind }) => kind === 'refund.expire')
  await assert.rejects(
    store.write((tx) => discardJob(tx, jobHandlers(shop.api), expiry?.id ?? '', clock.now())),
    /Cancel the refund instead/,
  )
})

test('an endpoint gets four requests at a time, and one that hangs delays no other workspace', async (t) => {
  // None of the four may give up while the test looks at them.
  const shop = await startShop(t, { outbound: { limitMs: 600_000 } })
  await shop.set(AUTOMATIC)
  const orders = Array.from({ length: 6 }, (_, index) => ({
    id: `many${index}`,
    updatedAt: shop.api.clock.now(),
    customerId: 'c1',
    currency: 'EUR',
    status: 'delivered',
    placedAt: shop.api.clock.now(),
  }))
  await shop.api.push('orders', orders)
  const ids: string[] = []
  for (const { id: orderId } of orders) ids.push((await shop.offer({ orderId })).id)
  shop.endpoint.behave(...Array.from({ length: 6 }, () => hangs))
  const { workspaceId, store, clock } = shop.api
  for (const id of ids) await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  shop.api.wake()
  await until(() => createsOf(shop).length >= 4)
  for (let turn = 0; turn < 20; turn++) await shop.api.call('GET', '/ping')
  assert.equal(createsOf(shop).length, 4)
})

test('a try interrupted by a crash uses up no retry', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { id, workspaceId } = await shop.offer()
  const { store, clock, wake } = shop.api
  shop.endpoint.behave(fails, fails)
  await store.write(async (tx) => {
    for (const number of [1, 2, 3, 4, 5, 6])
      await recordBegin(tx, { workspaceId, refundId: id, deliveryId: newDeliveryId(clock.now()), number }, clock.now())
    await confirmRefund(tx, customer, { workspaceId, id }, clock.now())
  })
  wake()
  for (const [count, seconds] of [
    [1, 20],
    [2, 80],
  ] as const) {
    await shop.tried(id, count)
    const wait = await dueIn(shop)
    assert.ok(wait >= seconds * 1_000 && wait <= seconds * 1_100, `${wait} ms after try ${count}`)
    clock.advance(wait)
    wake()
  }
  await shop.until(id, 'succeeded')
  const { deliveries } = await timelineOf(store.read, id)
  assert.deepEqual(
    deliveries.filter(({ verdict }) => verdict === 'succeeded').map(({ number }) => number),
    [9],
  )
})

test('without the signing secret no try is made or recorded', async (t) => {
  const shop = await startShop(t)
  const { id, workspaceId } = await shop.start()
  const { store, clock, wake } = shop.api
  await store.write(async (tx) => {
    await tx.run('UPDATE refund_settings SET secret = NULL WHERE workspace_id = ?', workspaceId)
    await confirmRefund(tx, customer, { workspaceId, id }, clock.now())
  })
  wake()
  const failed = async () =>
    (await listJobs(store.read)).some(({ lastError }) => lastError?.includes('create a signing secret'))
  await until(failed)
  const { deliveries } = await timelineOf(store.read, id)
  assert.deepEqual(
    deliveries.map(({ type }) => type),
    ['refund.preview'],
  )
  assert.equal((await shop.look(id)).status, 'executing')
})

test('the mode is the setting at the time of the decision, and the same for every try', async (t) => {
  const shop = await startShop(t)
  const { id } = await shop.start()
  await shop.set({ mode: 'request' })
  const { workspaceId, store, clock, wake } = shop.api
  shop.endpoint.behave(fails)
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  wake()
  await shop.tried(id, 1)
  await shop.set({ mode: 'execute' })
  clock.advance(await dueIn(shop))
  wake()
  await shop.until(id, 'pending')
  assert.deepEqual(
    createsOf(shop).map(({ body }) => body.data.mode),
    ['request', 'request'],
  )
})

test('every request to an endpoint is counted by its type and verdict', async (t) => {
  const counted: string[][] = []
  const metrics = {
    ...noMetrics,
    refundDelivery: (type: string, verdict: string) => void counted.push([type, verdict]),
  }
  const shop = await startShop(t, { metrics })
  const id = await confirmed(shop, fails)
  await shop.tried(id, 1)
  shop.api.clock.advance(await dueIn(shop))
  shop.api.wake()
  await shop.until(id, 'succeeded')
  assert.deepEqual(counted, [
    ['refund.preview', 'amount'],
    ['refund.create', 'no_answer'],
    ['refund.create', 'outcome'],
  ])
})
