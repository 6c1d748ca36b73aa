import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewOf } from '../../src/refunds/agent-view.ts'
import { approveRefund, confirmRefund } from '../../src/refunds/decisions.ts'
import { leftOf } from '../../src/refunds/left-to-refund.ts'
import { quoteRefund } from '../../src/refunds/offer.ts'
import { AUTOMATIC, agent, customer, ORDER, type Shop, startShop } from '../support/shop.ts'
import { answers } from '../support/store-endpoint.ts'

const EVERYTHING = { ...AUTOMATIC, autoLimit: 10_000_000 }
const named = (amount: number) => answers({ ok: true, amount, currency: 'EUR' })

async function confirm({ api }: Shop, id: string) {
  const { workspaceId, store, clock } = api
  const refund = await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  return viewOf(store.read, refund)
}

for (const how of ['offer', 'start'] as const) {
  test(`a refund of more than its order (${how}) waits for an agent, who sees the reason and the numbers`, async (t) => {
    const shop = await startShop(t)
    const { workspaceId, store, clock, wake } = shop.api
    await shop.set(EVERYTHING)
    shop.endpoint.behave(named(999_900))
    const { id } = await shop[how]()
    const confirmed = await confirm(shop, id)
    assert.equal(confirmed.status, 'awaiting_approval')
    assert.deepEqual(confirmed.approvalReasons, ['over_order_total'])
    assert.deepEqual(confirmed.overOrderTotal, { total: 5_000, refunded: 0, left: 5_000 })
    await store.write((tx) => approveRefund(tx, agent, { workspaceId, id }, clock.now()))
    wake()
    await shop.until(id, 'succeeded')
  })
}

test('the rest of an order is refunded without an agent, and one cent more is not', async (t) => {
  const shop = await startShop(t)
  await shop.set(EVERYTHING)
  await shop.api.push('orders', [{ id: 'o1', updatedAt: '2026-02-21T10:00:00Z', refundedTotal: 1_000 }])
  shop.endpoint.behave(named(4_001))
  const over = await shop.offer()
  assert.equal((await confirm(shop, over.id)).status, 'awaiting_approval')
  await shop.api.push('orders', [{ ...ORDER, id: 'o2', refundedTotal: 1_000 }])
  shop.endpoint.behave(named(4_000))
  const whole = await shop.offer({ orderId: 'o2' })
  assert.equal((await confirm(shop, whole.id)).status, 'executing')
})

test('earlier refunds reduce the rest of an order, also those reported late', async (t) => {
  const shop = await startShop(t)
  await shop.set(EVERYTHING)
  shop.endpoint.behave(named(3_000))
  const { id } = await shop.start({ lines: [{ itemId: 'l1', quantity: 1 }] })
  await confirm(shop, id)
  shop.api.wake()
  await shop.until(id, 'succeeded')
  shop.endpoint.behave(named(2_001))
  const quote = await quoteRefund(shop.services, agent, shop.wish())
  assert.deepEqual(quote.overOrderTotal, { total: 5_000, refunded: 3_000, left: 2_000 })
  shop.endpoint.behave(named(2_000))
  const second = await shop.start({ again: id })
  // While the customer thinks, another one turns out to have been made.
  await shop.api.store.write((tx) =>
    tx.run(
      `INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at, reported_as)
       VALUES ('act_0', ?, 'o1', 'other', '[]', 'execute', 'failed', 500, 'EUR', 'agent', '', 1, 'succeeded')`,
      shop.api.workspaceId,
    ),
  )
  const confirmed = await confirm(shop, second.id)
  assert.deepEqual(confirmed.overOrderTotal, { total: 5_000, refunded: 3_500, left: 1_500 })
})

test('in a trial nothing waits for an agent, whatever the amount', async (t) => {
  const shop = await startShop(t)
  shop.endpoint.behave(named(999_900))
  const { id } = await shop.offer({ conversationId: await shop.talk({ trial: true }) })
  assert.equal((await confirm(shop, id)).status, 'cancelled')
})

test('the rest of an order is known if its total is, in one currency', () => {
  const order = { currency: 'EUR', total: 5_000, refundedTotal: null }
  const made = { status: 'succeeded', reportedAs: null, amount: 2_000, currency: 'EUR' } as const
  const leftAfter = (fields: Partial<typeof order> | object, earlier: object = {}) =>
    leftOf({ ...order, ...fields }, [{ ...made, ...earlier }], 'EUR')?.left
  assert.equal(leftAfter({}), 3_000)
  assert.equal(leftAfter({ refundedTotal: 1_000 }), 2_000)
  assert.equal(leftAfter({ refundedTotal: 4_000 }), 0)
  assert.equal(leftAfter({ total: null }), undefined)
  assert.equal(leftAfter({ currency: 'USD' }), undefined)
  assert.equal(leftAfter({ currency: null }), 3_000)
  assert.equal(leftAfter({}, { currency: 'USD' }), 5_000)
  assert.equal(leftAfter({}, { status: 'failed' }), 5_000)
  assert.equal(leftAfter({}, { status: 'failed', reportedAs: 'succeeded' }), 3_000)
})
