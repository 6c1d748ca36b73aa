import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startTrial } from '../../src/assistant/trial.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import { orders } from '../../src/objects/types/order.ts'
import { products } from '../../src/objects/types/product.ts'
import { shipments } from '../../src/objects/types/shipment.ts'
import { hooks } from '../../src/serve/features.ts'
import { SHOP_TIME, sampleAssistant } from '../support/assistant.ts'
import { switchRefundsOn } from '../support/shop-refunds.ts'

/** Chats as annoyed customers write them: with numbers in a spelling of their own, half sentences and second thoughts. */
type Chat = (customerId: string | null, ...said: string[]) => Promise<string[]>

async function shopOfTwoOrders(t: TestContext): Promise<Chat> {
  const shop = await sampleAssistant(t)
  const { store, workspaceId } = shop
  const ordered = (id: string, number: string, status: string, titles: string[], more: object = {}) => {
    const items = titles.map((title, index) => ({ id: `l${index + 1}`, title, quantity: 1, unitPrice: 1_000 }))
    const money = { currency: 'EUR', total: 1_000 * titles.length }
    const owned = { customerId: 'two', email: "o'neil@example.com", placedAt: SHOP_TIME - 3 * DAY_MS }
    return prepare(orders, { id, updatedAt: SHOP_TIME, number, status, items, ...money, ...owned, ...more })
  }
  const variants = ['Red 42', 'Red 43', 'Blue 42'].map((name) => {
    const [Color = '', Size = ''] = name.split(' ')
    return { id: name, options: { Color, Size }, stock: name === 'Red 43' ? 2 : 30 }
  })
  const shoe = { id: 'shoe', updatedAt: SHOP_TIME, title: 'Trail running shoe', status: 'active', variants }
  await store.write((tx) =>
    push(
      tx,
      { resource: orders, workspaceId, hooks },
      [
        ordered('o1', 'WL-2026/004', 'shipped', ['Blue teapot', 'Mug']),
        ordered('o2', '# A 1005', 'delivered', ['Red teapot'], { returnableUntil: '2026-12-01T12:00:00Z' }),
        ordered('o3', '10 20 30', 'partially_shipped', ['Lamp', 'Bulb'], { customerId: 'parts' }),
        ordered('o4', '7700', 'refunded', ['Vase'], { customerId: 'paid', refundedTotal: 1_000 }),
      ],
      SHOP_TIME,
    ),
  )
  await store.write((tx) => push(tx, { resource: products, workspaceId, hooks }, [prepare(products, shoe)], SHOP_TIME))
  const parcel = { id: 's3', updatedAt: SHOP_TIME, orderId: 'o3', status: 'delivered' }
  await store.write((tx) =>
    push(tx, { resource: shipments, workspaceId, hooks }, [prepare(shipments, parcel)], SHOP_TIME),
  )
  await switchRefundsOn(shop)
  return async (customerId, ...said) => {
    const trial = await startTrial(store, { workspaceId, customerId, now: () => SHOP_TIME })
    const texts: string[] = []
    for (const message of said) texts.push((await trial.say(message)).text)
    return texts
  }
}

test('an order is found by its number, however the customer writes it', async (t) => {
  const chat = await shopOfTwoOrders(t)
  for (const said of ['where is wl 2026 004', 'WHERE IS MY ORDER WL2026/004???', 'wo ist bestellung wl-2026-004'])
    assert.match((await chat('two', said))[0] ?? '', /WL-2026\/004/, said)
  for (const said of ['status of # a 1005', 'where is order A 1005?', 'où est la commande #a1005'])
    assert.match((await chat('two', said))[0] ?? '', /# A 1005/, said)
  assert.match((await chat('parts', 'where is my order 10 20 30'))[0] ?? '', /^A part of order 10 20 30/)
  assert.match((await chat('two', 'I want a refund', 'A 1005'))[1] ?? '', /refund of order # A 1005/)
  assert.deepEqual(await chat('two', 'where is order 10 20 30'), [
    'I found no order 10 20 30 of yours. Please check the number.',
  ])
})

test('a guest may write the number and the address in any way, and correct one of them', async (t) => {
  const chat = await shopOfTwoOrders(t)
  const found = /^A part of order 10 20 30/
  assert.match((await chat(null, 'where is my order? 10 20 30 O’NEIL@example.com'))[0] ?? '', found)
  const [, number, address] = await chat(null, 'where is my order', '10 20 30', "o'neil@example.com")
  assert.match(number ?? '', /e-mail address/)
  assert.match(address ?? '', found)
  const wrong = await chat(null, 'where is order 102030', 'oneil@example.com', 'where is it?', "o'neil@example.com")
  assert.match(wrong[1] ?? '', /^I found no order/)
  assert.match(wrong[2] ?? '', /^Please write the order number/)
  assert.match(wrong[3] ?? '', found)
})

test('what the customer has bought is a way to name the order', async (t) => {
  const chat = await shopOfTwoOrders(t)
  assert.match((await chat('parts', 'where are the bulbs?'))[0] ?? '', /^A part of order 10 20 30/)
  const [asked, chosen] = await chat('two', "the teapot hasn't arrived", 'the blue one')
  assert.equal(asked, 'Which order do you mean?')
  assert.match(chosen ?? '', /Order WL-2026\/004 has been shipped/)
  assert.match((await chat('two', 'it says delivered but I have nothing'))[0] ?? '', /Order # A 1005 was delivered/)
  assert.match((await chat(null, 'where are the bulbs?'))[0] ?? '', /can only help with this shop/)
})

test('a guest may write nothing but a number and an address, once or twice', async (t) => {
  const chat = await shopOfTwoOrders(t)
  const pair = "# A 1005 o'neil@example.com"
  const [first, again, wrong] = await chat(null, pair, pair, 'A1005 eve@example.com')
  assert.match(first ?? '', /^Order # A 1005 was delivered/)
  assert.equal(again, first)
  assert.match(wrong ?? '', /^I found no order with this number and e-mail address/)
})

test('questions about the order of which the chat is speaking need no number', async (t) => {
  const chat = await shopOfTwoOrders(t)
  const asked = ['what did I order last time?', 'how much was it?', 'and which items were in it?']
  const [contents, total, items] = await chat('parts', ...asked)
  assert.match(contents ?? '', /^Order 10 20 30 contains: Lamp, Bulb/)
  assert.match(total ?? '', /^The total of order 10 20 30 is €20\.00/)
  assert.equal(items, contents)
  for (const said of ['wie viel war das?', 'c’était combien ?', '¿cuánto fue eso?'])
    assert.match((await chat('parts', 'where is my order?', said))[1] ?? '', /20,00\s€/, said)
})

test('the answer to until when an order can be returned is about the order that is named', async (t) => {
  const chat = await shopOfTwoOrders(t)
  const [one, other] = await chat(
    'two',
    'how long can I return order A 1005?',
    'wie lange kann ich 102030 zurückgeben?',
  )
  assert.match(one ?? '', /Order # A 1005 can be returned until 1 December 2026\.$/)
  assert.doesNotMatch(other ?? '', /10 20 30 kann/)
})

test('small words change no language', async (t) => {
  const chat = await shopOfTwoOrders(t)
  const [, thanks] = await chat('two', 'where is my order WL-2026/004?', 'hmm ok thx')
  assert.equal(thanks, 'You’re welcome! Anything else?')
})

test('a help page in another language is named, and nobody is handed over for it', async (t) => {
  const { ask } = await sampleAssistant(t)
  const { text, handOver, language } = await ask(null, 'Combien coûte la livraison ?')
  assert.deepEqual([handOver, language], [null, 'fr'])
  assert.match(text, /^Notre page à ce sujet est dans une autre langue : Shipping times and costs, https:/)
})

test('another clear question is answered, although one is open', async (t) => {
  const chat = await shopOfTwoOrders(t)
  const [, other] = await chat('two', 'I want a refund', 'where is my order?')
  assert.match(other ?? '', /^Order WL-2026\/004 has been shipped/)
  const [, guest] = await chat(null, 'Do you have scarves?', 'forget it, where is my order')
  assert.match(guest ?? '', /order number and the e-mail address/)
})

test('no refund is offered of an order that the shop has refunded, nor of what was not named', async (t) => {
  const chat = await shopOfTwoOrders(t)
  const [refunded] = await chat('paid', 'refund order 7700 AGAIN!!!')
  assert.match(refunded ?? '', /^Order 7700 was already refunded/)
  const [half, bulb] = await chat('parts', 'half of my order is missing', 'the bulb')
  assert.match(half ?? '', /^A part of order 10 20 30 has been shipped\.[\s\S]*Which item is it about\?$/)
  assert.match(bulb ?? '', /refund of order 10 20 30/)
  const [, both] = await chat('parts', 'I want my money back for 10 20 30', 'both')
  assert.match(both ?? '', /refund of order 10 20 30/)
})

test('a product by its name alone is asked for, and the next words choose the variant', async (t) => {
  const chat = await shopOfTwoOrders(t)
  assert.match(
    (await chat(null, 'trail running shoe red size 43'))[0] ?? '',
    /\(Red, 43\) is available, but only a few/,
  )
  assert.match((await chat(null, 'zapatillas trail running rojas 42?'))[0] ?? '', /\(Red, 42\) está disponible/)
  const [, red, one, blue] = await chat(null, 'trail running shoe?', 'red', '42', 'and in blue?')
  assert.match(red ?? '', /\(Red, 42\).*\n.*\(Red, 43\)/)
  assert.match(one ?? '', /^Yes, .*\(Red, 42\) is available\.$/)
  assert.match(blue ?? '', /\(Blue, 42\)/)
  const [, , green, other] = await chat(null, 'trail running shoe?', 'red 42', 'und in grün?', 'dann blau')
  assert.match(green ?? '', /^Trail running shoe gibt es nicht in grün\. Es gibt: Color: Red, Blue;/)
  assert.match(other ?? '', /\(Blue, 42\)/)
  assert.match((await chat(null, 'do you have the trail running shoe in 44?'))[0] ?? '', /not offered in 44/)
  const many = 'I need 5 trail running shoes in red 43, do you have that many?'
  assert.deepEqual(await chat(null, many), ['There are fewer than 5 of Trail running shoe (Red, 43) in stock.'])
  assert.match(
    (await chat(null, 'do you have 5 pairs of the trail running shoe in red?'))[0] ?? '',
    /\(Red, 42\): available\n.*\(Red, 43\): fewer than 5$/,
  )
})

test('who answers a question about products with another one hears about that one', async (t) => {
  const { ask } = await sampleAssistant(t)
  const titles = (answer: { choices: { label: string }[] }) => answer.choices.map(({ label }) => label)
  const other = await ask(null, 'zeig mir mal eure Schals', 'ist die Alpaka Decke warm?')
  assert.deepEqual(titles(other).slice(0, 2), ['Recycled wool blanket', 'Linen blanket'])
  const chosen = await ask(null, 'do you have scarves in plum?', 'the merino one')
  assert.match(chosen.text, /^Yes, Merino scarf \(Plum\) is available/)
  const among = await ask(null, 'cardigans or scarves in moss', 'the merino cardigan')
  assert.match(among.text, /^Merino cardigan is not offered in moss\./)
  const gold = await ask(null, 'Avez-vous l’écharpe mérinos en or ?')
  assert.match(gold.text, /n’existe pas en or\./)
  const cheapest = await ask(null, 'cheapest scarf?')
  assert.equal(titles(cheapest).length, 6)
  const info = await ask(null, 'is the cashmere cardigan warm?')
  assert.match(info.text, /^Cashmere cardigan: /)
})

test('an account that is blocked and a threat go to people; a cancelled order is not missed', async (t) => {
  const { ask } = await sampleAssistant(t)
  assert.equal((await ask('cust-85', 'mon compte est bloqué')).handOver?.reason, 'account')
  assert.equal((await ask('cust-85', 'voy a denunciaros')).handOver?.reason, 'legal')
  const missed = await ask('cust-85', 'I NEVER GOT MY PARCEL')
  assert.deepEqual(
    missed.choices.map(({ text }) => text),
    ['#1480', '#1021', 'Talk to a person'],
  )
})

test('emoji, dots and the longest messages get an answer, the second of them the offer of a person, and the third one a person', async (t) => {
  const chat = await shopOfTwoOrders(t)
  for (const said of ['😡😡😡', '???', '.', 'a'.repeat(4_000), '12 '.repeat(1_300), '👍'.repeat(2_000)]) {
    const [first, second, third] = await chat('two', said, said, said)
    assert.match(first ?? '', /^I did not understand that/, said.slice(0, 20))
    assert.match(second ?? '', /Shall I pass this on to our team\?$/, said.slice(0, 20))
    assert.match(third ?? '', /^I’m passing this on/, said.slice(0, 20))
  }
})

test('a chat that does not work is not a broken item: people take over, and no refund is offered', async (t) => {
  const chat = await shopOfTwoOrders(t)
  for (const said of [
    'this chat is broken',
    'der Chat funktioniert nicht',
    'este chat no sirve para nada',
    'ce bot ne marche pas',
  ]) {
    const [text = ''] = await chat('two', said)
    assert.match(text, /team|Team|equipo|équipe/, said)
    assert.doesNotMatch(text, /teapot|EUR|refund|erstatt|reembols|rembours/i, said)
  }
  // Who speaks to the chat may still have a broken item.
  for (const said of ['hi chatbot, my red teapot is broken', 'hola bot, el red teapot está roto'])
    assert.match((await chat('two', said))[0] ?? '', /Red teapot/, said)
})
