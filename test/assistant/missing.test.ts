import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import { orders } from '../../src/objects/types/order.ts'
import { shipments } from '../../src/objects/types/shipment.ts'
import { hooks } from '../../src/serve/features.ts'
import { SHOP_TIME, sampleAssistant } from '../support/assistant.ts'
import { switchRefundsOn } from '../support/shop-refunds.ts'

const DAY_MS = 86_400_000
const at = (days: number) => SHOP_TIME + days * DAY_MS

type Parcel = { status: string; estimatedDeliveryAt?: number }
const lost: Parcel = { status: 'lost' }
const overdue: Parcel = { status: 'in_transit', estimatedDeliveryAt: at(-2) }
const underWay: Parcel = { status: 'in_transit', estimatedDeliveryAt: at(2) }
const delivered: Parcel = { status: 'delivered' }
const toPickUp: Parcel = { status: 'exception' }

/** What a customer hears who misses an order with these parcels. */
async function missing(t: TestContext, parcels: Parcel[], message: string, { status = 'shipped', isOn = true } = {}) {
  const shop = await sampleAssistant(t, { seeded: false })
  const { store, workspaceId } = shop
  if (isOn) await switchRefundsOn(shop)
  const items = [{ id: 'l1', title: 'Mug', quantity: 2, unitPrice: 1_250 }]
  const order = { id: 'o1', updatedAt: 1, number: '#501', customerId: 'c1', placedAt: at(-9), currency: 'EUR', items }
  await store.write(async (tx) => {
    await push(tx, { resource: orders, workspaceId, hooks }, [prepare(orders, { ...order, total: 2_500, status })], 1)
    const sent = parcels.map((parcel, index) =>
      prepare(shipments, { id: `s${index}`, updatedAt: 1, orderId: 'o1', carrier: 'DHL', ...parcel }),
    )
    if (sent.length > 0) await push(tx, { resource: shipments, workspaceId, hooks }, sent, 1)
  })
  return shop.ask('c1', message)
}

for (const [what, parcels, message, status] of [
  ['is lost', [lost], 'my order never arrived', 'shipped'],
  ['is overdue', [overdue], 'my parcel is late', 'shipped'],
  ['is lost in both parcels', [lost, overdue], 'my order never arrived', 'shipped'],
  ['was not received, though delivered', [delivered], 'it says delivered but nothing came', 'delivered'],
] as const)
  test(`who misses an order that ${what} hears its state, and is offered a refund of it`, async (t) => {
    const { text, offer, handOver } = await missing(t, [...parcels], message, { status })
    assert.match(text, /^I am sorry about that\..*#501/s)
    assert.match(text, /A refund of order #501 can be offered: 2 × Mug\..*\nIf we should look for the parcel instead/s)
    assert.deepEqual([offer?.isOffered, handOver], [true, null])
  })

for (const [what, parcels, message, status] of [
  ['one of two parcels', [lost, delivered], 'my parcel is late', 'shipped'],
  ['a part that was sent', [lost], 'my order never arrived', 'partially_shipped'],
  ['a parcel to pick up', [toPickUp], 'my order never arrived', 'shipped'],
  ['what the shop has refunded', [lost], 'my order never arrived', 'refunded'],
] as const)
  test(`who misses ${what} is handed over, with a draft and without an offer`, async (t) => {
    const { offer, handOver } = await missing(t, [...parcels], message, { status })
    assert.deepEqual([offer, handOver?.reason, handOver?.refundDraft?.kind], [null, 'not_received', 'not_received'])
  })

test('who misses an order is handed over where no refund can be offered, and the draft says why', async (t) => {
  const { text, offer, handOver } = await missing(t, [lost], 'my order never arrived', { isOn: false })
  assert.deepEqual([offer, handOver?.refundDraft?.reason], [null, 'refunds_off'])
  assert.doesNotMatch(text, /refund/)
})

test('what is on its way in time is neither refunded nor handed over', async (t) => {
  const { text, offer, handOver } = await missing(t, [underWay], 'my parcel is late')
  assert.match(text, /#501/)
  assert.deepEqual([offer, handOver], [null, null])
})
