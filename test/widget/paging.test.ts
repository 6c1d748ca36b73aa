import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { addMessage } from '../../src/conversations/conversations.ts'
import { closeConversation } from '../../src/refunds/end-waiting.ts'
import { assertError } from '../support/errors.ts'
import { openEvents } from '../support/event-stream.ts'
import { type Api, startServer } from '../support/server.ts'
import { agent } from '../support/shop.ts'
import { type Page, startWidget } from '../support/widget.ts'

const KIB = 1024

async function fill(api: Api, { conversationId }: Page, texts: string[]): Promise<void> {
  const { store, clock } = api
  await store.write(async (tx) => {
    for (const text of texts) await addMessage(tx, conversationId, { author: 'agent', text }, clock.now())
  })
}

const read = (page: Page, cursor?: string | null) =>
  page.call('GET', `/conversation${cursor ? `?cursor=${cursor}` : ''}`)

/** All messages, the oldest first, read page by page; every answer is at most 256 KiB. */
async function readAll(page: Page): Promise<{ texts: string[]; pages: number }> {
  const texts: string[] = []
  let pages = 0
  let cursor: string | null = null
  do {
    const answer = await read(page, cursor)
    assert.equal(answer.status, 200, answer.text.slice(0, 200))
    assert.ok(Buffer.byteLength(answer.text) <= 256 * KIB, `${Buffer.byteLength(answer.text)} bytes`)
    assert.ok(answer.body.messages.length > 0 || cursor === null)
    texts.unshift(...answer.body.messages.map(({ text }: { text: string }) => text))
    cursor = answer.body.nextCursor
    pages++
  } while (cursor !== null)
  return { texts, pages }
}

test('a conversation is read page by page, each message once, however long the messages are', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  assert.deepEqual(await readAll(page), { texts: [], pages: 1 })
  // Some have six times their bytes in JSON.
  const long = ['x', '\u0001', '😀', '"'].flatMap((character) => Array<string>(20).fill(character.repeat(10_000)))
  const texts = [...long, ...Array.from({ length: 500 }, (_, n) => `${n}`), ...long]
  await fill(api, page, texts)
  const all = await readAll(page)
  assert.deepEqual(
    all.texts.map((text) => text.slice(0, 10)),
    texts.map((text) => text.slice(0, 10)),
  )
  assert.ok(all.pages < 60, `${all.pages} pages`)
})

test('new messages do not shift the pages of older ones', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  await fill(
    api,
    page,
    Array.from({ length: 250 }, (_, n) => `${n}`),
  )
  const { messages, nextCursor } = (await read(page)).body
  await fill(api, page, ['new'])
  const older = (await read(page, nextCursor)).body
  assert.deepEqual([messages.length, messages[0].text], [200, '50'])
  assert.deepEqual([older.messages.length, older.messages.at(-1).text, older.nextCursor], [50, '49', null])
})

test('what was said before a conversation was closed stays above what follows', async (t) => {
  const api = await startServer(t)
  const { store, clock, workspaceId } = api
  const { open } = await startWidget(api)
  const page = await open()
  const before = Array.from({ length: 250 }, (_, n) => `${n}`)
  await fill(api, page, before)
  const ids = new Set<string>()
  for (const text of ['again', 'and again']) {
    const { conversationId } = (await read(page)).body
    ids.add(conversationId)
    await store.write((tx) => closeConversation(tx, agent, { workspaceId, id: conversationId }, clock.now()))
    await page.call('POST', '/messages', { json: { text } })
  }
  const newest = (await read(page)).body
  assert.equal(ids.size, 2)
  assert.ok(!ids.has(newest.conversationId))
  assert.deepEqual([newest.messages.length, newest.messages[0].text], [200, '52'])
  assert.deepEqual((await readAll(page)).texts, [...before, 'again', 'and again'])
  // Nobody else's.
  assert.deepEqual((await readAll(await open())).texts, [])
})

test('an invalid cursor is rejected', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  for (const cursor of ['1', 'msg_', "msg_'%20OR%201=1", 'conv_0VbaaJfV00007x0000Rb2mQvT9'])
    assertError(await read(page, cursor), 400, 'BAD_REQUEST')
})

test('the stream sends a long history in portions, each event once', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const page = await open()
  const texts = Array.from({ length: 30 }, (_, n) => `${n} ${'😀'.repeat(9_000)}`)
  await fill(api, page, texts)
  const stream = await openEvents(t, api.baseUrl, page.token, page.conversationId)
  const events = await stream.next(30)
  assert.deepEqual(
    events.map(({ data }) => data.text.slice(0, 5)),
    texts.map((text) => text.slice(0, 5)),
  )
  // More at a time than is handed to a stream that waits.
  await fill(api, page, texts)
  assert.equal((await stream.next(30)).length, 30)
})

/** A client that asks and does not read. */
async function openUnread(
  t: TestContext,
  { baseUrl }: Api,
  { token }: Page,
): Promise<Socket & { ask(times?: number): void }> {
  const { hostname, port, pathname } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = `GET ${pathname}/widget/conversation HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  return Object.assign(socket, { ask: (times = 1) => socket.write(head.repeat(times)) })
}

/** Whether a session is refused permanently: responses that are still being made finish. */
async function isRefused(api: Api, page: Page): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    if ((await read(page)).status === 200) return false
    for (let turn = 0; turn < 5; turn++) await api.call('GET', '/ping')
  }
  return true
}

test('a session has at most four responses in progress, until they are read or their connection is gone', async (t) => {
  const api = await startServer(t, { limits: { answers: 4 } })
  const { open } = await startWidget(api)
  const [page, other] = [await open('c1'), await open('c1')]
  await fill(api, page, Array<string>(30).fill('x'.repeat(10_000)))
  const unread = await Promise.all(Array.from({ length: 4 }, () => openUnread(t, api, page)))
  // The system takes some megabytes of what is not read.
  for (let round = 0; !(await isRefused(api, page)); round++) {
    assert.ok(round < 200, 'answers that nobody reads were never too many')
    for (const socket of unread) socket.ask()
  }
  const refused = await read(page)
  assertError(refused, 429, 'TOO_MANY_REQUESTS')
  assert.deepEqual(refused.body.data, { reason: 'too_many_answers', limit: 4 })
  assert.equal(refused.headers.get('retry-after'), '1')
  assert.equal((await read(other)).status, 200)
  assert.equal((await page.call('POST', '/messages', { json: { text: 'still there' } })).status, 200)
  unread[0]?.destroy()
  while (await isRefused(api, page));
  unread[1]?.resume()
  for (const socket of unread.slice(2)) socket.destroy()
  while ((await Promise.all([1, 2, 3, 4].map(() => read(page)))).some(({ status }) => status !== 200));
})

test('responses that wait behind others no longer count when their connection is gone', async (t) => {
  const api = await startServer(t, { limits: { answers: 2 } })
  const { open } = await startWidget(api)
  const page = await open()
  await fill(api, page, Array<string>(30).fill('x'.repeat(10_000)))
  const unread = await openUnread(t, api, page)
  for (let round = 0; !(await isRefused(api, page)); round++) {
    assert.ok(round < 400, 'answers that nobody reads were never too many')
    unread.ask(2)
  }
  unread.destroy()
  while ((await Promise.all([1, 2].map(() => read(page)))).some(({ status }) => status !== 200));
})
