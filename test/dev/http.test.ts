import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Storewire } from '../../src/client/index.ts'
import { startDevShop } from '../support/dev.ts'
import { assertError, rawCall } from '../support/errors.ts'
import { storewire as program } from '../support/process.ts'
import { rawConnection } from '../support/raw-http.ts'
import { client } from '../support/server.ts'

test('over HTTP alone a refund is started, waited for, and its outcome reported', async (t) => {
  const { dev, call } = await startDevShop(t)
  await dev('POST', '/shop/rules', { behaviour: 'pending', order: 'o1', times: 1 })
  const started = await dev('POST', '/refunds', { order: 'o1', reason: 'defect', confirm: true })
  assert.deepEqual([started.status, started.body.amount], [200, 5_000])
  const { id } = (await dev('GET', '/wait?for=refund.pending&order=o1')).body
  assert.equal(id, started.body.id)
  const waiting = dev('GET', '/wait?for=refund.succeeded&order=o1')
  await call('POST', `/actions/${id}/status`, { json: { status: 'succeeded', refundId: 're_1' } })
  const { status, body } = await waiting
  assert.deepEqual([status, body.refundId], [200, 're_1'])
  assert.equal((await dev('GET', `/refunds/${id}`)).body.status, 'succeeded')
  assert.deepEqual(
    (await dev('GET', '/shop')).body.requests.map(({ behaviour }: { behaviour: string }) => behaviour),
    ['succeed', 'pending'],
  )
})

test('a wait returns when a batch or backfill is done, and a 408 if nothing happens', async (t) => {
  const { dev, call } = await startDevShop(t)
  const { batchId } = (await call('POST', '/orders/bulk', { json: { data: [{ id: 'o2', updatedAt: 1 }] } })).body
  assert.equal((await dev('GET', `/wait?for=batch.done&id=${batchId}`)).body.results.created, 1)
  const { id } = (await call('POST', '/backfills')).body
  await call('POST', `/backfills/${id}/close`)
  assert.equal((await dev('GET', `/wait?for=backfill.done&id=${id}`)).body.progress, 1)
  const late = await dev('GET', '/wait?for=refund.succeeded&order=o1&timeout=20ms')
  assert.deepEqual([late.status, late.body.code], [408, 'REQUEST_TIMEOUT'])
  const wrong = await dev('GET', '/wait?for=refund.done')
  assert.equal(wrong.status, 400)
  assert.match(wrong.body.message, /for must be such as refund.succeeded/)
})

test('every decision of customers and agents can be made', async (t) => {
  const { dev } = await startDevShop(t)
  const start = async () => (await dev('POST', '/refunds', { order: 'o1', reason: 'return', note: 'torn' })).body.id
  assert.equal((await dev('POST', `/refunds/${await start()}/decline`)).body.status, 'declined')
  const id = await start()
  assert.equal((await dev('POST', `/refunds/${id}/cancel`)).body.status, 'cancelled')
  const late = await dev('POST', `/refunds/${id}/confirm`)
  assert.deepEqual([late.status, late.body.data.status], [409, 'cancelled'])
})

test('a refund is offered in a conversation, where its customer sees it and its outcome', async (t) => {
  const { dev, baseUrl, publishableKey } = await startDevShop(t)
  const { body: session } = await client(baseUrl, '').call('POST', '/widget/sessions', {
    json: {},
    headers: { 'x-service-key': publishableKey },
  })
  const page = client(baseUrl, session.token)
  await page.call('POST', '/widget/messages', { json: { text: 'My mug broke.' } })
  const [{ id: conversation }] = (await dev('GET', '/conversations')).body.conversations
  const started = await dev('POST', '/refunds', { order: 'o1', reason: 'defect', conversation })
  assert.deepEqual([started.status, started.body.conversationId], [200, conversation])
  const read = async () => (await page.call('GET', '/widget/conversation')).body
  assert.equal((await read()).refund.actionId, started.body.id)
  await dev('POST', `/refunds/${started.body.id}/confirm`)
  await dev('GET', '/wait?for=refund.succeeded&order=o1')
  assert.equal((await read()).messages.at(-1).text, 'Your refund of €50.00 has been made.')
  const nowhere = await dev('POST', '/refunds', { order: 'o1', reason: 'defect', conversation: 'conv_none' })
  assert.deepEqual([nowhere.status, nowhere.body.code], [404, 'NOT_FOUND'])
})

test('an order is refunded again only if the earlier refund is named, and more than the rest waits for an agent', async (t) => {
  const { dev } = await startDevShop(t)
  const { id } = (await dev('POST', '/refunds', { order: 'o1', reason: 'defect', confirm: true })).body
  await dev('GET', '/wait?for=refund.succeeded&order=o1')
  const wish = { order: 'o1', reason: 'other' }
  const unnamed = await dev('POST', '/refunds', wish)
  assert.deepEqual([unnamed.status, unnamed.body.data.reason], [409, 'refunded_before'])
  assert.deepEqual(
    unnamed.body.data.earlier.map((earlier: { id: string }) => earlier.id),
    [id],
  )
  const again = (await dev('POST', '/refunds', { ...wish, again: id, confirm: true })).body
  assert.deepEqual(
    [again.status, again.approvalReasons, again.overOrderTotal],
    ['awaiting_approval', ['over_order_total'], { total: 5_000, refunded: 5_000, left: 0 }],
  )
})

test('waiting for a pending refund can end after 14 days, and it may have been made', async (t) => {
  const { dev, clock, call } = await startDevShop(t)
  await dev('POST', '/shop/rules', { behaviour: 'pending' })
  const { id } = (await dev('POST', '/refunds', { order: 'o1', reason: 'defect', confirm: true })).body
  await dev('GET', '/wait?for=refund.pending&order=o1')
  const stop = () => dev('POST', `/refunds/${id}/stop-waiting`, { reason: 'no word' })
  assert.deepEqual((await stop()).body.data.reason, 'too_early')
  await clock.advance('14d')
  const { body } = await stop()
  assert.deepEqual(
    [body.status, body.failure, body.possiblyRefunded],
    ['failed', { code: 'no_report', message: 'no word' }, true],
  )
  await call('POST', `/actions/${id}/status`, { json: { status: 'succeeded' } })
  assert.equal((await dev('GET', '/view')).body.refunds[0].reportedAs, 'succeeded')
})

test('an invalid request is rejected with the path of each issue', async (t) => {
  const { dev } = await startDevShop(t)
  const issuesOf = async (path: string, body: unknown) =>
    (await dev('POST', path, body)).body.data.issues.map(({ path }: { path: unknown[] }) => path.join('.'))
  assert.deepEqual(await issuesOf('/shop/rules', { behaviour: 'explode', times: 0 }), ['behaviour', 'times'])
  assert.deepEqual(await issuesOf('/chaos', { fault: 404, share: 2, route: 'orders' }), ['fault', 'route', 'share'])
  assert.deepEqual(await issuesOf('/clock', { advance: '-1s' }), ['advance'])
  assert.deepEqual(await issuesOf('/clock', { back: '1s' }), ['advance', 'back'])
  assert.deepEqual(await issuesOf('/refunds', 7), [''])
  assert.match(
    (await dev('POST', '/shop/rules', { behaviour: 'wrong_amount_type', on: 'ping' })).body.message,
    /amount/,
  )
})

test('a wait that can never end, or for nothing, is rejected at once', async (t) => {
  const { dev } = await startDevShop(t)
  const told = async (query: string) => (await dev('GET', `/wait?timeout=1ms&${query}`)).body.message
  assert.equal(await told(''), 'The query does not fit: for is required.')
  assert.match(await told('for=order.shipped&id=o1'), /for must be such as refund\.succeeded/)
  assert.match(await told('for=refund.succeeded'), /must name an order or an id/)
  assert.match(await told('for=batch.done&order=o1'), /must name a batch or history import by its id/)
  const line = (await dev('POST', '/refunds', { order: 'o1', reason: 'other', lines: [{ quantity: 1 }] })).body
  assert.equal(line.message, 'The body does not fit: lines.0.itemId is required.')
})

test('the last calls are kept with request and response, and without keys', async (t) => {
  const { dev, call, secretKey } = await startDevShop(t)
  const body = gzipSync(JSON.stringify({ data: [{ id: 'o3', updatedAt: 1 }] }))
  await call('POST', '/orders', { body, headers: { 'content-encoding': 'gzip' } })
  await call('POST', '/orders?strict=true', { json: { data: [{ id: 'o4', updatedAt: 1, colour: 'red' }] } })
  await call('GET', '/ping', { headers: { authorization: 'Bearer sk_wrong' } })
  const { text, body: answer } = await dev('GET', '/calls')
  const [ping, strict, packed, first] = answer.calls
  assert.deepEqual([ping.status, ping.path, ping.issues], [401, '/api/v1/ping', []])
  assert.deepEqual(strict.issues[0].path, ['data', 0, 'colour'])
  assert.equal(strict.requestBody, '{"data":[{"id":"o4","updatedAt":1,"colour":"red"}]}')
  assert.equal(packed.requestBody, `(${body.length} bytes, gzip)`)
  assert.equal(first.answerBody, '{"results":[{"id":"o1","status":"created"}]}')
  assert.ok(!text.includes(secretKey) && !text.includes('sk_wrong'))
})

test('responses are compressed, and readable in the list of calls', async (t) => {
  const { dev, call, baseUrl, secretKey } = await startDevShop(t)
  const data = Array.from({ length: 25 }, (_, index) => ({ id: `list-${index}`, updatedAt: 1, name: 'x'.repeat(200) }))
  await call('POST', '/customers', { json: { data } })
  const shell = await (await fetch(new URL('/console/', baseUrl))).text()
  const [script = ''] = /assets\/[\w-]+\.js/.exec(shell) ?? []
  for (const path of ['/api/v1/customers?limit=25', `/console/${script}`, '/api/v1/spec.json', '/widget.js']) {
    const headers = { 'accept-encoding': 'gzip', authorization: `Bearer ${secretKey}` }
    const response = await fetch(new URL(path, baseUrl), { headers })
    await response.arrayBuffer()
    assert.deepEqual([response.status, response.headers.get('content-encoding')], [200, 'gzip'], path)
  }
  const { calls } = (await dev('GET', '/calls')).body
  const list = calls.find(({ path }: { path: string }) => path.includes('limit=25'))
  assert.equal(JSON.parse(list.answerBody).data.length, 25)
})

test('chaos responds to the next calls of a route with regular errors, and to no other calls', async (t) => {
  const { dev, call } = await startDevShop(t)
  await dev('POST', '/chaos', { fault: 429, route: 'POST /orders', next: 2 })
  const push = () => call('POST', '/orders', { json: { data: [{ id: 'o2', updatedAt: 1 }] } })
  assert.equal((await call('GET', '/orders')).status, 200)
  for (let call = 0; call < 2; call++) {
    const { status, headers, body } = await push()
    assert.deepEqual([status, headers.get('retry-after'), body.code], [429, '60', 'TOO_MANY_REQUESTS'])
    assert.deepEqual(Object.keys(body), ['code', 'status', 'message', 'data'])
  }
  assert.equal((await push()).body.results[0].status, 'created')
  await dev('POST', '/chaos', { fault: 503 })
  assert.equal((await call('GET', '/ping')).status, 503)
  assert.deepEqual((await dev('DELETE', '/chaos')).body, { faults: [] })
  assert.equal((await call('GET', '/ping')).status, 200)
})

test('a dropped call has no effect, a dropped response does, and the client library recovers from both', async (t) => {
  const { chaos, call, secretKey, baseUrl } = await startDevShop(t)
  const push = (id: string) => call('POST', '/customers', { json: { data: [{ id, updatedAt: 1 }] } })
  chaos({ fault: 'drop', next: 1 })
  await assert.rejects(push('c1'))
  chaos({ fault: 'drop_answer', next: 1 })
  await assert.rejects(push('c2'))
  assert.equal((await call('GET', '/customers/c1')).status, 404)
  assert.equal((await call('GET', '/customers/c2')).status, 200)
  chaos({ fault: 'drop_answer', next: 1 })
  const shop = new Storewire({ secretKey, baseUrl })
  assert.equal((await shop.customers.upsert({ id: 'c3', updatedAt: 1 })).status, 'created')
})

test('a share of calls is delayed', async (t) => {
  const { chaos, call } = await startDevShop(t)
  const stop = chaos({ fault: 'delay', delay: '50ms', share: 1 })
  const started = performance.now()
  assert.equal((await call('GET', '/ping')).status, 200)
  assert.ok(performance.now() - started >= 49)
  stop()
  chaos({ fault: 500, share: 0 })
  assert.equal((await call('GET', '/ping')).status, 200)
})

const statusOf = async (t: TestContext, baseUrl: string, line: string, ...headers: string[]) => {
  const { socket, closed, received } = await rawConnection(t, baseUrl)
  socket.write(`${[`${line} HTTP/1.1`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)
  await closed
  return Number(received().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
}

test('a foreign host name gets nothing, from /dev, the API, pages or health checks', async (t) => {
  const { baseUrl, secretKey } = await startDevShop(t)
  const { host, port } = new URL(baseUrl)
  const key = `Authorization: Bearer ${secretKey}`
  const lines = ['POST /dev/reset', 'GET /api/v1/orders', 'GET /api/v1/spec.json', 'GET /healthz', 'GET /']
  const own = [
    host,
    'localhost',
    `LOCALHOST:${port}`,
    'shop.localhost',
    '127.0.0.1',
    '127.8.9.1',
    '[::1]',
    'localhost.',
  ]
  for (const name of [...own, `${hostname()}:${port}`])
    for (const line of lines)
      assert.ok((await statusOf(t, baseUrl, line, `Host: ${name}`, key)) < 400, `${line} ${name}`)
  const foreign = [
    'evil.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '192.0.2.1',
    '0.0.0.0',
    '[2001:db8::1]',
  ]
  for (const name of foreign)
    for (const line of lines)
      assert.equal(await statusOf(t, baseUrl, line, `Host: ${name}`, key), 403, `${line} ${name}`)
  // The host of an address counts more than the header beside it.
  const absolute = 'GET http://evil.example/api/v1/orders'
  assert.equal(await statusOf(t, baseUrl, absolute, 'Host: localhost', key), 403)
  assert.equal(await statusOf(t, baseUrl, 'GET http://localhost/api/v1/orders', 'Host: evil.example', key), 200)
})

test('a call with a foreign host name gets an error that says what to do, and is listed with the calls', async (t) => {
  const { baseUrl, dev } = await startDevShop(t)
  const answer = await rawCall(t, baseUrl, 'GET /api/v1/orders HTTP/1.1\r\nHost: shop.test\r\n\r\n')
  assertError(answer, 403, 'FORBIDDEN')
  assert.match(answer.body.message, /call localhost or 127\.0\.0\.1, or start the server with --host/)
  const [{ status, path }] = (await dev('GET', '/calls')).body.calls
  assert.deepEqual([status, path], [403, '/api/v1/orders'])
})

test('pages of other origins get nothing from /dev', async (t) => {
  const { baseUrl, dev } = await startDevShop(t)
  assert.equal((await dev('POST', '/reset', {}, { origin: 'https://evil.example' })).status, 403)
  assert.equal((await dev('POST', '/reset', {}, { origin: 'null' })).status, 403)
  assert.equal((await dev('POST', '/reset', {}, { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await dev('POST', '/reset', {}, { origin: new URL(baseUrl).origin })).status, 200)
})

test('/dev responds in the form of the API, and is in no document of the API', async (t) => {
  const { dev, call } = await startDevShop(t)
  const wrongMethod = await dev('DELETE', '/clock')
  assertError(wrongMethod, 405, 'METHOD_NOT_SUPPORTED')
  assert.equal(wrongMethod.headers.get('allow'), 'GET, POST')
  assertError(
    await dev('POST', '/shop/rules', { behaviour: 'refuse', message: 'x'.repeat(65_536) }),
    413,
    'PAYLOAD_TOO_LARGE',
  )
  assertError(
    await dev('POST', '/clock', { advance: '1s' }, { 'content-encoding': 'gzip' }),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  )
  assertError(await dev('GET', '/refunds/act_none'), 404, 'NOT_FOUND')
  assert.match((await dev('GET', '/clock')).headers.get('x-request-id') ?? '', /^[\w-]{36}$/)
  const { paths } = (await call('GET', '/spec.json')).body
  assert.ok(Object.keys(paths).every((path) => !path.startsWith('/dev')))
})

test('every kind of response has nosniff', async (t) => {
  const { dev, call, chaos } = await startDevShop(t)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const answers = [
    await dev('GET', ''),
    await dev('GET', '/calls'),
    await dev('GET', '/nothing'),
    await dev('POST', '/chaos', { fault: 7 }),
    await dev('POST', '/clock', { advance: '1s' }, form),
    await dev('POST', '/shop/refunds', {}),
    await call('GET', '/orders'),
  ]
  chaos({ fault: 503, next: 1 })
  answers.push(await call('GET', '/orders'))
  for (const { status, headers } of answers) assert.equal(headers.get('x-content-type-options'), 'nosniff', `${status}`)
  assert.match(answers.at(-1)?.headers.get('x-request-id') ?? '', /./)
})

test('storewire clock shows the time of the server and moves it', async (t) => {
  const { baseUrl, clock } = await startDevShop(t)
  const url = new URL(baseUrl).origin
  const moved = await program(['clock', 'advance', '1h30m', '--url', url])
  assert.deepEqual([moved.code, moved.stderr], [0, ''])
  assert.match(moved.stdout, /^\d{4}-\d\d-\d\dT.*Z, 1h 30m ahead\n$/)
  assert.ok(clock.now() - Date.now() > 5_399_000)
  const shown = JSON.parse((await program(['clock', 'show', '--url', url, '--json'])).stdout)
  assert.equal(shown.aheadMs, 5_400_000)
  const wrong = await program(['clock', 'advance', 'tomorrow', '--url', url])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /such as 500ms, 20s/)
  const nobody = await program(['clock', 'show', '--url', 'http://127.0.0.1:1'])
  assert.deepEqual([nobody.code, nobody.stdout], [1, ''])
  assert.match(nobody.stderr, /Check --url, and that "storewire dev" is running/)
})

test('events are shown as a webhook gets them, and a wait returns one', async (t) => {
  const shop = await startDevShop(t)
  const [refused] = await Promise.all([
    shop.dev('GET', '/wait?for=event.push.refused'),
    shop.call('POST', '/orders', { json: { data: [{ id: 'o2' }] } }),
  ])
  assert.equal(refused.status, 200, refused.text)
  assert.deepEqual([refused.body.type, refused.body.data.resource], ['push.refused', 'orders'])
  const { id } = await shop.refunds.start({ order: 'o1', reason: 'defect' })
  await shop.refunds.confirm(id)
  const ended = await shop.dev('GET', `/wait?for=event.refund.finished&id=${id}`)
  assert.equal(ended.body.data.status, 'succeeded')
  const { body } = await shop.dev('GET', '/view')
  assert.deepEqual(body.events[0], ended.body)
  const late = await shop.dev('GET', '/wait?for=event.conversation.closed&timeout=50ms')
  assert.equal(late.status, 408)
  assert.match(late.body.message, /^The event conversation\.closed has not come within 0\.05 s/)
})
