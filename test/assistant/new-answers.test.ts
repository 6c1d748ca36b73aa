import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayIn } from '../../src/assistant/commands/delivery-by/day.ts'
import { sampleAssistant } from '../support/assistant.ts'

test('a day is found by its weekday, its number or its feast, and is the next one', () => {
  const friday = Date.parse('2026-11-27T15:00:00Z')
  const on = (message: string) => {
    const at = dayIn(message, friday)
    return at === null ? null : new Date(at).toISOString().slice(0, 10)
  }
  assert.deepEqual(
    ['will it be here by monday', 'kommt es bis Freitag', 'avant mercredi ?', 'llega el sábado'].map(on),
    ['2026-11-30', '2026-12-04', '2026-12-02', '2026-11-28'],
  )
  assert.deepEqual(['need it tomorrow', 'vor Weihnachten', 'le 3', 'by the 29th', 'size 42'].map(on), [
    '2026-11-28',
    '2026-12-24',
    '2026-12-03',
    '2026-11-29',
    null,
  ])
})

test('whether an order comes in time is answered by its own date, else by the page about delivery', async (t) => {
  const { ask } = await sampleAssistant(t)
  const own = await ask('cust-81', 'will my order 1461 be here by the end of it, by christmas?')
  assert.match(own.text, /#1461/)
  assert.equal(own.commands[0]?.name, 'delivery_by')
  const page = await ask(null, 'can it be here by friday?')
  assert.ok(page.facts.some(({ source }) => source.startsWith('articles/')) || page.handOver !== null)
})

test('an order that was just placed is named, and people look for one that is not there', async (t) => {
  const { ask } = await sampleAssistant(t)
  for (const said of ['did my order go through?', 'ist meine bestellung durchgegangen?', 'mi pedido se hizo bien?']) {
    const guest = await ask(null, said)
    assert.deepEqual(
      [guest.commands[0]?.name, guest.handOver?.reason],
      ['order_confirmation', 'order_confirmation'],
      said,
    )
  }
  const own = await ask('cust-99', 'did my order go through?')
  assert.deepEqual([own.text, own.handOver], ['Yes, we have your order #1470 of 29 October 2026.', null])
})

test('codes, cards, faults and payments are answered from a page, or go to people with the words', async (t) => {
  const { ask } = await sampleAssistant(t)
  for (const [said, name] of [
    ['my promo code is not accepted', 'discount_code'],
    ['how much is left on my gift card', 'gift_card'],
    ['my card was declined at checkout', 'payment_problem'],
    ['die Website lädt nicht', 'site_fault'],
    ['annulez mon retour, je les garde', 'undo'],
    ['¿cómo dejo una reseña?', 'review'],
  ] as const) {
    const { commands, handOver, facts, choices } = await ask(null, said)
    assert.equal(commands[0]?.name, name, said)
    // Of two close pages the customer chooses, and may ask for a person instead.
    assert.ok(facts.length > 0 || handOver?.summary.includes(said) || choices.length > 1, said)
  }
})

test('of two readings that differ the customer chooses, and the answer is about the first message', async (t) => {
  const { ask } = await sampleAssistant(t)
  const said = 'fell apart in the wash'
  const asked = await ask('cust-81', said)
  assert.deepEqual(
    asked.choices.map(({ label }) => label),
    ['Details of a product', 'Return it, or get a refund', 'Talk to a person'],
  )
  const chosen = await ask('cust-81', said, 'Return it, or get a refund')
  assert.deepEqual([chosen.commands[0]?.name, chosen.commands[0]?.text], ['refund_request', said])
  assert.equal((await ask('cust-81', said, 'the second one')).commands[0]?.name, 'refund_request')
  assert.equal((await ask('cust-81', said, 'where is my order?')).commands[0]?.name, 'order_status')
})
