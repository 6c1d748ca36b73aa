import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { addMessage, createConversation } from '../../src/conversations/conversations.ts'
import { newEventId } from '../../src/conversations/event-ids.ts'
import { nextTurn } from '../../src/lib/turn.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Reader, Store } from '../../src/store/store.ts'
import { createStreams } from '../../src/widget/streams.ts'
import { addWorkspace, tempFolder, testClock, testLog } from '../support/server.ts'

const SOON_MS = 20
const POLL_MS = 1_000

/** Streams of so many conversations, one each, on a store that counts its reads. Timers run when the test says so. */
async function openStreams(t: TestContext, count: number) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const file = join(await tempFolder(t), 'test.db')
  const store = await openStore(file, { create: true })
  const clock = testClock()
  const { workspaceId } = await addWorkspace(store, 'shop', clock)
  let queries = 0
  const counted = <Look extends (...all: never[]) => unknown>(look: Look): Look =>
    ((...all: Parameters<Look>) => {
      queries++
      return look(...all)
    }) as Look
  const { read: whole } = store
  const read: Reader = { get: counted(whole.get), all: counted(whole.all), until: counted(whole.until) }
  const streams = createStreams({ store: { ...store, read }, clock, log: testLog() })
  t.after(async () => {
    streams.stop()
    await store.close()
  })
  const ids = await store.write(async (tx) => {
    const made: string[] = []
    for (let n = 0; n < count; n++) made.push((await createConversation(tx, { workspaceId }, clock.now())).id)
    return made
  })
  /** A stream whose client reads when the test says so. */
  const openUnread = async (conversationId: string, id: string, lastEventId?: string) => {
    const expiresAt = clock.now() + 86_400_000
    const session = { id, workspaceId, conversationId, customerId: null, expiresAt }
    await store.write((tx) =>
      tx.run(
        `INSERT INTO widget_sessions (id, workspace_id, conversation_id, hash, created_at, expires_at)
         VALUES (?, ?, ?, ?, 0, ?) ON CONFLICT DO NOTHING`,
        ...[id, workspaceId, conversationId, id, expiresAt],
      ),
    )
    const reader = (await streams.open(session, lastEventId)).getReader()
    const read = async () => Buffer.from((await reader.read()).value ?? []).toString()
    return { read, close: () => reader.cancel() }
  }
  /** A stream whose client reads all the time. */
  const open = async (conversationId: string, id: string) => {
    const { read, close } = await openUnread(conversationId, id)
    assert.match(await read(), /^retry/)
    const told: string[] = []
    const follow = async () => {
      for (let text = await read(); text !== ''; text = await read()) told.push(text)
    }
    void follow()
    return { told, close }
  }
  const all = []
  for (const [n, id] of ids.entries()) all.push(await open(id, `ses_${n}`))
  /** Lets time pass, and everything happen that was waiting for it. */
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms)
    for (let turn = 0; turn < 20; turn++) await nextTurn()
  }
  await pass(0)
  const say = (index: number, text: string, by: Store = store) =>
    by.write((tx) => addMessage(tx, ids[index] ?? '', { author: 'agent', text }, clock.now()))
  /** How many queries something costs. */
  const cost = async (act: () => Promise<unknown>) => {
    queries = 0
    await act()
    return queries
  }
  return { file, store, workspaceId, ids, all, open, openUnread, pass, say, cost }
}

const textsOf = ({ told }: { told: string[] }) =>
  told.flatMap((block) => [...block.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '').text))

test('a message costs two queries beside 2,000 streams, and only its own conversation is told', async (t) => {
  const { all, pass, say, cost } = await openStreams(t, 2_000)
  const one = await cost(async () => {
    await say(7, 'hello')
    await pass(SOON_MS)
  })
  assert.deepEqual(textsOf(all[7] ?? { told: [] }), ['hello'])
  assert.equal(all.filter(({ told }) => told.length > 0).length, 1)
  assert.equal(one, 2)
  const many = await cost(async () => {
    for (let n = 100; n < 150; n++) await say(n, `to ${n}`)
    await pass(SOON_MS)
  })
  assert.deepEqual(
    all.slice(100, 150).flatMap(textsOf),
    Array.from({ length: 50 }, (_, n) => `to ${n + 100}`),
  )
  assert.equal(many, 2)
})

test('a push costs the streams nothing, and a quiet second one query', async (t) => {
  const { store, workspaceId, all, pass, cost } = await openStreams(t, 20)
  const push = (id: string) =>
    store.write((tx) =>
      tx.run('INSERT INTO orders (workspace_id, id, updated_at, data) VALUES (?, ?, 1, ?)', workspaceId, id, '{}'),
    )
  const pushes = await cost(async () => {
    for (let n = 0; n < 5; n++) {
      await push(`o${n}`)
      await pass(SOON_MS)
    }
  })
  assert.equal(pushes, 0)
  assert.equal(await cost(() => pass(POLL_MS)), 1)
  assert.ok(all.every(({ told }) => told.length === 0))
})

test('nothing is looked for while no stream is open, and all is told again afterwards', async (t) => {
  const { ids, all, open, pass, say, cost } = await openStreams(t, 2)
  for (const { close } of all) await close()
  await pass(POLL_MS)
  const closed = await cost(async () => {
    await say(0, 'nobody listens')
    await pass(SOON_MS)
    await pass(POLL_MS)
  })
  assert.equal(closed, 0)
  const again = await open(ids[0] ?? '', 'ses_again')
  await pass(0)
  await say(0, 'welcome back')
  await pass(SOON_MS)
  assert.deepEqual(textsOf(again), ['welcome back'])
})

test('what another process says is told within a second', async (t) => {
  const { file, all, pass, say } = await openStreams(t, 3)
  const elsewhere = await openStore(file)
  await say(1, 'from the command line', elsewhere)
  await elsewhere.close()
  await pass(POLL_MS)
  assert.deepEqual(all.map(textsOf), [[], ['from the command line'], []])
})

test('all streams of a conversation are told everything once and in order, also in a burst', async (t) => {
  const { ids, all, open, pass, say, cost } = await openStreams(t, 2)
  const more = await Promise.all([1, 2, 3].map((n) => open(ids[0] ?? '', `ses_more_${n}`)))
  await pass(0)
  const texts = Array.from({ length: 330 }, (_, n) => `${n}`)
  const queries = await cost(async () => {
    await Promise.all(texts.map((text) => say(0, text)))
    await pass(SOON_MS)
    await pass(0)
  })
  const [first, other] = all
  for (const stream of [first, ...more]) assert.deepEqual(textsOf(stream ?? { told: [] }), texts)
  assert.deepEqual(other?.told, [])
  assert.ok(queries <= 40, `${queries} queries`)
})

test('what is committed while a stream opens is told once', async (t) => {
  const { ids, openUnread, pass, say } = await openStreams(t, 1)
  const { read } = await openUnread(ids[0] ?? '', 'ses_new')
  await say(0, 'first')
  const told = [await read(), await read()]
  const next = read()
  await pass(SOON_MS)
  await say(0, 'second')
  await pass(SOON_MS)
  told.push(await next)
  assert.deepEqual(textsOf({ told }), ['first', 'second'])
})

test('a stream whose client is slow is told later what it missed', async (t) => {
  const { ids, openUnread, pass, say } = await openStreams(t, 1)
  const { read } = await openUnread(ids[0] ?? '', 'ses_slow')
  await read()
  const first = read()
  await pass(0)
  await say(0, 'first')
  await pass(SOON_MS)
  const told = [await first]
  await say(0, 'second')
  await say(0, 'third')
  await pass(SOON_MS)
  told.push(await read())
  assert.deepEqual(textsOf({ told }), ['first', 'second', 'third'])
})

test('a long history comes in portions of 64 KiB, messages and moves of refunds in their order', async (t) => {
  const { store, workspaceId, ids, openUnread } = await openStreams(t, 1)
  const [conversationId = ''] = ids
  const expected: string[] = []
  await store.write(async (tx) => {
    await tx.run(
      `INSERT INTO refunds (id, workspace_id, order_id, conversation_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
       VALUES ('act_1', ?, 'o1', ?, 'other', '[]', 'execute', 'declined', 1, 'EUR', 'agent', '', 0)`,
      workspaceId,
      conversationId,
    )
    for (let n = 0; n < 60; n++) {
      expected.push((await addMessage(tx, conversationId, { author: 'agent', text: 'x'.repeat(9_000) }, 1)).id)
      const id = await newEventId(tx, 'mov', 1)
      await tx.run("INSERT INTO refund_moves VALUES (?, 'act_1', ?, NULL, 'declined', 'test', 'test', NULL, 1)", id, n)
      expected.push(id)
    }
  })
  const { read } = await openUnread(conversationId, 'ses_long', conversationId)
  await read()
  const told: string[] = []
  while (told.length < expected.length) {
    const text = await read()
    assert.ok(text.length < 80 * 1024, `${text.length} characters`)
    told.push(...[...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? ''))
  }
  assert.deepEqual(told, expected)
})
