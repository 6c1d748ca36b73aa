import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { listMessages } from '../../src/conversations/conversations.ts'
import { listJobs, retryJob } from '../../src/jobs/jobs.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { approveRefund, cancelRefund, confirmRefund, declineRefund, rejectRefund } from '../../src/refunds/decisions.ts'
import { timelineOf } from '../../src/refunds/refunds.ts'
import { jobHandlers } from '../../src/serve/features.ts'
import { addWorkspace } from '../support/server.ts'
import { AUTOMATIC, agent, assistant, customer, type Shop, startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

type Decide = typeof approveRefund

/** Decides on a refund as the server does. */
function decide({ api }: Shop, how: Decide, actor: Actor, id: string) {
  const ref = { workspaceId: api.workspaceId, id }
  return api.store.write((tx) => how(tx, actor, ref, api.clock.now()))
}

/** What the customer was told of a refund, each in a conversation of its own. */
async function told(shop: Shop, id: string): Promise<string[]> {
  const { conversationId } = await shop.look(id)
  return (await listMessages(shop.api.store.read, conversationId ?? '')).map(({ text }) => text)
}

const conflicting = (reason: string) => (error: unknown) => {
  assert.ok(error instanceof DomainError)
  assert.deepEqual([error.code, error.reason], ['CONFLICT', reason])
  return true
}

test('a refund within the policy is made as soon as the customer confirms', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { id } = await shop.offer()
  assert.equal((await decide(shop, confirmRefund, customer, id)).status, 'executing')
  shop.api.wake()
  const refund = await shop.until(id, 'succeeded')
  assert.equal(refund.refundId, 'rf_1')
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
  const messages = await listMessages(shop.api.store.read, refund.conversationId ?? '')
  assert.deepEqual(
    messages.map(({ text }) => text),
    ['Your refund of €12.50 has been made.'],
  )
})

const held: [change: object, reasons: string][] = [
  [{ autoLimit: 1_249 }, 'over_limit'],
  [{ limitCurrency: 'USD' }, 'other_currency'],
  [{ frozen: true }, 'frozen'],
  [{ rungs: { defect: 3 } }, 'rung'],
  [{ frozen: true, rungs: { defect: 0 } }, 'frozen, rung'],
]
for (const [change, reasons] of held) {
  test(`a refund that is held for ${reasons} waits for an agent, and is made when one approves`, async (t) => {
    const shop = await startShop(t)
    await shop.set({ ...AUTOMATIC, ...change })
    const { id } = await shop.offer()
    const waiting = await decide(shop, confirmRefund, customer, id)
    assert.equal(waiting.status, 'awaiting_approval')
    assert.equal(waiting.expiresAt, shop.api.clock.now() + 72 * 3_600_000)
    assert.equal((await timelineOf(shop.api.store.read, id)).moves.at(-1)?.reason, reasons)
    await decide(shop, approveRefund, agent, id)
    shop.api.wake()
    await shop.until(id, 'succeeded')
    assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
  })
}

test('a refund that an agent started needs no other agent', async (t) => {
  const shop = await startShop(t)
  const { id } = await shop.start()
  assert.equal((await decide(shop, confirmRefund, customer, id)).status, 'executing')
})

test('a customer may decline, an agent reject, and the assistant or an agent cancel', async (t) => {
  const shop = await startShop(t)
  const ends: [Decide, Actor, boolean, string][] = [
    [declineRefund, customer, false, 'declined'],
    [cancelRefund, assistant, false, 'cancelled'],
    [cancelRefund, assistant, true, 'cancelled'],
    [rejectRefund, agent, true, 'rejected'],
  ]
  for (const [how, actor, confirmed, status] of ends) {
    const { id } = await shop.offer()
    if (confirmed) await decide(shop, confirmRefund, customer, id)
    assert.equal((await decide(shop, how, actor, id)).status, status)
    for (const again of [confirmRefund, declineRefund, approveRefund, rejectRefund, cancelRefund])
      await assert.rejects(decide(shop, again, agent, id), conflicting('wrong_status'))
    assert.equal((await shop.look(id)).status, status)
  }
  assert.equal(shop.endpoint.refunds.size, 0)
})

test('a decision in the wrong status is rejected with the status of the refund', async (t) => {
  const shop = await startShop(t)
  const { id } = await shop.offer()
  const says = (how: Decide, actor: Actor, message: RegExp) =>
    assert.rejects(decide(shop, how, actor, id), { code: 'CONFLICT', message })
  await says(approveRefund, agent, /waiting for the customer's decision/)
  await decide(shop, confirmRefund, customer, id)
  await says(declineRefund, customer, /waiting for an agent's approval/)
  await decide(shop, rejectRefund, agent, id)
  await says(approveRefund, agent, /is rejected, which is final/)
})

test('a customer cannot approve a refund', async (t) => {
  const shop = await startShop(t)
  const { id } = await shop.offer()
  await decide(shop, confirmRefund, customer, id)
  for (const how of [approveRefund, rejectRefund])
    await assert.rejects(decide(shop, how, customer, id), { code: 'FORBIDDEN' })
  assert.equal((await shop.look(id)).status, 'awaiting_approval')
})

test("another workspace's refund is like an unknown one", async (t) => {
  const shop = await startShop(t)
  const { id } = await shop.start()
  const { workspaceId } = await addWorkspace(shop.api.store, 'other', shop.api.clock)
  for (const how of [confirmRefund, declineRefund, approveRefund, rejectRefund, cancelRefund])
    await assert.rejects(
      shop.api.store.write((tx) => how(tx, agent, { workspaceId, id }, 1)),
      { code: 'NOT_FOUND' },
    )
})

test('a refund without a decision expires: after an hour for the customer, after three days for an agent', async (t) => {
  const shop = await startShop(t)
  const { clock, wake } = shop.api
  const first = await shop.offer()
  clock.advance(60 * 60_000 - 1)
  wake()
  await shop.api.call('GET', '/ping')
  assert.equal((await shop.look(first.id)).status, 'awaiting_customer')
  clock.advance(1)
  await assert.rejects(decide(shop, confirmRefund, customer, first.id), conflicting('expired'))
  wake()
  await shop.until(first.id, 'expired')

  const second = await shop.offer()
  await decide(shop, confirmRefund, customer, second.id)
  clock.advance(60 * 60_000)
  wake()
  for (let turn = 0; turn < 20; turn++) await shop.api.call('GET', '/ping')
  assert.equal((await shop.look(second.id)).status, 'awaiting_approval')
  clock.advance(71 * 60 * 60_000)
  await assert.rejects(decide(shop, approveRefund, agent, second.id), conflicting('expired'))
  wake()
  await shop.until(second.id, 'expired')
  assert.deepEqual(await told(shop, first.id), ['The offer to refund €12.50 has expired.'])
  const late = 'Your refund of €12.50 was not approved in time. Ask again if you still want it.'
  assert.deepEqual(await told(shop, second.id), [late])
})

test('a customer who confirmed a refund gets a message when it is cancelled, others do not', async (t) => {
  const shop = await startShop(t)
  const offer = await shop.offer()
  await decide(shop, cancelRefund, assistant, offer.id)
  const { id } = await shop.offer()
  await decide(shop, confirmRefund, customer, id)
  await shop.api.push('orders', [{ id: 'o1', updatedAt: '2026-02-21T10:00:00Z', total: 1 }])
  assert.equal((await shop.look(id)).status, 'cancelled')
  assert.deepEqual(await told(shop, offer.id), [])
  const cancelled = 'Your refund of €12.50 was cancelled before it was made. Ask again if you still want it.'
  assert.deepEqual(await told(shop, id), [cancelled])
})

test('a refund expires on time even if an operator ran its job earlier', async (t) => {
  const shop = await startShop(t)
  const { store, clock, wake } = shop.api
  const { id, expiresAt } = await shop.offer()
  const expiry = async () => (await listJobs(store.read)).find(({ subject }) => subject === id)
  await store.write(async (tx) => retryJob(tx, jobHandlers(shop.api), (await expiry())?.id ?? '', clock.now()))
  wake()
  await until(async () => (await expiry())?.dueAt === expiresAt)
  assert.equal((await shop.look(id)).status, 'awaiting_customer')
  clock.advance(60 * 60_000)
  wake()
  await shop.until(id, 'expired')
})
