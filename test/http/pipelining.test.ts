import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const pushOf = (api: Api, id: string) => {
  const body = JSON.stringify({ data: [order({ id })] })
  return `POST /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `o${index}`)

const isStored = async (api: Api, id: string) => (await api.call('GET', `/orders/${id}`)).status === 200

/** A connection whose first response, a stream, does not end before the test moves the clock, and pushes that were sent after it. */
async function behindAStream(t: TestContext, api: Api, ids: string[]) {
  const { token } = await (await startWidget(api)).open()
  const connection = await rawConnection(t, api.baseUrl)
  connection.socket.write(`GET /api/v1/widget/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await connection.until(/retry: /)
  connection.socket.write(ids.map((id) => pushOf(api, id)).join(''))
  return connection
}

/** Many calls of others later, which would all come after what is in progress. */
async function calls(api: Api): Promise<void> {
  for (let call = 0; call < 30; call++) await api.call('GET', '/ping')
}

test('a limited number of requests of one connection is in progress; the others wait for responses', async (t) => {
  const api = await startServer(t, { connectionLimits: { unanswered: 3 }, heartbeatMs: 50 })
  const ids = idsOf(12)
  const { until, socket } = await behindAStream(t, api, ids)
  while (!(await isStored(api, 'o1'))) await sleep(5)
  await calls(api)
  assert.deepEqual(
    [await isStored(api, 'o0'), await isStored(api, 'o1'), await isStored(api, 'o2')],
    [true, true, false],
  )
  // What comes later is not even read.
  socket.write(pushOf(api, 'later'))
  await calls(api)
  assert.equal(await isStored(api, 'later'), false)

  // The session ends, and with it the stream.
  api.clock.advance(25 * 60 * 60 * 1000)
  const received = await until(/"later"/)
  const answered = [...received.matchAll(/\{"results":\[\{"id":"(\w+)","status":"created"/g)].map(([, id]) => id)
  assert.deepEqual(answered, [...ids, 'later'])
})

test('requests that wait on a connection are dropped when its client is gone', async (t) => {
  const api = await startServer(t, { connectionLimits: { unanswered: 3 }, heartbeatMs: 50 })
  const { socket } = await behindAStream(t, api, idsOf(12))
  while (!(await isStored(api, 'o1'))) await sleep(5)
  socket.destroy()
  const logged = (route: string) => api.log.requests.filter(({ fields }) => fields?.route === route)
  while (logged('/widget/events').length === 0) await sleep(5)
  await calls(api)
  for (const id of idsOf(12).slice(2)) assert.equal(await isStored(api, id), false)
  // Thousands of requests that were sent ahead make no thousands of lines.
  assert.equal(logged('/orders').length, 2)
})

test('requests that were sent ahead end without a stack each when their client is gone', async (t) => {
  const api = await startServer(t, { connectionLimits: { unanswered: 3 }, heartbeatMs: 50 })
  const { socket } = await behindAStream(t, api, idsOf(1_000))
  while (!(await isStored(api, 'o1'))) await sleep(5)
  const { prepareStackTrace, stackTraceLimit } = Error
  t.after(() => {
    Error.prepareStackTrace = prepareStackTrace
  })
  let stacks = 0
  Error.prepareStackTrace = (error, frames) => {
    if (frames.length > 0) stacks++
    return String(error)
  }
  socket.destroy()
  while (!api.log.requests.some(({ fields }) => fields?.route === '/widget/events')) await sleep(5)
  await calls(api)
  assert.ok(stacks < 100, `${stacks} stacks were written`)
  assert.equal(Error.stackTraceLimit, stackTraceLimit)
})

test('Node.js makes no responses for requests that were sent ahead before it is their turn', async (t) => {
  const api = await startServer(t, { connectionLimits: { unanswered: 3 }, heartbeatMs: 50 })
  const begun: string[] = []
  const note = (message: unknown) => {
    const { url = '', headers } = (message as { request: IncomingMessage }).request
    if (headers['x-of'] === t.name) begun.push(url)
  }
  subscribe('http.server.request.start', note)
  t.after(() => unsubscribe('http.server.request.start', note))
  const { socket } = await behindAStream(t, api, idsOf(2))
  socket.write(`GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-of: ${t.name}\r\n\r\n`.repeat(500))
  while (!(await isStored(api, 'o1'))) await sleep(5)
  await calls(api)
  assert.equal(begun.length, 0)
})

test('what is not HTTP, or asks for another protocol, is answered after all requests that were sent before it', async (t) => {
  const api = await startServer(t)
  const ids = idsOf(40)
  const upgrade = 'GET /api/v1/none HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'
  const first = await rawConnection(t, api.baseUrl)
  first.socket.write(ids.map((id) => pushOf(api, id)).join('') + upgrade)
  const answered = [...(await first.until(/ 404 /)).matchAll(/"id":"(\w+)","status":"created"|HTTP\/1.1 (404)/g)]
  assert.deepEqual(
    answered.map(([, id, status]) => id ?? status),
    [...ids, '404'],
  )
  const second = await rawConnection(t, api.baseUrl)
  second.socket.write(`${ids.map((id) => pushOf(api, id)).join('')}\u0001 is not HTTP\r\n\r\n`)
  await second.closed
  const repeated = [...second.received().matchAll(/"id":"(\w+)","status":"(\w+)"/g)]
  assert.deepEqual(
    repeated.map(([, id, status]) => [id, status]),
    ids.map((id) => [id, 'stale']),
  )
})

test('a thousand requests sent at once are all answered, in order', async (t) => {
  const api = await startServer(t)
  const ids = idsOf(1_000)
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(ids.map((id) => pushOf(api, id)).join(''))
  const received = await until(/"o999","status":"created"/)
  const answered = [...received.matchAll(/"id":"(\w+)","status":"created"/g)].map(([, id]) => id)
  assert.deepEqual(answered, ids)
})

test('with one request at a time, bodies that arrive later are read, too', async (t) => {
  const api = await startServer(t, { connectionLimits: { unanswered: 1 } })
  const { socket, until } = await rawConnection(t, api.baseUrl)
  const [head = '', body = ''] = pushOf(api, 'o1').split('\r\n\r\n')
  socket.write(`${pushOf(api, 'o0')}${head}\r\n\r\n`)
  await until(/"o0","status":"created"/)
  socket.write(body)
  await until(/"o1","status":"created"/)
})

test('connections that send tens of thousands of requests ahead are closed, and delay nobody', async (t) => {
  const api = await startServer(t, { connectionLimits: { unanswered: 2 }, limits: { unauthorized: 120 } })
  const { open } = await startWidget(api)
  const greedy = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { token } = await open()
      const connection = await rawConnection(t, api.baseUrl)
      connection.socket.write(`GET /api/v1/widget/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
      await connection.until(/retry: /)
      return connection
    }),
  )
  for (const { socket } of greedy) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2_000))
  await Promise.race(greedy.map(({ closed }) => closed))
  assert.equal((await api.push('orders', [order()])).results[0]?.status, 'created')
})
