import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { connectionLimits } from '../../src/cli/kit/options.ts'
import { createStreamPlaces, defaultConnectionLimits } from '../../src/http/connection/connection-limits.ts'
import { openEvents } from '../support/event-stream.ts'
import { order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const HALF = 'POST /api/v1/orders HTTP/1.1\r\nhost: x\r\n'

type Raw = Awaited<ReturnType<typeof rawConnection>>

/** Connections that begin a request and never end it. */
const halfRequests = (t: TestContext, api: Api, count: number, from: string): Promise<Raw[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const connection = await rawConnection(t, api.baseUrl, from)
      connection.socket.write(HALF)
      return connection
    }),
  )

const open = (connections: Raw[]) => connections.filter(({ socket }) => !socket.destroyed).length

/** A shop that keeps its connection, as a client library does. */
function shop(t: TestContext, api: Api) {
  const kept = new Client(new URL(api.baseUrl).origin)
  t.after(() => kept.destroy())
  const push = async (id: string) => {
    const headers = { authorization: `Bearer ${api.key}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ data: [order({ id })] })
    const answer = await kept.request({ method: 'POST', path: '/api/v1/orders', headers, body })
    await answer.body.dump()
    return answer.statusCode
  }
  let disconnects = 0
  kept.on('disconnect', () => disconnects++)
  return { push, disconnects: () => disconnects }
}

test('connections of one network are limited, and a shop on another network notices nothing', async (t) => {
  const api = await startServer(t, { connectionLimits: { network: 20, all: 100 } })
  const { push, disconnects } = shop(t, api)
  assert.equal(await push('before'), 200)
  const half = await halfRequests(t, api, 30, '127.0.0.2')
  while (open(half) > 20) await sleep(5)
  assert.equal(await push('during'), 200)
  assert.equal((await api.call('GET', '/orders/during')).status, 200)
  assert.equal(open(half), 20)
  assert.equal(disconnects(), 0)
  const told = api.log.lines.filter(({ message }) => message.startsWith('New connections from one network are refused'))
  assert.deepEqual(
    told.map(({ fields }) => fields),
    [{ most: 20 }],
  )
  // Those that end make room for others, as soon as the server has noticed.
  for (const { socket } of half) socket.destroy()
  for (let answer = ''; answer === ''; ) {
    const { socket, until } = await rawConnection(t, api.baseUrl, '127.0.0.2')
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    answer = await until(/\{"status":"ok"\}/).catch(() => '')
  }
})

test('when half requests take all connections, new clients are served, and a shop keeps its connection', async (t) => {
  const api = await startServer(t, { connectionLimits: { network: 20, all: 50 } })
  const { push, disconnects } = shop(t, api)
  assert.equal(await push('before'), 200)
  const half: Raw[] = []
  for (const from of ['127.0.0.2', '127.0.0.3', '127.0.0.4']) half.push(...(await halfRequests(t, api, 20, from)))
  assert.equal(await push('during'), 200)
  for (const from of ['127.0.0.5', '127.0.0.6', '127.0.0.7']) {
    const newcomer = await rawConnection(t, api.baseUrl, from)
    newcomer.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await newcomer.until(/\{"status":"ok"\}/)
  }
  assert.equal(await push('after'), 200)
  assert.equal(disconnects(), 0)
  while (open(half) > 46) await sleep(5)
})

test('the network with most connections loses half requests first, then idle ones, and never one with a request in progress', async (t) => {
  const api = await startServer(t, { connectionLimits: { network: 20, all: 6 } })
  const { token } = await (await startWidget(api)).open()
  const streaming = await rawConnection(t, api.baseUrl, '127.0.0.2')
  streaming.socket.write(`GET /api/v1/widget/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`)
  await streaming.until(/retry: /)
  const idle = await rawConnection(t, api.baseUrl, '127.0.0.2')
  idle.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await idle.until(/\{"status":"ok"\}/)
  // With what is left of the shop's connections there is no more room than for these.
  const half = await halfRequests(t, api, 6, '127.0.0.2')
  while (open(half) === 6) await sleep(5)
  const newcomer = async (from: string) => {
    const connection = await rawConnection(t, api.baseUrl, from)
    connection.socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    await connection.until(/\{"status":"ok"\}/)
    return connection
  }
  const before = open(half)
  await newcomer('127.0.0.3')
  while (open(half) === before) await sleep(5)
  assert.deepEqual([idle.socket.destroyed, streaming.socket.destroyed], [false, false])
})

test('behind a trusted proxy one network may have any number of connections', async (t) => {
  const api = await startServer(t, { connectionLimits: { network: 5 }, settings: { trustProxy: 1 } })
  const connections = await halfRequests(t, api, 30, '127.0.0.2')
  assert.equal((await api.call('GET', '/ping')).status, 200)
  assert.equal(open(connections), 30)
})

test('streams of one network are limited, and one that ends makes room for another', async (t) => {
  const api = await startServer(t, { connectionLimits: { streams: 2 }, settings: { trustProxy: 1 } })
  const { open: openPage } = await startWidget(api)
  const { token } = await openPage()
  const first = await openEvents(t, api.baseUrl, token)
  const second = await openEvents(t, api.baseUrl, token)
  assert.deepEqual([first.status, second.status], [200, 200])
  const ask = (from: string) =>
    fetch(`${api.baseUrl}/widget/events`, { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': from } })
  const refused = await ask('127.0.0.1')
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '60')
  assert.deepEqual((await refused.json()) as object, {
    code: 'TOO_MANY_REQUESTS',
    status: 429,
    message: 'Your network has 2 event streams open. Close one, then connect again.',
    data: { limit: 2 },
  })
  const elsewhere = await ask('203.0.113.1')
  assert.equal(elsewhere.status, 200)
  await elsewhere.body?.cancel()
  first.close()
  for (let status = 429; status !== 200; await sleep(5)) {
    const answer = await ask('127.0.0.1')
    status = answer.status
    await answer.body?.cancel()
  }
})

test('all streams together take at most half of all connections', async (t) => {
  const api = await startServer(t, { connectionLimits: { all: 8 } })
  const { open: openPage } = await startWidget(api)
  const { token } = await openPage()
  for (let stream = 0; stream < 4; stream++) assert.equal((await openEvents(t, api.baseUrl, token)).status, 200)
  const { token: other } = await openPage()
  const refused = await fetch(`${api.baseUrl}/widget/events`, { headers: { authorization: `Bearer ${other}` } })
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '5')
  assert.equal(((await refused.json()) as { code: string }).code, 'SERVICE_UNAVAILABLE')
})

test('releasing a place twice releases it once', () => {
  const places = createStreamPlaces({ perNetwork: 2, inAll: 3 })
  const leave = places.take('a')
  places.take('a')
  assert.throws(() => places.take('a'), { code: 'TOO_MANY_REQUESTS' })
  leave()
  leave()
  places.take('a')
  assert.throws(() => places.take('a'), { code: 'TOO_MANY_REQUESTS' })
  places.take('b')
  assert.throws(() => places.take('b'), { code: 'SERVICE_UNAVAILABLE' })
})

test('the limits match the documents, and the operator can change them by name', () => {
  assert.deepEqual(defaultConnectionLimits, { network: 1_500, all: 5_000, streams: 400, unanswered: 16, unsent: 64 })
  assert.deepEqual(connectionLimits('network=3,unsent=1'), { ...defaultConnectionLimits, network: 3, unsent: 1 })
})
