import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../src/refunds/agent-view.ts'
import { confirmRefund, declineRefund } from '../../src/refunds/decisions.ts'
import { quoteRefund } from '../../src/refunds/offer.ts'
import { refundsOfCustomer, timelineOf } from '../../src/refunds/refunds.ts'
import { eventsAfter } from '../../src/widget/events.ts'
import { plansOf } from '../support/query-plans.ts'
import { AUTOMATIC, agent, customer, type Shop, startShop } from '../support/shop.ts'
import { answers, type Behaviour, fails, refundsThenDrops, refuses } from '../support/store-endpoint.ts'

const LINE = { lines: [{ itemId: 'l1', quantity: 1 }] }

/** A refund of one mug that has come to its end, its tries meeting these behaviours. */
async function ended(shop: Shop, status: 'succeeded' | 'failed', ...tries: Behaviour[]): Promise<string> {
  await shop.set(AUTOMATIC)
  const { id, workspaceId } = await shop.start(LINE)
  shop.endpoint.behave(...tries)
  const { store, clock, wake } = shop.api
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  for (let count = 1; count <= Math.max(1, tries.length); count++) {
    wake()
    await shop.tried(id, count)
    clock.advance(2 * 3_600_000)
  }
  await shop.until(id, status)
  return id
}

const unanswered = Array.from({ length: 6 }, () => refundsThenDrops)

const report = ({ api }: Shop, id: string, json: object) => api.call('POST', `/actions/${id}/status`, { json })

const view = async (shop: Shop, id: string) => viewOf(shop.api.store.read, await shop.look(id))

const movesOf = async ({ api }: Shop, id: string) => (await timelineOf(api.store.read, id)).moves

const refused = (reason: string, message?: RegExp) => (error: unknown) => {
  const { code, reason: why, message: told } = error as { code: string; reason: string; message: string }
  assert.deepEqual([code, why], ['CONFLICT', reason])
  if (message) assert.match(told, message)
  return true
}

test('a report that comes after a refund failed is stored with it, in its history and in the audit log', async (t) => {
  const shop = await startShop(t)
  const id = await ended(shop, 'failed', ...unanswered)
  const before = await movesOf(shop, id)
  const answer = await report(shop, id, { status: 'succeeded', refundId: 're_9', message: 'found it' })
  assert.deepEqual([answer.status, answer.body], [200, { id, status: 'failed' }])
  const refund = await view(shop, id)
  assert.deepEqual([refund.status, refund.reportedAs, refund.possiblyRefunded], ['failed', 'succeeded', true])
  const [kept, ...more] = (await movesOf(shop, id)).slice(before.length)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [kept?.from, kept?.to, kept?.on, kept?.reason],
    ['failed', 'failed', 'reported_succeeded', 'refundId re_9, found it'],
  )
  const logged = await shop.api.store.read.all<{ details: string }>(
    `SELECT details FROM audit_log WHERE action = 'refund.reported_late' AND target = ?`,
    id,
  )
  assert.deepEqual(
    logged.map(({ details }) => JSON.parse(details)),
    [
      {
        ...{ status: 'failed', on: 'reported_succeeded', amount: 1250, currency: 'EUR' },
        ...{ refundId: 're_9', reason: 'found it' },
      },
    ],
  )
})

test('the first late report of each outcome is stored, and one of success counts', async (t) => {
  const shop = await startShop(t)
  const id = await ended(shop, 'failed', ...unanswered)
  const before = (await movesOf(shop, id)).length
  const states = []
  for (const status of ['failed', 'failed', 'succeeded', 'succeeded', 'failed']) {
    assert.equal((await report(shop, id, { status })).body.status, 'failed')
    const { reportedAs, possiblyRefunded } = await view(shop, id)
    states.push([reportedAs, possiblyRefunded, (await movesOf(shop, id)).length - before])
  }
  assert.deepEqual(states, [
    ['failed', false, 1],
    ['failed', false, 1],
    ['succeeded', true, 2],
    ['succeeded', true, 2],
    ['succeeded', true, 2],
  ])
})

test('a late report is stored for finished refunds, and not for waiting ones', async (t) => {
  const shop = await startShop(t)
  const { store, clock } = shop.api
  const { id, workspaceId } = await shop.start()
  assert.equal((await report(shop, id, { status: 'succeeded' })).body.status, 'awaiting_customer')
  assert.equal((await shop.look(id)).reportedAs, null)
  await store.write((tx) => declineRefund(tx, customer, { workspaceId, id }, clock.now()))
  assert.equal((await report(shop, id, { status: 'succeeded' })).body.status, 'declined')
  assert.equal((await view(shop, id)).possiblyRefunded, true)
  await assert.rejects(shop.start(), refused('refunded_before'))
})

test('a customer is not informed of a late report', async (t) => {
  const shop = await startShop(t)
  const conversationId = await shop.talk()
  const { id, workspaceId } = await shop.start({ conversationId })
  await shop.api.store.write((tx) => declineRefund(tx, customer, { workspaceId, id }, shop.api.clock.now()))
  const told = () => eventsAfter(shop.api.store.read, conversationId, '')
  const before = await told()
  await report(shop, id, { status: 'succeeded' })
  assert.equal((await movesOf(shop, id)).length, 3)
  assert.deepEqual(await told(), before)
})

const doubts: [what: string, tries: Behaviour[], isPossible: boolean][] = [
  ['never got a response', unanswered, true],
  ['was refused at once', [refuses('too_late')], false],
  ['was refused after a try without a response', [refundsThenDrops, refuses('already_refunded')], true],
  ['had its signature rejected at once', [answers({ ok: false, code: 'bad_signature' }, 401)], false],
  ['had its signature rejected after a failure', [fails, answers({ ok: false, code: 'bad_signature' }, 401)], true],
]
for (const [what, tries, isPossible] of doubts) {
  test(`a refund that ${what} ${isPossible ? 'may have been' : 'was not'} made`, async (t) => {
    const shop = await startShop(t)
    const id = await ended(shop, 'failed', ...tries)
    assert.equal((await view(shop, id)).possiblyRefunded, isPossible)
    if (isPossible) {
      await assert.rejects(shop.offer(LINE), refused('outcome_unknown'))
      await assert.rejects(shop.start(LINE), refused('refunded_before', /may have been refunded/))
    } else assert.equal((await shop.offer(LINE)).status, 'awaiting_customer')
  })
}

test('a refund that the shop reported as failed was not made, even if earlier tries had no response', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { id, workspaceId } = await shop.start(LINE)
  shop.endpoint.behave(fails)
  await shop.api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, shop.api.clock.now()))
  shop.api.wake()
  await shop.tried(id, 1)
  assert.equal((await report(shop, id, { status: 'failed', message: 'no funds' })).body.status, 'failed')
  assert.equal((await view(shop, id)).possiblyRefunded, false)
  assert.equal((await shop.start(LINE)).status, 'awaiting_customer')
})

test('an order that was, or may have been, refunded is refunded again only if the newest refund is named', async (t) => {
  const shop = await startShop(t)
  const first = await ended(shop, 'succeeded')
  await assert.rejects(
    shop.start(LINE),
    refused('refunded_before', new RegExp(`${first} of .*, 12\\.50 EUR, succeeded.*again ${first}`)),
  )
  assert.equal(shop.endpoint.requests.length, 2, 'the shop was not asked')
  const { id: second } = await shop.start({ ...LINE, again: first })
  assert.equal((await movesOf(shop, second))[0]?.reason, `again ${first}`)
  const { workspaceId, store, clock, wake } = shop.api
  shop.endpoint.behave(...unanswered)
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id: second }, clock.now()))
  for (let count = 1; count <= 6; count++) {
    wake()
    await shop.tried(second, count)
    clock.advance(2 * 3_600_000)
  }
  await shop.until(second, 'failed')
  const both = new RegExp(`${second} of .*may have been refunded; ${first} of .*succeeded.*again ${second}`)
  for (const again of [null, first, 'act_none']) {
    await assert.rejects(shop.start({ ...LINE, again }), refused('refunded_before', both))
  }
  const { earlier } = await quoteRefund(shop.services, agent, shop.wish())
  assert.deepEqual(
    earlier.map(({ id }) => id),
    [second, first],
  )
  await assert.rejects(shop.offer(), refused('already_refunded'))
  assert.equal((await shop.start({ ...LINE, again: second })).status, 'awaiting_customer')
})

test('an earlier refund may be named only if the order has one', async (t) => {
  const shop = await startShop(t)
  await assert.rejects(shop.start({ again: 'act_1' }), { code: 'BAD_REQUEST', message: /has no earlier refund/ })
  const { id, workspaceId } = await shop.start()
  await shop.api.store.write((tx) => declineRefund(tx, customer, { workspaceId, id }, shop.api.clock.now()))
  await assert.rejects(shop.start({ again: id }), { code: 'BAD_REQUEST' })
  assert.equal((await shop.start()).status, 'awaiting_customer')
})

test('the refunds of a customer are found without those of others, the newest first', async (t) => {
  const shop = await startShop(t)
  const first = await ended(shop, 'succeeded')
  const { store, workspaceId, clock } = shop.api
  const wanted = { customerId: 'c1', orderId: null, since: clock.now() - 86_400_000, limit: 5 }
  const found = async (change: object) =>
    (await refundsOfCustomer(store.read, workspaceId, { ...wanted, ...change })).map(({ id }) => id)
  assert.deepEqual(await found({}), [first])
  assert.deepEqual(await found({ customerId: 'c2' }), [])
  assert.deepEqual(await found({ since: clock.now() }), [])
  assert.deepEqual(await found({ since: clock.now(), orderId: 'o1' }), [first])
  const plans = await plansOf(store.read, (reader) => refundsOfCustomer(reader, workspaceId, wanted))
  assert.match([...plans.values()].join(), /refunds_by_customer \(workspace_id=\? AND customer_id=\?\)/)
})
