import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newestRequests } from '../../src/http/request-log/request-log.ts'
import { assertError, rawCall } from '../support/errors.ts'
import { order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const metricsPage = { token: null, text: async () => 'figures' }

test('a path with a dot segment, encoded or not, is a 400 before any route is looked for', async (t) => {
  const api = await startServer(t, { metricsPage })
  const targets = [
    '/x/../metrics',
    '/./metrics',
    '/x/%2e%2e/metrics',
    '/x/%2E./metrics',
    '/x/.%2e/metrics',
    '/%2e/metrics',
    '/api/v1/../../metrics',
    '/api/v1/orders/..',
    '/api/v1/orders/%2e%2E',
    '/api/v1/orders/.',
    '/api/v1/orders/..?limit=1',
    '/..',
    'http://127.0.0.1/x/../metrics',
    'HTTP://127.0.0.1/x/%2e%2e/metrics?a=b',
  ]
  for (const target of targets) {
    const answer = await rawCall(
      t,
      api.baseUrl,
      `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
    )
    assertError(answer, 400, 'BAD_REQUEST')
    assert.match(answer.body.message, /segment/, target)
  }
})

test('a backslash in a path, and a "#" anywhere, is a 400 that says how to write it', async (t) => {
  const api = await startServer(t, { metricsPage })
  for (const [target, hint] of [
    ['/api/v1\\..\\metrics', /%5C/],
    ['/metrics\\', /%5C/],
    ['\\metrics', /HTTP/],
    ['http://127.0.0.1/x\\..\\metrics', /%5C/],
    ['/metrics#x', /%23/],
    ['/x/..#', /%23/],
    ['/api/v1/orders?number=#1001', /%23/],
  ] as const) {
    const answer = await rawCall(
      t,
      api.baseUrl,
      `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
    )
    assertError(answer, 400, 'BAD_REQUEST')
    assert.match(answer.body.message, hint, target)
  }
})

test('a request target that is neither a path nor an http address is a 400', async (t) => {
  const api = await startServer(t, { metricsPage })
  for (const target of ['ftp://127.0.0.1/metrics', 'http://[/metrics', '*/../metrics', 'http://127.0.0.1:x/metrics']) {
    const answer = await rawCall(
      t,
      api.baseUrl,
      `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
    )
    assertError(answer, 400, 'BAD_REQUEST')
  }
})

test('ids may hold dots, slashes, backslashes and number signs, percent-encoded where an address needs it', async (t) => {
  const api = await startServer(t)
  const ids = ['..a', 'a..', '...', '../..', '..\\..', 'a\\b', '.\\', '#1', 'a/../b', '%2e%2e']
  await api.push(
    'orders',
    ids.map((id) => order({ id })),
  )
  for (const id of ids) {
    const request = `GET /api/v1/orders/${encodeURIComponent(id)} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`
    const answer = await rawCall(t, api.baseUrl, request)
    assert.deepEqual([answer.status, answer.body.id], [200, id])
  }
})

test('dots and backslashes are accepted in a query, and an absolute address is served', async (t) => {
  const api = await startServer(t)
  const authorization = `host: x\r\nauthorization: Bearer ${api.key}`
  for (const target of ['/healthz?a=/../b', '/healthz?a=\\..\\b', 'http://x/healthz', 'http://x/healthz?/..']) {
    const answer = await rawCall(t, api.baseUrl, `GET ${target} HTTP/1.1\r\n${authorization}\r\n\r\n`)
    assert.equal(answer.status, 200, target)
  }
})

test('a transfer coding other than chunked is a 501, and the bytes after it are not read as a request', async (t) => {
  const api = await startServer(t)
  const push = (framing: string) =>
    `POST /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`
  const body = JSON.stringify({ data: [{ id: 'seen', updatedAt: 1 }] })
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const next = JSON.stringify({ data: [{ id: 'next', updatedAt: 1 }] })
  const follows = `${push(`content-length: ${next.length}`)}${next}`
  for (const coding of ['gzip, chunked', 'identity, chunked', ', chunked', 'identity\r\ntransfer-encoding: chunked']) {
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(`${push(`transfer-encoding: ${coding}`)}${chunked}${follows}`)
    await closed
    const [head = '', text = ''] = received().split('\r\n\r\n')
    assert.match(head, /^HTTP\/1\.1 501 Not Implemented\r\n/, coding)
    assert.match(head, /\r\nconnection: close(\r\n|$)/i)
    assert.match(head, /\r\nx-request-id: \S/)
    const { code, status, message, data } = JSON.parse(text)
    assert.deepEqual([code, status, data], ['NOT_IMPLEMENTED', 501, {}])
    assert.match(message, /Transfer-Encoding: chunked/)
  }
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(`${push('Transfer-Encoding: Chunked')}${chunked}`)
  await until(/200 OK[\s\S]*"seen"/)
})

test('a long body after a rejected head does not keep the client from its response', async (t) => {
  const api = await startServer(t)
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write('POST /api/v1/orders HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip, chunked\r\n\r\n')
  const part = 'x'.repeat(900_000)
  for (let sent = 0; sent < 10; sent++) socket.write(`${part.length.toString(16)}\r\n${part}\r\n`)
  assert.match(await until(/\}\}$/), /^HTTP\/1\.1 501 /)
})

test('a Transfer-Encoding in HTTP/1.0 is a 400', async (t) => {
  const api = await startServer(t)
  const head = 'POST /api/v1/orders HTTP/1.0\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'
  assertError(await rawCall(t, api.baseUrl, head), 400, 'BAD_REQUEST')
})

test('nothing after a rejected request on its connection is served', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ id: 'kept' })])
  const erase = `DELETE /api/v1/orders/kept HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`
  const refused = [
    'GET /api/v1/ping HTTP/1.1\r\n\r\n',
    'GET /x/.. HTTP/1.1\r\nhost: x\r\n\r\n',
    // Refused before its body was read: the connection ends with the answer.
    'POST /api/v1/orders HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n',
  ]
  for (const first of refused) {
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(first + erase)
    await closed
    assert.match(received(), /^HTTP\/1\.1 40[01] /)
    assert.equal(received().match(/HTTP\/1\.1 \d{3} /g)?.length, 1, first)
  }
  assert.equal((await api.call('GET', '/orders/kept')).status, 200)
})

test('the request log has the reason for the rejection', async (t) => {
  const api = await startServer(t)
  await rawCall(t, api.baseUrl, 'GET /api/v1/../../metrics HTTP/1.1\r\nhost: x\r\n\r\n')
  let [call] = await newestRequests(api.store.read, {}, 1)
  while (!call) {
    await sleep(10)
    ;[call] = await newestRequests(api.store.read, {}, 1)
  }
  assert.deepEqual([call.path, call.status], ['/api/v1/../../metrics', 400])
  assert.match(call.message ?? '', /segment/)
})
