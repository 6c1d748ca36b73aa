import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openEvents } from '../support/event-stream.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const REQUEST_TIMEOUT_MS = 500

/** Holds up the whole process, as a slow disk or a paused machine does, for longer than a request may take to arrive. */
function holdUp(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3 * REQUEST_TIMEOUT_MS)
}

const BODY = JSON.stringify({ data: [{ id: 'o1', updatedAt: 1 }] })
const push = (api: Api, ...more: string[]) =>
  [
    'POST /api/v1/orders HTTP/1.1',
    'host: x',
    `authorization: Bearer ${api.key}`,
    'content-type: application/json',
    `content-length: ${BODY.length}`,
    ...more,
    '',
    '',
  ].join('\r\n')

test('a body that arrived while the server was blocked is not late', async (t) => {
  const api = await startServer(t, { requestTimeoutMs: REQUEST_TIMEOUT_MS })
  const { socket, until, received } = await rawConnection(t, api.baseUrl)
  socket.write(push(api, 'expect: 100-continue'))
  await until(/100 Continue\r\n\r\n/)
  socket.write(BODY)
  holdUp()
  assert.match(await until(/HTTP\/1\.1 [2-5][\s\S]*\}$/), /200 OK[\s\S]*"created"/, received())
})

for (const [what, first] of [
  ['a head', 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['the first head of a connection', ''],
] as const) {
  test(`${what} that arrived while the server was blocked is not late`, async (t) => {
    const api = await startServer(t, { requestTimeoutMs: REQUEST_TIMEOUT_MS })
    const { socket, until, received } = await rawConnection(t, api.baseUrl)
    if (first !== '') {
      socket.write(first)
      await until(/"ok"\}$/)
    }
    const head = push(api)
    socket.write(head.slice(0, 20))
    // What was sent before it is read by now too.
    await api.call('GET', '/ping')
    socket.write(head.slice(20) + BODY)
    holdUp()
    assert.match(await until(/HTTP[\s\S]*(created|REQUEST_TIMEOUT)/), /200 OK[\s\S]*"created"/, received())
  })
}

for (const [where, start] of [
  ['in its head', () => 'GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-slow: '],
  ['in its body', (api: Api) => push(api).replace(/content-length: \d+/, 'content-length: 100000')],
] as const) {
  test(`a client that still sends byte by byte ${where} after the server was blocked is cut off`, async (t) => {
    const api = await startServer(t, { requestTimeoutMs: REQUEST_TIMEOUT_MS })
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(start(api))
    await api.call('GET', '/ping')
    const dribble = setInterval(() => socket.write('x'), 20)
    t.after(() => clearInterval(dribble))
    holdUp()
    await closed
    assert.match(received(), /^HTTP\/1\.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
  })
}

test('a request followed by bytes that are not HTTP gets its response, and the connection ends', async (t) => {
  const api = await startServer(t)
  for (const rest of ['nonsense\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n']) {
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(push(api) + BODY + rest)
    await closed
    assert.match(received(), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\nconnection: close\r\n[\s\S]*"o1"[\s\S]*\}$/i, rest)
    assert.equal(received().match(/HTTP\/1\.1 \d{3} /g)?.length, 1)
  }
})

test('a request without its required body gets its response, whatever follows it', async (t) => {
  const api = await startServer(t)
  const head = push(api).replace(/content-length: \d+\r\n/, '')
  const { socket, until, received } = await rawConnection(t, api.baseUrl)
  socket.write(head + BODY)
  assert.match(await until(/\}$/), /^HTTP\/1\.1 400 [\s\S]*The body is empty/)
  assert.equal(received().match(/HTTP\/1\.1 \d{3} /g)?.length, 1)
})

test('a request followed by one that never ends gets its response, and then a 408', async (t) => {
  const api = await startServer(t, { requestTimeoutMs: REQUEST_TIMEOUT_MS })
  const { socket, closed, received } = await rawConnection(t, api.baseUrl)
  socket.write(`${push(api)}${BODY}GET /heal`)
  await closed
  assert.match(received(), /^HTTP\/1\.1 200 OK\r\n[\s\S]*"created"[\s\S]*HTTP\/1\.1 408 [\s\S]*"REQUEST_TIMEOUT"/)
})

test('a request answered before its body arrived gets one response, whatever arrives instead of the body', async (t) => {
  const api = await startServer(t, { requestTimeoutMs: REQUEST_TIMEOUT_MS })
  const bodies = { 'content-length: 1000': 'too short', 'transfer-encoding: chunked': 'not chunked' }
  for (const [framing, body] of Object.entries(bodies)) {
    const { socket, closed, until, received } = await rawConnection(t, api.baseUrl)
    socket.write(`POST /nothing HTTP/1.1\r\nhost: x\r\n${framing}\r\n\r\n`)
    await until(/^HTTP\/1\.1 404 [\s\S]*\}$/)
    socket.write(body)
    await closed
    assert.equal(received().match(/HTTP\/1\.1 \d{3} /g)?.length, 1, received())
  }
})

test('no error is written into a stream of events: invalid bytes after its request end it', async (t) => {
  const api = await startServer(t)
  const page = await (await startWidget(api)).open()
  const { socket, until, closed, received } = await rawConnection(t, api.baseUrl)
  socket.write(`GET /api/v1/widget/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${page.token}\r\n\r\n`)
  await until(/retry: /)
  socket.write('nonsense\r\n\r\n')
  await closed
  assert.doesNotMatch(received(), /400 Bad Request|BAD_REQUEST/)
})

test('a stream of events continues if its request has a body', async (t) => {
  const api = await startServer(t, { requestTimeoutMs: REQUEST_TIMEOUT_MS, heartbeatMs: REQUEST_TIMEOUT_MS })
  const page = await (await startWidget(api)).open()
  const { socket, until, received } = await rawConnection(t, api.baseUrl)
  const body = 'x'.repeat(1_000_000)
  const head = `GET /api/v1/widget/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${page.token}`
  socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
  const beside = await openEvents(t, api.baseUrl, page.token)
  for (let beat = 0; beat < 6; beat++) await beside.comment()
  assert.doesNotMatch(received(), /HTTP\/1\.1 408|REQUEST_TIMEOUT/)
  await page.call('POST', '/messages', { json: { text: 'hello' } })
  await until(/event: message/)
})
