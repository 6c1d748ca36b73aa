import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { HOUR_MS } from '../../src/lib/time.ts'
import { find, ordersNamed } from '../../src/lookup/find.ts'
import { startChats } from '../support/chats.ts'

/** Two orders of one customer with one number: a shop has split an order, or counts for two channels. */
const order = (id: string, status: string, title: string, change: object = {}) => ({
  id,
  updatedAt: '2026-02-27T00:00:00Z',
  number: '#2001',
  email: 'ann@example.com',
  customerId: 'c-ann',
  status,
  currency: 'EUR',
  total: 3900,
  placedAt: '2026-02-26T00:00:00Z',
  items: [{ id: 'l', title, quantity: 1, unitPrice: 3900 }],
  ...change,
})

async function startShop(t: TestContext, change: { hat?: object; scarf?: object } = {}) {
  const chats = await startChats(t)
  await chats.api.push('orders', [
    order('g1', 'shipped', 'Blue hat', change.hat),
    order('g2', 'processing', 'Red scarf', { total: 1900, placedAt: '2026-02-20T00:00:00Z', ...change.scarf }),
    order('g3', 'delivered', 'Green socks', { customerId: 'c-eve', email: 'eve@example.com' }),
  ])
  const first = async (customerId: string | null, text: string) =>
    chats.say(await (customerId === null ? chats.open() : chats.open(customerId)), text)
  let customers = 0
  /** A conversation of a new customer with the two orders, whose ids end with g1 and g2. */
  const openNew = async () => {
    const customerId = `c-${++customers}`
    const of = { customerId, email: `${customerId}@example.com` }
    await chats.api.push('orders', [
      { ...order(`${customerId}-g1`, 'shipped', 'Blue hat', change.hat), ...of },
      {
        ...order(`${customerId}-g2`, 'processing', 'Red scarf', { placedAt: '2026-02-20T00:00:00Z', ...change.scarf }),
        ...of,
      },
    ])
    return chats.open(customerId)
  }
  return { ...chats, first, openNew }
}

const HAT = '#2001 (Blue hat, 26 February 2026)'
const SCARF = '#2001 (Red scarf, 20 February 2026)'

test('a guest hears of both orders of the number, each with its state and items', async (t) => {
  const { first, open, say } = await startShop(t)
  const answer = await first(null, 'Where is order 2001? ann@example.com')
  const lines = answer?.text.split('\n') ?? []
  assert.ok(lines.includes('Order #2001 (Blue hat) has been shipped.'), answer?.text ?? '')
  assert.ok(
    lines.includes('Order #2001 (Red scarf) is being prepared and has not been shipped yet.'),
    answer?.text ?? '',
  )
  assert.doesNotMatch(answer?.text ?? '', /socks|February 2026\)/)
  const conversation = await open()
  await say(conversation, '2001 ann@example.com')
  const contents = (await say(conversation, 'What did I order?'))?.text ?? ''
  assert.match(
    contents,
    /Order #2001 \(Blue hat\) contains: Blue hat\.\nOrder #2001 \(Red scarf\) contains: Red scarf\./,
  )
  const only = (await first(null, 'Where is the scarf of order 2001? ann@example.com'))?.text ?? ''
  assert.match(only, /Red scarf/)
  assert.doesNotMatch(only, /hat/)
})

test('a signed-in customer hears of both orders of the number', async (t) => {
  const { api, first, open, say } = await startShop(t)
  for (const text of ['Where is order 2001? ann@example.com', 'where is 2001', '2001', '#2001 ???']) {
    const said = (await first('c-ann', text))?.text ?? ''
    api.clock.advance(2 * HOUR_MS)
    assert.match(said, /Order #2001 \(Blue hat, 26 February 2026\) has been shipped\./, text)
    assert.match(said, /Order #2001 \(Red scarf, 20 February 2026\) is being prepared/, text)
    assert.doesNotMatch(said, /socks/)
  }
  assert.match((await first('c-ann', 'wo ist bestellung 2001'))?.text ?? '', /Red scarf, 20\. Februar 2026/)
  const conversation = await open('c-ann')
  await say(conversation, 'where is order 2001')
  const total = (await say(conversation, 'how much did I pay in total?'))?.text ?? ''
  assert.match(total, /39\.00/)
  assert.match(total, /19\.00/)
  assert.match((await first('c-eve', 'where is order 2001'))?.text ?? '', /^Order #2001 was delivered\./)
})

test('parcels of both orders are named, also if the same is said of them', async (t) => {
  const { api, first } = await startShop(t, { scarf: { status: 'shipped' } })
  const parcel = (orderId: string) => ({ id: `s-${orderId}`, updatedAt: '2026-03-01T09:00:00Z', orderId })
  await api.push('shipments', [
    { ...parcel('g1'), status: 'in_transit', carrier: 'DHL' },
    { ...parcel('g2'), status: 'in_transit', carrier: 'DHL' },
  ])
  const said = (await first('c-ann', 'where is order 2001'))?.text ?? ''
  assert.equal(said.split('is on its way with DHL').length - 1, 2, said)
})

test('what is done for one order asks which, by item and date, and a button chooses it', async (t) => {
  const { open, openNew, say } = await startShop(t)
  for (const text of [
    'refund order 2001',
    'cancel order 2001',
    'order 2001 never arrived',
    'change the address of order 2001',
  ]) {
    const conversation = await openNew()
    const asked = await say(conversation, text)
    assert.deepEqual(
      asked?.choices.map(({ label }) => label),
      [HAT, SCARF, 'Talk to a person'],
      text,
    )
    assert.equal(asked?.state.orderId, null, text)
    assert.equal((await say(conversation, SCARF, SCARF))?.state.orderId?.slice(-2), 'g2', text)
  }
  for (const [words, id] of [
    ['the hat', 'g1'],
    ['red scarf', 'g2'],
    ['the second one', 'g2'],
    ['the one of 20 February', 'g2'],
    [HAT, 'g1'],
  ] as const) {
    const conversation = await openNew()
    await say(conversation, 'cancel order 2001')
    assert.equal((await say(conversation, words))?.state.orderId?.slice(-2), id, words)
  }
  const conversation = await open()
  await say(conversation, 'order 2001 never arrived ann@example.com')
  const chosen = await say(conversation, '#2001 (Red scarf)', '#2001 (Red scarf)')
  assert.equal(chosen?.state.orderId, 'g2')
  const summary = (await say(await openNew(), 'cancel order 2001, the hat'))?.handOver?.summary
  assert.ok(summary?.startsWith(`Wants to cancel ${HAT} (shipped`), String(summary))
})

test('orders that differ in nothing are numbered', async (t) => {
  const same = { items: [{ id: 'l', title: 'Mug', quantity: 1, unitPrice: 100 }], placedAt: '2026-02-26T00:00:00Z' }
  const { first, openNew, say } = await startShop(t, { hat: same, scarf: same })
  const conversation = await openNew()
  const labels = (await say(conversation, 'cancel order 2001'))?.choices.map(({ label }) => label) ?? []
  assert.equal(new Set(labels).size, 3, labels.join(' | '))
  const [, second = ''] = labels
  const chosen = await say(conversation, second, second)
  assert.ok(/-g[12]$/.test(chosen?.state.orderId ?? ''))
  const guest = (await first(null, '2001 ann@example.com'))?.text ?? ''
  assert.match(guest, /has been shipped/)
  assert.match(guest, /is being prepared/)
})

test('a tracking number of two orders asks which', async (t) => {
  const { api, first } = await startShop(t, { scarf: { number: '#2002' } })
  const parcel = { updatedAt: '2026-03-01T09:00:00Z', status: 'in_transit', trackingNumber: 'JD0002017' }
  await api.push('shipments', [
    { ...parcel, id: 's1', orderId: 'g1' },
    { ...parcel, id: 's2', orderId: 'g2' },
  ])
  const asked = await first('c-ann', 'where is my parcel JD0002017')
  assert.deepEqual(
    asked?.choices.map(({ text }) => text),
    ['#2001', '#2002', 'Talk to a person'],
  )
})

test('find lists every order of a number', async (t) => {
  const { api } = await startShop(t)
  const { store, workspaceId } = api
  const { found } = await find(store, workspaceId, '2001')
  assert.deepEqual(found.map(({ object }) => object.id).sort(), ['g1', 'g2', 'g3'])
  const named = await ordersNamed(store.read, workspaceId, '#2001')
  assert.deepEqual(named.found.map(({ id }) => id).sort(), ['g1', 'g2', 'g3'])
})
