import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { handOverOf } from '../../src/conversations/hand-over.ts'
import { startChats } from '../support/chats.ts'
import { ORDER } from '../support/shop.ts'

/** A shop with an order of a customer, in which a refund of it was made. What agents read of a hand-over. */
async function start(t: TestContext) {
  const chats = await startChats(t)
  const { api } = chats
  const order = { ...ORDER, id: 'o1496', number: '#1496', email: 'ada@example.com', total: 32_300, updatedAt: 5_000 }
  await api.push('orders', [{ ...order, status: 'processing' }])
  return {
    ...chats,
    order,
    left: async (id: string) => (await handOverOf(api.store.read, id))?.summary,
    refunded: (status: string) =>
      api.store.write((tx) =>
        tx.run(
          `INSERT INTO refunds (id, workspace_id, order_id, customer_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
           VALUES ('act_1', ?, 'o1496', 'c1', 'other', '[]', 'execute', ?, 1250, 'EUR', 'agent', '', 1)`,
          ...[api.workspaceId, status],
        ),
      ),
  }
}

test('agents read what the customer wants, of which order, in the uncut words, and its earlier refunds', async (t) => {
  const { open, say, left, refunded } = await start(t)
  await refunded('succeeded')
  const id = await open('c1')
  await say(id, 'Hi! Please cancel order #1496.\nIt is the wrong size, sorry about that')
  assert.equal(
    await left(id),
    'Wants to cancel #1496 (processing, €323.00): “Hi! Please cancel order #1496. It is the wrong size, sorry about that” Earlier refunds: €12.50 of #1496 (made).',
  )
})

test('who asks for a person is left to people with the order that was spoken about', async (t) => {
  const { open, say, left } = await start(t)
  const id = await open('c1')
  await say(id, 'Where is order #1496?')
  await say(id, 'I want to talk to a human, this takes forever')
  assert.equal(
    await left(id),
    'Asks for a person about #1496 (processing, €323.00): “I want to talk to a human, this takes forever”',
  )
})

test('of an order that a guest proved agents read the refunds, and the guest hears nothing of them', async (t) => {
  const { open, say, left, refunded } = await start(t)
  await refunded('pending')
  const id = await open()
  await say(id, 'Where is order #1496? ada@example.com')
  const answer = await say(id, 'I want my money back, it is broken')
  assert.match(
    (await left(id)) ?? '',
    /^Wants a refund as a guest of #1496 \(processing\), as it is broken: “.+” Earlier refunds: €12\.50 of #1496 \(under way\)\.$/,
  )
  assert.doesNotMatch(answer?.text ?? '', /12\.50/)
  const other = await open()
  await say(other, 'I want my money back for #1496, it is broken')
  assert.doesNotMatch((await left(other)) ?? '', /12\.50|processing/)
})

test('no hand-over has a code in it', async (t) => {
  const { api, shop, open, say, left, order } = await start(t)
  await shop.set({ enabled: false })
  await api.push('orders', [{ ...order, updatedAt: 6_000, status: 'delivered', deliveredAt: 1_000 }])
  await api.push('shipments', [{ id: 's1', updatedAt: 1_000, orderId: 'o1496', status: 'delivered' }])
  const said = [
    'Order #1496 is marked as delivered, but I got nothing',
    'I want my money back for the pot of #1496, it is broken',
    'Change the address of order #1496',
    'Can I swap the mug of #1496?',
    'My lawyer will call you',
    'I need an invoice',
    'Gdzie jest moje zamówienie?',
    'What is your warranty policy?',
  ]
  for (const text of said) {
    const id = await open('c1')
    await say(id, text)
    const summary = await left(id)
    assert.ok(summary?.includes(`“${text}”`), `${text}: ${summary}`)
    assert.doesNotMatch(summary ?? '', /[a-z]_[a-z]/, text)
    await api.store.write((tx) => tx.run("UPDATE conversations SET customer_id = 'gone' WHERE id = ?", id))
  }
})
