import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { listMessages } from '../../src/conversations/conversations.ts'
import type { AssistantSettings } from '../../src/tools/settings.ts'
import { startChats } from '../support/chats.ts'
import { owner } from '../support/server.ts'
import { until } from '../support/until.ts'

const EMAIL = 'ann@example.com'
const PREPARED = 'Order #2001 is being prepared and has not been shipped yet.'
const MISS = 'I found no order with this number and e-mail address. Please check both.'

const order = (id: string, number: string, change: object = {}) => ({
  id,
  updatedAt: '2026-03-01T09:00:00Z',
  number,
  email: EMAIL,
  status: 'processing',
  shippingAddress: { postalCode: 'SW1Y 4LB' },
  items: [{ id: 'l', title: 'Blue hat', quantity: 1, unitPrice: 3900 }],
  ...change,
})

/** Guests of a shop with one order. `first` is the answer to the first message of a new conversation. */
async function startGuests(t: TestContext, change: Partial<AssistantSettings> = {}) {
  const chats = await startChats(t, change)
  await chats.api.push('orders', [order('g1', '#2001')])
  const first = async (text: string) => (await chats.say(await chats.open(), text))?.text ?? ''
  return { ...chats, first }
}

const BOTH = [
  `2001 ${EMAIL}`,
  `#2001 ${EMAIL}`,
  `${EMAIL} 2001`,
  `2001, ${EMAIL}`,
  `2001\n${EMAIL}`,
  `2001,${EMAIL}`,
  `<${EMAIL}> 2001`,
  `2001 <${EMAIL}>`,
  `Ann Miller <${EMAIL}>, 2001`,
  `#2001/${EMAIL}`,
  `2001;${EMAIL};`,
  `(2001) ${EMAIL}.`,
  `20 01 ${EMAIL}`,
  `02001 ${EMAIL}`,
  `hi 2001 ${EMAIL.toUpperCase()} thx`,
  `order number 2001\ne-mail ${EMAIL}`,
  `its ${EMAIL} and 2001 pls`,
]

test('number and address, and nothing else, are the question where the order is', async (t) => {
  const { first } = await startGuests(t)
  for (const text of BOTH) assert.equal(await first(text), PREPARED, text)
  const inOther: [string, RegExp][] = [
    [`Bestellnr 2001, ${EMAIL}, danke`, /Bestellung #2001 wird/],
    [`nr 2001 mail: ${EMAIL}`, /Bestellung #2001 wird/],
    [`bonjour la commande 2001 ${EMAIL}`, /commande #2001 est/],
    [`hola pedido 2001 ${EMAIL} gracias`, /pedido #2001 se está/],
  ]
  for (const [text, status] of inOther) assert.match(await first(text), status)
})

test('they are the answer to the question for them, in one message or in two, in any order', async (t) => {
  const { open, say } = await startGuests(t)
  const asked = 'Please write the order number and the e-mail address of the order.'
  for (const text of BOTH) {
    const conversation = await open()
    assert.equal((await say(conversation, 'Where is my order?'))?.text, asked)
    assert.equal((await say(conversation, text))?.text, PREPARED, text)
  }
  for (const number of ['2001', '#2001', '2001?', 'hi, 2001', 'number 2001 please']) {
    const conversation = await open()
    assert.equal((await say(conversation, number))?.text, 'Please also write the e-mail address of the order.', number)
    assert.equal((await say(conversation, `<${EMAIL}>`))?.text, PREPARED)
  }
  for (const address of [EMAIL, `<${EMAIL}>`, `my email: ${EMAIL}`, `hello ${EMAIL}`]) {
    const conversation = await open()
    assert.equal((await say(conversation, address))?.text, 'Please also write the order number.', address)
    assert.equal((await say(conversation, '2001'))?.text, PREPARED)
  }
})

test('they are no answer to a question about something else', async (t) => {
  const { api, open, say } = await startGuests(t)
  const variant = (id: string, color: string) => ({ id, title: color, price: 100, inStock: true, options: { color } })
  await api.push('products', [
    { id: 'p1', updatedAt: '2026-03-01T09:00:00Z', title: 'Wool scarf', variants: [variant('v1', 'Red')] },
    { id: 'p2', updatedAt: '2026-03-01T09:00:00Z', title: 'Silk scarf', variants: [variant('v2', 'Red')] },
  ])
  const conversation = await open()
  assert.equal((await say(conversation, 'do you have a scarf?'))?.state.pending?.about, 'product')
  assert.equal((await say(conversation, `2001 ${EMAIL}`))?.text, PREPARED)
})

test('over the server, in the first message of a chat', async (t) => {
  const { api, widget } = await startGuests(t)
  const { store, clock, workspaceId } = api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  for (const text of BOTH.slice(0, 5)) {
    const page = await widget.open()
    assert.equal((await page.call('POST', '/messages', { json: { text } })).status, 200)
    const newest = async () => (await listMessages(store.read, page.conversationId)).at(-1)
    await until(async () => (await newest())?.author === 'assistant')
    assert.equal((await newest())?.text, PREPARED)
  }
})

test('with postcodes, number and postcode are enough, in any order', async (t) => {
  const { api, first, open, say } = await startGuests(t, { guestOrders: 'number_and_postcode' })
  await api.push('orders', [order('g2', '#2002', { shippingAddress: { postalCode: '10115' } })])
  for (const text of ['2001 SW1Y 4LB', 'sw1y4lb, #2001', '2001\nSW1Y4LB', 'hi 2001 sw1y 4lb thanks', '2001, SW1Y 4LB.'])
    assert.equal(await first(text), PREPARED, text)
  for (const text of ['2002 10115', '10115 2002', '10115, #2002', '2002, postcode 10115 please'])
    assert.match(await first(text), /^Order #2002 is being prepared/, text)
  const miss = 'I found no order with this number and postcode. Please check both.'
  for (const text of ['2001 10115', '10115 2001', '2002 SW1Y 4LB', '9999 10115']) assert.equal(await first(text), miss)
  const conversation = await open()
  assert.equal((await say(conversation, '2002'))?.text, 'Please also write the postcode of the delivery address.')
  assert.match((await say(conversation, '10115'))?.text ?? '', /^Order #2002/)
  assert.equal(await first('SW1Y 4LB'), 'Please also write the order number.')
})

test('a number is found without its prefix, suffix and zeros, and in other letters, if one order is left', async (t) => {
  const { api, first } = await startGuests(t)
  const numbers: [string, string[], string[]][] = [
    ['WL-2026/00417', ['wl2026/00417', '2026/00417', '00417', '417', 'WL 2026 00417'], ['2026', '17', 'SO-2026/00417']],
    ['#30555-DE', ['30555', '30555-de', '30555DE', '#030555'], ['30555-FR', '3055', '305555']],
    ['000061234', ['61234', '0061234', 'ORD61234', '61 234'], ['6123', '1234']],
    ['7711-1', ['7711', '7711/1', '77111'], ['77', '7711-2']],
    ['KXWQ-LMV', ['KXWQLMV', 'KXWQ_LMV'], ['KXWQ']],
  ]
  await api.push(
    'orders',
    numbers.map(([number], index) => order(`n${index}`, number, { items: [] })),
  )
  for (const [number, right, wrong] of numbers) {
    for (const written of right) {
      const answered = await first(`order number ${written}, ${EMAIL}`)
      assert.equal(answered, PREPARED.replace('#2001', number), written)
    }
    for (const written of wrong) assert.equal(await first(`order number ${written}, ${EMAIL}`), MISS, written)
    assert.equal(await first(`order number ${right[0]}, eve@example.com`), MISS)
  }
  // Two are left, so neither is meant.
  await api.push('orders', [order('a', 'A-88123'), order('b', 'B-88123')])
  assert.equal(await first(`88123 ${EMAIL}`), MISS)
  assert.match(await first(`b88123 ${EMAIL}`), /^Order B-88123 /)
})

test('the ways to write a number are counted as one number', async (t) => {
  const { api, open, say } = await startGuests(t)
  for (const written of [
    '2001',
    '#2001',
    '02001',
    'A2001',
    '2001-A',
    '20 01',
    '2001-1',
    '2026-2001',
    'ORD2001',
    '002001',
  ]) {
    const conversation = await open()
    await api.store.write((tx) =>
      tx.run('UPDATE widget_sessions SET network_hash = conversation_id WHERE conversation_id = ?', conversation),
    )
    assert.equal((await say(conversation, `order number ${written} eve@example.com`))?.text, MISS, written)
  }
  const limited = await say(await open(), `2001 ${EMAIL}`)
  assert.equal(limited?.handOver?.reason, 'guest_limit')
})

test('what names nothing of an order stays what it was', async (t) => {
  const { first } = await startGuests(t)
  for (const text of ['hello', 'thanks', '12', 'qwertz', 'newsletter ann'])
    assert.doesNotMatch(await first(text), /e-mail address of the order|order number/, text)
})
