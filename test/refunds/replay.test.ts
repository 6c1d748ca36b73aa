import assert from 'node:assert/strict'
import { test } from 'node:test'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { replayDelivery } from '../../src/refunds/endpoint/deliveries.ts'
import { testConnection } from '../../src/refunds/endpoint/test-connection.ts'
import { timelineOf } from '../../src/refunds/refunds.ts'
import { owner } from '../support/server.ts'
import { AUTOMATIC, agent, customer, type Shop, startShop } from '../support/shop.ts'
import { acceptsForLater, behavesWell, fails, refuses } from '../support/store-endpoint.ts'

async function refundTo(shop: Shop, status: 'succeeded' | 'pending' | 'failed'): Promise<string> {
  await shop.set(AUTOMATIC)
  const { id } = await shop.start({ note: 'a chip, "here"' })
  const { store, clock, workspaceId, wake } = shop.api
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  wake()
  await shop.until(id, status)
  return id
}

const replay = (shop: Shop, deliveryId: string, url?: string) =>
  replayDelivery(shop.services, owner, { workspaceId: shop.api.workspaceId, deliveryId, url })

const deliveriesOf = async (shop: Shop, id: string) => (await timelineOf(shop.api.store.read, id)).deliveries

test('a replay sends the same body with a new signature, moves no money again and changes nothing', async (t) => {
  const shop = await startShop(t)
  const id = await refundTo(shop, 'succeeded')
  const before = await timelineOf(shop.api.store.read, id)
  const sent = [...shop.endpoint.requests]
  shop.api.clock.advance(60_000)
  for (const delivery of before.deliveries) {
    const { verdict } = await replay(shop, delivery.id)
    assert.equal(verdict.kind, delivery.type === 'refund.create' ? 'outcome' : 'amount')
  }
  const again = shop.endpoint.requests.slice(sent.length)
  assert.deepEqual(
    again.map(({ raw }) => raw),
    sent.map(({ raw }) => raw),
  )
  for (const [index, { headers }] of again.entries()) {
    assert.notEqual(headers['service-signature'], sent[index]?.headers['service-signature'])
    assert.equal(headers['service-idempotency-key'], sent[index]?.headers['service-idempotency-key'])
  }
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
  assert.deepEqual(await timelineOf(shop.api.store.read, id), before)
  assert.equal((await shop.look(id)).status, 'succeeded')
  const audited = await shop.api.store.read.all<{ target: string }>(
    `SELECT target FROM audit_log WHERE action = 'refund_delivery.replayed' ORDER BY at, target`,
  )
  assert.equal(audited.length, before.deliveries.length)
})

test('a response to a replay does not change a pending refund', async (t) => {
  const shop = await startShop(t)
  shop.endpoint.behave(behavesWell, acceptsForLater)
  const id = await refundTo(shop, 'pending')
  const create = (await deliveriesOf(shop, id)).find(({ type }) => type === 'refund.create')
  assert.deepEqual((await replay(shop, create?.id ?? '')).verdict, {
    kind: 'outcome',
    status: 'succeeded',
    refundId: 'rf_1',
    fault: null,
  })
  assert.equal((await shop.look(id)).status, 'pending')
})

test('a replay never repeats a refund that the shop may not have made', async (t) => {
  const shop = await startShop(t)
  shop.endpoint.behave(behavesWell, refuses('closed'))
  const id = await refundTo(shop, 'failed')
  const [preview, create] = await deliveriesOf(shop, id)
  await assert.rejects(replay(shop, create?.id ?? ''), { code: 'CONFLICT', reason: 'not_refunded' })
  assert.equal(shop.endpoint.refunds.size, 0)
  assert.equal((await replay(shop, preview?.id ?? '')).verdict.kind, 'amount')
})

test('a replay may go to another address, under the same rules for addresses', async (t) => {
  const shop = await startShop(t)
  const id = await refundTo(shop, 'succeeded')
  const [preview] = await deliveriesOf(shop, id)
  const elsewhere = await replay(shop, preview?.id ?? '', shop.endpoint.url.replace('/refunds', '/other'))
  assert.equal(elsewhere.verdict.kind, 'amount')
  const refused = await replay(shop, preview?.id ?? '', 'https://169.254.169.254/refunds')
  assert.deepEqual([refused.verdict.kind, refused.httpStatus], ['no_answer', null])
})

test('a ping can be replayed, a quote is not stored, and only managers of the workspace can replay', async (t) => {
  const shop = await startShop(t)
  await testConnection(shop.services, owner, shop.api.workspaceId)
  shop.endpoint.behave(fails)
  await assert.rejects(shop.start())
  const rows = await shop.api.store.read.all<{ id: string; type: string }>(
    'SELECT id, type FROM refund_deliveries ORDER BY id',
  )
  const idOf = (wanted: string) => rows.find(({ type }) => type === wanted)?.id ?? ''
  assert.equal((await replay(shop, idOf('ping'))).verdict.kind, 'ok')
  await assert.rejects(replay(shop, idOf('refund.preview')), { code: 'CONFLICT', reason: 'not_kept' })
  await assert.rejects(replay(shop, 'dlv_none'), { code: 'NOT_FOUND' })
  const ask = { workspaceId: shop.api.workspaceId, deliveryId: idOf('ping') }
  await assert.rejects(replayDelivery(shop.services, agent, ask), { code: 'FORBIDDEN' })
})
