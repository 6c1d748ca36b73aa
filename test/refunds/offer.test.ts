import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listMessages } from '../../src/conversations/conversations.ts'
import { DomainError } from '../../src/lib/errors.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { quoteRefund } from '../../src/refunds/offer.ts'
import { listRefunds, timelineOf } from '../../src/refunds/refunds.ts'
import { owner } from '../support/server.ts'
import { AUTOMATIC, agent, assistant, customer, ORDER, startShop } from '../support/shop.ts'
import { answers, behavesWell, fails, refundsThenDrops, refuses, waits } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'

function refused(code: string, reason?: string) {
  return (error: unknown) => {
    assert.ok(error instanceof DomainError, String(error))
    assert.equal(error.code, code, error.message)
    if (reason) assert.equal(error.reason, reason, error.message)
    return true
  }
}

test('an agent asks for the amount: a preview without an action id and without other effects', async (t) => {
  const { services, endpoint, wish, api } = await startShop(t)
  const lines = [{ itemId: 'l1', quantity: 1 }]
  const quote = await quoteRefund(services, agent, wish({ lines, note: 'handle came off' }))
  assert.deepEqual(quote, { amount: 1250, currency: 'EUR', note: null, overOrderTotal: null, earlier: [] })
  const { body } = endpoint.requests[0] ?? assert.fail()
  assert.equal(body.type, 'refund.preview')
  assert.equal(body.workspace, api.workspaceId)
  assert.equal(body.idempotencyKey, body.id)
  assert.deepEqual(body.data, {
    actionId: '',
    orderId: 'o1',
    customerId: 'c1',
    lines,
    reason: 'defect: handle came off',
    mode: 'execute',
  })
  assert.deepEqual(await listRefunds(api.store.read, api.workspaceId, { limit: 10 }), [])
})

test("a refund that an agent starts waits for its customer, with the shop's amount", async (t) => {
  const { start, endpoint, api } = await startShop(t)
  const refund = await start()
  assert.equal(refund.status, 'awaiting_customer')
  assert.deepEqual([refund.amount, refund.currency, refund.startedBy], [1250, 'EUR', 'agent'])
  assert.equal(refund.expiresAt, api.clock.now() + 60 * 60_000)
  assert.equal(endpoint.requests[0]?.body.data.actionId, '', 'there is no refund yet that the shop could know')
  const { moves, deliveries } = await timelineOf(api.store.read, refund.id)
  assert.deepEqual(
    moves.map(({ from, to, on, actor }) => [from, to, on, actor]),
    [[null, 'awaiting_customer', 'started_by_agent', 'agent ann']],
  )
  assert.deepEqual(
    deliveries.map(({ type, verdict, httpStatus }) => [type, verdict, httpStatus]),
    [['refund.preview', 'amount', 200]],
  )
})

test('only people of the workspace can ask for amounts and start refunds', async (t) => {
  const { services, wish, endpoint } = await startShop(t)
  for (const actor of [customer, assistant])
    await assert.rejects(quoteRefund(services, actor, wish()), refused('FORBIDDEN'))
  assert.equal(endpoint.requests.length, 0)
})

test('an order has one refund at a time, also when two are started at the same moment', async (t) => {
  const { start, endpoint, api } = await startShop(t)
  endpoint.behave(waits(30), waits(30))
  const results = await Promise.allSettled([start(), start()])
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  const loser = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
  refused('CONFLICT', 'refund_active')(loser.reason)
  await assert.rejects(start(), refused('CONFLICT', 'refund_active'))
  assert.equal((await listRefunds(api.store.read, api.workspaceId, { limit: 10 })).length, 1)
  await assert.rejects(
    api.store.write((tx) =>
      tx.run(
        `INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
         VALUES ('act_2', ?, 'o1', 'other', '[]', 'execute', 'pending', 1, 'EUR', 'agent', '', 1)`,
        api.workspaceId,
      ),
    ),
    /UNIQUE/,
  )
})

test('the amount and the history of a refund cannot be changed, not even in the database', async (t) => {
  const { start, api } = await startShop(t)
  const { id } = await start()
  for (const sql of [
    `UPDATE refunds SET amount = 1 WHERE id = '${id}'`,
    `UPDATE refunds SET currency = 'USD' WHERE id = '${id}'`,
    'UPDATE refund_moves SET actor = 1',
    'DELETE FROM refund_moves',
  ])
    await assert.rejects(
      api.store.write((tx) => tx.run(sql)),
      /never changes|append-only/,
    )
})

const noAmount: [what: string, behaviour: ReturnType<typeof answers>, reason: string][] = [
  ['refuses', refuses('too_late', 'After 30 days'), 'refused'],
  ['throws', fails, 'no_answer'],
  ['answers with a fraction', answers({ ok: true, amount: 12.5, currency: 'EUR' }), 'no_answer'],
  ['answers in another currency than the order has', answers({ ok: true, amount: 1, currency: 'USD' }), 'no_answer'],
  ['rejected the signature', answers({ ok: false, code: 'bad_signature' }, 401), 'bad_signature'],
]
for (const [what, behaviour, reason] of noAmount) {
  test(`with a shop that ${what} no refund starts, and no second preview is sent`, async (t) => {
    const { start, endpoint, api } = await startShop(t)
    endpoint.behave(behaviour)
    await assert.rejects(start(), refused('CONFLICT', reason))
    assert.equal(endpoint.requests.length, 1)
    assert.deepEqual(await listRefunds(api.store.read, api.workspaceId, { limit: 10 }), [])
    assert.equal((await start()).status, 'awaiting_customer')
  })
}

test('the assistant offers a refund only to a signed-in customer, for their own order', async (t) => {
  const { offer, talk, endpoint } = await startShop(t)
  for (const conversationId of [null, await talk({ customerId: null }), await talk({ customerId: 'c2' })])
    await assert.rejects(offer({ conversationId }), refused('FORBIDDEN'))
  await assert.rejects(offer({ conversationId: 'conv_none' }), refused('NOT_FOUND'))
  assert.equal(endpoint.requests.length, 0)
  assert.equal((await offer()).startedBy, 'assistant')
})

test("an agent cannot start a refund in another customer's conversation", async (t) => {
  const { api, start, talk, endpoint } = await startShop(t)
  const other = await talk({ customerId: 'c2' })
  await assert.rejects(start({ conversationId: other }), refused('CONFLICT', 'other_customer'))
  assert.equal(endpoint.requests.length, 0)
  await start({ conversationId: await talk({ customerId: null }) })
  await api.push('orders', [{ ...ORDER, id: 'o2', customerId: null }])
  await start({ orderId: 'o2', conversationId: other })
})

test('the assistant writes no note for the shop', async (t) => {
  const { offer, endpoint } = await startShop(t)
  await offer({ note: 'made up' })
  assert.equal(endpoint.requests[0]?.body.data.reason, 'defect')
})

test('the assistant offers nothing after the return period, but an agent may', async (t) => {
  const { offer, start, set, api } = await startShop(t)
  await set({ returnPeriodDays: { defect: 14 } })
  api.clock.advance(20 * 86_400_000)
  await assert.rejects(offer(), refused('CONFLICT', 'outside_period'))
  await api.push('shipments', [
    { id: 's1', updatedAt: 2, orderId: 'o1', deliveredAt: new Date(api.clock.now()).toISOString() },
  ])
  assert.equal((await offer()).status, 'awaiting_customer')
  await assert.rejects(start(), refused('CONFLICT', 'refund_active'))
})

test('the assistant offers an order once, but an agent may refund the rest', async (t) => {
  const { offer, start, set, services, until, api } = await startShop(t)
  const { confirmRefund } = await import('../../src/refunds/decisions.ts')
  await set(AUTOMATIC)
  const lines = [{ itemId: 'l1', quantity: 1 }]
  const { id } = await offer({ lines })
  const ref = { workspaceId: api.workspaceId, id }
  await services.store.write((tx) => confirmRefund(tx, customer, ref, api.clock.now()))
  api.wake()
  await until(id, 'succeeded')
  await assert.rejects(offer({ lines }), refused('CONFLICT', 'already_refunded'))
  await assert.rejects(start({ lines: [{ itemId: 'l1', quantity: 2 }] }), refused('BAD_REQUEST'))
  assert.equal((await start({ lines, again: id })).status, 'awaiting_customer')
})

test('the assistant offers nothing if a refund may have been made without a response, but an agent may', async (t) => {
  const shop = await startShop(t)
  const { set, offer, start, api } = shop
  await set(AUTOMATIC)
  const { id, workspaceId } = await offer()
  shop.endpoint.behave(...Array.from({ length: 6 }, () => refundsThenDrops))
  await api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, api.clock.now()))
  for (let count = 1; count <= 6; count++) {
    api.wake()
    await shop.tried(id, count)
    api.clock.advance(2 * 3_600_000)
  }
  assert.equal((await shop.look(id)).failureCode, 'no_answer')
  await assert.rejects(offer(), refused('CONFLICT', 'outcome_unknown'))
  assert.equal((await start({ again: id })).status, 'awaiting_customer')
})

test('a shop receives only items and quantities of lines, and known reasons', async (t) => {
  const { services, start, wish, endpoint, look } = await startShop(t)
  const line = { itemId: 'l1', quantity: 1, amount: 99_999 }
  const { id } = await start({ lines: [line], note: '' })
  const { lines, reason } = endpoint.requests[0]?.body.data ?? {}
  assert.deepEqual([lines, reason], [[{ itemId: 'l1', quantity: 1 }], 'defect'])
  assert.deepEqual((await look(id)).lines, lines)
  const kind = 'whatever' as 'other'
  await assert.rejects(quoteRefund(services, agent, wish({ kind })), refused('BAD_REQUEST'))
  assert.equal(endpoint.requests.length, 1)
})

test('refunds need a plan, the setting, and a known order', async (t) => {
  const { start, set, api } = await startShop(t)
  await assert.rejects(start({ orderId: 'o9' }), refused('NOT_FOUND'))
  await assert.rejects(start({ note: 'x'.repeat(1_001) }), refused('BAD_REQUEST'))
  await set({ enabled: false })
  await assert.rejects(start(), refused('CONFLICT', 'refunds_off'))
  await set({ enabled: true })
  await api.store.write((tx) => tx.run(`UPDATE workspaces SET plan = 'starter'`))
  await assert.rejects(start(), refused('FORBIDDEN'))
  await api.store.write((tx) => tx.run('UPDATE workspaces SET test = 1'))
  assert.equal((await start()).status, 'awaiting_customer')
})

test("another workspace's order is like an unknown one", async (t) => {
  const { start, api } = await startShop(t)
  const { addWorkspace } = await import('../support/server.ts')
  const { createRefundSecret, changeRefundSettings } = await import('../../src/refunds/change-settings.ts')
  const other = await addWorkspace(api.store, 'other', api.clock)
  const policy = { allowPrivate: false, allowEndpoints: [] }
  await api.store.write(async (tx) => {
    await createRefundSecret(tx, owner, other.workspaceId, api.sealer, 1)
    const change = { endpointUrl: 'https://shop.example/refunds', enabled: true }
    await changeRefundSettings(tx, owner, other.workspaceId, change, policy, 1)
  })
  await assert.rejects(start({ workspaceId: other.workspaceId }), refused('NOT_FOUND'))
})

test('an order that changes during the preview gets no refund of the old amount', async (t) => {
  const { start, endpoint, api } = await startShop(t)
  const pushed = Promise.withResolvers<void>()
  endpoint.behave(async (call, response, shop) => {
    await pushed.promise
    return behavesWell(call, response, shop)
  })
  const starting = start()
  starting.catch(() => {})
  await until(() => endpoint.requests.length > 0)
  await api.push('orders', [{ id: 'o1', updatedAt: '2026-03-01T00:00:00Z', total: 1 }])
  pushed.resolve()
  await assert.rejects(starting, refused('CONFLICT', 'order_changed'))
})

test('an order that changes later cancels its waiting refund, unless the change is irrelevant', async (t) => {
  const { start, look, api } = await startShop(t)
  const { id } = await start()
  await api.push('orders', [{ id: 'o1', updatedAt: '2026-03-01T00:00:00Z', note: 'ring twice', status: 'shipped' }])
  assert.equal((await look(id)).status, 'awaiting_customer')
  await api.call('POST', '/orders/bulk', {
    json: { data: [{ id: 'o1', updatedAt: '2026-03-01T00:00:01Z', items: ORDER.items.slice(1) }] },
  })
  await until(async () => (await look(id)).status !== 'awaiting_customer')
  assert.equal((await look(id)).status, 'cancelled')
})

test('erasing an order, or turning refunds off, cancels waiting refunds', async (t) => {
  const { start, look, set, api } = await startShop(t)
  const first = await start()
  await set({ enabled: false })
  assert.equal((await look(first.id)).status, 'cancelled')
  await set({ enabled: true })
  const second = await start()
  assert.equal((await api.call('DELETE', '/orders/o1')).status, 204)
  assert.equal((await look(second.id)).status, 'cancelled')
  const actions = await api.store.read.all<{ action: string }>(
    `SELECT action FROM audit_log WHERE action LIKE 'refund.%' ORDER BY rowid`,
  )
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['refund.awaiting_customer', 'refund.cancelled', 'refund.awaiting_customer', 'refund.cancelled'],
  )
})

test('an offer for another order cancels the waiting refund of its conversation only', async (t) => {
  const { offer, start, talk, look, services, api } = await startShop(t)
  const { confirmRefund } = await import('../../src/refunds/decisions.ts')
  await api.push(
    'orders',
    ['o2', 'o3', 'o4'].map((id) => ({ ...ORDER, id })),
  )
  const conversationId = await talk()
  const elsewhere = await offer({ orderId: 'o4' })
  const first = await offer({ conversationId })
  const ref = { workspaceId: api.workspaceId, id: first.id }
  await services.store.write((tx) => confirmRefund(tx, customer, ref, api.clock.now()))
  assert.equal((await look(first.id)).status, 'awaiting_approval')
  const second = await offer({ conversationId, orderId: 'o2' })
  assert.equal((await look(first.id)).status, 'cancelled')
  assert.equal((await look(second.id)).status, 'awaiting_customer')
  const { moves } = await timelineOf(api.store.read, first.id)
  assert.deepEqual(
    [moves.at(-1)?.on, moves.at(-1)?.actor, moves.at(-1)?.reason],
    ['conversation_moved_on', 'storewire', 'a refund of order o2 was offered'],
  )
  await start({ conversationId, orderId: 'o3' })
  assert.equal((await look(second.id)).status, 'cancelled')
  assert.equal((await look(elsewhere.id)).status, 'awaiting_customer')
})

test('a refused preview cancels nothing in the conversation', async (t) => {
  const { offer, talk, look, endpoint, api } = await startShop(t)
  await api.push('orders', [{ ...ORDER, id: 'o2' }])
  const conversationId = await talk()
  const { id } = await offer({ conversationId })
  endpoint.behave(refuses('too_late'))
  await assert.rejects(offer({ conversationId, orderId: 'o2' }), refused('CONFLICT', 'refused'))
  assert.equal((await look(id)).status, 'awaiting_customer')
})

test('in a trial the customer can confirm, and no refund is sent', async (t) => {
  const { offer, talk, set, services, endpoint, api } = await startShop(t)
  const { confirmRefund } = await import('../../src/refunds/decisions.ts')
  await set(AUTOMATIC)
  const conversationId = await talk({ trial: true })
  const { id, workspaceId } = await offer({ conversationId })
  const refund = await services.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, api.clock.now()))
  assert.equal(refund.status, 'cancelled')
  api.wake()
  const messages = await listMessages(api.store.read, conversationId)
  assert.deepEqual(
    messages.map(({ author, text }) => [author, text]),
    [['system', 'This was a trial: no money was refunded.']],
  )
  assert.equal((await timelineOf(api.store.read, id)).moves.at(-1)?.reason, 'trial')
  assert.deepEqual(await api.store.read.all(`SELECT kind FROM jobs WHERE kind = 'refund.create'`), [])
  assert.deepEqual(
    endpoint.requests.map(({ body }) => body.type),
    ['refund.preview'],
  )
})
