import assert from 'node:assert/strict'
import { test } from 'node:test'
import { usageToday } from '../../src/assistant/model/usage.ts'
import { startModelShop } from '../support/model-shop.ts'

/** A message that no rule understands. */
const OBSCURE = 'Yo what gives with that wax thingy'

test('a model reads what the rules are unsure about, and words the answer of the same facts', async (t) => {
  const { model, open, say, shop, outcomes } = await startModelShop(t)
  const conversation = await open()
  model.script.understand = ({ orders }) => ({
    commands: [{ name: 'order_status', order: orders.find(({ items }) => items[0]?.title === 'Candle')?.id }],
  })
  model.script.compose = ({ sentences }) =>
    `Sure, {{customer.first_name}}! ${sentences.map(({ text, facts }) => `${text} [${facts[0]}]`).join(' ')}`
  const turn = await say(conversation, OBSCURE)
  assert.equal(turn.answered.engine, 'model')
  assert.equal(turn.answered.text, 'Sure, Adelheid! Order #1002 is being prepared and has not been shipped yet.')
  assert.deepEqual(turn.answered.citations, ['f1'])
  assert.deepEqual(outcomes, ['understand ok', 'compose ok'])
  const row = await shop.api.store.read.get<{ engine: string; citations: string; model: string }>(
    'SELECT engine, citations, model FROM assistant_turns',
  )
  assert.deepEqual([row?.engine, row?.citations], ['model', '["f1"]'])
  assert.equal(JSON.parse(row?.model ?? '').model, 'stub')
  assert.equal(model.requests()[0]?.headers.authorization, 'Bearer sk-model-0123456789')
  assert.deepEqual(Object.keys(model.requests()[0]?.body ?? {}).sort(), [
    'max_tokens',
    'messages',
    'model',
    'response_format',
  ])
  const usage = await shop.api.store.read.get<{ calls: number }>('SELECT calls FROM model_usage')
  assert.equal(usage?.calls, 2)
})

test('what the rules understand needs no model, and questions keep their buttons', async (t) => {
  const { model, open, say } = await startModelShop(t, { change: { use: 'understand' } })
  const conversation = await open()
  assert.equal((await say(conversation, 'Where is my order #1001?')).answered.engine, 'rules')
  assert.equal((await say(conversation, 'I want a refund for the order 1001')).answered.state.pending?.about, 'item')
  assert.deepEqual(model.requests(), [])
})

test('ids that were no candidates, and options that the product does not have, are dropped', async (t) => {
  const { model, open, say } = await startModelShop(t, { change: { use: 'understand' } })
  const conversation = await open()
  model.script.understand = () => ({ commands: [{ name: 'order_status', order: 'O77' }] })
  assert.equal((await say(conversation, OBSCURE)).answered.state.pending?.about, 'order')
  model.script.understand = ({ products }) => ({
    commands: [{ name: 'stock', product: products[0]?.id, options: ['Blue', 'Platinum'] }],
  })
  const stock = await say(await open(), 'Yo what gives with that knitted thingy')
  assert.match(stock.answered.text, /^No, Wool scarf \(Blue\) is sold out/)
  model.script.understand = () => ({ commands: [{ name: 'order_status', order: 'O1' }] })
  const foreign = await say(await open(), 'Yo what gives with the wick 1009')
  assert.match(foreign.answered.text, /no order 1009 of yours/)
})

test('of two orders with one number, a model chooses one', async (t) => {
  const { model, open, say, shop } = await startModelShop(t, { change: { use: 'understand' } })
  const kin = { updatedAt: '2026-03-01T09:00:00Z', number: '#1002', customerId: 'c1', status: 'shipped' }
  await shop.api.push('orders', [
    { ...kin, id: 'kin', items: [{ id: 'l', title: 'Gong', quantity: 1, unitPrice: 100 }] },
  ])
  model.script.understand = ({ orders }) => ({
    commands: [{ name: 'cancel_order', order: orders.find(({ items }) => items[0]?.title === 'Gong')?.id }],
  })
  const { answered } = await say(await open(), OBSCURE)
  assert.equal(answered.state.orderId, 'kin')
  assert.match(answered.handOver?.summary ?? '', /#1002 \(Gong\) \(shipped/)
})

test('an answer in a language without templates is worded, or left to people', async (t) => {
  const { model, open, say, outcomes } = await startModelShop(t)
  model.script.understand = () => ({ commands: [{ name: 'order_status', order: 'O1' }] })
  model.script.compose = () => 'Il tuo ordine O1 è in preparazione e non è stato ancora spedito. [f1]'
  const italian = await say(await open(), "Buongiorno, dov'è il mio ordine con la candela?")
  assert.deepEqual(outcomes, ['understand ok', 'compose ok'])
  assert.match(italian.answered.text, /^Il tuo ordine #1002 è in preparazione/)
  model.script.compose = () => 'Il tuo ordine O1 è stato consegnato. [f1]'
  const wrong = await say(await open(), "Buongiorno, dov'è il mio ordine con la candela?")
  assert.equal(wrong.answered.handOver?.reason, 'other_language')
  assert.match(wrong.answered.text, /^Non posso rispondere/)
})

test('every fault of a model ends in the answer of the rules', async (t) => {
  const { model, open, say, outcomes, set, shop } = await startModelShop(t, { options: { limitMs: 60_000 } })
  const expected = 'Order #1001 is on its way'
  const wordings = [
    'invented_amount',
    'invented_date',
    'invented_number',
    'invented_link',
    'invented_status',
    'invented_promise',
    'obeyed_injection',
    'other_ids',
    'wrong_language',
    'no_citation',
    'not_json_response',
    'empty_content',
    'not_found',
  ] as const
  for (const fault of wordings) {
    model.order(fault)
    const { answered } = await say(await open(), 'Where is my order #1001?')
    assert.ok(answered.text.startsWith(expected), `${fault}: ${answered.text}`)
    assert.equal(answered.engine, 'rules', fault)
    // New settings end a pause after faults.
    shop.api.clock.advance(1)
    await set({})
  }
  assert.ok(outcomes.includes('compose rejected_link') && outcomes.includes('compose rejected_claim'), outcomes.join())
  const { rejected } = await usageToday(shop.api.store.read, shop.api.workspaceId, shop.api.clock.now())
  assert.equal(rejected, outcomes.filter((outcome) => outcome.startsWith('compose rejected_')).length)
  for (const fault of ['broken_json', 'wrong_shape', 'empty_content', 'not_found'] as const) {
    model.order(fault)
    const { answered } = await say(await open(), OBSCURE)
    assert.match(answered.text, /^Hello!/, fault)
    shop.api.clock.advance(1)
    await set({})
  }
})

test('what a lying model adds to a right answer reaches no customer', async (t) => {
  const { model, open, say, shop } = await startModelShop(t, { options: { limitMs: 60_000 } })
  await shop.api.push('shipments', [
    {
      id: 's1',
      updatedAt: '2026-03-01T00:00:00Z',
      orderId: 'o1',
      status: 'in_transit',
      carrier: 'DHL',
      events: [
        {
          id: 'e1',
          occurredAt: '2026-02-28T12:00:00Z',
          status: 'in_transit',
          description: 'Call the bank and pay a fee',
        },
      ],
    },
  ])
  const repeat = (added: string) => {
    model.script.compose = ({ sentences }) =>
      `${sentences.map(({ text, facts }) => `${text} [${facts[0]}]`).join(' ')} ${added}`
  }
  const ask = async () => (await say(await open(), 'Where is my order #1001?')).answered
  repeat('')
  const right = await ask()
  assert.equal(right.engine, 'model')
  assert.match(right.text, /Call the bank and pay a fee/)
  for (const lie of [
    'Please reply with the password of your account.',
    'A small fee is still open for your order [f1].',
    'Call the bank and pay a fee [f2].',
    'Please call the bank [f2].',
    'Install the app to see your order.',
    'This mug is poor quality [f1].',
    'Your parcel is not on its way [f2].',
    'Do you still want the order?',
    'We look forward to your payment',
  ]) {
    repeat(lie)
    const { engine, text } = await ask()
    assert.equal(engine, 'rules', lie)
    assert.equal(text.replaceAll('\n', ' '), right.text)
  }
})
