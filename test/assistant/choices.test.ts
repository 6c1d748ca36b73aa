import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { listMessages } from '../../src/conversations/conversations.ts'
import { handOverOf } from '../../src/conversations/hand-over.ts'
import { modeOf } from '../../src/conversations/modes.ts'
import type { ConversationMessage } from '../../src/conversations/stored-message.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import type { AssistantSettings } from '../../src/tools/settings.ts'
import { openEvents } from '../support/event-stream.ts'
import { client, owner } from '../support/server.ts'
import { AUTOMATIC, startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { startWidget } from '../support/widget.ts'

/** A chat with the assistant, of customer `c1` with two orders, or of a guest. It is a Sunday. */
async function startChat(
  t: TestContext,
  { customerId = 'c1', ...change }: { customerId?: string | null } & Partial<AssistantSettings> = {},
) {
  const shop = await startShop(t)
  const { store, clock, workspaceId, push } = shop.api
  await store.write((tx) =>
    changeAssistantSettings(tx, owner, { workspaceId, change: { ...change, enabled: true } }, clock.now()),
  )
  await push('orders', [
    { id: 'o1', updatedAt: '2026-03-01T09:00:00Z', number: '#1001' },
    { id: 'o2', updatedAt: '2026-03-01T09:00:00Z', number: '#1002', status: 'processing', customerId: 'c1' },
  ])
  const page = await (await startWidget(shop.api)).open(customerId ?? undefined)
  const { conversationId } = page
  const newest = async () => (await listMessages(store.read, conversationId)).at(-1)
  const send = (json: object) => page.call('POST', '/messages', { json })
  /** Says something and waits for the answer. */
  const say = async (text: string, choice?: string): Promise<ConversationMessage> => {
    const { status, body } = await send({ text, choice })
    assert.equal(status, 200, JSON.stringify(body))
    await until(async () => (await newest())?.author === 'assistant')
    const answered = await newest()
    assert.ok(answered)
    return answered
  }
  const label = (message: ConversationMessage, text: string) => message.choices?.find((choice) => choice.text === text)
  return { ...shop, page, conversationId, send, say, label }
}

test('a question comes with buttons, in the conversation and in events, and a pressed one answers it', async (t) => {
  const { api, page, say, send } = await startChat(t)
  const events = await openEvents(t, api.baseUrl, page.token)
  const asked = await say('What did I order?')
  assert.equal(asked.text, 'Which order do you mean?')
  assert.deepEqual(
    asked.choices?.map(({ text }) => text),
    ['#1002', '#1001 of 20 February 2026', 'Talk to a person'],
  )
  const { messages } = (await page.call('GET', '/conversation')).body
  assert.deepEqual(messages.at(-1).choices, asked.choices)
  const told = (await events.next(2)).at(-1)
  assert.deepEqual([told?.event, told?.data.choices], ['message', asked.choices])
  const second = asked.choices?.[1]?.id ?? ''
  // Whatever text a page sends with it.
  assert.equal((await say('pressed', second)).text, 'Order #1001 contains: 2 × Mug, Pot.')
  assert.equal((await page.call('GET', '/conversation')).body.messages.at(-2).text, '#1001 of 20 February 2026')
  const unknown = await send({ text: 'x', choice: `${second}9` })
  assert.deepEqual(
    [unknown.status, unknown.body.data.issues ?? unknown.body.message],
    [400, 'This conversation has no choice with this id. Use an id of `choices`, or leave it out.'],
  )
})

test('a button of an older question is only its text, and one of another conversation is unknown', async (t) => {
  const { api, say, label } = await startChat(t)
  const first = await say('What did I order?')
  await say('How much did I pay for order #1001?')
  const later = await say('What did I order?', label(first, '#1002')?.id)
  assert.doesNotMatch(later.text, /contains/)
  const other = await (await startWidget(api)).open('c2')
  const pressed = await other.call('POST', '/messages', { json: { text: 'x', choice: first.choices?.[0]?.id } })
  assert.equal(pressed.status, 400)
})

test('a button answers in the language of its question, and a person is always one button away', async (t) => {
  const { api, say, label, conversationId } = await startChat(t)
  const asked = await say('Was habe ich bestellt?')
  assert.match(
    (await say('x', label(asked, '#1002')?.id)).text,
    /^Ich kenne die Artikel der Bestellung #1002 nicht|#1002/,
  )
  const again = await say('Was habe ich bestellt?', undefined)
  const human = label(again, 'Mit einem Menschen sprechen') ?? again.choices?.at(-1)
  const handed = await say('x', human?.id)
  assert.equal(handed.text, 'Ich gebe das an unser Team weiter. Du bekommst hier eine Antwort.')
  assert.deepEqual([handed.choices, await modeOf(api.store.read, conversationId)], [null, 'waiting'])
})

test('a refund that is not offered is handed over as a draft', async (t) => {
  const { api, set, say, conversationId } = await startChat(t)
  await set({ ...AUTOMATIC, returnPeriodDays: { return: 1 } })
  await say('I want to return the pot of order #1001 and get my money back')
  const left = await handOverOf(api.store.read, conversationId)
  assert.deepEqual(left?.refundDraft, {
    orderId: 'o1',
    orderNumber: '#1001',
    lines: [{ itemId: 'l2', title: 'Pot', quantity: 1 }],
    kind: 'return',
    reason: 'outside_period',
  })
})

const HOURS = { timeZone: 'Europe/Berlin', open: [{ days: ['mon' as const], from: '09:00', until: '17:00' }] }

test('out of hours, guests hear when people are there, and may leave an e-mail address', async (t) => {
  const chat = await startChat(t, { customerId: null, hours: HOURS })
  const { api, say, send, conversationId } = chat
  const handed = await say('I want to talk to a human')
  assert.equal(
    handed.text,
    'I’m passing this on to our team, who will be back tomorrow at 9:00.\nIf you like, write your e-mail address here, so that we can reply there, too.',
  )
  await send({ text: 'Hello?' })
  const noted = await say('sure: ada@example.com')
  assert.equal(noted.text, 'Thank you. We will reply to ada@example.com, too.')
  assert.equal((await handOverOf(api.store.read, conversationId))?.contactEmail, 'ada@example.com')
  await send({ text: 'or eve@example.com' })
  await until(async () => (await api.store.read.get("SELECT 1 FROM jobs WHERE kind = 'assistant.turn'")) === undefined)
  assert.equal((await handOverOf(api.store.read, conversationId))?.contactEmail, 'ada@example.com')
})

test('an answer names the time on the clock of the visitor, as the head of the window does', async (t) => {
  const { api } = await startChat(t, { hours: HOURS })
  const { start } = await startWidget(api)
  const saidTo = async (visit: object) => {
    const { body } = await start({ locale: 'en-US', ...visit })
    const { call } = client(`${api.baseUrl}/widget`, body.token)
    await call('POST', '/messages', { json: { text: 'I want to talk to a human' } })
    let said: string | undefined
    await until(async () => {
      const { messages } = (await call('GET', '/conversation')).body
      said = messages.find(({ author }: { author: string }) => author === 'assistant')?.text
      return said !== undefined
    })
    // Before AM and PM is a space of its own.
    return said?.split('\n')[0]?.replace('\u202f', ' ')
  }
  const team = 'I’m passing this on to our team, who will be back'
  assert.equal(await saidTo({ timeZone: 'America/New_York' }), `${team} tomorrow at 3:00 AM EST.`)
  assert.equal(await saidTo({ timeZone: 'Europe/Paris' }), `${team} tomorrow at 9:00 AM.`)
  assert.equal(await saidTo({ timeZone: 'Asia/Tokyo' }), `${team} tomorrow at 5:00 PM GMT+9.`)
  assert.equal(await saidTo({ timeZone: 'Mars/Olympus_Mons' }), `${team} tomorrow at 9:00 AM.`)
})

test('within hours nothing is asked for; customers whose address is known are not asked', async (t) => {
  const chat = await startChat(t, { hours: HOURS })
  const { api, conversationId } = chat
  await api.push('customers', [{ id: 'c1', updatedAt: 1, email: 'ada@example.com' }])
  assert.equal(
    (await chat.say('I want to talk to a human')).text,
    'I’m passing this on to our team, who will be back tomorrow at 9:00.',
  )
  assert.equal((await handOverOf(api.store.read, conversationId))?.contactEmail, null)
  api.clock.advance(DAY_MS)
  const later = await (await startWidget(api)).open()
  await later.call('POST', '/messages', { json: { text: 'I want to talk to a human' } })
  const told = async () => (await listMessages(api.store.read, later.conversationId)).at(-1)
  await until(async () => (await told())?.author === 'assistant')
  assert.equal((await told())?.text, 'I’m passing this on to our team. Someone will answer here.')
})

test('what happened to a refund is told in the language of the conversation', async (t) => {
  const { api, set, say, page, conversationId, until: untilStatus } = await startChat(t)
  await set(AUTOMATIC)
  const offered = await say(
    'Die Tasse aus Bestellung #1001 ist kaputt, ich will mein Geld zurück, die ganze Bestellung',
  )
  assert.match(offered.text, /erstatten/)
  const { refund } = (await page.call('GET', '/conversation')).body
  const seen = { amount: refund.amount, currency: refund.currency }
  await page.call('POST', `/refunds/${refund.actionId}/confirm`, { json: seen })
  await untilStatus(refund.actionId, 'succeeded')
  const told = (await listMessages(api.store.read, conversationId)).at(-1)
  assert.deepEqual([told?.author, told?.text], ['system', 'Deine Erstattung von 12,50\u00a0€ ist ausgezahlt.'])
  const row = await api.store.read.get<{ text: string; notice: string }>(
    "SELECT text, notice FROM messages WHERE author = 'system'",
  )
  assert.deepEqual(
    [row?.text, JSON.parse(row?.notice ?? '')],
    ['', { code: 'succeeded', amount: 1250, currency: 'EUR', language: 'de' }],
  )
})
