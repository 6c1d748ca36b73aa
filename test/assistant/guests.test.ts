import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/lib/time.ts'
import type { AssistantSettings } from '../../src/tools/settings.ts'
import { startChats } from '../support/chats.ts'

const order = (number: string) => ({
  id: `o${number}`,
  updatedAt: '2026-03-01T09:00:00Z',
  number: `#${number}`,
  customerId: `c${number}`,
  email: 'ada@example.com',
  status: 'shipped',
  shippingAddress: { postalCode: 'SW1Y 4LB' },
  items: [{ id: 'l1', title: 'Mug', quantity: 1, unitPrice: 100 }],
})

/** Guests who write in chats, in a shop with two orders. */
async function guestsOf(t: TestContext, change: Partial<AssistantSettings> = {}) {
  const chats = await startChats(t, change)
  await chats.api.push('orders', [order('1441'), order('1442')])
  return chats
}

const pair = (number: string, email: string) => `Where is my order #${number}? ${email}`

test('what a guest has proved counts in this conversation only', async (t) => {
  const { open, say, api } = await guestsOf(t)
  const first = await open()
  assert.match((await say(first, pair('1441', 'ADA@example.com')))?.text ?? '', /#1441 has been shipped/)
  assert.match((await say(first, 'What did I order?'))?.text ?? '', /Order #1441 contains: Mug/)
  const proofs = await api.store.read.all('SELECT conversation_id AS id, order_id AS "order" FROM guest_proofs')
  assert.deepEqual(proofs, [{ id: first, order: 'o1441' }])
  assert.match((await say(await open(), 'Where is my order?'))?.text ?? '', /^Please write the order number and/)
  api.clock.advance(DAY_MS + 1)
  assert.match((await say(first, 'What did I order?'))?.text ?? '', /^Please write the order number and/)
})

test('guests name an order number without digits in capitals', async (t) => {
  const { open, say, api } = await guestsOf(t)
  await api.push('orders', [{ ...order('1443'), number: 'KXWQ-LMV' }])
  const shipped = /order KXWQ-LMV has been shipped/i
  assert.match((await say(await open(), 'where is my order KXWQ-LMV? ada@example.com'))?.text ?? '', shipped)
  const second = await open()
  await say(second, 'Where is my order?')
  assert.match((await say(second, 'KXWQ-LMV, ada@example.com'))?.text ?? '', shipped)
  const loud = await say(await open(), 'WHERE IS MY ORDER? ada@example.com')
  assert.match(loud?.text ?? '', /order number/)
})

test('twenty wrong pairs an hour from one network are handed over, in as many conversations as it opens', async (t) => {
  const { open, say, api } = await guestsOf(t)
  let number = 5_000
  for (let misses = 0; misses < 20; ) {
    const conversation = await open()
    for (let tries = 0; tries < 2; tries++, misses++, number++)
      assert.equal((await say(conversation, pair(String(number), 'eve@example.com')))?.handOver, null)
  }
  const [right, wrong] = [
    await say(await open(), pair('1441', 'ada@example.com')),
    await say(await open(), pair('1441', 'eve@example.com')),
  ]
  assert.deepEqual([right?.handOver?.reason, right?.facts], ['guest_limit', []])
  assert.deepEqual([right?.text, right?.handOver], [wrong?.text, wrong?.handOver])
  api.clock.advance(HOUR_MS + 15 * 60_000)
  assert.match((await say(await open(), pair('1441', 'ada@example.com')))?.text ?? '', /has been shipped/)
})

test('ten wrong pairs a day for one order are handed over, from whatever network, also if there is no such order', async (t) => {
  const { open, say, api } = await guestsOf(t)
  for (const number of ['1441', '99999']) {
    for (let misses = 0; misses < 10; misses++) {
      const conversation = await open()
      // Each from a network of its own.
      await api.store.write((tx) =>
        tx.run('UPDATE widget_sessions SET network_hash = conversation_id WHERE conversation_id = ?', conversation),
      )
      assert.equal((await say(conversation, pair(number, `${misses}@example.com`)))?.handOver, null)
    }
    const limited = await say(await open(), pair(number, 'ada@example.com'))
    assert.equal(limited?.handOver?.reason, 'guest_limit', number)
  }
  assert.match((await say(await open(), pair('1442', 'ada@example.com')))?.text ?? '', /has been shipped/)
  api.clock.advance(DAY_MS + 2 * HOUR_MS)
  assert.match((await say(await open(), pair('1441', 'ada@example.com')))?.text ?? '', /has been shipped/)
})

test('with postcodes, guests name number and postcode, in one message or in two', async (t) => {
  const { open, say } = await guestsOf(t, { guestOrders: 'number_and_postcode' })
  const conversation = await open()
  assert.equal(
    (await say(conversation, 'Where is my order?'))?.text,
    'Please write the order number and the postcode of the delivery address.',
  )
  assert.equal((await say(conversation, '#1441'))?.text, 'Please also write the postcode of the delivery address.')
  assert.match((await say(conversation, 'sw1y4lb'))?.text ?? '', /#1441 has been shipped/)
  const once = await say(await open(), 'Where is my order #1442, postcode SW1Y 4LB?')
  assert.match(once?.text ?? '', /#1442 has been shipped/)
  const wrong = await say(await open(), 'Where is my order #1442, postcode 10115?')
  assert.equal(wrong?.text, 'I found no order with this number and postcode. Please check both.')
})

test('without guest orders, guests are asked to sign in', async (t) => {
  const { open, say } = await guestsOf(t, { guestOrders: 'off' })
  const { text, facts } = (await say(await open(), pair('1441', 'ada@example.com'))) ?? {}
  assert.deepEqual([text, facts], ['Please sign in to the shop, so that I can see your orders.', []])
})

test('erasing a customer erases what they did as a guest; erasing an order takes its proof back', async (t) => {
  const { open, say, api } = await guestsOf(t)
  const [first, second] = [await open(), await open()]
  await say(first, pair('1441', 'ada@example.com'))
  await say(second, pair('1442', 'ada@example.com'))
  assert.equal((await api.call('DELETE', '/customers/c1441')).status, 204)
  for (const table of ['guest_proofs', 'assistant_turns', 'messages', 'tool_calls', 'widget_sessions'])
    assert.equal(await api.store.read.get(`SELECT 1 FROM ${table} WHERE conversation_id = ?`, first), undefined, table)
  assert.equal((await api.call('DELETE', '/orders/o1442')).status, 204)
  assert.deepEqual(await api.store.read.all('SELECT * FROM guest_proofs'), [])
  assert.notEqual(await api.store.read.get('SELECT 1 FROM messages WHERE conversation_id = ?', second), undefined)
})
