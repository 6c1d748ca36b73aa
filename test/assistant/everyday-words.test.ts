import assert from 'node:assert/strict'
import { test } from 'node:test'
import { understand } from '../../src/assistant/understand/understand.ts'
import { sampleAssistant } from '../support/assistant.ts'
import { switchRefundsOn } from '../support/shop-refunds.ts'

/** Customer 81 has six orders: #1374 was delivered three weeks ago, #1461 is on its way. */
const CUSTOMER = 'cust-81'
const firstOf = (message: string) => understand(message).commands[0]

test('what does not fit and goes back is a return, in another size an exchange', async (t) => {
  const shop = await sampleAssistant(t)
  await switchRefundsOn(shop)
  for (const said of [
    'I want to return order 1374, it is too small',
    'Ich will Bestellung 1374 zurückgeben, es ist zu groß',
    'Je voudrais renvoyer la commande 1374, c’est trop petit',
    'Quiero devolver el pedido 1374, me quedan pequeños',
  ]) {
    const { offer, handOver } = await shop.ask(CUSTOMER, said)
    assert.deepEqual([offer?.isOffered, handOver], [true, null], said)
    assert.equal(understand(said).commands[0]?.kind, 'return', said)
  }
  for (const said of ['the beanie is too small, I want a bigger one', 'it is too small', 'zu klein, lieber in L'])
    assert.equal(firstOf(said)?.name, 'exchange', said)
})

test('a question about a refund is no request for one', () => {
  for (const said of [
    '¿Cómo va mi reembolso 1374?',
    'Was ist mit meiner Erstattung?',
    'I have not received my refund and want to know why',
  ])
    assert.equal(firstOf(said)?.name, 'refund_status', said)
  const missed = firstOf('my package never arrived I want a refund')
  assert.deepEqual([missed?.name, missed?.kind], ['refund_request', 'not_received'])
})

test('a short word like one for damage is not read as damage, nor a gift as a parcel', () => {
  assert.equal(firstOf('faites-vous des paquets cadeaux ?')?.name, 'unclear')
  for (const said of ['où se trouve mon colis', 'où se trouve votre magasin ?', 'ich brauch einen Schal'])
    assert.notEqual(firstOf(said)?.name, 'refund_request', said)
  assert.equal(firstOf('the lamp arrived damged')?.name, 'refund_request')
})

test('a part of what was ordered may be missing in other words', () => {
  for (const said of [
    'only one of the two things arrived',
    'Ich habe nur eins von zwei Teilen bekommen',
    'Je n’ai reçu qu’un article sur deux',
    'Solo recibí uno de los dos artículos',
  ])
    assert.equal(firstOf(said)?.name, 'refund_request', said)
})

test('a number after a word for it, without a space, is the number', async (t) => {
  const { ask } = await sampleAssistant(t)
  assert.match((await ask(CUSTOMER, 'order nr1461, when will it arrive')).text, /^Order #1461 is on its way/)
  assert.match((await ask(CUSTOMER, 'pedido nº1461')).text, /^El pedido #1461 está en camino/)
  const guest = await ask(null, 'Bestellung Nr1480 elif.fischer@example.com')
  assert.match(guest.text, /^Ein Teil der Bestellung #1480/)
  const [asked, found] = [await ask(null, 'order 1480'), await ask(null, 'order 1480', 'elif.fischer@example.com')]
  assert.equal(asked.text, 'Please also write the e-mail address of the order.')
  assert.match(found.text, /^A part of order #1480/)
})

test('a customer may ask for the last order by words with accents', async (t) => {
  const { ask } = await sampleAssistant(t)
  for (const said of ['total de mi último pedido', '¿qué pedí la última vez?', 'montant de ma dernière commande'])
    assert.match((await ask(CUSTOMER, said)).text, /#1461/, said)
})

test('agents read what the customer wanted, not the number that answered the question for it', async (t) => {
  const { ask } = await sampleAssistant(t)
  const { handOver } = await ask(CUSTOMER, 'Thank you. The beanie is too small, can I swap it?', '#1374')
  assert.equal(
    handOver?.summary,
    'Wants to exchange something of #1374 (delivered, €33.90): “Thank you. The beanie is too small, can I swap it?”',
  )
})

test('products in a color are listed if none was named, and narrow the choice if several were', async (t) => {
  const { ask } = await sampleAssistant(t)
  const titles = (answer: { choices: { label: string }[] }) => answer.choices.map(({ label }) => label)
  for (const said of [
    'anything in moss green?',
    'do you have anything in moss green',
    'Haben Sie etwas in Moosgrün?',
    'avez-vous quelque chose en vert mousse ?',
    '¿tenéis algo en verde musgo?',
  ])
    assert.match((await ask(null, said)).text, /: Alpaca jumper, .*…\n/, said)
  assert.equal((await ask(null, 'have you got something in red')).text, 'I found no such product in the shop.')
  assert.deepEqual(titles(await ask(null, 'show me scarves in plum')).slice(0, -1), [
    'Recycled wool scarf',
    'Merino scarf',
    'Cashmere scarf',
  ])
  const chosen = await ask(null, 'do you have anything in moss green', 'scarf', 'linen')
  assert.match(chosen.text, /^Yes, Linen scarf \(Moss\) is available\./)
  const other = await ask(null, 'do you have the merino scarf?', 'anything else in graphite?')
  assert.match(other.text, /^In this color there is: Linen cushion, /)
  assert.match((await ask(null, 'linen scarf in moss green')).text, /\(Moss\) is available/)
  assert.match((await ask(null, 'do you have the linen scarf in red green?')).text, /not offered in red/)
})

test('where and when the shop is open is answered from its page about contact', async (t) => {
  const { ask } = await sampleAssistant(t)
  const said = [
    ['what are your opening hours?', 'help-contact'],
    ['Haben Sie auch einen Laden? Wo sind Sie?', 'help-contact-de'],
    ['¿dónde está vuestra tienda?', 'help-contact'],
  ] as const
  for (const [one, page] of said)
    assert.deepEqual(
      (await ask(null, one)).facts.map(({ source }) => source),
      [`articles/${page}`],
      one,
    )
})

test('who asks whether a program answers hears that', async (t) => {
  const { ask } = await sampleAssistant(t)
  assert.match((await ask(null, 'is this a bot?')).text, /^I am an automatic assistant/)
  assert.match((await ask(null, 'Bist du ein Roboter?')).text, /^Ich bin ein automatischer Assistent/)
  assert.match((await ask(null, 'êtes-vous un robot ?')).text, /^Je suis un assistant automatique/)
  assert.match((await ask(null, '¿eres un robot?')).text, /^Soy un asistente automático/)
})

test('a parcel is found by its tracking number, if it is the customer’s own', async (t) => {
  const { ask } = await sampleAssistant(t)
  const own = await ask('cust-196', 'how do I track my package with the number DH6954036170DE')
  assert.match(own.text, /^The parcel with DHL:\nThe tracking number is DH6954036170DE\./)
  const [others, none] = [
    await ask('cust-196', 'where is PO6285447277NL'),
    await ask('cust-196', 'where is PO0000000000NL'),
  ]
  assert.equal(others.text, none.text.replace('PO0000000000NL', 'PO6285447277NL'))
  assert.deepEqual(
    [others.facts, others.calls.map(({ objects }) => objects)],
    [none.facts, none.calls.map(({ objects }) => objects)],
  )
})

test('a guest who asks for a second order hears about that one', async (t) => {
  const { ask } = await sampleAssistant(t)
  const chat = ['order 1469 paula.kohler@example.com', 'and 1470?']
  assert.match(
    (await ask(null, ...chat, 'samir.fischer@example.com')).text,
    /^Order #1470 is (?:on its way|out for delivery)/,
  )
  assert.match((await ask(null, ...chat, 'paula.kohler@example.com')).text, /^I found no order with this number/)
  assert.match((await ask(null, ...chat, 'where is my order?')).text, /^Order #1469 is on its way/)
})

test('what is wrong with the shop itself goes to people, and is no damage of an order', () => {
  for (const said of [
    "my discount code doesn't work",
    'der Gutscheincode funktioniert nicht',
    'mon code promo ne marche pas',
    'mi cupón no funciona',
    'the website is broken',
  ])
    assert.ok(['discount_code', 'site_fault'].includes(firstOf(said)?.name ?? ''), said)
})

test('several questions in one message are answered, numbered ones, too', async (t) => {
  const { ask } = await sampleAssistant(t)
  const { commands, text } = await ask('cust-196', 'two questions: 1) where is order 1469 2) how can I return 1434?')
  assert.deepEqual(
    commands.map(({ name }) => name),
    ['order_status', 'return_how'],
  )
  assert.match(text, /^Order #1469 is on its way/)
})

test('a SKU names its variant', async (t) => {
  const { ask } = await sampleAssistant(t)
  assert.match((await ask(null, 'is SW-028-07 in stock')).text, /^Yes, Linen T-shirt \(Sand, L\) is available/)
})

test('a parcel that has not moved is late, an order may be named by a date, and a date is no product', async (t) => {
  assert.equal(firstOf("is it normal that my parcel hasn't moved since 30 October?")?.name, 'late')
  assert.equal(firstOf('Order number: 1469.')?.name, 'order_status')
  const { ask } = await sampleAssistant(t)
  assert.match((await ask('cust-196', 'my order from 29 October')).text, /^Order #1469/)
})

test('who sends an item back because of its material is not asked which product is meant', async (t) => {
  const shop = await sampleAssistant(t)
  await switchRefundsOn(shop)
  for (const said of [
    'Die Decke aus Bestellung 1443 kratzt, ich möchte sie zurückgeben',
    'the blanket of order 1443 is itchy, I want to return it',
  ])
    assert.equal((await shop.ask('cust-160', said)).offer?.isOffered, true, said)
})

test('an order that was delivered long ago is not the one that is missed', async (t) => {
  const { ask } = await sampleAssistant(t)
  const missed = await ask('cust-85', 'it says delivered but nothing came')
  assert.match(missed.text, /A part of order #1480 has been shipped/)
  assert.equal(missed.handOver?.reason, 'not_received')
  assert.match((await ask(CUSTOMER, 'it says delivered but nothing came')).text, /^Which order do you mean/)
})

test('a word of agreement is answered by what is open', async (t) => {
  const shop = await sampleAssistant(t)
  await switchRefundsOn(shop)
  assert.match((await shop.ask(CUSTOMER, 'refund order #1374', 'ok')).text, /^Please use the button/)
  assert.match((await shop.ask(CUSTOMER, 'refund order #1374', 'no')).text, /^Please use the button/)
  assert.match((await shop.ask(CUSTOMER, 'where is my order?', 'ok')).text, /^What can I help you with/)
  assert.equal((await shop.ask(CUSTOMER, 'where is my order?', 'great')).text, 'You’re welcome! Anything else?')
})

test('a wrong size is a wish for another one, and a range of sizes no order number', async (t) => {
  for (const said of ['je me suis trompé de taille', 'me equivoqué de talla'])
    assert.equal(firstOf(said)?.name, 'exchange', said)
  const { ask } = await sampleAssistant(t)
  assert.match((await ask(null, 'merino socks 40-43 sand')).text, /^Merino socks is not offered in sand/)
})

test('who thanks for a refund, wants none or asks what would be gets no offer', () => {
  const expected = {
    order_status: [
      "I don't want a refund, I want my parcel",
      'ich will keine Erstattung, sondern meine Ware',
      'je ne veux pas de remboursement, je veux mon colis',
      'no quiero reembolso, quiero mi paquete',
    ],
    thanks: [
      'thanks for the refund!',
      'Danke für die Erstattung',
      'merci pour le remboursement',
      'gracias por el reembolso',
    ],
    return_how: [
      'what happens if it arrives damaged',
      'was passiert, wenn die Ware kaputt ankommt',
      'que se passe-t-il si le colis arrive abîmé',
      'qué pasa si llega roto',
    ],
  }
  for (const [name, list] of Object.entries(expected))
    for (const said of list) assert.equal(firstOf(said)?.name, name, said)
  assert.equal(firstOf('I want a refund, thanks')?.name, 'refund_request')
  assert.notEqual(firstOf('das ist ein Fehler auf der Seite')?.name, 'refund_request')
})

test('what was bought and its total may be asked for in a few words', async (t) => {
  const { ask } = await sampleAssistant(t)
  assert.match((await ask(CUSTOMER, 'what did I buy?', '1374')).text, /^Order #1374 contains: /)
  assert.equal(
    (await ask(CUSTOMER, 'what is in order 1374?', 'and the total?')).text,
    'The total of order #1374 is €33.90.',
  )
})

test('no product is said to be missing if the message names none', async (t) => {
  const { ask } = await sampleAssistant(t)
  for (const said of ['applied the code and the price stays the same', 'code eingegeben, preis bleibt gleich'])
    assert.doesNotMatch((await ask(null, said)).text, /no such product|Ein solches Produkt/, said)
  assert.match((await ask(null, 'do you have gizmos?')).text, /no such product/)
})
