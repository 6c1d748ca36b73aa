import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import express from 'express'
import { Webhook } from 'standardwebhooks'
import { createActionsHandler, toNodeHandler } from '../../src/client/index.ts'
import { checks, groups } from '../../src/conformance/checks.ts'
import { createProbe, type ProbeOptions } from '../../src/conformance/probe.ts'
import { type Result, runChecks } from '../../src/conformance/run.ts'
import { systemClock } from '../../src/lib/time.ts'
import type { RefundMode } from '../../src/refunds/endpoint/endpoint-request.ts'
import { behavesWell, startStoreEndpoint } from '../support/store-endpoint.ts'
import { defects } from './defects.ts'
import { goodShop, listen, ok, type Request, refusal, type Shop, secret, serveShop, verifier } from './refund-shop.ts'

type Options = Partial<ProbeOptions> & { create?: boolean }

function examine(url: string, { create = true, ...options }: Options = {}): Promise<Result[]> {
  const probe = createProbe({
    url,
    secret,
    orderId: 'o1',
    customerId: null,
    mode: 'execute',
    clock: systemClock,
    ...options,
  })
  return runChecks(probe, { create })
}

async function examineShop(t: TestContext, spoiled: Partial<Shop>, options?: Options): Promise<Result[]> {
  return examine(await serveShop(t, { ...goodShop(), ...spoiled }), options)
}

const namesOf = (results: Result[], status: Result['status']) =>
  results.filter((result) => result.status === status).map(({ name }) => name)

/** Everything passes; what is about the mode request is told only in that mode. */
function assertAllPass(results: Result[], mode: RefundMode = 'execute'): void {
  assert.deepEqual(
    results.filter(({ status, name }) => status !== 'pass' && !(mode === 'execute' && name === 'create-request-mode')),
    [],
  )
  assert.equal(results.length, checks.length)
}

const modes: RefundMode[] = ['execute', 'request']

test('a shop that does everything right passes every check', async (t) => {
  for (const mode of modes) assertAllPass(await examineShop(t, {}, { mode }), mode)
})

test('the endpoint of the other tests passes every check, over https with its own certificate', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  for (const mode of modes) assertAllPass(await examine(endpoint.url, { ca: endpoint.ca ?? '', mode }), mode)
  assert.deepEqual([...endpoint.refunds.values()], [1], 'money moves once for all checks')
})

test("the client library's own handler passes every check", async (t) => {
  const made: string[] = []
  const handler = createActionsHandler({
    secret,
    preview: ({ orderId }) =>
      orderId === 'o1'
        ? { ok: true, amount: 1250, currency: 'EUR' }
        : { ok: false, code: 'unknown_order', message: 'There is no such order.' },
    create: ({ mode, actionId }) => {
      made.push(`${mode} ${actionId}`)
      return { ok: true, status: mode === 'request' ? 'pending' : 'succeeded', refundId: `rf_${made.length}` }
    },
    onError: (error) => assert.fail(String(error)),
  })
  const url = await listen(t, createServer(toNodeHandler(handler)))
  for (const mode of modes) assertAllPass(await examine(url, { mode }), mode)
  assert.deepEqual(
    made.map((entry) => entry.split(' ')[0]),
    ['execute', 'request'],
  )
})

test('a shop that verifies with the standardwebhooks package passes every check', async (t) => {
  const webhook = new Webhook(secret)
  const verify: Shop['verify'] = ({ headers, raw }) => {
    try {
      webhook.verify(raw.toString(), headers as Record<string, string>)
      return true
    } catch (error) {
      // It parses what it has verified.
      return error instanceof SyntaxError
    }
  }
  assertAllPass(await examineShop(t, { verify }))
})

for (const [name, spoil] of Object.entries(defects)) {
  test(`a shop with the defect that ${name} looks for fails that check and no other`, async (t) => {
    const results = await examineShop(t, spoil(), name === 'create-request-mode' ? { mode: 'request' } : {})
    assert.deepEqual(
      results.filter(({ status }) => status === 'fail').map((result) => result.name),
      [name],
      JSON.stringify(results.filter(({ status }) => status === 'fail')),
    )
    const { reason, fix } = results.find((result) => result.name === name) ?? assert.fail()
    assert.match(reason ?? '', /\S.*\.$/s)
    assert.match(fix, /\.$/)
  })
}

for (const [status, refundId] of [
  ['succeeded', 981],
  ['succeeded', ''],
  ['pending', null],
] as const) {
  test(`an endpoint that answers ${status} with the refundId ${JSON.stringify(refundId)} fails create-reference`, async (t) => {
    const results = await examineShop(t, { create: () => ok({ status, refundId }) })
    assert.deepEqual(namesOf(results, 'fail'), ['create-reference'])
  })
}

test('each check has its defect, a name of its own, and says why it matters and what to do', () => {
  const names = checks.map(({ name }) => name)
  assert.ok(names.length >= 25)
  assert.equal(new Set(names).size, names.length)
  // Nothing listens, and nobody wants to wait ten seconds: these two are tested beside the others.
  assert.deepEqual([...Object.keys(defects), 'reachable', 'answer-time'].sort(), [...names].sort())
  for (const { why, fix } of checks) {
    assert.match(why, /\w.*\.$/)
    assert.match(fix, /^[A-Z].*\.$/)
  }
})

test('if nothing listens, only that is reported, and the rest is skipped', async () => {
  const [first, ...rest] = await examine('http://127.0.0.1:1/refunds')
  assert.deepEqual([first?.name, first?.status], ['reachable', 'fail'])
  assert.match(first?.reason ?? '', /The connection to 127\.0\.0\.1:1 failed/)
  assert.ok(rest.every(({ status, reason }) => status === 'skip' && reason === 'Needs reachable to pass.'))
})

const named = (name: string) => checks.find((check) => check.name === name) ?? assert.fail()
const toNobody = () =>
  createProbe({
    url: 'http://127.0.0.1:1',
    secret,
    orderId: null,
    customerId: null,
    mode: 'execute',
    clock: systemClock,
  })

test('an endpoint that stops responding during the checks is reported in one sentence', async () => {
  const outcome = await named('body-not-json').run(toNobody())
  assert.deepEqual(outcome, {
    status: 'fail',
    reason:
      'A signed body that is not JSON got no usable response (The connection to 127.0.0.1:1 failed or was closed early (ECONNREFUSED). Check that the endpoint is running). The response must be 400.',
  })
})

test('an answer that takes longer than ten seconds is too slow', async () => {
  const check = named('answer-time')
  const probe = toNobody()
  const answer = await probe.ping()
  const after = (durationMs: number) => check.run({ ...probe, answers: [answer, { ...answer, durationMs }] })
  assert.equal((await after(10_000)).status, 'pass')
  assert.deepEqual(await after(12_340), { status: 'fail', reason: 'The slowest response took 12.3 seconds.' })
})

test('an endpoint that never responds is reported as unreachable', async (t) => {
  const url = await listen(t, createServer())
  const [first] = await examine(url, { giveUpMs: 100 })
  assert.deepEqual([first?.name, first?.status], ['reachable', 'fail'])
})

test('an endpoint that verifies nothing fails every check of forged requests', async (t) => {
  const results = await examineShop(t, { verify: () => true })
  assert.deepEqual(namesOf(results, 'fail'), [
    'signature-missing',
    'signature-malformed',
    'signature-one-digit',
    'signature-truncated',
    'signature-wrong-secret',
    'signature-altered-body',
    'signature-of-every-type',
    'timestamp-old',
    'timestamp-future',
    'create-signature',
  ])
})

test('an endpoint that crashes on a signature with as many characters but more bytes fails with that reason', async (t) => {
  const results = await examineShop(t, {
    out: (reply, { headers }) =>
      String(headers['service-signature']).includes('é')
        ? { status: 500, body: 'RangeError: Input buffers must have the same byte length' }
        : reply,
  })
  assert.deepEqual(namesOf(results, 'fail'), ['signature-malformed'])
})

/** A body as a program writes it again that has parsed it. */
const rewritten = (write: (value: object) => string) => (raw: Buffer) => {
  try {
    return write(JSON.parse(raw.toString()))
  } catch {
    return raw
  }
}

/** The first failure, after which nothing else is checked. */
function onlyFailure(results: Result[]): Result {
  const [failure, ...others] = results.filter(({ status }) => status === 'fail')
  assert.deepEqual(others, [])
  const last = results.filter(({ status }) => status !== 'skip').at(-1)
  assert.equal(last, failure)
  return failure ?? assert.fail('nothing failed')
}

test('a body that was parsed before the signature check is the only reported reason', async (t) => {
  const anew = verifier({ bytes: rewritten((value) => JSON.stringify(value)) })
  const failure = onlyFailure(await examineShop(t, { verify: anew }))
  assert.equal(failure.name, 'raw-body')
  assert.match(failure.reason ?? '', /^The body was parsed before the signature check: .* re-serialized body/)
  assert.match(failure.fix, /before express\.json\(\)/)
})

test("express.json() is named first, before the client library's handler and before a shop's own", async (t) => {
  const handler = createActionsHandler({
    secret,
    preview: () => ({ ok: true, amount: 1250, currency: 'EUR' }),
    create: () => ({ ok: true, status: 'succeeded', refundId: 'rf_1' }),
  })
  const library = express().use(express.json()).post('/refunds', toNodeHandler(handler))
  const own = express()
    .use(express.json())
    .post('/refunds', async (request, response) => {
      const good = verifier()({ method: 'POST', headers: request.headers, raw: await buffer(request) })
      response.status(good ? 200 : 401).json(good ? { ok: true } : { ok: false, code: 'bad_signature' })
    })
  for (const app of [library, own]) {
    const failure = onlyFailure(await examine(await listen(t, createServer(app))))
    assert.equal(failure.name, 'raw-body')
    assert.match(failure.reason ?? '', /^The body was parsed before the signature check: a ping as application\/json/)
  }
})

test('express.json() is also named if the endpoint waits forever for the parsed body', async (t) => {
  const server = createServer((request, response) => {
    if (request.headers['content-type'] === 'text/plain') response.end('{"ok":true}')
  })
  const failure = onlyFailure(await examine(await listen(t, server), { giveUpMs: 100 }))
  assert.equal(failure.name, 'reachable')
  assert.match(failure.reason ?? '', /The body was parsed before the signature check/)
})

test('an endpoint that answers 500 to everything passes nothing but the connection', async (t) => {
  const skipped: [string, number, string][] = []
  const probe = createProbe({
    url: await serveShop(t, { ...goodShop(), door: () => ({ status: 500, body: 'Internal Server Error' }) }),
    ...{ secret, orderId: 'o1', customerId: null, mode: 'execute', clock: systemClock },
  })
  const results = await runChecks(probe, {
    create: true,
    onSkipped: (group, { length }, reason) => skipped.push([group, length, reason]),
  })
  assert.deepEqual(namesOf(results, 'fail'), ['ping', 'preview-answered'])
  assert.deepEqual(namesOf(results, 'pass'), ['reachable', 'no-redirect', 'not-compressed'])
  assert.match(
    results.find(({ name }) => name === 'signature-accepted')?.reason ?? '',
    /HTTP 500.*does not show whether/,
  )
  const sizes = new Map(groups.map(({ name, checks }) => [name, checks.length]))
  assert.deepEqual(skipped, [
    ['signature', sizes.get('signature'), 'Needs a working ping.'],
    ['body', sizes.get('body'), 'Needs a working preview.'],
    ['preview', sizes.get('preview'), 'Needs a working preview.'],
    ['create', sizes.get('create'), 'Needs a working preview.'],
    ['transport', sizes.get('transport'), 'Needs a working ping.'],
  ])
})

type Hmac = { key?: string | Buffer; text?: (t: string, raw: string, id: unknown) => string; hash?: string }

/** Checks signatures in a way of its own. */
const signedAs =
  ({ key = secret, text = (t, raw) => `${t}.${raw}`, hash = 'sha256' }: Hmac, encoding: 'hex' | 'base64' = 'hex') =>
  ({ headers, raw }: Request) => {
    const [, t = '', v1 = ''] = /^t=(\d+),v1=(.*)$/.exec(String(headers['service-signature'])) ?? []
    return (
      createHmac(hash, key)
        .update(text(t, raw.toString(), headers['webhook-id']))
        .digest(encoding) === v1
    )
  }

const decoded = Buffer.from(secret.slice('whsec_'.length), 'base64')
const spaced = (raw: string) => raw.replaceAll('":', '": ').replaceAll(',"', ', "')
const wrongWays: [RegExp, Shop['verify']][] = [
  [/decoded from base64 as the key/, signedAs({ key: decoded })],
  [/without "whsec_" as the key/, signedAs({ key: secret.slice('whsec_'.length) })],
  [/a line break after the secret/, signedAs({ key: `${secret}\n` })],
  [/the text "undefined" as the secret/, signedAs({ key: 'undefined' })],
  [/the signature in base64/, signedAs({}, 'base64')],
  [/only the body signed, without "<t>\."/, signedAs({ text: (_, raw) => raw })],
  [/no dot between/, signedAs({ text: (t, raw) => t + raw })],
  [/re-serialized body \(with spaces/, signedAs({ text: (t, raw) => `${t}.${spaced(raw)}` })],
  [/re-serialized body \(with {} written as \[\]/, signedAs({ text: (t, raw) => `${t}.${raw.replace('{}', '[]')}` })],
  [
    /re-serialized body \(with its members sorted/,
    signedAs({
      text: (t, raw) => `${t}.${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(raw)).sort()))}`,
    }),
  ],
  [/SHA-512, instead/, signedAs({ hash: 'sha512' })],
  [
    /t used as milliseconds/,
    (request) =>
      Number(/^t=(\d+)/.exec(String(request.headers['service-signature']))?.[1]) > 1e12 && signedAs({})(request),
  ],
  [/decoded from base64 .*; only the body signed/, signedAs({ key: decoded, text: (_, raw) => raw })],
  [
    /decoded .*; .* Standard Webhooks.*; .* base64/,
    signedAs({ key: decoded, text: (t, raw, id) => `${id}.${t}.${raw}` }, 'base64'),
  ],
]

for (const [words, verify] of wrongWays) {
  test(`a wrong way of checking signatures is named: ${words.source}`, async (t) => {
    const failure = onlyFailure(await examineShop(t, { verify }))
    assert.equal(failure.name, 'signature-accepted')
    assert.match(failure.reason ?? '', /The endpoint accepted a ping that was signed in a wrong way: /)
    assert.match(failure.reason ?? '', words)
  })
}

test("a shop's wrong clock is reported with the difference", async (t) => {
  const ahead = 3_600
  const verify: Shop['verify'] = (request) => {
    const t = Number(/^t=(\d+)/.exec(String(request.headers['service-signature']))?.[1])
    return Math.abs(t - ahead - Date.now() / 1000) <= 300 && signedAs({})(request)
  }
  const out: Shop['out'] = (reply) => ({
    ...reply,
    headers: { date: new Date(Date.now() + ahead * 1000).toUTCString() },
  })
  const failure = onlyFailure(await examineShop(t, { verify, out }))
  assert.match(
    failure.reason ?? '',
    /The clock of the endpoint is (3599|3600|3601) seconds ahead\. Correct the clock\./,
  )
})

test('a forgery that is answered 403, or 401 without the code, is not rejected as it should be', async (t) => {
  for (const out of [
    { status: 403, body: { ok: false, code: 'bad_signature' } },
    { status: 401, body: 'Unauthorized' },
  ]) {
    const results = await examineShop(t, {
      out: (reply) => (reply.status === 401 ? out : reply),
    })
    assert.equal(results.find(({ name }) => name === 'signature-missing')?.status, 'fail')
    assert.equal(results.find(({ name }) => name === 'signature-accepted')?.status, 'pass')
  }
})

/** The types of request that a shop got. */
function counting(): { shop: Partial<Shop>; seen: string[] } {
  const seen: string[] = []
  const out: Shop['out'] = (reply, { raw }: Request) => {
    const type = /"type":\s*"(refund\.create)"/.exec(raw.toString())?.[1]
    if (type) seen.push(type)
    return reply
  }
  return { shop: { out }, seen }
}

test('nothing is refunded unless it is allowed, and the skipped checks say how to', async (t) => {
  const { shop, seen } = counting()
  const results = await examineShop(t, shop, { create: false, orderId: null })
  assert.deepEqual(seen, [])
  const creates = results.filter(({ name }) => name.startsWith('create-'))
  assert.equal(creates.length, groups.find(({ refunds }) => refunds)?.checks.length)
  for (const { status, reason } of creates) {
    assert.equal(status, 'skip')
    assert.match(reason ?? '', /make a real refund.*--order.*--create/)
  }
  assert.deepEqual(namesOf(results, 'fail'), [])
})

test('without an order that the shop knows, checks that need an amount are skipped', async (t) => {
  const results = await examineShop(t, {}, { orderId: null })
  assert.deepEqual(namesOf(results, 'fail'), [])
  assert.deepEqual(namesOf(results, 'skip'), [
    'preview-amount',
    'preview-currency',
    'preview-repeatable',
    'create-amount-negative',
    'create-answered',
    'create-reference',
    'create-concurrent',
    'create-repeated',
    'create-request-mode',
  ])
})

test('an order that was named and is refused by the preview fails, with the advice to name another', async (t) => {
  const results = await examineShop(t, {}, { orderId: 'o2' })
  assert.deepEqual(namesOf(results, 'fail'), ['preview-amount'])
  assert.match(
    results.find(({ status }) => status === 'fail')?.reason ?? '',
    /unknown_order.*Name an order that can be/,
  )
})

test('a refused refund is not a failed check', async (t) => {
  const results = await examineShop(t, { create: () => refusal('already_refunded') })
  assert.deepEqual(namesOf(results, 'fail'), [])
  assert.match(results.find(({ name }) => name === 'create-repeated')?.reason ?? '', /already_refunded/)
})

test('a repeated request during the first may wait or get a retryable error, but no refusal', async (t) => {
  const busy = (reply: ReturnType<typeof refusal>) => {
    const good = goodShop()
    const seen = new Set<string>()
    let count = 0
    return {
      create: (body: Parameters<Shop['create']>[0]) => {
        if (seen.has(body.idempotencyKey) && ++count <= 2) return reply
        seen.add(body.idempotencyKey)
        return good.create(body)
      },
    }
  }
  assertAllPass(await examineShop(t, busy({ status: 503, body: '' })))
  assert.deepEqual(namesOf(await examineShop(t, busy(refusal('in_progress'))), 'fail'), ['create-concurrent'])
})

test('a secret that an endpoint prints is in no result', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret, tls: false })
  const leak = `settings: ${secret}`
  endpoint.behave(behavesWell, behavesWell, behavesWell, behavesWell, behavesWell, behavesWell, (_, response) =>
    response.writeHead(500).end(leak),
  )
  const results = await examine(endpoint.url)
  const text = JSON.stringify(results)
  assert.match(text, /whsec_\[secret\]/)
  assert.ok(!text.includes(secret.slice(6)))
})
