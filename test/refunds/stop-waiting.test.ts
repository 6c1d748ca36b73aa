import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMessages } from '../../src/conversations/conversations.ts'
import { viewOf } from '../../src/refunds/agent-view.ts'
import { confirmRefund, stopWaiting } from '../../src/refunds/decisions.ts'
import { timelineOf } from '../../src/refunds/refunds.ts'
import { AUTOMATIC, agent, customer, type Shop, startShop } from '../support/shop.ts'
import { acceptsForLater, behavesWell } from '../support/store-endpoint.ts'

const DAY_MS = 86_400_000

async function pending(shop: Shop): Promise<string> {
  await shop.set(AUTOMATIC)
  shop.endpoint.behave(behavesWell, acceptsForLater)
  const { id, workspaceId } = await shop.offer()
  const { store, clock, wake } = shop.api
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  wake()
  await shop.until(id, 'pending')
  return id
}

const stop = ({ api }: Shop, id: string, { actor = agent, reason = 'They never answer' as string | null } = {}) =>
  api.store.write((tx) => stopWaiting(tx, actor, { workspaceId: api.workspaceId, id, reason }, api.clock.now()))

test('after 14 days an agent can stop waiting for a report, and a new refund may name this one', async (t) => {
  const shop = await startShop(t)
  const id = await pending(shop)
  shop.api.clock.advance(14 * DAY_MS - 1)
  await assert.rejects(stop(shop, id), { code: 'CONFLICT', message: /The shop has 14 days .* Wait until 2026-/ })
  shop.api.clock.advance(1)
  await stop(shop, id)
  const refund = await viewOf(shop.api.store.read, await shop.look(id))
  assert.deepEqual(
    [refund.status, refund.failureCode, refund.failureMessage, refund.possiblyRefunded],
    ['failed', 'no_report', 'They never answer', true],
  )
  const { moves } = await timelineOf(shop.api.store.read, id)
  const { from, to, on, actor, reason } = moves.at(-1) ?? assert.fail()
  assert.deepEqual(
    [from, to, on, actor, reason],
    ['pending', 'failed', 'agent_stopped_waiting', 'agent ann', 'They never answer'],
  )
  const messages = await listMessages(shop.api.store.read, refund.conversationId ?? '')
  assert.match(messages.at(-1)?.text ?? '', /could not find out whether your refund of €12\.50 was made/)
  await assert.rejects(shop.offer(), { code: 'CONFLICT', reason: 'outcome_unknown' })
  await assert.rejects(shop.start(), /may have been refunded/)
  assert.equal((await shop.start({ again: id })).status, 'awaiting_customer')
  const late = await shop.api.call('POST', `/actions/${id}/status`, { json: { status: 'succeeded' } })
  assert.equal(late.body.status, 'failed')
  assert.equal((await shop.look(id)).reportedAs, 'succeeded')
})

test("the time for the shop's report is a setting", async (t) => {
  const shop = await startShop(t)
  const id = await pending(shop)
  await shop.set({ pendingTimeoutDays: 2 })
  shop.api.clock.advance(2 * DAY_MS)
  assert.equal((await stop(shop, id)).status, 'failed')
  for (const pendingTimeoutDays of [0, 1.5, 366])
    await assert.rejects(shop.set({ pendingTimeoutDays }), { code: 'BAD_REQUEST', message: /in days must be/ })
})

test('only people of the workspace can stop waiting, with a reason, and only for pending refunds', async (t) => {
  const shop = await startShop(t)
  const id = await pending(shop)
  shop.api.clock.advance(15 * DAY_MS)
  await assert.rejects(stop(shop, id, { actor: customer }), { code: 'FORBIDDEN' })
  for (const reason of [null, '', ' \n', 'x'.repeat(1_001)])
    await assert.rejects(stop(shop, id, { reason }), { code: 'BAD_REQUEST', message: /reason must have 1 to 1000/ })
  await assert.rejects(stop(shop, 'act_none'), { code: 'NOT_FOUND' })
  assert.equal((await shop.look(id)).status, 'pending')
  await stop(shop, id)
  await assert.rejects(stop(shop, id), { code: 'CONFLICT', message: /is failed, which is final/ })
})
