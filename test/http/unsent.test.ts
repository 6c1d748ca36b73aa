import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from '../../src/http/connection/open-connections.ts'
import { countedResponse, createUnsent } from '../../src/http/connection/unsent.ts'
import { onceSent } from '../../src/http/limits/answers-in-flight.ts'
import { order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, type ServerOptions, startServer, testLog } from '../support/server.ts'

/** A server whose list of orders is 3 MB long. */
async function startWithLongList(t: TestContext, options: ServerOptions): Promise<Api> {
  const api = await startServer(t, options)
  for (let part = 0; part < 4; part++) {
    const orders = Array.from({ length: 25 }, (_, n) =>
      order({ id: `o${part}-${n}`, custom: { note: 'x'.repeat(30_000) } }),
    )
    await api.push('orders', orders)
  }
  return api
}

const listOf = (api: Api) =>
  `GET /api/v1/orders?limit=100 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`

/** A client that asks for the list again and again and reads nothing. */
async function greedyClient(t: TestContext, api: Api, requests: number) {
  const connection = await rawConnection(t, api.baseUrl, '127.0.0.2')
  connection.socket.pause()
  connection.socket.write(listOf(api).repeat(requests))
  return connection
}

/** Waits until the server has closed a connection: a paused socket notices that only when it is written to. */
async function closing(t: TestContext, { socket, closed }: Awaited<ReturnType<typeof greedyClient>>): Promise<void> {
  const knock = setInterval(() => socket.write('G'), 50)
  t.after(() => clearInterval(knock))
  await closed
}

test('unread responses do not accumulate: the connection is closed, and others get theirs', async (t) => {
  const api = await startWithLongList(t, { connectionLimits: { unsent: 1 } })
  await closing(t, await greedyClient(t, api, 16))
  assert.equal(api.log.lines.filter(({ message }) => message.includes('leave too many bytes unread')).length, 1)
  assert.equal((await api.call('GET', '/orders/o1-1')).status, 200)
})

test('a network that leaves much unread gets a 503 for further reads, and others get theirs', async (t) => {
  // 30 MB are under 32 MiB, and over half of that even if the system takes 13 of them.
  const api = await startWithLongList(t, { connectionLimits: { unsent: 32 } })
  const greedy = await greedyClient(t, api, 10)
  const { socket, received } = await rawConnection(t, api.baseUrl, '127.0.0.2')
  while (!received().includes('503 Service Unavailable')) {
    socket.write(`GET /api/v1/orders/none HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`)
    await sleep(20)
  }
  assert.match(received(), /retry-after: 5\r\n[\s\S]*"code":"SERVICE_UNAVAILABLE"/)
  assert.equal((await api.call('GET', '/orders?limit=100')).body.data.length, 100)

  // It reads what is there, and may ask again.
  greedy.socket.resume()
  while (!received().includes('404 Not Found', received().lastIndexOf('503'))) {
    socket.write(`GET /api/v1/orders/none HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`)
    await sleep(20)
  }
})

test('a long response that nobody reads takes as much memory as it has bytes', async (t) => {
  const MIB = 1024 * 1024
  const [bytes, clients] = [8 * MIB, 6]
  // Half of it is a little less than all responses.
  const api = await startServer(t, { connectionLimits: { unsent: (2 * clients * bytes) / MIB - 4 } })
  await api.push('orders', [order({ id: 'long' })])
  const stored = JSON.stringify({ note: 'x'.repeat(bytes) })
  await api.store.write((tx) => tx.run("UPDATE orders SET data = ? WHERE id = 'long'", stored))
  const get = (id: string) => `GET /api/v1/orders/${id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`

  const before = process.memoryUsage().arrayBuffers
  for (let client = 0; client < clients; client++) {
    const { socket } = await rawConnection(t, api.baseUrl, '127.0.0.2')
    socket.pause()
    socket.write(get('long'))
  }
  const { socket, received } = await rawConnection(t, api.baseUrl, '127.0.0.2')
  while (!received().includes('503 Service Unavailable')) {
    socket.write(get('none'))
    await sleep(20)
  }
  const taken = process.memoryUsage().arrayBuffers - before
  assert.ok(taken < 1.5 * clients * bytes, `${taken} bytes for ${clients * bytes}`)
})

test('a stalled response ends, and one that is still being prepared does not', async (t) => {
  const api = await startWithLongList(t, { standstillMs: 300, heartbeatMs: 2_000 })
  const working = await rawConnection(t, api.baseUrl)
  working.socket.write(listOf(api))
  await working.until(/"nextCursor":null\}$/)
  await closing(t, await greedyClient(t, api, 16))
  // A connection that has its responses is as open as ever.
  working.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await working.until(/\{"status":"ok"\}$/)
})

const connection = (network: string): Connection => ({
  socket: new Socket(),
  network,
  unanswered: 1,
  isUsed: true,
  unsent: 0,
})

test('the network with most unread bytes loses its connection with most unread bytes', () => {
  const { add } = createUnsent(1_000, testLog())
  const many = Array.from({ length: 10 }, () => connection('192.0.2.1'))
  const [, greediest] = many
  const honest = connection('192.0.2.2')
  for (const one of many) add(one, one === greediest ? 61 : 60)
  add(honest, 399)
  assert.equal(
    [...many, honest].some(({ socket }) => socket.destroyed),
    false,
  )
  add(honest, 1)
  assert.deepEqual(
    [...many, honest].filter(({ socket }) => socket.destroyed),
    [greediest],
  )
})

test('bytes that were read, or whose connection ended, no longer count', async () => {
  const log = testLog()
  const { add, requireRoom } = createUnsent(1_000, log)
  const [reader, leaver, late] = [connection('a'), connection('b'), connection('b')]
  const done = [add(reader, 400), add(reader, 300)]
  assert.throws(() => requireRoom('a'), { code: 'SERVICE_UNAVAILABLE', headers: { 'retry-after': '5' } })
  requireRoom('b')
  for (const settle of done) settle()
  assert.equal(reader.unsent, 0)
  requireRoom('a')
  const settle = add(leaver, 900)
  assert.throws(() => requireRoom('b'))
  leaver.socket.destroy()
  await new Promise((resolve) => leaver.socket.once('close', resolve))
  requireRoom('b')
  settle()
  add(late, 1_000)
  assert.equal(late.socket.destroyed, false)
  assert.deepEqual(log.lines, [])
})

test('text is counted by its bytes, not by its characters', () => {
  const one = connection('a')
  const unsent = createUnsent(1_000, testLog())
  const Response = countedResponse(unsent, () => one, 1_000)
  const response = new Response(new IncomingMessage(one.socket))
  response.write('€'.repeat(100))
  assert.equal(one.unsent, 300)
})

test('a response whose client leaves has ended once', async (t) => {
  const server = createServer().listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  let ended = 0
  onceSent(req, res, () => ended++)
  res.write('x')
  const closed = once(req.socket, 'close')
  client.destroy()
  await closed
  assert.equal(ended, 1)
})
