import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { newConversation } from '../../src/assistant/answer.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/time.ts'
import { createAsker, sampleAssistant } from '../support/assistant.ts'
import { startChats } from '../support/chats.ts'
import { agent } from '../support/shop.ts'

const HAND_OVER = 'I’m passing this on to our team. Someone will answer here.'
const PASS_ON = 'Shall I pass this on to our team?'

const order = (number: string, change: object = {}) => ({
  id: `o${number}`,
  updatedAt: '2026-03-01T09:00:00Z',
  number: `#${number}`,
  customerId: 'c-ann',
  email: 'ann@example.com',
  status: 'delivered',
  currency: 'EUR',
  total: 1_900,
  placedAt: '2026-02-20T00:00:00Z',
  deliveredAt: '2026-02-24T00:00:00Z',
  items: [{ id: 'l', title: 'Red scarf', quantity: 1, unitPrice: 1_900 }],
  ...change,
})

const item = (title: string) => [{ id: 'l', title, quantity: 1, unitPrice: 100 }]

/** Three orders of a customer, the newest of which is #3003. */
const ordersOf = (customerId: string) => {
  const mine = (number: string, change: object = {}) =>
    order(number, { id: `${customerId}-${number}`, customerId, ...change })
  return [
    mine('3001'),
    mine('3002', { total: 3_950, placedAt: '2026-02-21T00:00:00Z', items: item('Blue hat') }),
    mine('3003', { total: 2_500, placedAt: '2026-02-26T00:00:00Z', items: item('Mug') }),
  ]
}

/** A shop with the orders of c-ann. `chat` returns the answers of a new conversation, of a customer with the same orders. */
async function startShop(t: TestContext) {
  const chats = await startChats(t)
  await chats.api.push('orders', ordersOf('c-ann'))
  let count = 0
  const chat = async (who: 'c-ann' | null, ...said: string[]) => {
    const customerId = `c-ann-${++count}`
    if (who !== null) await chats.api.push('orders', ordersOf(customerId))
    const id = await (who === null ? chats.open() : chats.open(customerId))
    const answers = []
    for (const text of said) answers.push(await chats.say(id, text))
    return answers
  }
  return { ...chats, chat }
}

const texts = (answers: ({ text: string } | undefined)[]) => answers.map((answer) => answer?.text)

test('after two answers that do not help a person is offered, and the third one calls one', async (t) => {
  const { chat } = await startShop(t)
  const rows: [string, string, string][] = [
    ['qwertz yxcv', 'asdf jkl', 'uiop hjkl'],
    ['where is order 77770', 'where is order 77771', 'where is order 77772'],
    ['qwertz yxcv', 'where is order 77771', 'do you have unobtainium?'],
  ]
  for (const said of rows) {
    const [first, second, third] = await chat('c-ann', ...said)
    assert.doesNotMatch(first?.text ?? '', /team/, said[0])
    assert.equal(second?.text.endsWith(PASS_ON), true, second?.text ?? '')
    assert.deepEqual([third?.text, third?.handOver?.reason], [HAND_OVER, 'unclear'], said[2])
    assert.equal(third?.handOver?.summary, `Was not helped by three answers in a row: “${said[2]}”`)
  }
})

test('the same question and the same answer count, too, and are not said a third time', async (t) => {
  const { chat } = await startShop(t)
  const [asked, again, offered, called] = await chat(null, 'where is my order', 'hmm', 'well', 'hmm')
  assert.equal(asked?.text, again?.text)
  assert.equal(offered?.text, `Sorry, I can’t find it out this way.\n${PASS_ON}`)
  assert.equal(called?.handOver?.reason, 'unclear')
  const same = 'where is order 3001'
  const [status, repeated, known, person] = await chat('c-ann', same, same, same, same)
  assert.equal(status?.text, repeated?.text)
  assert.equal(known?.text, `That is all I know right now.\n${PASS_ON}`)
  assert.equal(person?.text, HAND_OVER)
})

test('only a new fact begins the count again', async (t) => {
  const { chat } = await startShop(t)
  const helped = await chat(
    'c-ann',
    'qwertz yxcv',
    'where is order 3001',
    'asdf jkl',
    'where is order 3002',
    'uiop hjkl',
  )
  assert.ok(helped.every((answer) => answer?.handOver === null && !answer.text.includes('team')))
  const [, , , called] = await chat('c-ann', 'qwertz yxcv', 'thanks', 'asdf jkl', 'uiop hjkl')
  assert.equal(called?.text, HAND_OVER)
})

test('who says yes to the offer gets a person, and who says no does not', async (t) => {
  const { chat } = await startShop(t)
  const [, , yes] = await chat('c-ann', 'qwertz yxcv', 'asdf jkl', 'yes please')
  assert.equal(yes?.text, HAND_OVER)
  assert.match(yes?.handOver?.summary ?? '', /^Asks for a person: “asdf jkl”$/)
  const [, , no] = await chat('c-ann', 'qwertz yxcv', 'asdf jkl', 'no')
  assert.equal(no?.handOver, null)
  // The question for the number is open beside the offer.
  const [, , , accepted] = await chat(null, 'where is my order', 'hmm', 'well', 'yes')
  assert.equal(accepted?.text, HAND_OVER)
  const [, , , proved] = await chat(null, 'where is my order', 'hmm', 'well', '3003 ann@example.com')
  assert.match(proved?.text ?? '', /#3003/)
})

test('an open question stays open while something else is asked', async (t) => {
  const { chat } = await startShop(t)
  const [asked, thanks, cancelled] = await chat('c-ann', 'cancel my order', 'how much was order 3001?', '#3002')
  assert.equal(asked?.state.pending?.about, 'order')
  assert.match(thanks?.text ?? '', /19\.00/)
  assert.equal(cancelled?.handOver?.reason, 'cancel_order')
  assert.match(cancelled?.handOver?.summary ?? '', /#3002/)
  const [, , status] = await chat(null, 'where is my order', 'thanks', '3003 ann@example.com')
  assert.match(status?.text ?? '', /#3003/)
  // A new question is the open one.
  const [, , guest] = await chat(null, 'where is my order', 'do you have it in size 42?', '3003 ann@example.com')
  assert.match(guest?.text ?? '', /#3003/)
})

test('who does not know the number hears of the orders, the newest first; one open order is that one', async (t) => {
  const { chat, api, open, say } = await startShop(t)
  const unknown = ["I don't know the number", 'no idea', "I can't find the number"]
  for (const text of unknown) {
    const [, listed] = await chat('c-ann', 'what did I order?', text)
    assert.equal(listed?.text, 'These are your orders, the newest first. Which one is it?', text)
    assert.deepEqual(
      listed?.choices.map(({ label }) => label),
      [
        '#3003 of 26 February 2026: Mug',
        '#3002 of 21 February 2026: Blue hat',
        '#3001 of 20 February 2026: Red scarf',
        'Talk to a person',
      ],
    )
  }
  const inOther = ['ich weiß die Nummer nicht', 'je ne connais pas le numéro', 'no sé el número']
  for (const [at, first] of ['was habe ich bestellt?', "qu'est-ce que j'ai commandé ?", '¿qué he pedido?'].entries())
    assert.equal((await chat('c-ann', first, inOther[at] ?? ''))[1]?.choices.length, 4, first)
  await api.push('orders', [
    order('4001', { customerId: 'c-bob' }),
    order('4002', { customerId: 'c-bob', status: 'shipped' }),
  ])
  const bob = await open('c-bob')
  await say(bob, 'what did I order?')
  assert.match((await say(bob, "I don't know the number"))?.text ?? '', /#4002/)
})

test('a guest who does not know the number hears where it is, and is offered a person', async (t) => {
  const { chat } = await startShop(t)
  const [, where, person] = await chat(null, 'where is my order', "I don't know the number", 'yes')
  assert.equal(where?.text, `The order number is in the confirmation e-mail of your order.\n${PASS_ON}`)
  assert.equal(person?.text, HAND_OVER)
  const [, , found] = await chat(null, 'where is my order', 'no idea', 'found it: 3003, ann@example.com')
  assert.match(found?.text ?? '', /#3003/)
  const [, , called] = await chat(null, 'where is my order', 'no idea', 'I have no number')
  assert.equal(called?.text, HAND_OVER)
})

test('the last one, an item, a day and an amount choose an order', async (t) => {
  const { chat } = await startShop(t)
  const rows: [string, string][] = [
    ['the last', '3003'],
    ['last one', '3003'],
    ['the latest one', '3003'],
    ['the scarf', '3001'],
    ['the hat', '3002'],
    ['the one of 21 February', '3002'],
    ['Feb 20th', '3001'],
    ['2026-02-26', '3003'],
    ['20/02', '3001'],
    ['the €39.50 one', '3002'],
    ['39,50', '3002'],
    ['25 euros', '3003'],
    ['the second one', '3002'],
  ]
  for (const [said, number] of rows) {
    const [, chosen] = await chat('c-ann', 'what did I order?', said)
    assert.match(chosen?.text ?? '', new RegExp(`#${number}`), said)
  }
  assert.match((await chat('c-ann', 'was habe ich bestellt?', 'die vom 21. Februar'))[1]?.text ?? '', /#3002/)
  assert.match((await chat('c-ann', 'was habe ich bestellt?', 'die letzte'))[1]?.text ?? '', /#3003/)
  assert.match((await chat('c-ann', "qu'est-ce que j'ai commandé ?", 'celle du 21 février'))[1]?.text ?? '', /#3002/)
  assert.match((await chat('c-ann', '¿qué he pedido?', 'el de 39,50 €'))[1]?.text ?? '', /#3002/)
})

test('the wish for a person wins over everything, and is answered by the hand-over alone', async (t) => {
  const { store, workspaceId } = await sampleAssistant(t)
  const ask = await createAsker({ store, workspaceId })
  for (const said of [
    'I want to talk to a human. Where is my order?',
    'cancel my order and let me talk to a person',
    'Do you have mugs, and can I speak to someone?',
    'my mug is broken, I want my money back, give me a real person',
  ]) {
    const { text, handOver, commands, choices, state } = await ask('cust-81', said)
    assert.deepEqual([text, handOver?.reason, commands.length, choices], [HAND_OVER, 'human', 1, []], said)
    assert.equal(state.pending, null)
  }
  const asked = await ask('cust-81', 'what did I order?')
  const person = await ask('cust-81', 'a person please', asked.state)
  assert.deepEqual([person.text, person.state.pending], [HAND_OVER, null])
  assert.equal(newConversation.unhelped, 0)
})

test('while a customer waits, simple questions are answered, and else once that people have the message', async (t) => {
  const { open, say, api } = await startShop(t)
  const id = await open('c-ann')
  await say(id, 'I want to talk to a human')
  const status = await say(id, 'where is order 3001?')
  assert.match(status?.text ?? '', /#3001/)
  assert.deepEqual([status?.handOver, status?.choices], [null, []])
  const noted = [await say(id, 'hello?'), await say(id, 'my scarf is broken, money back'), await say(id, 'qwertz yxcv')]
  assert.deepEqual(texts(noted), ['Our team has your message and will answer here.', undefined, undefined])
  assert.match((await say(id, 'and where is order 3002?'))?.text ?? '', /#3002/)
  assert.equal(await api.store.read.get('SELECT 1 FROM refunds'), undefined)
})

test('who waits hears how long it usually takes, or when people are back', async (t) => {
  const { open, say, api } = await startShop(t)
  const { store, workspaceId, clock } = api
  for (const waited of [MINUTE_MS, 90 * MINUTE_MS, 2 * HOUR_MS, 100 * MINUTE_MS, 3 * DAY_MS]) {
    const id = await open()
    await say(id, 'I want to talk to a human')
    clock.advance(waited)
    await store.write((tx) => reply(tx, agent, { workspaceId, id, text: 'Hi' }, clock.now()))
  }
  const id = await open()
  await say(id, 'I want to talk to a human')
  assert.equal((await say(id, 'hello?'))?.text, 'Our team has your message and usually answers within 2 hours.')
})

test('a late parcel is said to be late, however old the facts are, with the offer to pass it on', async (t) => {
  const { api, open, say } = await startShop(t)
  await api.push('orders', [order('5001', { customerId: 'c-late', status: 'shipped', deliveredAt: null })])
  const parcel = {
    id: 's5001',
    updatedAt: '2026-02-02T00:00:00Z',
    orderId: 'o5001',
    carrier: 'DHL',
    status: 'in_transit',
  }
  await api.push('shipments', [{ ...parcel, estimatedDeliveryAt: '2026-02-03T12:00:00Z' }])
  const id = await open('c-late')
  const said = await say(id, 'where is my order?')
  assert.match(
    said?.text ?? '',
    /^Order #5001 is on its way with DHL\.\nIt should have arrived on Tuesday, 3 February, so it is \d+ days late\.\n.*Shall I pass this on to our team\?$/s,
  )
  assert.equal((await say(id, 'yes'))?.handOver?.reason, 'human')
})
