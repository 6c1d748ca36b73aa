import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { createLongBodies } from '../../src/http/body/long-bodies.ts'
import { createBodyMemory } from '../../src/http/body/receive.ts'
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

/** What comes back in which order. */
function arrivals() {
  const names: string[] = []
  const arrive = async (name: string, answer: Promise<{ status: number; text: string }>) => {
    const { status, text } = await answer
    assert.ok(status < 300, text)
    names.push(name)
  }
  return { names, arrive }
}

test('large compressed bodies of one workspace do not delay those of another', async (t) => {
  const api = await startServer(t)
  const other = await neighbor(api)
  const { names, arrive } = arrivals()
  // All are made before the first call: packing them takes as long as the server needs for some of the hog's.
  const [body, small, large] = [heavy(8 * MIB), gzipSync(JSON.stringify({ data: [order()] })), heavy(2 * MIB)]
  const ofHog = () => api.call('POST', '/tickets', { body, headers: gzipped })
  const ofOther = () => other.call('POST', '/tickets', { body: large, headers: gzipped })
  // Both threads have to be there: starting one takes a busy machine as long as some of the hog's.
  await Promise.all([ofHog(), ofOther()])
  const hog = Array.from({ length: 12 }, () => arrive('hog', ofHog()))
  // They are all with the server, and the first of them at work.
  await Promise.race(hog)
  await Promise.all([
    arrive('small', other.call('POST', '/orders', { body: small, headers: gzipped })),
    arrive('large', ofOther()),
    ...hog,
  ])
  // Without turns the two are the last.
  assert.ok(names.indexOf('small') < 4 && names.indexOf('large') < 8, names.join(' '))
})

test('workspaces take turns when long bodies are checked', async (t) => {
  const longBodies = createLongBodies(32 * MIB)
  t.after(longBodies.stop)
  const { names, check } = checking(longBodies)
  // All threads have to be there: starting one takes as long as many bodies.
  await Promise.all(['a', 'b', 'c'].map((workspace) => check('ready', workspace)))
  // Each takes so long that a thread gets its turn of a busy machine before the other one has checked many.
  const messages = Array.from({ length: 40 }, (_, at) => message({ id: `m${at}` }))
  const long = ticketsBody(50, { messages })
  const hog = Array.from({ length: 20 }, (_, index) => check(`a${index}`, 'a', long))
  await Promise.all([...['b', 'c', 'd'].map((name) => check(name, name, long)), ...hog])
  const byHog = names.filter((name) => name.startsWith('a'))
  assert.deepEqual(
    byHog,
    Array.from({ length: 20 }, (_, index) => `a${index}`),
  )
  for (const name of ['b', 'c', 'd']) assert.ok(names.indexOf(name) < names.indexOf('a15'), names.join(' '))
})

const upsertTickets = routes.find(({ operationId }) => operationId === 'upsertTickets')

function ticketsBody(length: number, fields: object = {}): Buffer {
  const data = Array.from({ length }, (_, index) => ticket({ id: `t${index}`, ...fields }))
  return Buffer.from(JSON.stringify({ data }))
}

function checking(longBodies: ReturnType<typeof createLongBodies>) {
  assert.ok(upsertTickets)
  const names: string[] = []
  const plain = ticketsBody(20)
  const check = async (name: string, workspace: string, bytes = plain) => {
    const { value } = await longBodies.check(upsertTickets, { bytes: Buffer.from(bytes), strict: false }, workspace)
    names.push(name)
    return value as unknown[]
  }
  return { names, check }
}

test('a thread that runs out of memory is a 413 for its body, and the other bodies are checked', async (t) => {
  const longBodies = createLongBodies(MIB)
  t.after(longBodies.stop)
  const { names, check } = checking(longBodies)
  const objects = Array.from({ length: 600_000 }, (_, index) => `{"k${index}":{}}`)
  const hungry = Buffer.from(`{"data":[{"x":[${objects.join()}]}]}`)
  await check('before', 'a')
  const killing = assert.rejects(check('hungry', 'a', hungry), {
    code: 'PAYLOAD_TOO_LARGE',
    facts: { max: 128 * MIB },
  })
  const others = [check('behind', 'a'), check('beside', 'b'), check('later', 'b')]
  for (const value of await Promise.all(others)) assert.equal(value.length, 20)
  await killing
  assert.deepEqual(new Set(names), new Set(['before', 'behind', 'beside', 'later']))
})

for (const [what, idleMs, long] of [
  ['a large body', { swollen: 1, other: 60_000 }, Buffer.from(`{"data":[]${' '.repeat(5 * MIB)}}`)],
  ['smaller bodies', { swollen: 60_000, other: 1 }, undefined],
] as const)
  test(`a thread that has checked ${what} ends when no other follows`, async (t) => {
    const threads: Worker[] = []
    const note = (message: unknown) => threads.push((message as { worker: Worker }).worker)
    subscribe('worker_threads', note)
    t.after(() => unsubscribe('worker_threads', note))
    const longBodies = createLongBodies(32 * MIB, idleMs)
    t.after(longBodies.stop)
    const { names, check } = checking(longBodies)
    await check('long', 'a', long)
    const [first] = threads
    assert.ok(first)
    // The server does not stay up for it; this test does.
    first.ref()
    const timer = setInterval(() => {}, 1_000)
    t.after(() => clearInterval(timer))
    await once(first, 'exit')
    await check('later', 'a')
    assert.deepEqual([names, threads.length], [['long', 'later'], 2])
  })

test('stopping threads reject the bodies that wait for them', async () => {
  const longBodies = createLongBodies(MIB)
  const { check } = checking(longBodies)
  const waiting = ['a', 'b', 'c'].map((name) => assert.rejects(check(name, 'a'), { code: 'SERVICE_UNAVAILABLE' }))
  await longBodies.stop()
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
