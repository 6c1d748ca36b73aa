import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setContact } from '../../src/conversations/hand-over.ts'
import { eventTypes } from '../../src/events/types/types.ts'
import { type EventShop, startEventShop, status } from '../support/event-receiver.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

const MARKER = 'MARKER7391'
const types = eventTypes.map(({ name }) => name)

/** A customer with a marker in all that is personal, who writes it in a chat. */
async function chat({ api }: EventShop) {
  const address = { name: MARKER, line1: MARKER, city: MARKER, country: 'DE' }
  await api.push('customers', [
    {
      id: 'c1',
      updatedAt: 1_000,
      name: MARKER,
      email: `${MARKER}@example.com`,
      addresses: [address],
      custom: { a: MARKER },
    },
  ])
  await api.push('orders', [
    { id: 'o1', updatedAt: 1_000, customerId: 'c1', custom: { a: MARKER }, shippingAddress: address },
  ])
  const page = await (await startWidget(api)).open('c1')
  await page.call('POST', '/messages', { json: { text: `Where is it? ${MARKER}` } })
  await api.store.write((tx) => setContact(tx, page.conversationId, `${MARKER}@example.com`, api.clock.now()))
  return page
}

/** All that is stored of events. */
async function stored({ api: { store } }: EventShop): Promise<string> {
  const tables = ['events', 'event_deliveries', 'event_endpoints', 'changes', 'jobs']
  return JSON.stringify(await Promise.all(tables.map((table) => store.read.all(`SELECT * FROM ${table}`))))
}

test('without the permission no event says what customers write, who they are or where they live', async (t) => {
  const shop = await startEventShop(t)
  for (const kind of ['webhook', 'slack', 'discord', 'ntfy'] as const) await shop.endpoint(`/${kind}`, { kind, types })
  await chat(shop)
  for (const kind of ['webhook', 'slack', 'discord', 'ntfy']) await shop.receiver.arrived(`/${kind}`, 2)
  assert.ok(!JSON.stringify(shop.receiver.received).includes(MARKER))
  assert.ok(!(await stored(shop)).includes(MARKER))
})

test('with the permission an endpoint gets text, name and address, and the others do not', async (t) => {
  const shop = await startEventShop(t)
  await shop.endpoint('/with', { types, includeText: true })
  await shop.endpoint('/slack', { kind: 'slack', types, includeText: true })
  await shop.endpoint('/without', { types })
  await chat(shop)
  const calls = await shop.receiver.arrived('/with', 2)
  await shop.receiver.arrived('/slack', 2)
  await shop.receiver.arrived('/without', 2)
  const { data } = JSON.parse(calls[0]?.raw ?? '')
  assert.equal(data.text, `Where is it? ${MARKER}`)
  assert.equal(data.customerName, MARKER)
  assert.equal(data.customerEmail, `${MARKER}@example.com`)
  const of = (path: string) => JSON.stringify(shop.receiver.received.filter((call) => call.path === path))
  assert.ok(of('/slack').includes(MARKER))
  assert.ok(!of('/without').includes(MARKER))
})

/** A shop with deliveries that wait, have arrived and have failed, all with a marker, also in an answer. */
async function startErasing(t: TestContext) {
  const shop = await startEventShop(t)
  await shop.endpoint('/waits', { types, includeText: true })
  await shop.endpoint('/arrives', { types, includeText: true })
  shop.receiver.answer('/waits', (call, response) => response.writeHead(500).end(call.raw))
  const page = await chat(shop)
  await shop.receiver.arrived('/arrives', 2)
  await shop.receiver.arrived('/waits', 2)
  await until(
    async () => (await shop.api.store.read.all(`SELECT 1 FROM event_deliveries WHERE tries = 1`)).length === 4,
  )
  assert.ok((await stored(shop)).includes(MARKER))
  const before = shop.receiver.received.length
  return { shop, page, before }
}

/** Moves the clock through all waits, and looks at what is sent. */
async function nothingIsLeft({ shop, before }: Awaited<ReturnType<typeof startErasing>>): Promise<void> {
  assert.ok(!(await stored(shop)).includes(MARKER))
  shop.receiver.answer('/waits', status(200))
  shop.api.clock.advance(86_400_000)
  shop.api.wake()
  await until(
    async () => (await shop.api.store.read.all(`SELECT 1 FROM jobs WHERE kind = 'event.deliver'`)).length === 0,
  )
  assert.ok(!JSON.stringify(shop.receiver.received.slice(before)).includes(MARKER))
}

test('erasing a customer erases events with their text in the same commit, stored ones and waiting ones', async (t) => {
  const erasing = await startErasing(t)
  assert.equal((await erasing.shop.api.call('DELETE', '/customers/c1')).status, 204)
  await nothingIsLeft(erasing)
})

test('so does the end of a chat', async (t) => {
  const erasing = await startErasing(t)
  const { store } = erasing.shop.api
  await store.write(async (tx) => {
    for (const table of ['messages', 'conversation_modes', 'widget_sessions', 'guest_proofs', 'assistant_turns'])
      await tx.run(`DELETE FROM ${table}`)
    await tx.run('DELETE FROM conversations')
  })
  await nothingIsLeft(erasing)
})

test('an event of an erased chat that nobody has read yet is not made', async (t) => {
  const shop = await startEventShop(t)
  await chat(shop)
  await shop.api.call('DELETE', '/customers/c1')
  await shop.endpoint('/hook', { types, includeText: true })
  await shop.api.store.write((tx) => tx.run('UPDATE change_places SET number = 0'))
  await shop.api.push('orders', [{ id: 'o2' }], '').catch(() => undefined)
  await shop.api.call('POST', '/orders', { json: { data: [{ id: 'o2' }] } })
  await shop.receiver.arrived('/hook', 1)
  assert.ok(!JSON.stringify(shop.receiver.received).includes(MARKER))
})
