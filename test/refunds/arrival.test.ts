import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefundDue, type OrderProgress, type Parcel } from '../../src/refunds/arrival.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { fc } from '../support/properties.ts'
import { AUTOMATIC, customer, startShop } from '../support/shop.ts'
import { behavesWell, refuses } from '../support/store-endpoint.ts'

const DAY = 86_400_000
const NOW = Date.parse('2026-03-01T09:00:00Z')
const at = (text: string) => Date.parse(text)

const parcel = (fields: Partial<Parcel> = {}): Parcel => ({
  ...{ status: 'in_transit', expectedAt: null, expectedUntil: null, deliveredAt: null, itemIds: [] },
  ...fields,
})
const order = (fields: Partial<OrderProgress> = {}): OrderProgress => ({
  ...{ status: 'shipped', deliveredAt: null, updatedAt: NOW - DAY, parcels: [] },
  ...fields,
})
const isDue = (progress: OrderProgress, { lines = [] as string[], days = null as number | null } = {}) =>
  isRefundDue(progress, lines, days, NOW)

const due: [what: string, progress: OrderProgress][] = [
  ['that is delivered', order({ status: 'delivered' })],
  ['that is returned', order({ status: 'returned' })],
  ['with a delivery in the past', order({ status: null, deliveredAt: NOW })],
  ...['delivered', 'lost', 'exception', 'returned_to_sender'].map((status): [string, OrderProgress] => [
    `of which a parcel is ${status}`,
    order({ parcels: [parcel(), parcel({ status })] }),
  ]),
  ['with a parcel that was delivered', order({ parcels: [parcel({ status: null, deliveredAt: NOW - 1 })] })],
  ['with a parcel that was due yesterday', order({ parcels: [parcel({ expectedAt: at('2026-02-28T23:59Z') })] })],
  [
    'with a parcel whose last day was yesterday',
    order({ parcels: [parcel({ expectedAt: at('2026-02-25'), expectedUntil: at('2026-02-28') })] }),
  ],
]
for (const [what, progress] of due)
  test(`the assistant may offer a refund of an order ${what}`, () => assert.ok(isDue(progress)))

const notDue: [what: string, progress: OrderProgress][] = [
  ...[null, 'pending', 'processing', 'partially_shipped', 'shipped', 'cancelled', 'refunded'].map(
    (status): [string, OrderProgress] => [`that is ${status ?? 'without a status'}`, order({ status })],
  ),
  ['with a delivery in the future', order({ deliveredAt: NOW + 1 })],
  ...[null, 'label_created', 'in_transit', 'out_for_delivery', 'delayed'].flatMap(
    (status): [string, OrderProgress][] => [
      [`with a parcel that is ${status ?? 'without a status'}`, order({ parcels: [parcel({ status })] })],
      [
        `with a parcel that is ${status ?? 'without a status'} and due tomorrow`,
        order({ parcels: [parcel({ status, expectedAt: NOW + DAY })] }),
      ],
    ],
  ),
  ['with a parcel that is due today', order({ parcels: [parcel({ expectedAt: at('2026-03-01T00:00Z') })] })],
  [
    'within its days',
    order({ parcels: [parcel({ expectedAt: at('2026-02-25'), expectedUntil: at('2026-03-01T00:00Z') })] }),
  ],
  ['with a parcel that will be delivered', order({ parcels: [parcel({ deliveredAt: NOW + 1 })] })],
]
for (const [what, progress] of notDue)
  test(`the assistant offers no refund of an order ${what}`, () => assert.ok(!isDue(progress)))

test('a shipped order without parcels counts as delivered some days after its last change, if the shop says so', () => {
  const changed = (days: number) => order({ updatedAt: NOW - days * DAY })
  assert.ok(isDue(changed(8), { days: 7 }))
  assert.ok(!isDue(changed(7), { days: 7 }))
  assert.ok(!isDue(changed(400)))
  assert.ok(!isDue(order({ updatedAt: NOW + DAY }), { days: 1 }))
  for (const status of [null, 'pending', 'processing', 'partially_shipped', 'cancelled'])
    assert.ok(!isDue({ ...changed(400), status }, { days: 1 }), String(status))
  assert.ok(!isDue({ ...changed(400), parcels: [parcel()] }, { days: 1 }))
})

test('of parcels that say what is in them, only those with a wanted line count', () => {
  const parcels = [parcel({ status: 'delivered', itemIds: ['l1'] }), parcel({ itemIds: ['l2'] })]
  assert.ok(isDue(order({ parcels }), { lines: ['l1'] }))
  assert.ok(!isDue(order({ parcels }), { lines: ['l2'] }))
  assert.ok(!isDue(order({ parcels }), { lines: ['l3'] }))
  assert.ok(isDue(order({ parcels }), { lines: ['l1', 'l2'] }))
  assert.ok(isDue(order({ parcels })))
  assert.ok(isDue(order({ parcels: [parcel({ status: 'delivered' })] }), { lines: ['l2'] }))
})

test('what may be offered may be offered later, too', () => {
  const time = fc.option(fc.integer({ min: NOW - 9 * DAY, max: NOW + 9 * DAY }))
  const some = fc.record({
    status: fc.constantFrom(null, 'label_created', 'in_transit', 'delayed', 'delivered', 'lost'),
    ...{ expectedAt: time, expectedUntil: time, deliveredAt: time },
    itemIds: fc.constant<string[]>([]),
  })
  const orders = fc.record({
    status: fc.constantFrom(null, 'processing', 'shipped', 'delivered'),
    ...{ deliveredAt: time, updatedAt: time.map((one) => one ?? 0), parcels: fc.array(some, { maxLength: 2 }) },
  })
  fc.assert(
    fc.property(orders, fc.option(fc.integer({ min: 1, max: 9 })), fc.nat(20 * DAY), (progress, days, later) => {
      if (isRefundDue(progress, [], days, NOW)) assert.ok(isRefundDue(progress, [], days, NOW + later))
    }),
  )
})

const ON_ITS_WAY = { id: 's1', orderId: 'o1', status: 'in_transit' }

test('no way to an offer of the assistant leads past what is on its way in time; agents are not bound by it', async (t) => {
  const { api, endpoint, offer, start } = await startShop(t)
  await api.push('orders', [{ id: 'o1', updatedAt: '2026-02-21T10:00:00Z', status: 'shipped' }])
  await api.push('shipments', [{ ...ON_ITS_WAY, updatedAt: 1, estimatedDeliveryAt: '2099-01-01T00:00:00Z' }])
  await assert.rejects(offer(), { code: 'CONFLICT', reason: 'not_due' })
  assert.equal(endpoint.requests.length, 0, 'the shop is not asked for an amount')
  assert.equal((await start()).status, 'awaiting_customer')
})

test('an offer whose order is in time again is cancelled when the customer confirms it', async (t) => {
  const { api, endpoint, set, offer } = await startShop(t)
  const { store, clock, workspaceId } = api
  await set(AUTOMATIC)
  await api.push('orders', [{ id: 'o1', updatedAt: '2026-02-21T10:00:00Z', status: 'shipped' }])
  await api.push('shipments', [{ ...ON_ITS_WAY, updatedAt: 1, estimatedDeliveryAt: '2020-01-01T00:00:00Z' }])
  const { id } = await offer()
  await api.push('shipments', [{ ...ON_ITS_WAY, updatedAt: 2, estimatedDeliveryAt: '2099-01-01T00:00:00Z' }])
  const confirmed = await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  assert.equal(confirmed.status, 'cancelled')
  assert.ok(endpoint.requests.every(({ body }) => body.type !== 'refund.create'))
})

test('an offer is cancelled at its confirmation if the shop reports that an earlier refund was made after all', async (t) => {
  const { api, endpoint, set, offer, until } = await startShop(t)
  const { store, clock, workspaceId } = api
  await set(AUTOMATIC)
  endpoint.behave(behavesWell, refuses('too_late'))
  const decide = (id: string) => store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
  const first = await offer()
  await decide(first.id)
  api.wake()
  await until(first.id, 'failed')
  const second = await offer()
  await api.call('POST', `/actions/${first.id}/status`, { json: { status: 'succeeded' } })
  assert.equal((await decide(second.id)).status, 'cancelled')
})
