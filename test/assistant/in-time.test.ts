import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { listMessages } from '../../src/conversations/conversations.ts'
import { handOverOf } from '../../src/conversations/hand-over.ts'
import { modeOf } from '../../src/conversations/modes.ts'
import { HOUR_MS } from '../../src/lib/time.ts'
import { owner } from '../support/server.ts'
import { AUTOMATIC, startShop } from '../support/shop.ts'
import { resets } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/** A chat of customer `c1`, whose order #1001 has a scarf of one size and two mugs. */
async function startChat(t: TestContext, order: object, parcel?: object) {
  const shop = await startShop(t)
  const { store, clock, workspaceId, push } = shop.api
  await shop.set(AUTOMATIC)
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  const items = [
    { id: 'l1', title: 'Wool scarf', variantTitle: 'One size', quantity: 1, unitPrice: 2_500 },
    { id: 'l2', title: 'Mug', quantity: 2, unitPrice: 1_250 },
  ]
  await push('orders', [{ id: 'o1', updatedAt: clock.now(), number: '#1001', items, ...order }])
  if (parcel) await push('shipments', [{ id: 's1', updatedAt: 1, orderId: 'o1', carrier: 'DHL', ...parcel }])
  const page = await (await startWidget(shop.api)).open('c1')
  const { conversationId } = page
  const newest = async () => (await listMessages(store.read, conversationId)).at(-1)
  const say = async (text: string) => {
    const { status, body } = await page.call('POST', '/messages', { json: { text } })
    assert.equal(status, 200, JSON.stringify(body))
    await until(async () => (await newest())?.author === 'assistant')
    return (await newest())?.text ?? ''
  }
  const refund = async () => (await page.call('GET', '/conversation')).body.refund
  return { ...shop, page, conversationId, say, refund }
}

test('who wants money for what is in time hears until when it is due, and may have people look into it', async (t) => {
  const due = { status: 'in_transit', estimatedDeliveryAt: Date.parse('2026-03-05T12:00:00Z') }
  const chat = await startChat(t, { status: 'shipped' }, due)
  const { api, conversationId, say } = chat
  assert.equal(
    await say('I want my money back for the whole order'),
    [
      'Order #1001 is on its way with DHL.',
      'It is due by Thursday, 5 March. Before that I cannot offer a refund.',
      'Shall I pass this on to our team?',
    ].join('\n'),
  )
  assert.deepEqual([await chat.refund(), await modeOf(api.store.read, conversationId)], [null, 'assistant'])
  assert.match(await say('yes please'), /I’m passing this on to our team/)
  const left = await handOverOf(api.store.read, conversationId)
  assert.deepEqual(left?.refundDraft, {
    ...{ orderId: 'o1', orderNumber: '#1001', lines: [], kind: 'other', reason: 'not_due' },
  })
})

test('the question for people is also answered by their button, by no, and by another question', async (t) => {
  for (const [said, mode, expected] of [
    ['Talk to a person', 'waiting', /I’m passing this on/],
    ['I want my money back, the whole order!!', 'waiting', /I’m passing this on/],
    ['no', 'assistant', /^All right/],
    ['what did I order?', 'assistant', /contains: Wool scarf/],
  ] as const) {
    const { api, conversationId, say } = await startChat(t, { status: 'processing' })
    await say('refund the whole order please')
    assert.match(await say(said), expected, said)
    assert.equal(await modeOf(api.store.read, conversationId), mode, said)
  }
})

test('a cancelled order is not said to arrive', async (t) => {
  const { say } = await startChat(t, { status: 'cancelled' })
  const refused = 'I cannot offer a refund for order #1001 myself.'
  assert.equal(
    await say('refund the whole order please'),
    `Order #1001 was cancelled.\n${refused}\nShall I pass this on to our team?`,
  )
  assert.equal(await say('yes'), `${refused}\nI’m passing this on to our team. Someone will answer here.`)
})

test('an order that is late in time is nobody’s fault; one that is overdue is', async (t) => {
  const parcel = { status: 'in_transit', estimatedDeliveryAt: Date.parse('2026-03-05') }
  const { api, say } = await startChat(t, { status: 'shipped' }, parcel)
  const early = await say('my parcel is late')
  assert.match(
    early,
    /^Order #1001 is on its way with DHL and should arrive on Thursday, 5 March\..*Shall I pass this on/s,
  )
  await api.push('shipments', [{ id: 's1', updatedAt: 2, estimatedDeliveryAt: Date.parse('2026-02-27') }])
  assert.match(await say('no'), /^All right/)
  const late = await say('my parcel is late')
  assert.match(late, /^I am sorry about that.*We can refund .* for order #1001: Wool scarf \(One size\), 2 × Mug/s)
})

for (const [said, offered] of [
  ['the scarf is torn, I want my money back', /We can refund €12\.50 for order #1001: Wool scarf \(One size\)\. /],
  ['der Schal ist kaputt, ich will mein Geld zurück', /#1001 12,50\s€ erstatten: Wool scarf \(One size\)\. /],
  ['l’écharpe est abîmée, je veux être remboursé', /12,50\s€ pour la commande #1001 : Wool scarf \(One size\)\. /],
  ['la bufanda está rota, quiero mi dinero', /12,50\s€ del pedido #1001: Wool scarf \(One size\)\. /],
] as const)
  test(`an offer names the items and the amount: ${said}`, async (t) => {
    const { say } = await startChat(t, {})
    assert.match(await say(said), offered)
  })

test('a wrong size names no item, although one comes in one size', async (t) => {
  const { say } = await startChat(t, {})
  assert.equal(await say('You sent the wrong size, I want my money back'), 'Which item is it about?')
  assert.match(await say('Wool scarf (One size)'), /€12\.50 for order #1001: Wool scarf/)
})

test('what is said of everything else is no wish for the whole order', async (t) => {
  const { say } = await startChat(t, {})
  assert.match(
    await say('The scarf is torn, I want my money back, everything else is fine'),
    /#1001: Wool scarf \(One size\)\. /,
  )
})

test('an offer that is open already is said with its own items', async (t) => {
  const { say } = await startChat(t, {})
  await say('the mugs are broken, I want my money back')
  assert.match(await say('refund the scarf, it is torn'), /We can refund .* for order #1001: 2 × Mug\. /)
})

test('a question whether the order is marked as delivered is no complaint', async (t) => {
  const { say, refund } = await startChat(t, {}, { status: 'delivered', deliveredAt: Date.parse('2026-02-27') })
  assert.equal(await say('is it marked as delivered?'), 'Order #1001 was delivered on Friday, 27 February, by DHL.')
  assert.equal(await refund(), null)
  assert.match(await say('it is marked as delivered, but I got nothing'), /^I am sorry/)
})

test('after the outcome the refund is in answers about its order, and in what people read', async (t) => {
  const { api, page, conversationId, say, refund, until: untilStatus } = await startChat(t, {})
  await say('the scarf is torn, I want my money back')
  const { actionId, amount, currency } = await refund()
  await page.call('POST', `/refunds/${actionId}/confirm`, { json: { amount, currency } })
  await untilStatus(actionId, 'succeeded')
  assert.equal(await say('where is my order?'), 'Order #1001 was delivered.\nYour refund of €12.50 has been made.')
  assert.match(
    await say('I want my money back for the mugs'),
    /already refunded.*Your refund of €12\.50 has been made/s,
  )
  const left = await handOverOf(api.store.read, conversationId)
  assert.equal(
    left?.summary,
    'Wants a refund of 2 × Mug of #1001 (delivered, €50.00): “I want my money back for the mugs” None was offered: the order was refunded before. Earlier refunds: €12.50 of #1001 (made).',
  )
})

test('a refund whose outcome is unknown is said as such', async (t) => {
  const { api, page, say, refund, endpoint, tried, until: untilStatus } = await startChat(t, {})
  await say('the scarf is torn, I want my money back')
  const { actionId, amount, currency } = await refund()
  endpoint.behave(...Array.from({ length: 6 }, () => resets))
  await page.call('POST', `/refunds/${actionId}/confirm`, { json: { amount, currency } })
  for (let tries = 1; tries <= 6; tries++) {
    await tried(actionId, tries)
    api.clock.advance(2 * HOUR_MS)
    api.wake()
  }
  await untilStatus(actionId, 'failed')
  assert.match(await say('where is my order?'), /We are still checking whether your refund of €12\.50 was made\.$/)
})

test('an order of one item is named by it, with the weekday; a late one gets the button that passes it on', async (t) => {
  const items = [{ id: 'l1', title: 'Wool scarf', quantity: 1, unitPrice: 2_500 }]
  const deliveredAt = Date.parse('2026-02-25T10:00:00Z')
  const one = await startChat(t, { status: 'delivered', items }, { status: 'delivered', deliveredAt })
  assert.equal(
    await one.say('where is my order?'),
    'Your Wool scarf (#1001) was delivered on Wednesday, 25 February, by DHL.',
  )
  const due = Date.parse('2026-02-20T10:00:00Z')
  const late = await startChat(t, { status: 'shipped', items }, { status: 'in_transit', estimatedDeliveryAt: due })
  assert.match(await late.say('where is my order?'), /on Friday, 20 February, so it is \d+ days late\..*Shall I pass/s)
  const said = (await listMessages(late.api.store.read, late.conversationId)).at(-1)
  assert.deepEqual(
    said?.choices?.map(({ text }) => text),
    ['Yes, pass it on'],
  )
  assert.match(await late.say('Yes, pass it on'), /I’m passing this on/)
})

test('news of a parcel is said if it says more than how far the parcel is', async (t) => {
  const parcel = (description: string) => ({
    ...{ status: 'in_transit', estimatedDeliveryAt: Date.parse('2026-03-05T12:00:00Z') },
    events: [{ id: 'e1', occurredAt: Date.parse('2026-02-28T12:00:00Z'), description, city: 'Leipzig' }],
  })
  const line = 'Order #1001 is on its way with DHL and should arrive on Thursday, 5 March.'
  for (const [description, said] of [
    ['On its way!', line],
    ['En tránsito', line],
    ['Arrived at the depot', `${line}\nLast news of 28 February 2026: Arrived at the depot, Leipzig.`],
  ] as const) {
    const { say } = await startChat(t, { status: 'shipped' }, parcel(description))
    assert.equal(await say('where is my order?'), said)
  }
})
