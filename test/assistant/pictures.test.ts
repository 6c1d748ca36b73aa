import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { changeAssistantSettings } from '../../src/assistant/settings.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { gif } from '../support/pictures.ts'
import { owner } from '../support/server.ts'
import { agent, type Shop, startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

async function startChat(t: TestContext, customerId?: string): Promise<Shop & { page: Page }> {
  const shop = await startShop(t)
  const { store, workspaceId, clock } = shop.api
  await store.write((tx) => changeAssistantSettings(tx, owner, { workspaceId, change: { enabled: true } }, clock.now()))
  const page = await (await startWidget(shop.api)).open(customerId)
  return { ...shop, page }
}

async function send(page: Page, text?: string): Promise<void> {
  const { body } = await page.call('POST', '/pictures', { body: gif(), headers: { 'content-type': 'image/gif' } })
  const said = await page.call('POST', '/messages', { json: { pictures: [body.id], ...(text ? { text } : {}) } })
  assert.equal(said.status, 200, said.text)
}

const idle = ({ api }: Shop) =>
  until(async () => (await api.store.read.get("SELECT 1 FROM jobs WHERE kind = 'assistant.turn'")) === undefined)

async function answers({ api, page }: Shop & { page: Page }): Promise<string[]> {
  const rows = await api.store.read.all<{ text: string }>(
    `SELECT text FROM messages WHERE conversation_id = ? AND author = 'assistant' ORDER BY id`,
    page.conversationId,
  )
  return rows.map(({ text }) => text)
}

test('a picture alone is acknowledged in the language of the conversation, and an open question stays open', async (t) => {
  const chat = await startChat(t)
  await send(chat.page)
  await idle(chat)
  assert.deepEqual(await answers(chat), [
    'Thank you for the picture. I cannot look at pictures myself, but our team sees it here. What is it about?',
  ])
  await chat.page.call('POST', '/messages', { json: { text: 'Wo ist meine Bestellung?' } })
  await idle(chat)
  await send(chat.page)
  await idle(chat)
  assert.match((await answers(chat)).at(-1) ?? '', /^Danke für das Bild\./)
  const row = await chat.api.store.read.get<{ state: string }>('SELECT state FROM conversations')
  assert.equal(JSON.parse(row?.state ?? '').pending.about, 'proof')
})

test('a picture with words is answered by the words', async (t) => {
  const chat = await startChat(t)
  await send(chat.page, 'Can I talk to a person?')
  await idle(chat)
  assert.doesNotMatch((await answers(chat)).join(), /Thank you for the picture/)
})

/** A text that says nothing without its picture, and the answer to it: who sees the picture, and that it is passed on. */
const CAPTIONS = {
  en: ['Look at this', /^Thank you for the picture\..+\nI’m passing this on to our team\./],
  de: ['Hier das Bild', /^Danke für das Bild\..+\nIch gebe das an unser Team weiter\./],
  es: ['Aquí está la foto', /^Gracias por la imagen\..+\nLo paso a nuestro equipo/],
  fr: ['Voici la photo', /^Merci pour l’image\..+\nJe transmets à notre équipe/],
} as const

for (const [language, [caption, answer]] of Object.entries(CAPTIONS))
  test(`a picture whose text is not understood is left to people: ${language}`, async (t) => {
    const chat = await startChat(t, 'c1')
    await send(chat.page, caption)
    await idle(chat)
    const said = await answers(chat)
    assert.equal(said.length, 1)
    assert.match(said[0] ?? '', answer)
    const { mode, summary } =
      (await chat.api.store.read.get<{ mode: string; summary: string }>('SELECT mode, summary FROM conversations')) ??
      {}
    assert.equal(mode, 'waiting')
    assert.equal(summary, `Sent a picture, with words that were not understood: “${caption}”`)
  })

test('a picture with a text that may mean several things asks which, and says who sees the picture', async (t) => {
  const chat = await startChat(t, 'c1')
  await send(chat.page, 'This is what I got')
  await idle(chat)
  assert.deepEqual(await answers(chat), [
    'Thank you for the picture. I cannot look at pictures myself, but our team sees it here. What is it about?',
  ])
})

test('a picture with a greeting is greeted, and says who sees the picture', async (t) => {
  const chat = await startChat(t, 'c1')
  await send(chat.page, 'Hello')
  await idle(chat)
  assert.match((await answers(chat)).join(), /^Hello!.+\nThank you for the picture\./)
})

test('without a picture the same text is asked about', async (t) => {
  const chat = await startChat(t, 'c1')
  await chat.page.call('POST', '/messages', { json: { text: 'Look at this' } })
  await idle(chat)
  assert.match((await answers(chat)).join(), /^I did not understand that\./)
})

test('a photo that an offer has asked for is noted, whatever its text says', async (t) => {
  const chat = await startChat(t, 'c1')
  await chat.page.call('POST', '/messages', { json: { text: 'My mug arrived broken. I want a refund for the mug' } })
  await idle(chat)
  assert.match((await answers(chat)).join(), /Can you send a photo of it\?/)
  await send(chat.page, 'Look at this')
  await idle(chat)
  assert.match((await answers(chat)).at(-1) ?? '', /^Thank you for the picture.+ sees it here\.$/)
})

test('where people answer, the assistant says nothing to a picture', async (t) => {
  const chat = await startChat(t)
  const { store, clock, workspaceId } = chat.api
  await chat.page.call('POST', '/messages', { json: { text: 'Hello' } })
  await idle(chat)
  const said = { workspaceId, id: chat.page.conversationId, text: 'I am here.' }
  await store.write((tx) => reply(tx, agent, said, clock.now()))
  const before = await answers(chat)
  await send(chat.page)
  await idle(chat)
  assert.deepEqual(await answers(chat), before)
})

test('a refund for a defect asks for a photo once, and is offered without one', async (t) => {
  const chat = await startChat(t, 'c1')
  const ask = async (text: string) => {
    await chat.page.call('POST', '/messages', { json: { text } })
    await idle(chat)
    return (await answers(chat)).at(-1) ?? ''
  }
  const offered = await ask('My mug arrived broken. I want a refund for the mug')
  assert.match(offered, /Please confirm with the button.+\nCan you send a photo of it\?/)
  await send(chat.page)
  await idle(chat)
  assert.match((await answers(chat)).at(-1) ?? '', /^Thank you for the picture.+ sees it here\.$/)
  const again = await ask('My mug arrived broken. I want a refund for the mug')
  assert.match(again, /Please confirm with the button/)
  assert.doesNotMatch(again, /photo/)
})
