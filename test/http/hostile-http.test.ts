import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { order } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, startServer } from '../support/server.ts'

const answers = async (api: Api) => assert.equal((await api.call('GET', '/ping')).status, 200)

test('a slow sender is cut off with a 408', async (t) => {
  const api = await startServer(t, { requestTimeoutMs: 1_000 })
  const { socket, until, closed } = await rawConnection(t, api.baseUrl)
  socket.write(
    `POST /api/v1/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n`,
  )
  const dribble = setInterval(() => socket.write(' '), 20)
  t.after(() => clearInterval(dribble))
  assert.match(await until(/\}\}/), /^HTTP\/1\.1 408 Request Timeout[\s\S]*"code":"REQUEST_TIMEOUT"/)
  await closed
  await answers(api)
})

for (const [name, start] of [
  ['the request line', ''],
  ['its headers', 'GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-slow: '],
] as const) {
  test(`a client that sends ${name} one byte at a time is cut off with a 408`, async (t) => {
    const api = await startServer(t, { requestTimeoutMs: 1_000 })
    const { socket, until, closed } = await rawConnection(t, api.baseUrl)
    socket.write(start)
    const bytes = start === '' ? `GET /${'x'.repeat(1_000)}`[Symbol.iterator]() : 'x'.repeat(1_000)[Symbol.iterator]()
    const dribble = setInterval(() => socket.write(bytes.next().value ?? 'x'), 20)
    t.after(() => clearInterval(dribble))
    assert.match(await until(/\}\}/), /^HTTP\/1\.1 408 Request Timeout[\s\S]*"code":"REQUEST_TIMEOUT"/)
    await closed
    await answers(api)
  })
}

test('2,000 idle connections from two networks block no push', async (t) => {
  const api = await startServer(t)
  const idle = await Promise.all(
    Array.from({ length: 2_000 }, (_, index) => rawConnection(t, api.baseUrl, `127.0.0.${2 + (index % 2)}`)),
  )
  // Half of them have begun a request that they never end.
  for (const { socket } of idle.slice(0, 1_000)) socket.write('POST /api/v1/orders HTTP/1.1\r\nhost: x\r\n')
  for (const id of ['o1', 'o2', 'o3'])
    assert.equal((await api.push('orders', [order({ id })])).results[0]?.status, 'created')
  assert.equal(idle.filter(({ socket }) => socket.destroyed).length, 0)
  for (const { socket } of idle) socket.destroy()
  await Promise.all(idle.map(({ closed }) => closed))
  await answers(api)
})

test('invalid or oversized HTTP gets an error in the form of every other', async (t) => {
  const api = await startServer(t)
  const cases = [
    ['garbage\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      `GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
      'REQUEST_HEADER_FIELDS_TOO_LARGE',
    ],
    ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'BAD_REQUEST'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-a: b\r\n folded\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/ping HTTP/1.1\r\nhost: x\r\nx-a: \0\r\n\r\n', 400, 'BAD_REQUEST'],
    [`GET /${'x'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 431, 'REQUEST_HEADER_FIELDS_TOO_LARGE'],
    ['GET nonsense HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    ['GET /api/v1/ping HTTP/1.1\r\nhost: x y\r\nauthorization: Bearer a b\r\n\r\n', 400, 'BAD_REQUEST'],
  ] as const
  for (const [request, status, code] of cases) {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    socket.write(request)
    const answer = await until(/\}\}?$/)
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))
    assert.deepEqual(Object.keys(body), ['code', 'status', 'message', 'data'])
    assert.equal(body.code, code)
    assert.equal(body.status, status)
    assert.match(answer, /x-request-id: \S+/)
  }
  await answers(api)
})

test('a broken request gets its response, not a reset, however much follows', async (t) => {
  const api = await startServer(t)
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write('POST /api/v1/orders HTTP/1.1\r\nho st: x\r\ncontent-length: 9000000\r\n\r\n')
  for (let part = 0; part < 10; part++) socket.write('x'.repeat(900_000))
  assert.match(await until(/\}\}$/), /^HTTP\/1\.1 400 /)
})

test('a client that closes its connection within a request gets no response, and no line in the log', async (t) => {
  const api = await startServer(t)
  const half = await rawConnection(t, api.baseUrl)
  half.socket.end('POST /api/v1/orders HTTP/1.1\r\nhost: x\r\n')
  await half.closed
  assert.equal(half.received(), '')
  assert.deepEqual(api.log.requests, [])
})

test('the response to a request arrives, although the next one is cut off', async (t) => {
  const api = await startServer(t)
  const { socket, received, closed } = await rawConnection(t, api.baseUrl)
  socket.end('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nPOST /api/v1/orders HTTP/1.1\r\nhost: x\r\n')
  await closed
  assert.match(received(), /^HTTP\/1\.1 200 /)
  assert.equal(received().split('HTTP/1.1').length, 2)
})

test('no request can be smuggled inside another', async (t) => {
  const api = await startServer(t)
  const push = (path: string, id: string, ...framing: string[]) => {
    const body = JSON.stringify({ data: [{ id, updatedAt: 1 }] })
    const headers = framing.length > 0 ? framing : [`content-length: ${body.length}`]
    const key = [`authorization: Bearer ${api.key}`, 'content-type: application/json']
    return { head: [`POST ${path} HTTP/1.1`, 'host: x', ...key, ...headers, '', ''].join('\r\n'), body }
  }
  const inner = push('/api/v1/orders', 'smuggled')
  const smuggled = inner.head + inner.body
  const outer = (...framing: string[]) => push('/api/v1/customers', 'seen', ...framing)
  const { body } = outer()
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const attempts = [
    `${outer('content-length: 4', 'transfer-encoding: chunked').head}0\r\n\r\n${smuggled}`,
    `${outer(`content-length: ${body.length}`, 'transfer-encoding: chunked').head}${body}${smuggled}`,
    `${outer('transfer-encoding: chunked', `content-length: ${chunked.length}`).head}${chunked}${smuggled}`,
    `${outer('content-length: 0', `content-length: ${smuggled.length}`).head}${smuggled}`,
    `${outer(`content-length: ${body.length}`, `content-length: ${body.length}`).head}${body}${smuggled}`,
    `${outer(`content-length: ${body.length}, ${body.length}`).head}${body}${smuggled}`,
    `${outer('transfer-encoding: xchunked').head}0\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked, identity').head}${chunked}${smuggled}`,
    `${outer('transfer-encoding: chunked').head}ZZ\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked').head}-1\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked').head}${'F'.repeat(20)}\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked').head}0x${chunked}${smuggled}`,
    `${outer('transfer-encoding: chunked').head}1\r\n${body}\r\n0\r\n\r\n${smuggled}`,
    `${outer('content-length: +4').head}${smuggled}`,
    `${outer('content-length: -4').head}${smuggled}`,
    `${outer('transfer-encoding : chunked').head}0\r\n\r\n${smuggled}`,
    `${outer('transfer-encoding: chunked', 'transfer-encoding: cow').head}${chunked}${smuggled}`,
    `${outer('transfer-encoding: chunked, chunked').head}${chunked}${smuggled}`,
    `${outer('transfer-encoding: \x0bchunked').head}${chunked}${smuggled}`,
    `${outer('transfer-encoding: chunked').head}${chunked.replaceAll('\r\n', '\n')}${smuggled}`,
    `${outer('transfer-encoding: chunked').head}5 \r\n${chunked}${smuggled}`,
    `${outer('content-length: 1 0').head}${smuggled}`,
    `${outer('content-length: 0x10').head}${smuggled}`,
    `${outer(`content-length: ${'9'.repeat(30)}`).head}${smuggled}`,
  ]
  for (const attempt of attempts) {
    const { socket, closed, received } = await rawConnection(t, api.baseUrl)
    socket.write(attempt)
    await closed
    const framing = attempt.slice(attempt.indexOf('json\r\n') + 6, attempt.indexOf('\r\n\r\n'))
    // 501 where it is the transfer coding that is not known; only some of these get as far as that.
    assert.match(received(), /^HTTP\/1\.1 (400|501)/, framing)
    assert.equal(received().match(/HTTP\/1\.1 \d{3} /g)?.length, 1, framing)
  }
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
  assert.deepEqual((await api.call('GET', '/customers')).body.data, [])

  // The same two requests, framed as they should be, are both stored: it was the framing that was refused.
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(outer().head + body + smuggled)
  await until(/200 OK[\s\S]*"seen"[\s\S]*200 OK[\s\S]*"smuggled"/)
  await answers(api)
})

test('an unexpected body is never read as a request', async (t) => {
  const api = await startServer(t)
  const inner = `DELETE /api/v1/orders/o1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\n\r\n`
  await api.push('orders', [order()])
  const cases = [
    ['GET', '/api/v1/ping', 200],
    ['GET', '/healthz', 200],
    ['DELETE', '/api/v1/orders/none', 404],
    ['POST', '/nothing', 404],
  ] as const
  for (const [method, path, status] of cases) {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    const head = `${method} ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${api.key}\r\ncontent-length: ${inner.length}\r\n\r\n`
    socket.write(`${head}${inner}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`)
    const received = await until(/HTTP[\s\S]*\{"status":"ok"\}$/)
    assert.equal(received.match(/^HTTP\/1\.1 (\d+)/)?.[1], String(status), `${method} ${path}`)
  }
  assert.equal((await api.call('GET', '/orders/o1')).status, 200)
  await answers(api)
})

test('requests sent before the responses are read get their responses one by one, in order', async (t) => {
  const api = await startServer(t)
  const { socket, until } = await rawConnection(t, api.baseUrl)
  const paths = Array.from({ length: 100 }, (_, index) => (index % 2 ? '/healthz' : '/nothing'))
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
  socket.write(`${requests.join('')}GET /last HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
  const received = await until(/connection: close[\s\S]*\}$/i)
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
  assert.deepEqual(statuses, [...paths.map((path) => (path === '/healthz' ? '200' : '404')), '404'])
  await answers(api)
})

test('a client that never reads its responses costs little memory', async (t) => {
  const api = await startServer(t)
  const { socket } = await rawConnection(t, api.baseUrl)
  socket.pause()
  socket.write(`GET /api/v1/spec.json HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(200))
  await answers(api)
  socket.destroy()
  await once(socket, 'close')
  await answers(api)
})

test('a client that never reads its responses is disconnected after a while', async (t) => {
  const api = await startServer(t, { standstillMs: 400 })
  const { socket, closed, received } = await rawConnection(t, api.baseUrl)
  socket.pause()
  const request = 'GET /api/v1/reference/scalar.js HTTP/1.1\r\nhost: x\r\n\r\n'
  socket.write(request.repeat(50))
  // A paused socket only notices its end when it is written to.
  const knock = setInterval(() => socket.write('G'), 50)
  t.after(() => clearInterval(knock))
  await closed
  assert.ok(received().length < 50 * 1_000_000, 'nothing was read, so most was never sent')
  await answers(api)
})

test('a client that reads slowly gets its complete response, however long it takes', async (t) => {
  // It is cut off where nothing moves for that long, which may also be the fault of a busy machine.
  const api = await startServer(t, { standstillMs: 2_000 })
  const { socket, closed } = await rawConnection(t, api.baseUrl)
  let bytes = 0
  socket.on('data', (chunk: string) => {
    bytes += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 60)
  })
  const started = performance.now()
  socket.write('GET /api/v1/reference/scalar.js HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await closed
  const whole = (await (await fetch(`${api.baseUrl}/reference/scalar.js`)).text()).length
  assert.ok(performance.now() - started > 2_000, 'it was slower than the limit')
  assert.ok(bytes > whole, `${bytes} of ${whole}`)
})
