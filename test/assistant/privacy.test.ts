import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPauses } from '../../src/assistant/pauses.ts'
import { purgeAssistant } from '../../src/assistant/retention.ts'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { makeTurn, writeTurn } from '../../src/assistant/turns.ts'
import { maskCardNumbers } from '../../src/conversations/card-numbers.ts'
import { addMessage, listMessages } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import { createCatalogs } from '../../src/tools/catalog.ts'
import { owner, startServer } from '../support/server.ts'
import { agent, startShop } from '../support/shop.ts'
import { startWidget } from '../support/widget.ts'

test('card numbers are masked before they are stored, and other numbers are not', async (t) => {
  const api = await startServer(t)
  const { store, workspaceId, clock } = api
  await api.push('orders', [{ id: 'o1', updatedAt: 1, number: '4242 4242 4242 4242' }])
  await api.push('shipments', [{ id: 's1', updatedAt: 1, orderId: 'o1', trackingNumber: '6011000990139424' }])
  const page = await (await startWidget(api)).open()
  const text = 'My card is 4111 1111-1111 1111 12/28, please.'
  const { body } = await page.call('POST', '/messages', { json: { text } })
  assert.equal(body.text, 'My card is •••• ••••-•••• •••• 12/28, please.')
  const id = page.conversationId
  await store.write((tx) => reply(tx, agent, { workspaceId, id, text: 'Not 5555555555554444!' }, clock.now()))
  const stored = (await listMessages(store.read, id)).map((message) => message.text)
  assert.deepEqual(stored, [body.text, 'Not ••••••••••••••••!'])
  const unchanged = [
    'order 4242 4242 4242 4242',
    'order #4242424242424242',
    'parcel 6011000990139424',
    '4111111111111112 has a wrong check digit',
    '1234567890123452 is of no network',
    'call +49 151 23456789 or 0049 30 1234567',
    'IBAN DE89 3704 0044 0532 0130 00',
    '41111111111111111111111111111111',
  ]
  for (const given of unchanged) assert.equal(await maskCardNumbers(store.read, workspaceId, given), given)
  const masked = ['378282246310005', '2223000048400011', '30569309025904', '4222222222222', '3530 1113 3330 0000']
  for (const given of masked)
    assert.doesNotMatch(await maskCardNumbers(store.read, workspaceId, `x${given}. And 12`), /\d{4}/, given)
})

test('every read and offer is in the log of tools, which nobody can change, for as long as the workspace keeps it', async (t) => {
  const shop = await startShop(t)
  const { store, clock, workspaceId } = shop.api
  const services = { ...shop.services, catalogs: createCatalogs(store, clock.now), pauses: createPauses() }
  const conversationId = await shop.talk()
  const say = (text: string) =>
    store.write((tx) => addMessage(tx, conversationId, { author: 'customer', text }, clock.now()))
  const rows = (table: string) => store.read.all<Record<string, string>>(`SELECT * FROM ${table} ORDER BY id`)
  await say('My mug is broken, I want my money back')
  const turn = await makeTurn(services, conversationId)
  assert.ok(turn)
  await store.write((tx) => writeTurn(tx, turn, clock.now()))
  const logged = await rows('tool_calls')
  assert.deepEqual(
    logged.map(({ tool, outcome, principal, via }) => [tool, outcome, principal, via]),
    [
      ['list_orders', 'ok', 'customer c1', 'chat'],
      ['get_order', 'ok', 'customer c1', 'chat'],
      ['offer_refund', 'ok', 'customer c1', 'chat'],
    ],
  )
  assert.match(logged[2]?.objects ?? '', /^\["refunds\/act_/)
  await assert.rejects(
    store.write((tx) => tx.run("UPDATE tool_calls SET outcome = 'x'")),
    /only added to/,
  )
  // An answer that is outdated when it is written is not sent, but was read.
  await say('Where is my order?')
  const outdated = await makeTurn(services, conversationId)
  await say('Hello?')
  assert.ok(outdated)
  assert.equal(await store.write((tx) => writeTurn(tx, outdated, clock.now())), false)
  assert.equal((await rows('tool_calls')).length, 6)

  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { keepTurnsDays: 10 } }, clock.now()),
  )
  const kept = async () => [(await rows('assistant_turns')).length, (await rows('tool_calls')).length]
  await purgeAssistant(store, clock.now() + 9 * DAY_MS)
  assert.deepEqual(await kept(), [1, 6])
  await purgeAssistant(store, clock.now() + 11 * DAY_MS)
  assert.deepEqual(await kept(), [0, 6])
  await purgeAssistant(store, clock.now() + 91 * DAY_MS)
  assert.deepEqual(await kept(), [0, 0])
})
