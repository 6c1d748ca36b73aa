import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { createBodies, createBodyMemory } from '../../src/http/body/receive.ts'
import { createBodyThread } from '../../src/http/body/thread.ts'
import { routes } from '../../src/serve/features.ts'
import { message, order, ticket } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'

const MIB = 1024 * 1024
const gzipped = { 'content-encoding': 'gzip' }

/** A call of a hog's: the tickets of it are hundreds of kilobytes compressed to a few. */
const heavy = (bytes: number) =>
  gzipSync(
    JSON.stringify({
      data: Array.from({ length: Math.ceil(bytes / MIB) }, (_, index) =>
        ticket({
          id: `t${index}`,
          messages: Array.from({ length: 21 }, (_, at) => message({ id: `m${at}`, body: 'x'.repeat(49_900) })),
        }),
      ),
    }),
  )

async function neighbor(api: Api): Promise<Pick<Api, 'call' | 'push'>> {
  return client(api.baseUrl, (await addWorkspace(api.store, 'neighbor', api.clock)).key)
}

test('while a workspace sends as many long bodies as it can, another one pushes', async (t) => {
  const api = await startServer(t)
  const other = await neighbor(api)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { writeInBackground } = api.store
  api.store.writeInBackground = async (work) => {
    await held
    return writeInBackground(work)
  }
  const body = heavy(2 * MIB)
  const statuses: number[] = []
  const send = async () => {
    const { status, text } = await api.call('POST', '/tickets', { body, headers: gzipped })
    assert.ok(status === 200 || (status === 503 && text.includes('already waiting')), text)
    statuses.push(status)
  }
  const hog = Array.from({ length: 55 }, send)
  // Two are at work and fifty wait; none of them gets any further until they are released.
  while (statuses.length < 3) await nextTurn()
  assert.equal((await other.push('orders', [order()])).results[0]?.status, 'created')
  assert.equal((await other.call('GET', '/orders')).body.data.length, 1)
  assert.deepEqual(statuses, [503, 503, 503])
  release()
  await Promise.all(hog)
  assert.equal(statuses.filter((status) => status === 200).length, 52)
  const long = await other.call('POST', '/tickets', { body, headers: gzipped })
  assert.equal(long.status, 200, long.text)
  assert.deepEqual(api.log.lines, [])
})

test('workspaces take turns with their long bodies, two of which are worked on at a time', async (t) => {
  const bodies = createBodies({ small: MIB, large: MIB, widget: 65_536 })
  t.after(bodies.stop)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const done: string[] = []
  let atWork = 0
  const send = (workspaceId: string, bytes: Buffer, headers: object = {}) =>
    bodies.use(
      Object.assign(Readable.from([bytes]), { headers }) as never,
      {} as never,
      { size: 'large', workspaceId },
      async () => {
        atWork++
        await held
        done.push(workspaceId)
      },
    )
  const plain = Buffer.alloc(200_000, ' ')
  const first = [send('a', plain), send('a', gzipSync(plain), gzipped)]
  while (atWork < 2) await nextTurn()
  const waiting = ['a', 'a', 'a', 'a', 'b', 'c', 'b'].map((name) => send(name, plain))
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  assert.deepEqual([atWork, done], [2, []])
  release()
  await Promise.all([...first, ...waiting])
  assert.deepEqual(done, ['a', 'a', 'a', 'b', 'c', 'a', 'b', 'a', 'a'])
})

const upsertTickets = routes.find(({ operationId }) => operationId === 'upsertTickets')

function ticketsBody(length: number, fields: object = {}): Buffer {
  const data = Array.from({ length }, (_, index) => ticket({ id: `t${index}`, ...fields }))
  return Buffer.from(JSON.stringify({ data }))
}

function checking(t: TestContext, maxBytes: number, idleMs?: number) {
  assert.ok(upsertTickets)
  const thread = createBodyThread(maxBytes, idleMs)
  t.after(thread.stop)
  const names: string[] = []
  const plain = ticketsBody(20)
  const check = async (name: string, bytes = plain) => {
    const { value } = await thread.check(upsertTickets, { bytes, strict: false }, false)
    names.push(name)
    return (value as { objects: unknown[] }).objects
  }
  return { names, check, stop: thread.stop }
}

test('a thread that runs out of memory is a 413 for its body, and the other bodies are checked', async (t) => {
  const { names, check } = checking(t, MIB)
  const objects = Array.from({ length: 600_000 }, (_, index) => `{"k${index}":{}}`)
  const hungry = Buffer.from(`{"data":[{"x":[${objects.join()}]}]}`)
  await check('before')
  const killing = assert.rejects(check('hungry', hungry), { code: 'PAYLOAD_TOO_LARGE', facts: { max: 128 * MIB } })
  for (const value of await Promise.all([check('behind'), check('later')])) assert.equal(value.length, 20)
  await killing
  assert.deepEqual(names, ['before', 'behind', 'later'])
})

test('the thread ends when no other body follows, and the next one starts another', async (t) => {
  const threads: Worker[] = []
  const note = (message: unknown) => threads.push((message as { worker: Worker }).worker)
  subscribe('worker_threads', note)
  t.after(() => unsubscribe('worker_threads', note))
  const { names, check } = checking(t, 32 * MIB, 1)
  await check('long')
  const [first] = threads
  assert.ok(first)
  // The server does not stay up for it; this test does.
  first.ref()
  const timer = setInterval(() => {}, 1_000)
  t.after(() => clearInterval(timer))
  await once(first, 'exit')
  await check('later')
  assert.deepEqual([names, threads.length], [['long', 'later'], 2])
})

test('a thread that is stopped rejects the bodies that wait for it', async (t) => {
  const { check, stop } = checking(t, MIB)
  const waiting = ['a', 'b', 'c'].map((name) => assert.rejects(check(name), { code: 'SERVICE_UNAVAILABLE' }))
  await stop()
  await Promise.all(waiting)
})

test('a body with more than two million values is a 413 before it is parsed', async (t) => {
  const api = await startServer(t)
  const post = (body: string) => api.call('POST', '/tickets', { body: gzipSync(body), headers: gzipped })
  const of = (objects: number) => `{"data":[${'{},'.repeat(objects - 1)}{}]}`
  const over = await post(of(11_000_000))
  assert.equal(over.status, 413)
  assert.deepEqual(over.body.data, { max: 2_000_000, received: 11_000_002 })
  assert.match(over.body.message, /11000002 values/)
  const under = await post(of(100_000))
  assert.deepEqual([under.status, under.body.data], [413, { max: 50, received: 100_000 }])
})

test('a million fields that are not known are checked in the memory of a few, and named once', async (t) => {
  // A thread gets 256 MiB for this: a million issues take four times as much.
  const api = await startServer(t, { settings: { maxBody: { small: 4 * MIB, large: 16 * MIB, widget: 65_536 } } })
  const unknown = Array.from({ length: 90 }, (_, index) => `"x${index}":1`).join()
  const items = (count: number) =>
    Array.from({ length: count }, (_, index) => `{"id":"l${index}","title":"a","quantity":1,"unitPrice":1,${unknown}}`)
  const body = (objects: number) =>
    `{"data":[${Array.from({ length: objects }, (_, index) => `{"id":"o${index}","updatedAt":1,"items":[${items(1_000)}]}`)}]}`
  const bulk = await api.call('POST', '/orders/bulk', { body: gzipSync(body(20)), headers: gzipped })
  assert.equal(bulk.status, 202, bulk.text)
  const push = await api.call('POST', '/orders', { body: gzipSync(body(3)), headers: gzipped })
  assert.equal(push.status, 200, push.text)
  for (const { ignored } of push.body.results) assert.equal(ignored.length, 90)
})

test('long names of unknown fields are shortened in responses and in the log', async (t) => {
  const api = await startServer(t)
  const name = `c${'🧣'.repeat(100_000)}`
  const { results } = await api.push('orders', [order({ [name]: 1, [`${name}2`]: 1, short: 1 })])
  const [long = '', short] = results[0]?.ignored ?? []
  assert.ok(long.length <= 101 && long.isWellFormed() && long.endsWith('…'), long)
  assert.equal(short, 'short')
})

test("the memory of one workspace's bodies is limited, and never blocks another workspace", () => {
  const shareOf = createBodyMemory({ perWorkspace: 100, total: 150 })
  const [first, second] = [shareOf('a'), shareOf('a')]
  first.add(60)
  second.add(40)
  assert.throws(() => second.add(1), { code: 'SERVICE_UNAVAILABLE', reason: 'busy' })
  const other = shareOf('b')
  other.add(300)
  assert.throws(() => shareOf('b').add(1), { code: 'SERVICE_UNAVAILABLE' })
  assert.throws(() => first.add(1), { code: 'SERVICE_UNAVAILABLE' })
  other.release()
  second.release()
  first.add(200)
  first.release()
  shareOf('a').add(100)
})

/** A request of a bulk call that is declared to be so long, with that much of it sent. */
async function half(t: TestContext, api: Api, length: number, sent: number) {
  const { socket, until } = await rawConnection(t, api.baseUrl)
  const lines = ['POST /api/v1/orders/bulk HTTP/1.1', 'host: x', `authorization: Bearer ${api.key}`]
  const head = [...lines, 'content-type: application/json', `content-length: ${length}`, '', ''].join('\r\n')
  await new Promise((resolve) => socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(sent, ' ')]), resolve))
  return { until, leave: () => socket.destroy() }
}

test('many large bodies at once are a 503 with Retry-After for their workspace alone', async (t) => {
  const api = await startServer(t, { settings: { maxBody: { small: MIB, large: MIB, widget: 65_536 } } })
  const other = await neighbor(api)
  // Four of the largest may be in memory: eight that are nearly there are twice as much.
  const halves = await Promise.all(Array.from({ length: 8 }, () => half(t, api, MIB, MIB - 1)))
  const answer = await Promise.race(halves.map(({ until }) => until(/\}\}|"data":\{\}/)))
  assert.match(answer, /^HTTP\/1\.1 503[\s\S]*retry-after: 1\r\n/i)
  assert.match(answer, /SERVICE_UNAVAILABLE/)
  const body = '{"data":[]}'.padEnd(MIB - 1)
  assert.equal((await other.call('POST', '/orders/bulk', { body })).status, 202)
  assert.deepEqual(
    api.log.lines.map(({ message }) => message),
    [],
  )
  for (const { leave } of halves) leave()
})
