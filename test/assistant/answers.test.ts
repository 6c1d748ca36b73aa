import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push as pushObjects } from '../../src/objects/push.ts'
import type { PushedObject, Resource } from '../../src/objects/resource.ts'
import { orders } from '../../src/objects/types/order.ts'
import { products } from '../../src/objects/types/product.ts'
import { shipments } from '../../src/objects/types/shipment.ts'
import { hooks } from '../../src/serve/features.ts'
import { createAsker, SHOP_TIME, sampleAssistant } from '../support/assistant.ts'
import { phrases } from '../support/phrases.ts'
import { fc } from '../support/properties.ts'
import { owner } from '../support/server.ts'
import { switchRefundsOn } from '../support/shop-refunds.ts'

/**
 * Customer 85 has one order, #1480, of a blanket and a beanie, in two parcels; 187 has #1441; 111 has #1499, not yet shipped; 18 has #1446, a
 * jumper, and 160 has #1443, a blanket, a jumper and a scarf, both delivered.
 */
const sources = (answer: { facts: { source: string }[] }) => answer.facts.map(({ source }) => source)

test('a customer hears where the order is, with its parcels, in the language of the question', async (t) => {
  const { ask } = await sampleAssistant(t)
  const english = await ask('cust-85', 'Where is my order?')
  assert.deepEqual(english.text.split('\n'), [
    'A part of order #1480 has been shipped.',
    'Parcel 1 with DPD is packed and should arrive on Thursday, 5 November.',
    'Parcel 2 with DHL is on its way and should arrive on Tuesday, 3 November.',
  ])
  assert.deepEqual(sources(english), ['orders/order-1480', 'shipments/ship-450', 'shipments/ship-449'])
  assert.match((await ask('cust-85', 'wo ist mein paket')).text, /^Ein Teil der Bestellung #1480 ist verschickt\./)
  assert.match((await ask('cust-85', 'où est mon colis')).text, /^Une partie de la commande #1480 a été expédiée\./)
  assert.match((await ask('cust-85', 'dónde está mi pedido')).text, /^Una parte del pedido #1480 se ha enviado\./)
})

test('between several orders the assistant asks once, and continues with the chosen one', async (t) => {
  const { ask, store, workspaceId } = await sampleAssistant(t)
  const rows = await store.read.all<{ id: string }>(
    'SELECT customer_id AS id FROM orders WHERE workspace_id = ? GROUP BY customer_id HAVING count(*) = 3 ORDER BY 1 LIMIT 1',
    workspaceId,
  )
  const customer = rows[0]?.id ?? ''
  const asked = await ask(customer, 'What did I order?')
  assert.equal(asked.text, 'Which order do you mean?')
  assert.deepEqual([asked.choices.length, asked.choices.at(-1)?.label], [4, 'Talk to a person'])
  const [, second] = asked.choices
  for (const reply of [second?.text ?? '', 'the second one', `order ${second?.text}`]) {
    const { text } = await ask(customer, 'What did I order?', reply)
    assert.ok(text.startsWith(`Order ${second?.text} contains: `), `${reply}: ${text}`)
  }
})

test('a guest has to name number and e-mail address, and learns only little', async (t) => {
  const { ask } = await sampleAssistant(t)
  const asked = await ask(null, 'Where is my order?')
  assert.equal(asked.text, 'Please write the order number and the e-mail address of the order.')
  const { text } = await ask(null, 'Where is my order?', '#1441', 'greta.kohler@example.com')
  assert.match(text, /^Order #1441 is out for delivery with DPD and should arrive on/)
  const tracking = await ask(null, 'tracking number of #1441, greta.kohler@example.com')
  assert.doesNotMatch(tracking.text, /DP3031487568DE|track\.example/)
  assert.match(tracking.text, /sign in/)
  const total = await ask(null, 'how much did I pay for order #1441? greta.kohler@example.com')
  assert.doesNotMatch(total.text, /350/)
})

test('five wrong pairs of number and address are handed over, and then even a right pair does not help', async (t) => {
  const { ask } = await sampleAssistant(t)
  const wrong = Array.from({ length: 5 }, (_, index) => `where is order #1441? ${index}@example.com`)
  const fifth = await ask(null, ...wrong)
  const handedOver = 'I’m passing this on to our team. Someone will answer here.'
  assert.deepEqual([fifth.text, fifth.handOver?.reason], [handedOver, 'guest_limit'])
  const right = await ask(null, ...wrong, 'where is order #1441? greta.kohler@example.com')
  assert.deepEqual(right.facts, [])
})

test('a refund is offered under the rules of refunds, and each refusal is explained', async (t) => {
  const shop = await sampleAssistant(t)
  assert.deepEqual((await shop.ask('cust-111', 'I want a refund for order #1499')).offer, {
    isOffered: false,
    reason: 'refunds_off',
    // What would come of it with refunds on, for the people of the shop.
    ifOn: { isOffered: false, reason: 'not_due' },
  })
  const broken = 'The jumper of order #1446 arrived broken, I want my money back'
  const off = await shop.ask('cust-18', broken)
  assert.deepEqual(off.offer, {
    ...{ isOffered: false, reason: 'refunds_off' },
    ifOn: { isOffered: true, approval: ['no_limit'] },
  })
  assert.deepEqual(off.facts.at(-1)?.values, {
    ...{ number: '#1446', kind: 'defect', refused: 'refunds_off' },
    ...{ withRefundsOn: 'offered', approval: 'no_limit' },
  })
  await switchRefundsOn(shop)
  const offered = await shop.ask('cust-18', broken)
  assert.equal(offered.offer?.isOffered, true)
  assert.match(offered.text, /refund of order #1446 can be offered: Alpaca jumper \(Moss \/ M\)\./)
  const which = await shop.ask('cust-85', 'I want to return something')
  assert.equal(which.state.pending?.about === 'item' || which.commands[0]?.name === 'return_how', true)
  const item = await shop.ask('cust-160', 'I want my money back for order #1443', 'the scarf')
  assert.deepEqual(item.facts[0]?.values.lines, [{ itemId: 'line-3', quantity: 1 }])
  const old = await shop.store.read.get<{ id: string; customer: string }>(
    `SELECT id, customer_id AS customer FROM orders WHERE status = 'delivered' ORDER BY placed_at LIMIT 1`,
  )
  const number = `#${old?.id.replace('order-', '')}`
  const late = await shop.ask(old?.customer ?? '', `I want to return order ${number}`, 'the whole order')
  assert.deepEqual(late.offer, { isOffered: false, reason: 'outside_period' })
  assert.match(late.text, new RegExp(`The return period of order ${number} is over\\.`))
  assert.equal(late.handOver?.reason, 'refund')
  const typed = await shop.ask('cust-18', 'I want my money back for #1446', 'yes')
  assert.match(typed.text, /Please use the button/)
})

test('what is handed over for a guest asks for nothing', async (t) => {
  const { ask } = await sampleAssistant(t)
  for (const [message, said] of [
    ['I want my money back, it is broken', 'I’m passing this on to our team. Someone will answer here.'],
    ['ich will mein Geld zurück', 'Ich gebe das an unser Team weiter. Du bekommst hier eine Antwort.'],
    ['je veux un remboursement', 'Je transmets à notre équipe, qui vous répondra ici.'],
    ['quiero que me devuelvan el dinero', 'Lo paso a nuestro equipo, que le responderá aquí.'],
  ] as const) {
    const { text, handOver } = await ask(null, message)
    assert.deepEqual([text, handOver?.reason], [said, 'refund'])
  }
})

test('what only people can do is handed over, with how far the order is', async (t) => {
  const { ask } = await sampleAssistant(t)
  const { text, handOver } = await ask('cust-111', 'Please cancel my order')
  assert.deepEqual(text.split('\n'), [
    'Order #1499 is being prepared and has not been shipped yet.',
    'I can’t cancel orders myself, so I’m passing this on to our team. Someone will answer here.',
  ])
  const parcels = await ask('cust-85', 'different address for the order please')
  assert.deepEqual(parcels.text.split('\n'), [
    'A part of order #1480 has been shipped.',
    'I can’t change addresses myself, so I’m passing this on to our team. Someone will answer here.',
  ])
  const which = await ask('cust-18', 'annul my purchase')
  assert.deepEqual([which.text, which.handOver], ['Which order do you mean?', null])
  assert.deepEqual([handOver?.reason, handOver?.priority], ['cancel_order', 'high'])
  assert.match(handOver?.summary ?? '', /^Wants to cancel #1499 \(processing, €[\d.]+\): “Please cancel my order”$/)
  assert.equal((await ask(null, 'I want to talk to a human')).handOver?.reason, 'human')
  assert.equal((await ask(null, 'Gdzie jest moje zamówienie?')).handOver?.reason, 'other_language')
  assert.equal((await ask(null, 'fnord quux', 'blarg wibble', 'fnord wibble')).handOver?.reason, 'unclear')
})

test('products: several matches are asked for, one is answered, an unknown option is said', async (t) => {
  const { ask } = await sampleAssistant(t)
  const asked = await ask(null, 'Do you have scarves?')
  assert.equal(asked.text, 'Which product do you mean?')
  const then = await ask(null, 'Do you have scarves?', 'Merino scarf')
  assert.deepEqual(sources(then), ['products/prod-1', 'products/prod-1'])
  assert.match(
    (await ask(null, 'habt ihr den Leinen Pullover in rot?')).text,
    /gibt es nicht in rot\. Es gibt: Colour: Moss, Plum/,
  )
  assert.equal((await ask(null, 'Do you have unicorns?')).text, 'I found no such product in the shop.')
  assert.match((await ask(null, 'how much is the cashmere beanie')).text, /^Cashmere beanie costs €34\.00\./)
  const two = await ask(null, 'Which colours does the merino scarf come in?', 'and how much is it?')
  assert.match(two.text, /^Merino scarf costs/)
})

test('phrases get an answer, from customers and guests', async (t) => {
  const shop = await sampleAssistant(t)
  const ask = await createAsker(shop)
  for (const { text } of phrases().filter((_, index) => index % 4 === 0))
    for (const who of ['cust-85', null]) {
      const answered = await ask(who, text)
      assert.notEqual(answered.text.trim(), '', text)
      assert.ok(answered.choices.length <= 6, text)
    }
})

test('any text gets an answer', async (t) => {
  const ask = await createAsker(await sampleAssistant(t))
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (text) => {
      assert.notEqual((await ask('cust-85', text)).text, '')
    }),
    { numRuns: 200 },
  )
})

test('what a shop keeps in custom, notes and tags is in no answer', async (t) => {
  const { ask } = await sampleAssistant(t)
  for (const message of ['Where is my order?', 'What did I order?', 'How much did I pay?', 'tracking number please'])
    assert.doesNotMatch(JSON.stringify(await ask('cust-85', message)), /custom|"note"|"tags"|@example\.com/)
})

test('what the shop shows of custom is in answers, and what it does not show is not', async (t) => {
  const shop = await sampleAssistant(t)
  const { store, workspaceId } = shop
  const push = (resource: Resource, object: PushedObject) =>
    store.write((tx) => pushObjects(tx, { resource, workspaceId, hooks }, [prepare(resource, object)], SHOP_TIME))
  const custom = JSON.stringify({
    giftMessage: 'Happy birthday',
    secret: 'hidden-1',
    deep: { giftMessage: 'hidden-2' },
  })
  const items = [{ id: 'l1', title: 'Mug', quantity: 1, unitPrice: 100, custom: '{"giftMessage":"hidden-3"}' }]
  const owned = { customerId: 'cust-x', email: 'x@example.com' }
  await push(orders, { id: 'x1', updatedAt: 1, number: '#77001', ...owned, custom, items })
  const dropOff = JSON.stringify({ dropOff: 'behind the shed', number: 'P-7', driver: 'hidden-5' })
  const parcel = { id: 'x3', updatedAt: 1, orderId: 'x1', trackingNumber: 'T9', status: 'in_transit' }
  await push(shipments, { ...parcel, custom: dropOff })
  const variants = [{ id: 'v1', inStock: true, custom: '{"fabric":"hidden-4"}' }]
  await push(products, { id: 'x2', updatedAt: 1, title: 'Zebra kettle', custom: '{"fabric":"steel"}', variants })
  assert.equal((await shop.ask('cust-x', 'What did I order?')).text, 'Order #77001 contains: Mug.')
  const visibleCustom = { orders: ['giftMessage', 'deep'], shipments: ['number', 'dropOff'], products: ['fabric'] }
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { visibleCustom, shopName: 'Wool & Linen' } }, SHOP_TIME),
  )
  const shown = await shop.ask('cust-x', 'What did I order?')
  assert.equal(shown.text, 'Order #77001 contains: Mug.\ngiftMessage: Happy birthday')
  const guest = await shop.ask(null, 'What was in order #77001? x@example.com')
  assert.equal(guest.text, 'Order #77001 contains: Mug.')
  const where = await shop.ask('cust-x', 'Where is order #77001?')
  assert.match(where.text, /^number: P-7\ndropOff: behind the shed$/m)
  const tracking = await shop.ask('cust-x', 'What is the tracking number of #77001?')
  assert.match(tracking.text, /T9.*\nnumber: P-7\ndropOff: behind the shed$/m)
  const tracked = await shop.ask(null, 'Where is order #77001? x@example.com')
  assert.doesNotMatch(tracked.text, /shed|P-7/)
  const kettle = await shop.ask(null, 'Tell me more about the zebra kettle')
  assert.match(kettle.text, /fabric: steel/)
  for (const answered of [shown, guest, where, tracking, tracked, kettle])
    assert.doesNotMatch(JSON.stringify(answered), /hidden/)
  assert.match((await shop.ask(null, 'Hello')).text, /^Hello! Welcome to Wool & Linen\. I can/)
})
