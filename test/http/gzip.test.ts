import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { acceptsGzip, createTextCompressor, gzipAround } from '../../src/http/gzip.ts'
import { order } from '../support/objects.ts'
import { fc } from '../support/properties.ts'
import { rawResponse as raw, rawConnection } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'
import { startWidget } from '../support/widget.ts'

const accepts = (header: string | undefined) =>
  acceptsGzip({ headers: header === undefined ? {} : { 'accept-encoding': header } } as IncomingMessage)

test('gzip is sent to clients that accept it, by the quality of each coding', () => {
  const yes = ['gzip', 'x-gzip', 'GZip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8, *;q=0.1', '*', 'gzip;q=0.001']
  yes.push('deflate , gzip ; q=0.5', 'identity;q=0.5, gzip;q=0.5', 'identity;q=0, *', 'gzip;Q=1', '*;q=0, gzip')
  const no = [undefined, '', 'identity', 'br', 'deflate', 'gzip;q=0', 'gzip;q=0.000', '*;q=0', 'gzip;q=0, *', 'gzipped']
  no.push('identity, gzip;q=0.5', 'gzip;q=x', ';', ',,', 'gzip;q=-1', '*, gzip;q=0')
  for (const header of yes) assert.ok(accepts(header), header)
  for (const header of no) assert.ok(!accepts(header), String(header))
})

const GZIP = { 'accept-encoding': 'gzip' }

test('lists and objects of more than 1 KB are compressed if the client accepts it', async (t) => {
  const api = await startServer(t)
  const orders = Array.from({ length: 25 }, (_, n) => order({ id: `o${n}`, note: `Größe ${n} `.repeat(20) }))
  await api.push('orders', [...orders.slice(1), { ...orders[0], note: 'x'.repeat(2_000) }])
  for (const path of ['/orders', '/orders/o0']) {
    const [plain, gzipped] = [await raw(api, path), await raw(api, path, GZIP)]
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(gzipped.headers['content-encoding'], 'gzip')
    assert.equal(Number(gzipped.headers['content-length']), gzipped.bytes.length)
    assert.ok(gzipped.bytes.length < plain.bytes.length / 3)
    assert.deepEqual(gunzipSync(gzipped.bytes), plain.bytes)
    for (const { headers } of [plain, gzipped]) assert.equal(headers.vary, 'Accept-Encoding')
    assert.equal((await raw(api, path, { 'accept-encoding': 'gzip;q=0, br' })).headers['content-encoding'], undefined)
    const head = await raw(api, path, GZIP, 'HEAD')
    assert.deepEqual([head.status, head.headers.vary, head.bytes.length], [200, 'Accept-Encoding', 0])
  }
})

test('short responses, errors, pushes and streams of events are sent as they are', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ id: 'o1' })])
  for (const path of ['/ping', '/orders/o1', '/orders/none', '/orders?limit=0'])
    assert.equal((await raw(api, path, GZIP)).headers['content-encoding'], undefined, path)
  const ids = Array.from({ length: 25 }, (_, n) => order({ id: `${n}`.repeat(100) }))
  const pushed = await api.call('POST', '/orders', { json: { data: ids }, headers: GZIP })
  assert.ok(pushed.text.length > 1_024)
  assert.equal(pushed.headers.get('content-encoding'), null)
  assert.equal(pushed.headers.get('vary'), null)
  const { open } = await startWidget(api)
  const { token } = await open()
  const { socket, until } = await rawConnection(t, api.baseUrl)
  socket.write(
    `GET /api/v1/widget/events HTTP/1.1\r\nhost: x\r\naccept-encoding: gzip\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  assert.doesNotMatch(await until(/\r\n\r\n/), /content-encoding/i)
})

test('responses for pages vary by origin and by encoding', async (t) => {
  const api = await startServer(t)
  const { open } = await startWidget(api)
  const { token, call } = await open()
  for (let n = 0; n < 3; n++) await call('POST', '/messages', { json: { text: 'x'.repeat(1_000) } })
  const read = await raw(api, '/widget/conversation', {
    ...GZIP,
    authorization: `Bearer ${token}`,
    origin: 'https://a.example',
  })
  assert.equal(read.headers['content-encoding'], 'gzip')
  assert.equal(read.headers.vary, 'Origin, Accept-Encoding')
  assert.equal(JSON.parse(gunzipSync(read.bytes).toString()).messages.length, 3)
})

test('the document, the page and its scripts are compressed, with an ETag of their own', async (t) => {
  const api = await startServer(t)
  for (const path of ['/spec.json', '/reference/scalar.js']) {
    const [plain, gzipped] = [await raw(api, path), await raw(api, path, GZIP)]
    assert.equal(gzipped.headers['content-encoding'], 'gzip')
    assert.equal(Number(gzipped.headers['content-length']), gzipped.bytes.length)
    assert.ok(gzipped.bytes.length < plain.bytes.length / 3, `${path}: ${gzipped.bytes.length}`)
    assert.deepEqual(gunzipSync(gzipped.bytes), plain.bytes)
    assert.notEqual(gzipped.headers.etag, plain.headers.etag)
    assert.equal(gzipped.headers.vary, 'Accept-Encoding')
    for (const etag of [plain.headers.etag, gzipped.headers.etag, `W/${gzipped.headers.etag}`])
      assert.equal((await raw(api, path, { ...GZIP, 'if-none-match': etag ?? '' })).status, 304)
  }
  const other = await raw(api, '/spec.json', { ...GZIP, host: 'shop.example' })
  assert.deepEqual(JSON.parse(gunzipSync(other.bytes).toString()).servers, [{ url: 'http://shop.example/api/v1' }])
})

test('text between two compressed parts is unpacked between them', async () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength }).map((found) => Buffer.from(found))
  await fc.assert(
    fc.asyncProperty(bytes(5_000), bytes(5_000), fc.array(bytes(300), { minLength: 1 }), async (before, after, all) => {
      const around = await gzipAround(before, after)
      for (const between of [...all, Buffer.alloc(0xffff, 'x')])
        assert.deepEqual(gunzipSync(Buffer.concat(around(between))), Buffer.concat([before, between, after]))
    }),
  )
})

test('one response of a workspace is compressed at a time, and one that would fill the memory is sent uncompressed', async () => {
  const compress = createTextCompressor()
  const long = '[{"id":"o1"}]'.repeat(320_000)
  // So much shorter that it is done before two long ones, however busy the machine is.
  const shorter = '[{"id":"o1"}]'.repeat(20_000)
  const order: string[] = []
  const ask = async (text: string, workspace: string) => {
    const gzipped = await compress(text, workspace)
    order.push(workspace)
    assert.equal(gunzipSync(gzipped ?? '').toString(), text)
  }
  const asked = [ask(long, 'greedy'), ask(long, 'greedy'), ask(long, 'greedy'), ask(shorter, 'other')]
  // All places for what waits are taken: nothing is kept waiting, and nothing is kept.
  assert.equal(await compress(long, 'third'), undefined)
  await Promise.all(asked)
  assert.ok(order.indexOf('other') < 2, order.join())
  assert.ok(await compress(long, 'third'))
  assert.equal(await compress('short', 'third'), undefined)
})

test('the event loop continues while a long response is compressed', async () => {
  const compressed = createTextCompressor()('[{"id":"o1"}]'.repeat(320_000), 'greedy')
  let turns = 0
  let isDone = false
  const count = () => {
    turns++
    if (!isDone) setImmediate(count)
  }
  count()
  await compressed
  isDone = true
  // Compressed in this thread, it would be done in the first turn.
  assert.ok(turns > 1, String(turns))
})
