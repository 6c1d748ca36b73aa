import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { startChanges } from '../../src/changes/changes.ts'
import { declareReaders } from '../../src/changes/readers.ts'
import { addMessage, createConversation } from '../../src/conversations/conversations.ts'
import { createTypists } from '../../src/conversations/typing.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { nextMoveId } from '../../src/refunds/announcements.ts'
import { findRefund } from '../../src/refunds/refunds.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Reader, Store } from '../../src/store/store.ts'
import { chatReader } from '../../src/widget/hear-events.ts'
import { endSession } from '../../src/widget/sessions.ts'
import { createStreams } from '../../src/widget/streams.ts'
import { addWorkspace, tempFolder, testClock, testLog } from '../support/server.ts'

const SOON_MS = 5
const POLL_MS = 1_000
const HEARTBEAT_MS = 15_000
const GATHER_MS = 250

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
  declareReaders([chatReader])
  const services = { store: { ...store, read }, clock, log: testLog() }
  const changes = startChanges(services)
  const streams = createStreams({ ...services, changes, typists: createTypists() })
  t.after(async () => {
    streams.stop()
    await changes.stop()
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
    const session = { id, workspaceId, conversationId, customerId: null, trial: false, byLink: false, expiresAt }
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
    let isOver = false
    const follow = async () => {
      for (let text = await read(); text !== ''; text = await read()) told.push(text)
      isOver = true
    }
    void follow()
    return { told, close, isOver: () => isOver }
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
  return { file, store, workspaceId, ids, all, open, openUnread, pass, say, cost, stop: streams.stop }
}

const textsOf = ({ told }: { told: string[] }) =>
  told.flatMap((block) => [...block.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? '').text))

test('with 2,000 streams a message costs three queries, a burst six, and only streams of its conversation get it', async (t) => {
  const { all, pass, say, cost } = await openStreams(t, 2_000)
  const one = await cost(async () => {
    await say(7, 'hello')
    await pass(SOON_MS)
  })
  assert.deepEqual(textsOf(all[7] ?? { told: [] }), ['hello'])
  assert.equal(all.filter(({ told }) => told.length > 0).length, 1)
  // The newest change, what has changed, and the message.
  assert.equal(one, 3)
  await pass(SOON_MS)
  const many = await cost(async () => {
    for (let n = 100; n < 150; n++) await say(n, `to ${n}`)
    await pass(SOON_MS)
  })
  assert.deepEqual(
    all.slice(100, 150).flatMap(textsOf),
    Array.from({ length: 50 }, (_, n) => `to ${n + 100}`),
  )
  // The first message is read at once, and all others together.
  assert.equal(many, 6)
})

test('a push costs the streams no query, and a second without events none', async (t) => {
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
  assert.equal(await cost(() => pass(POLL_MS)), 0)
  assert.ok(all.every(({ told }) => told.length === 0))
})

test('the end of a session costs only the streams of its conversation a query', async (t) => {
  const { store, workspaceId, ids, all, pass, cost } = await openStreams(t, 200)
  const [conversationId = ''] = ids
  const session = {
    id: 'ses_0',
    workspaceId,
    conversationId,
    customerId: null,
    trial: false,
    byLink: false,
    expiresAt: 0,
  }
  const queries = await cost(async () => {
    await store.write((tx) => endSession(tx, session, 1))
    await pass(SOON_MS)
  })
  // The newest change, what has changed, and whether the session is left.
  assert.equal(queries, 3)
  assert.equal(all[0]?.isOver(), true)
  assert.equal(all[1]?.isOver(), false)
})

test('streams without events ask together whether their sessions are left', async (t) => {
  const { all, pass, cost } = await openStreams(t, 200)
  const queries = await cost(async () => {
    await pass(HEARTBEAT_MS)
    await pass(GATHER_MS)
  })
  assert.ok(all.every(({ told }) => told.join('') === ': still here\n\n'))
  assert.equal(queries, 1)
})

test('without streams nothing is queried, and later streams get all events', async (t) => {
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

test('when the server stops, all streams end, and those that are opened later', async (t) => {
  const { ids, all, open, pass, stop } = await openStreams(t, 2)
  stop()
  const late = await open(ids[0] ?? '', 'ses_late')
  await pass(0)
  assert.deepEqual(
    [...all, late].map(({ isOver }) => isOver()),
    [true, true, true],
  )
})

test('events of another process are sent within a second', async (t) => {
  const { file, all, pass, say } = await openStreams(t, 3)
  const elsewhere = await openStore(file)
  await say(1, 'from the command line', elsewhere)
  await elsewhere.close()
  await pass(POLL_MS)
  assert.deepEqual(all.map(textsOf), [[], ['from the command line'], []])
})

test('all streams of a conversation get every event once and in order, also in a burst', async (t) => {
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

test('an event committed while a stream opens is sent once', async (t) => {
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

test('a stream whose client is slow gets missed events later', async (t) => {
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

test('a long history is sent in portions of 64 KiB, messages and refund events in order', async (t) => {
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
    const refund = (await findRefund(tx, 'act_1')) ?? assert.fail()
    for (let n = 0; n < 60; n++) {
      expected.push((await addMessage(tx, conversationId, { author: 'agent', text: 'x'.repeat(9_000) }, 1)).id)
      const id = await nextMoveId(tx, refund, { from: null, on: 'customer_declined' }, 1)
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
