import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { deleteWorkspace } from '../../src/access/delete-workspace.ts'
import { addMessage } from '../../src/conversations/conversations.ts'
import { setMode } from '../../src/conversations/modes.ts'
import { MINUTE_MS } from '../../src/lib/time.ts'
import { closeConversation } from '../../src/refunds/end-waiting.ts'
import { hooks } from '../../src/serve/features.ts'
import { commandRunner } from '../support/commands.ts'
import { signedIn } from '../support/console.ts'
import { assertError } from '../support/errors.ts'
import { startEventShop } from '../support/event-receiver.ts'
import { readEvents } from '../support/event-stream.ts'
import { type Api, client, owner, type ServerOptions, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })
const rate = (page: Page, rating: string, text?: string) => page.call('POST', '/rating', { json: { rating, text } })
const ratingIn = async (page: Page) => (await page.call('GET', '/conversation')).body.rating

function close({ store, clock, workspaceId }: Api, { conversationId: id }: Page) {
  return store.write((tx) => closeConversation(tx, owner, { workspaceId, id, agentName: 'Ben' }, clock.now()))
}

/** A chat of a guest that was closed. */
async function startClosed(t: TestContext, customerId?: string, limits: ServerOptions['limits'] = {}) {
  const api = await startServer(t, { limits })
  const page = await (await startWidget(api)).open(customerId)
  await say(page, 'Where is my mug?')
  await close(api, page)
  return { api, page }
}

test('a guest rates a closed chat once, and changes the rating within a day', async (t) => {
  const { api, page } = await startClosed(t)
  const ratedAt = new Date(api.clock.now()).toISOString()
  assert.equal(await ratingIn(page), null)
  const { status, body } = await rate(page, 'bad', ' Card 4242 4242 4242 4242 was not asked for ')
  assert.equal(status, 200)
  const masked = { rating: 'bad', text: 'Card •••• •••• •••• •••• was not asked for', ratedAt }
  assert.deepEqual(body, masked)
  assert.deepEqual(await ratingIn(page), masked)
  api.clock.advance(23 * 60 * MINUTE_MS)
  assert.deepEqual((await rate(page, 'good')).body, { rating: 'good', text: null, ratedAt })
  api.clock.advance(61 * MINUTE_MS)
  // The token is over after a day: a new session of the same guest continues the conversation.
  const widget = await startWidget(api)
  const again = await widget.start({ guestToken: page.token })
  const { call } = client(`${api.baseUrl}/widget`, again.body.token)
  const late = await call('POST', '/rating', { json: { rating: 'bad' } })
  assertError(late, 409, 'CONFLICT')
  assert.equal(late.body.data.reason, 'rating_final')
  assert.deepEqual(await api.store.read.all('SELECT rating FROM conversation_ratings'), [{ rating: 'good' }])
})

test('each change of a guest’s rating counts like a message, also without a text', async (t) => {
  const { page } = await startClosed(t, undefined, { guests: 1 })
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) statuses.push((await rate(page, n % 2 === 0 ? 'bad' : 'good')).status)
  assert.deepEqual(statuses, [...Array(6).fill(200), 429, 429])
  const signedIn = await startClosed(t, 'c1', { guests: 1 })
  for (let n = 0; n < 8; n++) assert.equal((await rate(signedIn.page, n % 2 === 0 ? 'bad' : 'good')).status, 200)
})

test('a chat that the assistant answers can be rated 10 minutes after its last answer, and not before', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open('c1')
  const { store, clock } = api
  const answer = (author: 'assistant' | 'system') =>
    store.write((tx) => addMessage(tx, page.conversationId, { author, text: 'It is on its way.' }, clock.now()))
  const refused = async (why: string) => {
    const { status, body } = await rate(page, 'good')
    assert.deepEqual([status, body.data?.reason], [409, 'not_ended'], why)
  }
  await answer('assistant')
  clock.advance(20 * MINUTE_MS)
  await refused('the customer has not written')
  await store.write((tx) => addMessage(tx, page.conversationId, { author: 'customer', text: 'Hello?' }, clock.now()))
  clock.advance(20 * MINUTE_MS)
  await refused('the customer waits for an answer')
  await answer('assistant')
  clock.advance(10 * MINUTE_MS - 1)
  await refused('too early')
  await answer('system')
  clock.advance(1)
  assert.equal((await rate(page, 'good')).status, 200, 'a line about a refund is no answer')
})

test('who waits for people cannot rate, and a rating has 1 to 500 characters or none', async (t) => {
  const { api, page } = await startClosed(t)
  await say(page, 'Me again')
  assert.equal((await rate(page, 'good')).body.data.reason, 'not_ended', 'the new chat waits')
  assert.equal((await api.store.read.all('SELECT 1 FROM conversation_ratings')).length, 0)
  for (const json of [{ rating: 'great' }, { rating: 'good', text: 'x'.repeat(501) }, {}])
    assertError(await page.call('POST', '/rating', { json }), 400, 'BAD_REQUEST')
})

test('who has rated may begin a new chat, which is empty, with the old messages on request', async (t) => {
  const { api, page } = await startClosed(t)
  const begin = () => page.call('POST', '/conversations', { json: {} })
  const begun = await begin()
  assert.equal(begun.status, 200)
  assert.notEqual(begun.body.conversationId, page.conversationId)
  const shown = (await page.call('GET', '/conversation')).body
  assert.deepEqual([shown.conversationId, shown.messages], [begun.body.conversationId, []])
  const older = await page.call('GET', `/conversation?cursor=${shown.nextCursor}`)
  assert.deepEqual(
    older.body.messages.map(({ text }: { text: string }) => text),
    ['Where is my mug?'],
  )
  const again = await begin()
  assert.deepEqual([again.status, again.body.data.reason], [409, 'not_ended'], 'nobody has written in the new one')
  await say(page, 'And the cup?')
  assert.equal((await begin()).body.data.reason, 'not_ended', 'the customer waits for an answer')
  assert.equal((await page.call('GET', '/conversation')).body.messages.length, 2)
  const answered = { author: 'assistant', text: 'On its way.' } as const
  await api.store.write(async (tx) => {
    await setMode(tx, begun.body.conversationId, 'assistant', api.clock.now())
    await addMessage(tx, begun.body.conversationId, answered, api.clock.now())
  })
  api.clock.advance(10 * MINUTE_MS)
  const next = await begin()
  const modes = await api.store.read.all('SELECT id, mode, follows FROM conversations ORDER BY id')
  assert.deepEqual(modes.slice(1), [
    { id: begun.body.conversationId, mode: 'closed', follows: page.conversationId },
    { id: next.body.conversationId, mode: 'assistant', follows: begun.body.conversationId },
  ])
})

test('agents see the rating at once: in the chat, in the list, and at the command line', async (t) => {
  const { api, page } = await startClosed(t)
  const { get, cookie = '' } = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const news = await readEvents(t, api.baseUrl.replace('/api/v1', '/console/api/events'), { cookie })
  await rate(page, 'bad', 'Too slow')
  const [told] = await news.next(1)
  assert.deepEqual([told?.event, told?.data], ['chat', { id: page.conversationId, mode: 'closed' }])
  const { rating, chat } = (await get(`/chats/${page.conversationId}`)).body
  assert.deepEqual([rating.rating, rating.text, chat.rating], ['bad', 'Too slow', 'bad'])
  assert.equal((await get('/chats?show=closed')).body.data[0].rating, 'bad')
  const run = commandRunner()
  const show = ['conversations', 'show', page.conversationId, '--db', api.file]
  assert.match((await run(show)).stdout, /^rating: bad: Too slow$/m)
  const { ratedAt, ...shown } = JSON.parse((await run([...show, '--json'])).stdout).rating
  assert.deepEqual(shown, { rating: 'bad', text: 'Too slow' })
  assert.equal(ratedAt, new Date(api.clock.now()).toISOString())
})

test('an event reports each change of a rating, with its text only to endpoints that may have it', async (t) => {
  const shop = await startEventShop(t)
  await shop.endpoint('/with', { types: ['conversation.rated'], includeText: true })
  await shop.endpoint('/without', { types: ['conversation.rated'] })
  const page = await (await startWidget(shop.api)).open('c1')
  await say(page, 'Where is my mug?')
  await close(shop.api, page)
  await rate(page, 'good', 'So quick')
  await rate(page, 'good', 'So quick')
  await rate(page, 'bad', 'So slow')
  const [first, second] = (await shop.receiver.arrived('/with', 2)).map(({ raw }) => JSON.parse(raw).data)
  assert.deepEqual([first.rating, first.text], ['good', 'So quick'])
  assert.deepEqual([second.rating, second.text], ['bad', 'So slow'])
  assert.equal(first.conversationId, page.conversationId)
  for (const { raw } of await shop.receiver.arrived('/without', 2)) assert.doesNotMatch(raw, /So (quick|slow)/)
})

test('erasing the customer or the workspace erases the rating with its words', async (t) => {
  const { api, page } = await startClosed(t, 'c1')
  const { store, clock, workspaceId } = api
  const left = () => store.read.all('SELECT text FROM conversation_ratings')
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000, name: 'Ada' }])
  await rate(page, 'bad', 'My name is Ada')
  assert.equal((await left()).length, 1)
  await api.call('DELETE', '/customers/c1')
  assert.deepEqual(await left(), [])

  const other = await (await startWidget(api)).open()
  await say(other, 'Hello')
  await close(api, other)
  await rate(other, 'good')
  const deleted = { workspaceId, name: 'shop', force: false, onDeleting: hooks.onDeletingWorkspace }
  await store.write((tx) => deleteWorkspace(tx, owner, deleted, clock.now()))
  clock.advance(MINUTE_MS)
  api.wake()
  await until(async () => (await left()).length === 0)
})
