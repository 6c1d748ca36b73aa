import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { OutboundOptions } from '../../src/outbound/outbound.ts'
import { newSigningSecret } from '../../src/outbound/signing.ts'
import type { EndpointRequest } from '../../src/refunds/endpoint/endpoint-request.ts'
import { createShopOutbound, type ShopOutbound } from '../../src/refunds/endpoint/shop-outbound.ts'
import {
  acceptsForLater,
  answers,
  type Behaviour,
  drips,
  fails,
  hangs,
  hangsInBody,
  makeCertificate,
  redirects,
  refundsThenDrops,
  refuses,
  resets,
  sends,
  startStoreEndpoint,
  waits,
} from '../support/store-endpoint.ts'

const secret = newSigningSecret()
const strict = { allowPrivate: false, allowEndpoints: [] }

const envelope = { id: 'dlv_1', workspace: 'org_1', createdAt: 1_772_357_400_123, idempotencyKey: 'act_1' }
const ping: EndpointRequest = { ...envelope, type: 'ping', data: {} }
const data = {
  actionId: 'act_1',
  orderId: 'o1',
  customerId: null,
  lines: [{ itemId: 'l1', quantity: 1 }],
  reason: 'defect: Riß – ✓',
  mode: 'execute' as const,
}
const preview: EndpointRequest = { ...envelope, type: 'refund.preview', data: { ...data, actionId: '' } }
const create: EndpointRequest = { ...envelope, type: 'refund.create', data: { ...data, amount: 1250, currency: 'EUR' } }

/** A shop and what calls it, over loopback as a test workspace may. */
async function startBoth(
  t: TestContext,
  options: Partial<OutboundOptions> = {},
  store: Partial<Parameters<typeof startStoreEndpoint>[1]> = {},
) {
  const shop = await startStoreEndpoint(t, { secret, ...store })
  const outbound = createShopOutbound({ policy: strict, ...(shop.ca ? { ca: shop.ca } : {}), ...options })
  t.after(() => outbound.close())
  const send = (request: EndpointRequest = ping, change: Partial<Parameters<ShopOutbound['send']>[0]> = {}) =>
    outbound.send({ url: shop.url, secret, request, allowLoopbackHttp: true, ...change })
  return { shop, outbound, send }
}

/** The reason for which there was no answer. */
async function reasonOf(attempt: ReturnType<ShopOutbound['send']>): Promise<string> {
  const { verdict } = await attempt
  assert.equal(verdict.kind, 'no_answer', JSON.stringify(verdict))
  return verdict.kind === 'no_answer' ? verdict.reason : ''
}

test('a ping, a preview and a refund are signed, sent and understood', async (t) => {
  const { shop, send } = await startBoth(t)
  assert.deepEqual((await send(ping)).verdict, { kind: 'ok' })
  assert.deepEqual((await send(preview)).verdict, { kind: 'amount', amount: 1250, currency: 'EUR', note: null })
  const { verdict, httpStatus, answer } = await send(create)
  assert.deepEqual(verdict, { kind: 'outcome', status: 'succeeded', refundId: 'rf_1', fault: null })
  assert.equal(httpStatus, 200)
  assert.equal(answer, '{"ok":true,"status":"succeeded","refundId":"rf_1"}')
  assert.deepEqual(
    shop.requests.map(({ body }) => body),
    [ping, preview, create],
  )
  assert.deepEqual([...shop.refunds], [['act_1', 1]])
})

test('a request has the documented headers, its Content-Length, and neither Accept-Encoding nor keep-alive', async (t) => {
  const { shop, send } = await startBoth(t)
  await send(create, { url: `${shop.url}?shop=7` })
  const [{ headers, raw } = assert.fail()] = shop.requests
  assert.deepEqual(Object.keys(headers).sort(), [
    ...['connection', 'content-length', 'content-type', 'host', 'service-idempotency-key', 'service-signature'],
    ...['user-agent', 'webhook-id', 'webhook-signature', 'webhook-timestamp'],
  ])
  assert.equal(headers['user-agent'], 'service-actions/1')
  assert.equal(headers['content-length'], String(Buffer.byteLength(raw)))
  assert.equal(headers['service-idempotency-key'], 'act_1')
  assert.equal(headers['webhook-id'], 'dlv_1')
  assert.equal(headers.connection, 'close')
})

test('an attempt records its start by the injected clock, and the signature uses that second', async (t) => {
  const now = Date.parse('2026-03-01T09:30:00.987Z')
  const { shop, send } = await startBoth(t, { now: () => now }, { now: () => now + 299_000 })
  const { sent, ...attempt } = await send()
  assert.equal(sent.signed, `1772357400.${sent.body}`)
  assert.equal(sent.body, shop.requests[0]?.raw)
  assert.equal(sent.headers['service-signature'], shop.requests[0]?.headers['service-signature'])
  assert.deepEqual(
    { ...attempt, durationMs: 0 },
    {
      deliveryId: 'dlv_1',
      type: 'ping',
      startedAt: now,
      durationMs: 0,
      httpStatus: 200,
      answer: '{"ok":true}',
      verdict: { kind: 'ok' },
      retryAfterMs: null,
    },
  )
  assert.equal(shop.requests[0]?.headers['webhook-timestamp'], '1772357400')
})

test('a shop whose secret or clock differs responds with bad_signature', async (t) => {
  const { send } = await startBoth(t)
  assert.equal((await send(create, { secret: newSigningSecret() })).verdict.kind, 'bad_signature')
  const late = await startBoth(t, {}, { now: () => Date.now() + 302_000 })
  assert.equal((await late.send(create)).verdict.kind, 'bad_signature')
  assert.equal(late.shop.refunds.size, 0)
})

test('refusals, acceptance for later and failures of the shop are told apart', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave(refuses('too_old', '31 days'), refuses('gone', undefined, 410), acceptsForLater, fails)
  assert.deepEqual((await send(create)).verdict, { kind: 'refused', code: 'too_old', message: '31 days' })
  assert.deepEqual((await send(create)).verdict, { kind: 'refused', code: 'gone', message: null })
  assert.deepEqual((await send(create)).verdict, {
    kind: 'outcome',
    status: 'pending',
    refundId: 'noted_1',
    fault: null,
  })
  assert.equal(await reasonOf(send(create)), 'store_error')
})

test('a refund whose response was lost is made once, and the next try gets its outcome', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave(fails, fails, refundsThenDrops)
  for (const reason of ['store_error', 'store_error', 'connection']) assert.equal(await reasonOf(send(create)), reason)
  assert.deepEqual((await send(create)).verdict, {
    kind: 'outcome',
    status: 'succeeded',
    refundId: 'rf_1',
    fault: null,
  })
  assert.deepEqual([...shop.refunds], [['act_1', 1]])
  assert.equal(shop.requests.length, 4)
})

test('redirects are not followed', async (t) => {
  const { shop, send } = await startBoth(t)
  for (const status of [301, 302, 303, 307, 308]) {
    shop.behave(redirects(shop.url, status))
    assert.equal(await reasonOf(send(create)), 'redirect')
  }
  assert.equal(shop.requests.length, 5)
})

test('an endpoint that hangs, trickles or is too slow is cut off at the timeout', async (t) => {
  const { shop, send } = await startBoth(t, { limitMs: 300 })
  for (const behaviour of [hangs, hangsInBody, drips(20), waits(450)]) {
    shop.behave(behaviour)
    const attempt = await send(create)
    assert.equal(attempt.verdict.kind === 'no_answer' && attempt.verdict.reason, 'timeout')
    assert.ok(attempt.durationMs >= 295 && attempt.durationMs < 9_500, `it took ${attempt.durationMs} ms`)
  }
})

test('bytes that arrived before the timeout are recorded', async (t) => {
  // Long enough for the handshake and the beginning of the answer, however busy the machine is.
  const { shop, send } = await startBoth(t, { limitMs: 3_000 })
  shop.behave(hangsInBody)
  const { httpStatus, answer } = await send(create)
  assert.deepEqual({ httpStatus, answer }, { httpStatus: 200, answer: '{"ok":' })
})

test('the timeout includes connecting, the TLS handshake and the DNS lookup', async (t) => {
  const silent = await listen(t, () => {})
  const hosts = new Map([['silent.test', '127.0.0.1']])
  const outbound = createShopOutbound({
    policy: { ...strict, allowEndpoints: [`silent.test:${silent.port}`] },
    limitMs: 300,
    resolve: (name) => {
      const address = hosts.get(name)
      return address ? Promise.resolve([{ address, family: 4 }]) : new Promise(() => {})
    },
  })
  for (const url of [`https://silent.test:${silent.port}`, 'https://never.test']) {
    const attempt = await outbound.send({ url, secret, request: ping, allowLoopbackHttp: false })
    assert.equal(attempt.verdict.kind === 'no_answer' && attempt.verdict.reason, 'timeout')
    assert.ok(attempt.durationMs >= 295 && attempt.durationMs < 9_500, `it took ${attempt.durationMs} ms`)
  }
})

test('the default timeout is ten seconds', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave(waits(4_000), hangs)
  const [inTime, late] = await Promise.all([send(ping), send(ping)])
  assert.equal(inTime.verdict.kind, 'ok')
  assert.deepEqual(late.verdict, {
    kind: 'no_answer',
    reason: 'timeout',
    explanation: 'The response did not arrive completely within 10 seconds. Respond faster.',
  })
  assert.ok(late.durationMs >= 9_990 && late.durationMs < 25_000, `it took ${late.durationMs} ms`)
})

test('a response of 64 KiB is read, and a longer one is cut off with its connection', async (t) => {
  const { shop, send } = await startBoth(t)
  const padded = (size: number) => '{"ok":true}'.padEnd(size)
  let cut: Promise<unknown> | undefined
  shop.behave(sends(padded(65_536)), sends(padded(65_537)), (_, response) => {
    cut = once(response, 'close')
    response.writeHead(200)
    const timer = setInterval(() => response.write(padded(16_384)), 5)
    response.once('close', () => clearInterval(timer))
  })
  assert.equal((await send(ping)).verdict.kind, 'ok')
  assert.equal(await reasonOf(send(ping)), 'too_large')
  assert.equal(await reasonOf(send(ping)), 'too_large')
  await cut
})

test('only the first 2 KiB of a response are recorded, without partial characters', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave(sends(`x${'€'.repeat(5_000)}`), sends('z'.repeat(2_048)), sends(''))
  assert.equal((await send()).answer, `x${'€'.repeat(682)}`)
  assert.equal((await send()).answer, 'z'.repeat(2_048))
  assert.equal((await send()).answer, '')
})

test('a signing secret that an endpoint prints is not recorded', async (t) => {
  const slashes = newSigningSecret((size) => Buffer.alloc(size, 0xff))
  const { shop, send } = await startBoth(t)
  shop.behave(
    sends(`<pre>SECRET=${slashes}</pre>`, 500),
    sends(`{"ok":false,"code":"oops","message":"${slashes.replaceAll('/', '\\/')}"}`),
  )
  assert.equal((await send(create, { secret: slashes })).answer, '<pre>SECRET=whsec_[secret]</pre>')
  const { answer, verdict } = await send(create, { secret: slashes })
  assert.equal(answer, '{"ok":false,"code":"oops","message":"whsec_[secret]"}')
  assert.deepEqual(verdict, { kind: 'refused', code: 'oops', message: 'whsec_[secret]' })
})

test('a byte order mark and invalid characters do not invalidate a response', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave(
    sends('\ufeff{"ok":true}'),
    sends(Buffer.from('{"ok":false,"code":"no","message":"gr\xfc\xdfe"}', 'latin1')),
  )
  assert.equal((await send(ping)).verdict.kind, 'ok')
  assert.deepEqual((await send(create)).verdict, { kind: 'refused', code: 'no', message: 'gr\ufffd\ufffde' })
})

test('a compressed response is invalid, since it was not requested', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave(
    sends('{"ok":true}', 200, { 'content-encoding': 'gzip' }),
    sends('{"ok":true}', 200, { 'content-encoding': 'identity' }),
  )
  assert.equal(await reasonOf(send(ping)), 'encoded')
  assert.equal((await send(ping)).verdict.kind, 'ok')
})

const wrongAnswers: [name: string, body: unknown, request: EndpointRequest, reason: string][] = [
  ['an amount with cents', { ok: true, amount: 12.5, currency: 'EUR' }, preview, 'bad_amount'],
  ['a negative amount', { ok: true, amount: -1, currency: 'EUR' }, preview, 'bad_amount'],
  ['an amount as text', { ok: true, amount: '1250', currency: 'EUR' }, preview, 'bad_amount'],
  ['a currency in small letters', { ok: true, amount: 1250, currency: 'eur' }, preview, 'bad_currency'],
  ['an unknown status', { ok: true, status: 'done', refundId: 'rf_1' }, create, 'unknown_status'],
  ['a list', [{ ok: true }], ping, 'wrong_shape'],
]
for (const [name, body, request, reason] of wrongAnswers) {
  test(`${name} is an invalid response`, async (t) => {
    const { shop, send } = await startBoth(t)
    shop.behave(answers(body))
    assert.equal(await reasonOf(send(request)), reason)
  })
}

test('text that is not JSON is an invalid response', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave(sends('<h1>It works!</h1>'))
  assert.equal(await reasonOf(send(ping)), 'not_json')
})

test('a refused or reset connection, or another protocol, is a missing response, and nothing is thrown', async (t) => {
  const { shop, send } = await startBoth(t)
  const truncates = sends('{"ok":true}', 200, { 'content-length': '100' })
  shop.behave(resets, (call, response, it) => {
    truncates(call, response, it)
    response.once('finish', () => response.socket?.destroy())
  })
  assert.equal(await reasonOf(send()), 'connection')
  assert.equal(await reasonOf(send()), 'connection')
  shop.behave(sends('{"ok":true}', 200, { 'x-long': 'x'.repeat(20_000) }))
  assert.equal(await reasonOf(send()), 'connection')
  await shop.close()
  assert.equal(await reasonOf(send()), 'connection')
  const chatty = await listen(t, (socket) => socket.end('220 mail.example ESMTP\r\n'))
  assert.equal(await reasonOf(send(ping, { url: `http://127.0.0.1:${chatty.port}` })), 'connection')
  assert.equal(await reasonOf(send(ping, { url: `https://127.0.0.1:${chatty.port}` })), 'tls')
})

test('early hints before the response are ignored', async (t) => {
  const { shop, send } = await startBoth(t)
  shop.behave((_, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' })
    response.end('{"ok":true}')
  })
  assert.equal((await send(ping)).verdict.kind, 'ok')
})

test('certificates are checked', async (t) => {
  const unknown = await startBoth(t, { ca: (await makeCertificate()).cert })
  assert.equal(await reasonOf(unknown.send()), 'tls')
  const yesterday = new Date(Date.now() - 86_400_000)
  for (const flaw of [{ notAfterDate: yesterday }, { addresses: ['127.0.0.2'], names: ['other.test'] }]) {
    const { shop, send } = await startBoth(t, {}, { tls: await makeCertificate(flaw) })
    assert.equal(await reasonOf(send()), 'tls')
    assert.equal(shop.requests.length, 0)
  }
})

test('certificates are checked even if the environment turns that off, and its proxies are not used', async (t) => {
  const proxied: Socket[] = []
  const proxy = await listen(t, (socket) => proxied.push(socket))
  const environment = {
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
    NODE_USE_ENV_PROXY: '1',
    HTTP_PROXY: `http://127.0.0.1:${proxy.port}`,
    HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
  }
  const before = { ...process.env }
  t.after(() => {
    for (const name of Object.keys(environment)) delete process.env[name]
    Object.assign(process.env, before)
  })
  Object.assign(process.env, environment)
  const { send } = await startBoth(t)
  assert.equal((await send()).verdict.kind, 'ok')
  const unknown = await startBoth(t, { ca: (await makeCertificate()).cert })
  assert.equal(await reasonOf(unknown.send()), 'tls')
  assert.equal(proxied.length, 0)
})

test('an endpoint over plain http on loopback serves test workspaces only', async (t) => {
  const { shop, send } = await startBoth(t, {}, { tls: false })
  assert.equal((await send()).verdict.kind, 'ok')
  assert.equal((await send(ping, { url: shop.url.replace('127.0.0.1', 'localhost') })).verdict.kind, 'ok')
  assert.equal(await reasonOf(send(ping, { allowLoopbackHttp: false })), 'address_refused')
  assert.equal(shop.requests.length, 2)
})

test('an address that the policy refuses is never connected to', async (t) => {
  const connections: Socket[] = []
  const { port } = await listen(t, (socket) => connections.push(socket))
  const resolved: string[] = []
  const outbound = createShopOutbound({
    policy: strict,
    resolve: async (name) => {
      resolved.push(name)
      return [
        { address: '127.0.0.1', family: 4 },
        { address: '::ffff:127.0.0.1', family: 6 },
      ]
    },
  })
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '[::ffff:7f00:1]',
    'localhost',
    'LOCALHOST.',
    'shop.test',
    'shop.test.',
  ]) {
    const url = `https://${host}:${port}/`
    const attempt = outbound.send({ url, secret, request: ping, allowLoopbackHttp: false })
    assert.equal(await reasonOf(attempt), 'address_refused', host)
  }
  assert.deepEqual(resolved, ['shop.test', 'shop.test.'])
  assert.equal(connections.length, 0)
})

test('a name is resolved and checked at every call, so that a later change to a forbidden address is rejected', async (t) => {
  const leadsTo = ['127.0.0.1', '169.254.169.254', '127.0.0.1']
  const { shop, outbound } = await named(t, async () => [{ address: leadsTo.shift() ?? '', family: 4 }])
  const url = `https://shop.test:${shop.port}/refunds`
  const send = () => outbound.send({ url, secret, request: ping, allowLoopbackHttp: true })
  assert.equal((await send()).verdict.kind, 'ok')
  assert.equal(await reasonOf(send()), 'address_refused')
  assert.equal((await send()).verdict.kind, 'ok')
  assert.equal(shop.requests.length, 2)
})

test('only allowed addresses of a name are used', async (t) => {
  const { shop, outbound } = await named(t, async () => [
    { address: '10.0.0.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ])
  const call = { url: `https://shop.test:${shop.port}/refunds`, secret, request: ping, allowLoopbackHttp: true }
  const tried: string[] = []
  const watch = (message: unknown) =>
    (message as { socket: Socket }).socket.on('connectionAttempt', (address) => tried.push(address))
  subscribe('net.client.socket', watch)
  t.after(() => unsubscribe('net.client.socket', watch))
  const { verdict } = await outbound.send(call)
  assert.equal(verdict.kind, 'ok')
  assert.deepEqual(tried, ['127.0.0.1'])
})

test('an endpoint that the operator allows by host and port may have any address', async (t) => {
  const shop = await startStoreEndpoint(t, { secret })
  const outbound = createShopOutbound({
    policy: { allowPrivate: false, allowEndpoints: [`shop.test:${shop.port}`] },
    ...(shop.ca ? { ca: shop.ca } : {}),
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  const call = { secret, request: ping, allowLoopbackHttp: false }
  assert.equal((await outbound.send({ ...call, url: `https://SHOP.test:${shop.port}/` })).verdict.kind, 'ok')
  assert.equal(await reasonOf(outbound.send({ ...call, url: `https://shop.test.:${shop.port}/` })), 'address_refused')
  assert.equal(await reasonOf(outbound.send({ ...call, url: shop.url })), 'address_refused')
})

test('a name without an address is a missing response', async () => {
  const call = { url: 'https://shop.test/', secret, request: ping, allowLoopbackHttp: false }
  const empty = createShopOutbound({ policy: strict, resolve: async () => [] })
  assert.equal(await reasonOf(empty.send(call)), 'dns')
  const failing = createShopOutbound({
    policy: strict,
    resolve: async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND shop.test'), { code: 'ENOTFOUND' })
    },
  })
  assert.deepEqual((await failing.send(call)).verdict, {
    kind: 'no_answer',
    reason: 'dns',
    explanation: 'The name shop.test could not be resolved (ENOTFOUND). Check the name and its DNS records.',
  })
})

const now = Date.parse('2026-03-01T09:30:00Z')
const waitsAsked: [header: string, ms: number | null][] = [
  ['120', 120_000],
  ['0', 0],
  ['3600', 3_600_000],
  ['86400', 3_600_000],
  ['9'.repeat(400), 3_600_000],
  ['Sun, 01 Mar 2026 09:32:00 GMT', 120_000],
  ['Sun, 01 Mar 2026 09:00:00 GMT', 0],
  ['Sun, 01 Mar 2027 09:30:00 GMT', 3_600_000],
  ['soon', null],
]
test('Retry-After is understood as seconds and as a date, up to an hour', async (t) => {
  const { shop, send } = await startBoth(t, { now: () => now }, { now: () => now })
  for (const [header, ms] of waitsAsked) {
    shop.behave(sends('busy', 503, { 'retry-after': header }))
    assert.equal((await send()).retryAfterMs, ms, header)
  }
})

test('every call has its own connection, and closing waits for those in flight', async (t) => {
  const { shop, outbound, send } = await startBoth(t)
  const sockets = new Set<unknown>()
  shop.behave(
    ...[1, 2, 3].map(
      (): Behaviour => (call, response, it) => {
        sockets.add(response.socket)
        return waits(50)(call, response, it)
      },
    ),
  )
  let answered = 0
  const sending = [1, 2, 3].map(() => send().then(() => answered++))
  await outbound.close()
  assert.equal(answered, 3)
  await Promise.all(sending)
  assert.equal(sockets.size, 3)
})

/** A shop reached by a name that resolves as the test has it. */
async function named(t: TestContext, resolve: NonNullable<OutboundOptions['resolve']>) {
  const shop = await startStoreEndpoint(t, { secret })
  const outbound = createShopOutbound({ policy: strict, resolve, ...(shop.ca ? { ca: shop.ca } : {}) })
  return { shop, outbound }
}

/** A server that speaks no HTTP; ends with the test. */
async function listen(t: TestContext, onConnection: (socket: Socket) => void): Promise<{ port: number }> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as { port: number }).port }
}
