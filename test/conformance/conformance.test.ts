import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type TestContext, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { createActionsHandler, toNodeHandler } from '../../src/client/index.ts'
import { checks } from '../../src/conformance/checks.ts'
import { createProbe, type ProbeOptions } from '../../src/conformance/probe.ts'
import { type Result, runChecks } from '../../src/conformance/run.ts'
import { systemClock } from '../../src/lib/clock.ts'
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

test('so does the endpoint of the other tests, over https with a certificate of its own', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret })
  for (const mode of modes) assertAllPass(await examine(endpoint.url, { ca: endpoint.ca ?? '', mode }), mode)
  assert.deepEqual([...endpoint.refunds.values()], [1], 'money moves once for all checks')
})

test("so does the client library's own handler", async (t) => {
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

test('so does a shop that verifies with the package of Standard Webhooks', async (t) => {
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
  test(`a shop whose one defect is seen by ${name} fails that check and no other`, async (t) => {
    const results = await examineShop(t, spoil(), name === 'create-request-mode' ? { mode: 'request' } : {})
    assert.deepEqual(
      results.filter(({ status }) => status === 'fail').map((result) => result.name),
      [name],
      JSON.stringify(results.filter(({ status }) => status === 'fail')),
    )
    const { reason, mend } = results.find((result) => result.name === name) ?? assert.fail()
    assert.match(reason ?? '', /\S.*\.$/s)
    assert.match(mend, /\.$/)
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
  for (const { why, mend } of checks) {
    assert.match(why, /\w.*\.$/)
    assert.match(mend, /^[A-Z].*\.$/)
  }
})

test('where nothing listens only that is told, and the rest is skipped', async () => {
  const [first, ...rest] = await examine('http://127.0.0.1:1/refunds')
  assert.deepEqual([first?.name, first?.status], ['reachable', 'fail'])
  assert.match(first?.reason ?? '', /The connection to 127\.0\.0\.1:1 failed/)
  assert.ok(rest.every(({ status, reason }) => status === 'skip' && /as long as reachable fails/.test(reason ?? '')))
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

test('an endpoint that breaks off in the middle of the checks is told in one whole sentence', async () => {
  const outcome = await named('body-not-json').run(toNobody())
  assert.deepEqual(outcome, {
    status: 'fail',
    reason:
      'A signed body that is no JSON must be answered 400; the answer was nothing usable (The connection to 127.0.0.1:1 failed or broke off (ECONNREFUSED)).',
  })
})

test('an answer that takes longer than ten seconds is too slow', async () => {
  const check = named('answer-time')
  const probe = toNobody()
  const answer = await probe.ping()
  const after = (durationMs: number) => check.run({ ...probe, answers: [answer, { ...answer, durationMs }] })
  assert.equal((await after(10_000)).status, 'pass')
  assert.deepEqual(await after(12_340), { status: 'fail', reason: 'The slowest answer took 12.3 seconds.' })
})

test('an endpoint that never answers is given up, and told to be too slow to reach', async (t) => {
  const url = await listen(t, createServer())
  const [first] = await examine(url, { giveUpMs: 100 })
  assert.deepEqual([first?.name, first?.status], ['reachable', 'fail'])
})

test('an endpoint that verifies nothing fails all that forgers would try', async (t) => {
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

test('an endpoint that breaks on a signature of as many characters but more bytes is told so', async (t) => {
  const results = await examineShop(t, {
    out: (reply, { headers }) =>
      String(headers['service-signature']).includes('é')
        ? { status: 500, body: 'RangeError: Input buffers must have the same byte length' }
        : reply,
  })
  assert.deepEqual(namesOf(results, 'fail'), ['signature-malformed'])
})

test('an endpoint that verifies a body which it wrote anew is told to take the raw one', async (t) => {
  const anew = (raw: Buffer) => {
    try {
      return JSON.stringify(JSON.parse(raw.toString()))
    } catch {
      return raw
    }
  }
  const results = await examineShop(t, { verify: verifier({ bytes: anew }) })
  assert.deepEqual(namesOf(results, 'fail'), ['body-white-space', 'body-escapes'])
  for (const { mend } of results.filter(({ status }) => status === 'fail')) assert.match(mend, /bytes as they arrived/)
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
  assert.equal(creates.length, checks.filter(({ refunds }) => refunds).length)
  for (const { status, reason } of creates) {
    assert.equal(status, 'skip')
    assert.match(reason ?? '', /would refund for real.*--order.*--create/)
  }
  assert.deepEqual(namesOf(results, 'fail'), [])
})

test('without an order that the shop knows, what needs an amount is skipped', async (t) => {
  const results = await examineShop(t, {}, { orderId: null })
  assert.deepEqual(namesOf(results, 'fail'), [])
  assert.deepEqual(namesOf(results, 'skip'), [
    'preview-amount',
    'preview-currency',
    'preview-repeatable',
    'create-answered',
    'create-reference',
    'create-concurrent',
    'create-repeated',
    'create-request-mode',
  ])
})

test('an order that was named and is refused by the preview fails, with the advice to name another', async (t) => {
  const results = await examineShop(t, {}, { orderId: 'o2' })
  assert.deepEqual(namesOf(results, 'fail'), ['preview-answered'])
  assert.match(results.find(({ status }) => status === 'fail')?.reason ?? '', /unknown_order.*Name one that can be/)
})

test('a refund that is refused is no fault of the endpoint', async (t) => {
  const results = await examineShop(t, { create: () => refusal('already_refunded') })
  assert.deepEqual(namesOf(results, 'fail'), [])
  assert.match(results.find(({ name }) => name === 'create-repeated')?.reason ?? '', /already_refunded/)
})

test('a request that comes while the first is at work may wait or be sent away, but not be refused', async (t) => {
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

test('a secret that an endpoint prints stands in no result', async (t) => {
  const endpoint = await startStoreEndpoint(t, { secret, tls: false })
  const leak = `settings: ${secret}`
  endpoint.behave(behavesWell, behavesWell, behavesWell, behavesWell, (_, response) =>
    response.writeHead(500).end(leak),
  )
  const results = await examine(endpoint.url)
  const text = JSON.stringify(results)
  assert.match(text, /whsec_\[secret\]/)
  assert.ok(!text.includes(secret.slice(6)))
})
