import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createLive } from '../../src/changes/live.ts'
import { declareReaders } from '../../src/changes/readers.ts'
import { consoleReader } from '../../src/console/live/hear-changes.ts'
import { createLiveStreams } from '../../src/console/live/streams.ts'
import { createTypists } from '../../src/conversations/typing.ts'
import { reportPushes } from '../../src/http/request-log/pushes-change.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { nextMoveId } from '../../src/refunds/announcements.ts'
import { findRefund } from '../../src/refunds/refunds.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Reader, Store } from '../../src/store/store.ts'
import { addMember, type Browser, browserOf, PASSWORD, signedIn } from '../support/console.ts'
import { readEvents } from '../support/event-stream.ts'
import { order } from '../support/objects.ts'
import { storewire } from '../support/process.ts'
import { type Api, addWorkspace, client, startServer, tempFolder, testClock, testLog } from '../support/server.ts'

/** The news of the workspace that a browser is signed in to. */
function news(t: TestContext, { baseUrl }: Pick<Api, 'baseUrl'>, { cookie = '' }: Browser, headers = {}) {
  return readEvents(t, baseUrl.replace('/api/v1', '/console/api/events'), { cookie, ...headers })
}

/** A refund that waits for an agent. */
async function waitingRefund(store: Store, workspaceId: string, id: string, at = 1): Promise<void> {
  await store.write(async (tx) => {
    await tx.run(
      `INSERT INTO refunds (id, workspace_id, order_id, kind, lines, mode, status, amount, currency, started_by, basis, created_at)
       VALUES (?, ?, ?, 'other', '[]', 'execute', 'awaiting_approval', 100, 'EUR', 'agent', '', 1)`,
      ...[id, workspaceId, id],
    )
    const refund = (await findRefund(tx, id)) ?? assert.fail()
    const move = await nextMoveId(tx, refund, { from: null, on: 'started_by_agent' }, at)
    await tx.run(
      `INSERT INTO refund_moves VALUES (?, ?, 1, NULL, 'awaiting_approval', 'test', 'test', NULL, 1)`,
      move,
      id,
    )
  })
}

test('an open console sees pushes, batches and refunds of its workspace, and of no other', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  const { workspaceId, key } = await addWorkspace(api.store, 'other', api.clock)
  const stream = await news(t, api, owner)
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  await waitingRefund(api.store, workspaceId, 'act_other')
  await client(api.baseUrl, key).push('orders', [order({ id: 'other' })])
  await api.push('orders', [order({ id: 'o1' }), order({ id: 'o2' })])
  const [push] = await stream.next(1)
  assert.deepEqual(
    [push?.event, push?.data],
    ['push', { pushes: [{ type: 'orders', lastId: 'o2', count: 2, refused: 0 }] }],
  )
  await waitingRefund(api.store, api.workspaceId, 'act_1')
  const [refund, waiting] = await stream.next(2)
  assert.deepEqual([refund?.event, refund?.data], ['refund', { id: 'act_1', status: 'awaiting_approval' }])
  assert.deepEqual([waiting?.event, waiting?.data], ['waiting', { chats: 0, refunds: 1 }])
  assert.equal((await owner.post('/refunds/act_1/reject', { reason: 'not returned' })).status, 200)
  assert.deepEqual(
    (await stream.next(2)).map(({ data }) => data),
    [
      { id: 'act_1', status: 'rejected' },
      { chats: 0, refunds: 0 },
    ],
  )
  const { id } = (await api.call('POST', '/backfills', { json: {} })).body
  const bulk = await api.call('POST', '/orders/bulk', { json: { data: [order({ id: 'o3' })], backfillId: id } })
  for (let done = false; !done; ) {
    const [batch] = await stream.next(1)
    assert.equal(batch?.event, 'batch')
    assert.deepEqual([batch.data.id, batch.data.backfill.id], [bulk.body.batchId, id])
    done = batch.data.status === 'done' && batch.data.backfill.processed === 1
  }
})

test('refused pushes are seen too, and the pushes of a moment come together', async (t) => {
  const api = await startServer(t)
  const stream = await news(t, api, await signedIn(api))
  await api.push('orders', [order({ id: 'first' })])
  await stream.next(1)
  const begun = performance.now()
  for (let number = 0; number < 5; number++) await api.push('orders', [order({ id: `o${number}` })])
  await api.push('customers', [{ id: 'c1', updatedAt: 1_000 }])
  assert.equal((await api.call('POST', '/orders', { json: { data: [{}] } })).status, 400)
  const seen = { count: 0, refused: 0, customers: 0, events: 0 }
  while (seen.count < 5 || seen.refused < 1 || seen.customers < 1) {
    const [event] = await stream.next(1)
    seen.events++
    for (const { type, count, refused } of event?.data.pushes ?? [])
      if (type === 'orders') {
        seen.count += count
        seen.refused += refused
      } else seen.customers += count
  }
  // On a slow machine the pushes take longer than one moment, which is a second.
  const most = 2 + (performance.now() - begun) / 1_000
  assert.ok(seen.events <= most, `${seen.events} events, not ${most}`)
})

test('a stream ends within a second when its member is signed out, changes workspace or role, or is removed', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api, { isOperator: true })
  const { workspaceId: second } = await addWorkspace(api.store, 'second', api.clock)
  const ben = await addMember(api, { email: 'ben@shop.example', role: 'agent' })
  await api.store.write((tx) => tx.run(`INSERT INTO memberships VALUES (?, ?, 'agent', 9000000000000)`, second, ben))
  const ends: Record<string, (page: Browser) => Promise<unknown>> = {
    'signs out': (page) => page.post('/sign-out'),
    'works in another workspace': (page) => page.post('/session/workspace', { workspaceId: second }),
    'gets another role': () => owner.post(`/members/${ben}/role`, { role: 'admin' }),
    'changes the password in another browser': async () =>
      (await browserOf(api, ben)).post('/me/password', { password: PASSWORD, newPassword: 'a new password of mine' }),
    'gets a new password by a link': async () => {
      const { token } = (await owner.post(`/members/${ben}/reset-link`)).body
      return owner.post('/resets/redeem', { token, password: 'another password of mine' })
    },
    'signs out everywhere': async () => (await browserOf(api, ben)).post('/me/sign-out-everywhere'),
    'signs in again in the same browser': (page) =>
      page.post('/sign-in', { email: 'ben@shop.example', password: 'another password of mine' }),
    'is signed out at the command line': () =>
      storewire(['members', 'sessions', 'ben@shop.example', '--end', '--workspace', 'shop', '--db', api.file]),
    'is removed': () => owner.post(`/members/${ben}/remove`),
  }
  for (const [way, end] of Object.entries(ends)) {
    const page = await browserOf(api, ben)
    const stream = await news(t, api, page)
    assert.equal(stream.status, 200, way)
    await end(page)
    const began = performance.now()
    assert.equal(await stream.ended(), true, way)
    // Far more than a second, for a busy machine.
    assert.ok(performance.now() - began < 10_000, way)
  }
})

test('a member has at most 8 streams, and no page of another site gets one', async (t) => {
  const api = await startServer(t)
  const owner = await signedIn(api)
  assert.equal((await news(t, api, { ...owner, cookie: undefined })).status, 401)
  for (const headers of [{ 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }, { origin: 'null' }])
    assert.equal((await news(t, api, owner, headers)).status, 403)
  const open = []
  for (let number = 0; number < 8; number++) open.push(await news(t, api, owner, { 'sec-fetch-site': 'same-origin' }))
  assert.deepEqual(new Set(open.map(({ status }) => status)), new Set([200]))
  assert.equal((await news(t, api, owner)).status, 409)
  open[0]?.close()
  let status = 409
  while (status === 409) status = (await news(t, api, owner)).status
  assert.equal(status, 200)
  const other = await signedIn(api, { email: 'ben@shop.example' })
  assert.equal((await news(t, api, other)).status, 200)
})

test('streams of the console count among those of a network, and a quiet one shows that it is alive', async (t) => {
  const api = await startServer(t, { connectionLimits: { streams: 2 }, heartbeatMs: 20 })
  const owner = await signedIn(api)
  const stream = await news(t, api, owner)
  assert.equal(await stream.comment(), ': still here')
  assert.equal((await news(t, api, owner)).status, 200)
  assert.equal((await news(t, api, owner)).status, 429)
})

test('what the command line changes is seen within a second', async (t) => {
  const api = await startServer(t)
  await waitingRefund(api.store, api.workspaceId, 'act_1')
  const stream = await news(t, api, await signedIn(api))
  const elsewhere = await openStore(api.file)
  t.after(() => elsewhere.close())
  await waitingRefund(elsewhere, api.workspaceId, 'act_2')
  const began = performance.now()
  assert.deepEqual((await stream.next(2))[0]?.data, { id: 'act_2', status: 'awaiting_approval' })
  assert.ok(performance.now() - began < 10_000)
  const { code } = await storewire(['refunds', 'settings', 'set', '--frozen', 'on', '--db', api.file])
  assert.equal(code, 0)
  assert.equal((await stream.next(1))[0]?.event, 'settings')
})

/** Live streams on a store that counts its reads, with a viewer who reads when the test says so. Timers run when it says so, too. */
async function openQuietly(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const store = await openStore(join(await tempFolder(t), 'test.db'), { create: true })
  const clock = testClock()
  const { workspaceId } = await addWorkspace(store, 'shop', clock)
  let reads = 0
  const counted = <Look extends (...all: never[]) => unknown>(look: Look): Look =>
    ((...all: Parameters<Look>) => {
      reads++
      return look(...all)
    }) as Look
  const { read: whole } = store
  const read: Reader = { get: counted(whole.get), all: counted(whole.all), until: counted(whole.until) }
  declareReaders([consoleReader])
  const services = { store: { ...store, read }, clock, log: testLog() }
  const changes = createLive(read, services.log)
  const endWaking = store.onChanged(changes.wake)
  const live = createLiveStreams({ ...services, changes, typists: createTypists() })
  t.after(async () => {
    live.stop()
    endWaking()
    changes.stop()
    await store.close()
  })
  const memberId = await addMember({ store, clock, workspaceId, baseUrl: '' })
  await browserOf({ store, clock, workspaceId, baseUrl: '' }, memberId)
  const session = await whole.get<{ id: string }>('SELECT id FROM member_sessions')
  const now = clock.now()
  const signedInAs = {
    ...{ sessionId: session?.id ?? '', memberId, workspaceId, role: 'owner' as const, isOperator: false },
    ...{ name: 'Ada', email: 'ada@shop.example', confirmedAt: now, lastUsedAt: now },
  }
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms)
    for (let turn = 0; turn < 20; turn++) await nextTurn()
  }
  /** As the log of pushes reports them. */
  const push = (id: string) => {
    const counts = {
      ...{ workspaceId, day: '2026-03-01', type: 'orders' },
      ...{ created: 1, updated: 0, stale: 0, refused: 0 },
    }
    return store.write((tx) => reportPushes(tx, [{ ...counts, latest: { id, at: now } }], now))
  }
  return { store, workspaceId, live, pass, push, open: () => live.open(signedInAs), reads: () => reads }
}

test('while no console is open, pushes and refunds cost no read and no timer', async (t) => {
  const { store, workspaceId, live, pass, push, open, reads } = await openQuietly(t)
  const timers = t.mock.method(globalThis, 'setTimeout')
  const events = async () => {
    await push('o1')
    await waitingRefund(store, workspaceId, `act_${Math.random()}`)
    await pass(2_000)
  }
  await events()
  assert.deepEqual([reads(), timers.mock.callCount()], [0, 0])
  const reader = (await open()).getReader()
  await reader.read()
  const next = reader.read()
  await events()
  assert.match(Buffer.from((await next).value ?? []).toString(), /^event: push/)
  assert.ok(reads() > 0 && timers.mock.callCount() > 0)
  await reader.cancel()
  await pass(2_000)
  const [after, timersAfter] = [reads(), timers.mock.callCount()]
  await events()
  assert.deepEqual([reads(), timers.mock.callCount()], [after, timersAfter])
  const last = (await open()).getReader()
  await last.read()
  live.stop()
  assert.equal((await last.read()).done, true)
})

test('a change of another workspace costs an open console nothing, also if its clock is ahead', async (t) => {
  const { store, workspaceId, pass, open, reads } = await openQuietly(t)
  const { workspaceId: ahead } = await addWorkspace(store, 'ahead', testClock())
  const reader = (await open()).getReader()
  await reader.read()
  await pass(5)
  const before = reads()
  await waitingRefund(store, ahead, 'act_unseen', Date.UTC(2200, 1))
  await pass(20)
  assert.equal(reads(), before)
  await waitingRefund(store, workspaceId, 'act_seen')
  await pass(20)
  assert.match(Buffer.from((await reader.read()).value ?? []).toString(), /"id":"act_seen"/)
  await pass(20)
  // The newest change, what has changed, and how many wait.
  assert.equal(reads(), before + 3)
})

test('a slow client gets the newest state of each thing, and of too many the hint to read anew', async (t) => {
  const { store, workspaceId, pass, push, open } = await openQuietly(t)
  const reader = (await open()).getReader()
  const text = async () => Buffer.from((await reader.read()).value ?? []).toString()
  await text()
  for (let number = 0; number < 50; number++) {
    await push(`o${number}`)
    await pass(1_000)
  }
  const waited = await text()
  assert.deepEqual(waited.match(/event: \w+/g), ['event: push'])
  assert.match(waited, /"lastId":"o49","count":50/)
  for (let number = 0; number < 101; number++) await waitingRefund(store, workspaceId, `act_${number}`)
  await pass(20)
  assert.equal(await text(), 'event: missed\ndata: {}\n\n')
})
