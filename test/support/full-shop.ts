import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { inviteMember } from '../../src/access/invites.ts'
import { changeModel } from '../../src/assistant/model/change-settings.ts'
import { addMessage } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { addNote } from '../../src/conversations/notes.ts'
import { openBackfill } from '../../src/objects/bulk/backfills.ts'
import { articles } from '../../src/objects/types/article.ts'
import { products } from '../../src/objects/types/product.ts'
import { shipments } from '../../src/objects/types/shipment.ts'
import { tickets } from '../../src/objects/types/ticket.ts'
import { approveRefund, confirmRefund } from '../../src/refunds/decisions.ts'
import { createSegment } from '../../src/segments/segments.ts'
import { addMember } from './console.ts'
import { failBatch } from './failed-batch.ts'
import { type Api, owner, testClock } from './server.ts'
import { AUTOMATIC, agent, customer, ORDER, startShop } from './shop.ts'
import { answers } from './store-endpoint.ts'

const LONG = `My parcel never came. ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`

/** A shop at work, with names that are long, and amounts in several currencies. @returns a refund that waits for an agent */
export async function startFullShop(t: TestContext): Promise<{ api: Api; refundId: string; chatId: string }> {
  const shop = await startShop(t, { clock: testClock(Date.now()) })
  const { api, endpoint } = shop
  const { store, workspaceId, clock, sealer, outbound } = api
  const change = { baseUrl: 'https://models.example/v1', model: 'm', apiKey: 'sk-model-0123456789' }
  const services = { sealer, policy: outbound.policy }
  await store.write((tx) => changeModel(tx, owner, { workspaceId, change }, services, clock.now()))
  const names = ['Ada Lovelace', 'Bartholomew Featherstonehaugh-Cholmondeley', '王小明', 'Zoë O’Brien']
  await api.push(
    'customers',
    names.map((name, index) => ({
      id: `c${index + 1}`,
      updatedAt: clock.now(),
      name,
      email: `c${index + 1}@shop.example`,
    })),
  )
  await api.push(
    'orders',
    ['EUR', 'JPY', 'USD', 'EUR'].map((currency, index) => ({
      ...ORDER,
      id: `order-${index + 1}`,
      number: `#100${index + 1}`,
      customerId: `c${index + 1}`,
      currency,
    })),
  )
  for (const { name, example } of [products, shipments, tickets, articles]) await api.push(name, [example])
  await failBatch(api, (await store.write((tx) => openBackfill(tx, workspaceId, 'orders-2025.csv', clock.now()))).id)
  const rule = { all: [{ field: 'totalSpent', op: '>=', value: 50_000, currency: 'EUR' } as const] }
  await store.write((tx) => createSegment(tx, { workspaceId, actor: owner, name: 'Good', rule }, clock.now()))
  await api.call('POST', '/orders', { json: { data: [{ id: 'bad', updatedAt: 'yesterday' }] } })
  await shop.set(AUTOMATIC)
  await shop.set({ rungs: { defect: 5, not_received: 0, return: 5, other: 5 } })
  const offer = async (index: number, kind: 'defect' | 'not_received') =>
    shop.offer({
      orderId: `order-${index}`,
      kind,
      conversationId: await shop.talk({ customerId: `c${index}` }),
    })
  endpoint.behave(answers({ ok: true, amount: 3_900, currency: 'EUR', note: 'Shipping costs are not refunded.' }))
  const done = await offer(1, 'defect')
  await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id: done.id }, clock.now()))
  api.wake()
  await shop.until(done.id, 'succeeded')
  for (const [index, currency] of [
    [2, 'JPY'],
    [3, 'USD'],
    [4, 'EUR'],
  ] as const) {
    endpoint.behave(answers({ ok: true, amount: 4_200, currency }))
    const { id } = await offer(index, 'not_received')
    await store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, clock.now()))
    if (index === 4) await store.write((tx) => approveRefund(tx, agent, { workspaceId, id }, clock.now()))
  }
  const waiting = await store.read.get<{ id: string; chatId: string }>(
    'SELECT id, conversation_id AS "chatId" FROM refunds WHERE status = \'awaiting_approval\' LIMIT 1',
  )
  assert.ok(waiting)
  await addMember(api, { email: 'benjamin.featherstonehaugh@wool-and-company.example', role: 'agent' })
  await store.write((tx) =>
    inviteMember(tx, owner, { workspaceId, email: 'cleo@shop.example', role: 'agent' }, clock.now()),
  )
  const { chatId } = waiting
  const said = { workspaceId, id: chatId, agentName: 'Ben' }
  await store.write((tx) => addMessage(tx, chatId, { author: 'customer', text: LONG }, clock.now()))
  await store.write((tx) => reply(tx, agent, { ...said, text: 'I look into it.' }, clock.now()))
  await store.write((tx) => addNote(tx, agent, { ...said, text: LONG, authorName: 'Ben' }, clock.now()))
  return { api, refundId: waiting.id, chatId }
}
