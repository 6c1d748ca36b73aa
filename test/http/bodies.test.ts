import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { collect } from '../../src/http/body/collect.ts'
import { nextTurn } from '../../src/lib/gate.ts'
import { routes } from '../../src/serve/features.ts'
import { assertError } from '../support/errors.ts'
import { order, ticket } from '../support/objects.ts'
import { rawConnection } from '../support/raw-http.ts'
import { type Api, startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const pushed = (number: string) => JSON.stringify({ data: [order({ number })] })
const encoded = (api: Api, body: Uint8Array, encoding: string) =>
  api.call('POST', '/orders', { body, headers: { 'content-encoding': encoding } })
const stored = async (api: Api) => (await api.call('GET', '/orders')).body.data.length

test('a body may be compressed with gzip or zstd', async (t) => {
  const api = await startServer(t)
  assert.equal((await encoded(api, gzipSync(pushed('a')), 'gzip')).body.results[0].status, 'created')
  assert.equal((await encoded(api, zstdCompressSync(pushed('b')), 'zstd')).body.results[0].status, 'stale')
  assert.equal((await encoded(api, Buffer.from(pushed('c')), 'identity')).status, 200)
})

for (const [name, compress, encoding] of [
  ['gzip', gzipSync, 'gzip'],
  ['zstd', zstdCompressSync, 'zstd'],
] as const) {
  test(`a ${name} body that is cut off or damaged is a 400 and stores nothing`, async (t) => {
    const api = await startServer(t)
    const whole = compress(pushed('a'.repeat(2_000)))
    for (const body of [whole.subarray(0, whole.length - 8), whole.subarray(0, 12), Buffer.from('not compressed')]) {
      const answer = await encoded(api, body, encoding)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, /damaged or incomplete/)
    }
    assert.equal(await stored(api), 0)
  })

  test(`the size limit counts the bytes that ${name} unpacks to`, async (t) => {
    const api = await startServer(t)
    // Who unpacks it to its end finds it damaged.
    const bomb = Buffer.concat([compress(Buffer.alloc(100 * 1024 * 1024)), Buffer.from('garbage')])
    assert.ok(bomb.length < 200_000)
    const answer = await encoded(api, bomb, encoding)
    assert.equal(answer.status, 413)
    assert.deepEqual(answer.body.data, { max: 4 * 1024 * 1024 })
    assert.equal((await api.call('GET', '/ping')).status, 200)
  })
}

for (const [name, compress, encoding] of [
  ['gzip members', gzipSync, 'gzip'],
  ['zstd frames', zstdCompressSync, 'zstd'],
] as const) {
  test(`several ${name} parts in a row are one body`, async (t) => {
    const api = await startServer(t)
    const body = pushed('split')
    const parts = Buffer.concat([compress(body.slice(0, 20)), compress(body.slice(20))])
    const answer = await encoded(api, parts, encoding)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.results[0].status, 'created')
  })
}

test('compressed data that unpacks to nothing is a 413 when there is too much of it', async (t) => {
  const api = await startServer(t, { settings: { maxBody: { small: 10_000, large: 10_000, widget: 10_000 } } })
  const member = gzipSync('')
  const members = Buffer.concat(Array(1_000).fill(member))
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(head(api, 'transfer-encoding: chunked', 'content-encoding: gzip'))
  socket.write(`${members.length.toString(16)}\r\n`)
  socket.write(members)
  socket.write('\r\n')
  assert.match(await until(/\}\}/), /^HTTP\/1\.1 413[\s\S]*"max":10000/)
})

for (const [name, compress, encoding] of [
  ['gzip', gzipSync, 'gzip'],
  ['zstd', zstdCompressSync, 'zstd'],
] as const) {
  test(`a ${name} body with garbage after its end is a 400 and stores nothing`, async (t) => {
    const api = await startServer(t)
    const answer = await encoded(api, Buffer.concat([compress(pushed('a')), Buffer.from('garbage')]), encoding)
    assert.equal(answer.status, 400)
    assert.match(answer.body.message, /damaged or incomplete/)
    assert.equal(await stored(api), 0)
  })
}

for (const [name, resource, object, limit] of [
  ['an ordinary call', 'orders', order(), 1_000],
  ['a call that carries much', 'tickets', ticket(), 2_000],
] as const) {
  test(`the operator sets how many bytes ${name} may have, to the byte`, async (t) => {
    const api = await startServer(t, { settings: { maxBody: { small: 1_000, large: 2_000, widget: 1_000 } } })
    const filled = (bytes: number) => JSON.stringify({ data: [object] }).padEnd(bytes)
    const over = await api.call('POST', `/${resource}`, { body: filled(limit + 1) })
    assert.equal(over.status, 413)
    assert.deepEqual(over.body.data, { max: limit })
    const packed = { 'content-encoding': 'gzip' }
    const overPacked = await api.call('POST', `/${resource}`, { body: gzipSync(filled(limit + 1)), headers: packed })
    assert.equal(overPacked.status, 413)
    assert.deepEqual((await api.call('GET', `/${resource}`)).body.data, [])
    const exact = await api.call('POST', `/${resource}`, { body: gzipSync(filled(limit)), headers: packed })
    assert.equal(exact.body.results[0].status, 'created')
    assert.equal((await api.call('POST', `/${resource}`, { body: filled(limit) })).body.results[0].status, 'stale')
  })
}

test('an ordinary call may have 4 MiB, tickets and bulk upserts 32', async (t) => {
  const api = await startServer(t)
  const filled = (mib: number) => '{"data":[]}'.padEnd(mib * 1024 * 1024)
  const statuses = []
  for (const [path, mib] of [
    ['/orders', 4],
    ['/orders', 5],
    ['/tickets', 32],
    ['/orders/bulk', 32],
    ['/tickets', 33],
    ['/orders/bulk', 33],
  ] as const) {
    const { status, body } = await api.call('POST', path, { body: filled(mib) })
    statuses.push(status === 413 ? body.data : status)
  }
  const [small, large] = [{ max: 4_194_304 }, { max: 33_554_432 }]
  assert.deepEqual(statuses, [200, small, 200, 202, large, large])
})

const head = (api: Api, ...headers: string[]) =>
  [
    'POST /api/v1/orders HTTP/1.1',
    'host: x',
    `authorization: Bearer ${api.key}`,
    'content-type: application/json',
    ...headers,
    '',
    '',
  ].join('\r\n')

test('a body that is declared too large is refused before it is sent', async (t) => {
  const api = await startServer(t)
  const { socket, until, closed } = await rawConnection(t, api.baseUrl)
  socket.write(`${head(api, 'content-length: 999999999')}{"data":[`)
  assert.match(await until(/"data":\{"max":4194304\}/), /^HTTP\/1\.1 413 Payload Too Large[\s\S]*connection: close/i)
  await closed
})

test('a body that grows too large is refused on the way', async (t) => {
  const api = await startServer(t, { settings: { maxBody: { small: 10_000, large: 10_000, widget: 10_000 } } })
  const { socket, until } = await rawConnection(t, api.baseUrl)
  const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`
  socket.write(head(api, 'transfer-encoding: chunked') + chunk.repeat(5))
  assert.match(await until(/\}\}/), /^HTTP\/1\.1 413/)
})

test('a large upload that is refused gets its answer, not a reset', async (t) => {
  const api = await startServer(t)
  for (const key of ['sk_wrong', api.key]) {
    const answer = await api.call('POST', '/orders', {
      body: Buffer.alloc(6 * 1024 * 1024, ' '),
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(answer.status, key === api.key ? 413 : 401)
  }
})

test('a client that sends Expect: 100-continue gets a 100 if its request would be accepted', async (t) => {
  const api = await startServer(t)
  const body = pushed('asked')
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(head(api, `content-length: ${body.length}`, 'expect: 100-continue'))
  await until(/^HTTP\/1\.1 100 Continue\r\n\r\n/)
  socket.write(body)
  await until(/HTTP\/1\.1 200 OK[\s\S]*created/)
})

test('a client that sends Expect: 100-continue gets the error instead of a 100', async (t) => {
  const api = await startServer(t)
  const refusals = [
    [head(api, 'content-length: 999999999', 'expect: 100-continue'), /^HTTP\/1\.1 413/],
    [head(api, 'content-length: 10', 'expect: 100-continue').replace(api.key, 'sk_wrong'), /^HTTP\/1\.1 401/],
  ] as const
  for (const [request, answer] of refusals) {
    const { socket, until } = await rawConnection(t, api.baseUrl)
    socket.write(request)
    assert.match(await until(/\}\}?$/), answer)
  }
})

test('a client of HTTP/1.0 gets no 100, which it would not understand', async (t) => {
  const api = await startServer(t)
  const body = pushed('old')
  const { socket, until } = await rawConnection(t, api.baseUrl)
  const request = head(api, `content-length: ${body.length}`, 'expect: 100-continue').replace('HTTP/1.1', 'HTTP/1.0')
  socket.write(request + body)
  assert.match(await until(/\]\}$/), /^HTTP\/1\.1 200 OK/)
})

for (const [name, encoding, pack] of [
  ['a plain body', 'identity', (body) => Buffer.from(body)],
  ['a gzip body', 'gzip', gzipSync],
  ['a gzip body, padded with zeros,', 'gzip', (body) => Buffer.concat([gzipSync(body), Buffer.alloc(8)])],
  ['a zstd body', 'zstd', zstdCompressSync],
  ['a zstd body, more than its frame,', 'zstd', (body) => Buffer.concat([zstdCompressSync(body), Buffer.alloc(8)])],
] satisfies [string, string, (body: string) => Buffer][]) {
  test(`${name} whose last chunk never comes stores nothing`, async (t) => {
    const api = await startServer(t)
    const content = pack(pushed('gone'))
    const { socket, closed } = await rawConnection(t, api.baseUrl)
    socket.write(head(api, 'transfer-encoding: chunked', `content-encoding: ${encoding}`))
    socket.write(`${content.length.toString(16)}\r\n`)
    socket.write(content)
    await new Promise((resolve) => socket.write('\r\n', resolve))
    await api.call('GET', '/ping')
    socket.destroy()
    await closed
    // Writes are handled one after another: once this one is stored, any earlier one would be too.
    await api.push('orders', [order({ id: 'later' })])
    assert.deepEqual(
      (await api.call('GET', '/orders')).body.data.map(({ id }: { id: string }) => id),
      ['later'],
    )
    assert.deepEqual(api.log.lines, [])
  })
}

test('a client that goes away in the middle of its body stores nothing', async (t) => {
  const api = await startServer(t)
  for (const headers of [['content-length: 500'], ['content-length: 500', 'content-encoding: gzip']]) {
    const { socket, closed } = await rawConnection(t, api.baseUrl)
    socket.write(`${head(api, ...headers)}${pushed('gone')}`)
    await api.call('GET', '/ping')
    socket.destroy()
    await closed
  }
  // Writes are handled one after another: once this one is stored, any earlier one would be too.
  await api.push('orders', [order({ id: 'later' })])
  assert.equal(await stored(api), 1)
  assert.deepEqual(api.log.lines, [])
})

test('the connection continues after a rejected request', async (t) => {
  const api = await startServer(t)
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(`${head(api, 'content-length: 1')}{`)
  await until(/400 Bad Request/)
  const body = pushed('next')
  socket.write(`${head(api, `content-length: ${body.length}`)}${body}`)
  await until(/200 OK[\s\S]*created/)
})

test('the connection continues after a damaged compressed body', async (t) => {
  const api = await startServer(t)
  const damaged = gzipSync('{"data":').subarray(0, -4)
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(head(api, `content-length: ${damaged.length}`, 'content-encoding: gzip'))
  socket.write(damaged)
  await until(/400 Bad Request[\s\S]*\}\}$/)
  const body = pushed('next')
  socket.write(`${head(api, `content-length: ${body.length}`)}${body}`)
  await until(/200 OK[\s\S]*created/)
})

test('zstd bodies may need a window of 8 MiB; a larger one is a 400 that names the limit', async (t) => {
  const api = await startServer(t)
  const withWindow = (log: number) =>
    zstdCompressSync(pushed('a').padEnd(100_000), {
      params: { [constants.ZSTD_c_windowLog]: log, [constants.ZSTD_c_contentSizeFlag]: 0 },
    })
  assert.equal((await encoded(api, streamed(withWindow(17), 23), 'zstd')).status, 200)
  const answer = await encoded(api, streamed(withWindow(17), 27), 'zstd')
  assert.equal(answer.status, 400)
  assert.match(answer.body.message, /window larger than 8 MiB: use zstd up to level 19/)
})

/** A frame that asks for a window of so many bits, whatever it needs. */
function streamed(frame: Buffer, windowLog: number): Buffer {
  const asking = Buffer.from(frame)
  assert.equal((frame[4] ?? 0) & 0b1110_0000, 0, 'the frame has no window of its own')
  asking[5] = (windowLog - 10) << 3
  return asking
}

test('only a few of many large compressed bodies are in memory at the same time', async (t) => {
  const api = await startServer(t)
  const body = gzipSync(Buffer.alloc(30_000_000, 'x'))
  assert.ok(body.length < 30_000)
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().arrayBuffers)
  }, 2)
  t.after(() => clearInterval(look))
  const push = () => api.call('POST', '/tickets', { body, headers: { 'content-encoding': 'gzip' } })
  const answers = await Promise.all(Array.from({ length: 16 }, push))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]))
  t.diagnostic(`${Math.round(peak / 1e6)} MB`)
  assert.ok(peak < 400_000_000, `${Math.round(peak / 1e6)} MB`)
})

test('a call of the chat widget may have 64 KiB, uncompressed', async (t) => {
  const api = await startServer(t)
  const widget = await startWidget(api)
  const { call } = await widget.open()
  const said = JSON.stringify({ text: 'Hello' })
  const started = await widget.start({}, { 'content-encoding': 'gzip' })
  const sent = await call('POST', '/messages', { body: gzipSync(said), headers: { 'content-encoding': 'gzip' } })
  for (const answer of [started, sent]) {
    assertError(answer, 415, 'UNSUPPORTED_MEDIA_TYPE')
    assert.match(answer.body.message, /without Content-Encoding/)
    assert.equal(answer.headers.get('accept-encoding'), 'identity')
  }
  assert.equal(
    (await call('POST', '/messages', { body: said, headers: { 'content-encoding': 'identity' } })).status,
    200,
  )
  assert.equal((await call('POST', '/messages', { body: said.padEnd(65_536) })).status, 200)
  for (const path of ['/messages', '/refunds/act_1/confirm']) {
    const over = await call('POST', path, { body: said.padEnd(65_537) })
    assert.equal(over.status, 413)
    assert.deepEqual(over.body.data, { max: 65_536 })
  }
})

test('routes for pages accept no compressed or large bodies', () => {
  const open = routes.filter(({ credential, body }) => body && credential.pages)
  assert.ok(open.length >= 3)
  for (const { operationId, body } of open) assert.equal(body?.size, 'widget', operationId)
})

test('of a long body that has arrived a turn of the event loop reads 256 KiB', async () => {
  const [piece, pieces] = [64 * 1024, 64]
  let left = pieces
  const arrived = new Readable({ read: () => void arrived.push(left-- > 0 ? Buffer.alloc(piece) : null) })
  let ofTurn = 0
  let most = 0
  const collected = collect(arrived, (bytes) => {
    if (ofTurn === 0) void nextTurn().then(() => (ofTurn = 0))
    ofTurn += bytes
    most = Math.max(most, ofTurn)
  })
  assert.equal((await collected).length, pieces * piece)
  assert.equal(most, 256 * 1024)
})
