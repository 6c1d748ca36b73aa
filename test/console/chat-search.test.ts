import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createConversation } from '../../src/conversations/conversations.ts'
import { reply } from '../../src/conversations/inbox.ts'
import { DAY_MS } from '../../src/lib/time.ts'
import { askForRebuild } from '../../src/search/ask.ts'
import { MESSAGE_TABLE } from '../../src/store/sqlite/text-index/tables.ts'
import { eraseChat } from '../../src/widget/erase-chats.ts'
import { assertError, signedIn } from '../support/console.ts'
import { type Api, addWorkspace, owner, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { type Page, startWidget } from '../support/widget.ts'

const say = (page: Page, text: string) => page.call('POST', '/messages', { json: { text } })

async function start(t: TestContext) {
  const api = await startServer(t)
  const ben = await signedIn(api, { email: 'ben@shop.example', role: 'agent' })
  const widget = await startWidget(api)
  const search = async (q: string, query = '') =>
    (await ben.get(`/chat-search?q=${encodeURIComponent(q)}${query}`)).body
  const found = async (q: string, query = '') => (await search(q, query)).data.map(({ id }: { id: string }) => id)
  return { api, ben, widget, search, found }
}

/** How many messages the index has with a word. */
async function indexed({ store }: Pick<Api, 'store'>, word: string): Promise<number> {
  return (await store.read.all(`SELECT 1 FROM ${MESSAGE_TABLE} WHERE ${MESSAGE_TABLE} MATCH ?`, `"${word}"`)).length
}

/** Whether the file has a word in the pages of the index. */
async function isInPages({ store }: Pick<Api, 'store'>, word: string): Promise<boolean> {
  const rows = await store.read.all<{ block: Uint8Array }>(`SELECT block FROM ${MESSAGE_TABLE}_data`)
  // Pages leave out what a word has in common with the one before it.
  return rows.some(({ block }) => Buffer.from(block).includes(word.slice(2)))
}

test('chats are found at once by what anybody wrote, the newest event first', async (t) => {
  const { api, ben, widget, search, found } = await start(t)
  const [first, second] = [await widget.open('c1'), await widget.open()]
  await say(first, 'Die Straße war naß, die Größe paßt nicht')
  assert.deepEqual(await found('STRASSE größe'), [first.conversationId])
  await say(second, 'My order #1441 came broken')
  await ben.post(`/chats/${first.conversationId}/reply`, { text: 'We send a new one for #1441 today' })
  assert.deepEqual(await found('1441'), [first.conversationId, second.conversationId])
  assert.deepEqual(await found('#1441 bro'), [second.conversationId])
  assert.deepEqual(await found('broken today'), [], 'both words are in one message')
  const { data, nextCursor, isComplete } = await search('1441', '&limit=1')
  assert.deepEqual([data[0].id, isComplete], [first.conversationId, true])
  assert.deepEqual(await found('1441', `&limit=1&cursor=${nextCursor}`), [second.conversationId])
  assertError(await ben.get('/chat-search?q=%20'), 400, 'nothing_to_find')
  assertError(await ben.get('/chat-search?q=mug&cursor=x'), 400, 'invalid')
  const { store, clock } = api
  const trial = await store.write((tx) =>
    createConversation(tx, { workspaceId: api.workspaceId, trial: true }, clock.now()),
  )
  await store.write((tx) =>
    reply(tx, owner, { workspaceId: api.workspaceId, id: trial.id, text: 'only broken in a trial' }, clock.now()),
  )
  assert.deepEqual(await found('trial'), [])
})

test('chats are found by the name and e-mail address of their customer, and by the number of an order', async (t) => {
  const { api, widget, found } = await start(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000, name: 'Ada Lovelace', email: 'ada@example.com' }])
  await api.push('orders', [
    { id: 'o1', updatedAt: 1_000, number: '#1441', customerId: 'c1' },
    { id: 'o2', updatedAt: 1_000, number: '#1442', email: 'eve@example.com' },
  ])
  const [page, guest] = [await widget.open('c1'), await widget.open()]
  await say(page, 'Hello')
  await say(guest, 'Hello')
  await api.store.write((tx) =>
    tx.run(
      'INSERT INTO guest_proofs (conversation_id, workspace_id, order_id, proved_at) VALUES (?, ?, ?, 1)',
      ...[guest.conversationId, api.workspaceId, 'o2'],
    ),
  )
  await until(async () => (await found('lovelace')).length === 1)
  for (const text of ['ada lovelace', 'ada@example.com', '#1441', '1441'])
    assert.deepEqual(await found(text), [page.conversationId], text)
  assert.deepEqual(await found('1442'), [guest.conversationId])
  assert.deepEqual(await found('lovelase'), [], 'a similar name is somebody else')
})

test('no chat of another workspace is found', async (t) => {
  const { api, widget, found } = await start(t)
  const { workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const { store, clock } = api
  await store.write(async (tx) => {
    const { id } = await createConversation(tx, { workspaceId, customerId: 'c1' }, clock.now())
    await reply(tx, owner, { workspaceId, id, text: 'a secret teapot' }, clock.now())
  })
  const page = await widget.open('c1')
  await say(page, 'my teapot')
  assert.deepEqual(await found('teapot'), [page.conversationId])
  assert.deepEqual(await found('secret'), [])
})

test('the words of an erased customer are gone in the same commit, and from the file soon after', async (t) => {
  const { api, widget, found } = await start(t)
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000, name: 'Ada' }])
  const [page, other] = [await widget.open('c1'), await widget.open('c2')]
  await say(page, 'my zylophone')
  await say(other, 'my teapot')
  assert.deepEqual([await indexed(api, 'zylophone'), await isInPages(api, 'zylophone')], [1, true])
  assert.equal((await api.call('DELETE', '/customers/c1')).status, 204)
  assert.deepEqual([await indexed(api, 'zylophone'), await indexed(api, 'teapot')], [0, 1])
  api.wake()
  await until(async () => !(await isInPages(api, 'zylophone')))
  await say(other, 'and a kettle')
  assert.deepEqual([await found('zylophone'), await found('kettle')], [[], [other.conversationId]])
})

test('a long chat is erased in parts, and its words with each', async (t) => {
  const { api, widget } = await start(t)
  const { store, workspaceId, clock } = api
  const page = await widget.open()
  await store.write(async (tx) => {
    for (let n = 0; n < 30; n++)
      await reply(tx, owner, { workspaceId, id: page.conversationId, text: `teapot ${n}` }, clock.now())
  })
  const left: number[] = []
  for (let room = 0; room === 0; ) {
    room = await store.write((tx) => eraseChat(tx, page.conversationId, 10, clock.now() + DAY_MS))
    left.push(await indexed(api, 'teapot'))
    assert.equal((await store.read.all('SELECT 1 FROM messages')).length, left.at(-1))
  }
  assert.ok(left.length > 3 && left.at(-1) === 0, `${left}`)
})

test('"search rebuild" makes the index of messages again', async (t) => {
  const { api, widget, search, found } = await start(t)
  const { store, clock } = api
  const page = await widget.open('c1')
  await say(page, 'my teapot')
  await store.write((tx) => tx.run(`INSERT INTO ${MESSAGE_TABLE} (${MESSAGE_TABLE}) VALUES ('delete-all')`))
  assert.deepEqual(await found('teapot'), [])
  await store.write((tx) => askForRebuild(tx, clock.now()))
  api.wake()
  await until(async () => (await found('teapot')).length === 1)
  await until(async () => (await search('teapot')).isComplete)
  assert.deepEqual(await found('teapot'), [page.conversationId])
})
