import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDelivery, MOST_WAITING } from '../../src/events/deliveries.ts'
import { insertEvent } from '../../src/events/events.ts'
import { eventType } from '../../src/events/types/types.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { endpointsOf, PUBLIC_URL, startReceiver } from '../support/event-receiver.ts'
import { AUTOMATIC, startShop } from '../support/shop.ts'

test('an endpoint that never answers, with 10,000 events, delays neither a refund nor another endpoint', async (t) => {
  const receiver = await startReceiver(t)
  const allowEndpoints = [`127.0.0.1:${receiver.port}`]
  const outbound = { policy: { allowPrivate: false, allowEndpoints }, limitMs: 600_000 }
  const shop = await startShop(t, { outbound, settings: { publicUrl: PUBLIC_URL } })
  allowEndpoints.push(`127.0.0.1:${shop.endpoint.port}`)
  const { api } = shop
  await shop.set(AUTOMATIC)
  const { endpoint } = endpointsOf(api, receiver)
  receiver.answer('/dead', () => {})
  const dead = await endpoint('/dead', { types: ['refund.finished'] })
  await endpoint('/alive', { types: ['refund.finished'] })
  await api.store.write(async (tx) => {
    const { workspaceId } = api
    const event = {
      ...{ type: eventType('refund.finished'), subject: 's', data: {}, page: '/', personal: null },
      ...{ conversationId: null, customerId: null },
    }
    await insertEvent(tx, event, { id: 'evt_old', workspaceId, sequence: 1, now: api.clock.now() })
    const delivery = { workspaceId, endpointId: dead.endpoint.id, eventId: 'evt_old' }
    for (let count = 0; count < MOST_WAITING; count++) await addDelivery(tx, delivery, api.clock.now())
  })
  api.wake()
  await receiver.arrived('/dead', 4)
  const { id } = await shop.start()
  await api.call('GET', '/ping')
  const ref = { workspaceId: api.workspaceId, id }
  await api.store.write((tx) => confirmRefund(tx, { name: 'c1', origin: 'test', role: null }, ref, api.clock.now()))
  api.wake()
  await shop.until(id, 'succeeded')
  const [call] = await receiver.arrived('/alive', 1)
  assert.equal(JSON.parse(call?.raw ?? '').data.actionId, id)
  // Its calls would end only after ten minutes, so nothing has waited for one.
  assert.equal(receiver.received.filter(({ path }) => path === '/dead').length, 4)
})
