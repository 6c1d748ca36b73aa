import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request as httpRequest, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import express from 'express'
import { type ActionsOptions, type CreateAnswer, createActionsHandler, toNodeHandler } from '../../src/client/index.ts'
import { action, create, preview, secret, signed } from '../support/signed-request.ts'

const price = { ok: true, amount: 3900, currency: 'EUR' } as const
const refunded = { ok: true, status: 'succeeded', refundId: 're_1' } as const

// Tests assert on the shape: it is not known to the compiler.
type Json = ReturnType<typeof JSON.parse>

/** A handler with functions that agree to everything, a list of the calls of `create`, and one of what went wrong. */
function endpoint(options: Partial<ActionsOptions> = {}) {
  const created: unknown[] = []
  const errors: unknown[] = []
  const handler = createActionsHandler({
    secret,
    preview: () => price,
    create: (refund) => {
      created.push(refund)
      return { ...refunded, refundId: `re_${created.length}` }
    },
    onError: (error) => errors.push(error),
    ...options,
  })
  const send = async (content: object | string, signing = {}) => {
    const response = await handler(new Request('https://shop.example/refunds', signed(content, signing)))
    return { status: response.status, body: (await response.json()) as Json }
  }
  return { handler, send, created, errors }
}

test('each type of request calls its own function', async () => {
  const seen: unknown[] = []
  const { send, errors } = endpoint({
    ping: (delivery) => seen.push(['ping', delivery.workspace]),
    preview: async (refund, { id }) => {
      seen.push([id, refund])
      return { ...price, note: 'one scarf' }
    },
    create: async ({ amount, currency, mode }, { idempotencyKey }) => {
      seen.push([amount, currency, mode, idempotencyKey])
      return { ok: true, status: 'pending', refundId: 're_9' }
    },
  })
  const asked = preview()
  assert.deepEqual(await send(action('ping')), { status: 200, body: { ok: true } })
  assert.deepEqual(await send(asked), { status: 200, body: { ...price, note: 'one scarf' } })
  assert.deepEqual(await send(create({ mode: 'request' })), {
    status: 200,
    body: { ok: true, status: 'pending', refundId: 're_9' },
  })
  assert.deepEqual(seen, [
    ['ping', 'org_1'],
    [asked.id, asked.data],
    [3900, 'EUR', 'request', 'act_1'],
  ])
  assert.deepEqual(errors, [])
})

test('a ping needs no function, and a refusal is a valid response', async () => {
  const refusal = { ok: false, code: 'too_old', message: 'Ordered more than a year ago.' } as const
  const { send } = endpoint({ preview: () => refusal, create: () => refusal })
  assert.deepEqual(await send(action('ping')), { status: 200, body: { ok: true } })
  assert.deepEqual(await send(preview()), { status: 200, body: refusal })
  assert.deepEqual(await send(create()), { status: 200, body: refusal })
})

test('a request without a signature, or with an old one, gets a 401 and calls no function', async () => {
  const { send, handler, created } = endpoint()
  for (const signing of [{ key: 'whsec_other' }, { time: 1 }, { key: secret.slice(6) }]) {
    const { status, body } = await send(create(), signing)
    assert.deepEqual([status, body.ok, body.code], [401, false, 'bad_signature'])
    assert.ok(body.message.length > 20)
  }
  const unsigned = await handler(new Request('https://shop.example/', { method: 'POST', body: '{}' }))
  assert.equal(unsigned.status, 401)
  const { body, headers } = signed(create())
  const changed = await handler(
    new Request('https://shop.example/', { method: 'POST', headers, body: body.replace('3900', '9900') }),
  )
  assert.equal(changed.status, 401)
  assert.equal(created.length, 0)
})

test('an unknown type is a 400, and so is a signed body that is not an action', async () => {
  const { send } = endpoint()
  for (const type of ['refund.cancel', 'constructor', '']) {
    const { status, body } = await send(action(type))
    assert.deepEqual([status, body.ok, body.code], [400, false, 'unknown_type'])
  }
  for (const content of ['null', '[]', '{"type":"ping"}', 'not JSON', '']) {
    const { status, body } = await send(content)
    assert.deepEqual([status, body.ok, body.code], [400, false, 'bad_request'])
  }
})

test('a refund with a negative or missing amount is rejected and calls no function', async () => {
  const { send, created } = endpoint()
  for (const data of [{ amount: -1 }, { amount: -0 }, { amount: 39.5 }, { amount: '3900' }, { currency: 'eur' }]) {
    // As JSON.parse reads -0, and JSON.stringify would not write it.
    const content = JSON.stringify(create(data)).replace('"amount":0', '"amount":-0')
    const { status, body } = await send(content)
    assert.deepEqual([status, body.ok, body.code], [400, false, 'bad_request'], content)
    assert.match(body.message, /must have amount \(whole minor units, 0 or more\), currency/)
  }
  for (const content of [create({ orderId: 7 }), preview({ lines: null }), { ...preview(), data: null }]) {
    const { status, body } = await send(content)
    assert.deepEqual([status, body.code], [400, 'bad_request'])
    assert.match(body.message, /must have orderId and lines/)
  }
  assert.equal(created.length, 0)
  assert.equal((await send(create({ amount: 0 }))).status, 200)
})

test('an error thrown by a function is reported to onError and becomes a 500, which the service retries', async () => {
  const failure = new Error('the payment provider is down')
  const fail = () => {
    throw failure
  }
  const { send, errors } = endpoint({ ping: fail, preview: async () => fail(), create: fail })
  for (const content of [action('ping'), preview(), create()]) {
    assert.deepEqual(await send(content), {
      status: 500,
      body: { ok: false, code: 'error', message: 'the payment provider is down' },
    })
  }
  assert.deepEqual(errors, [failure, failure, failure])
})

test('an invalid return value becomes a 500 that says what is valid', async () => {
  const wrong = [
    undefined,
    { ok: true },
    { ...price, amount: 39.5 },
    { ...price, amount: -1 },
    { ...price, amount: -0 },
    { ...price, currency: 'eur' },
    { ...price, currency: ['EUR'] },
    { amount: 1 },
    { ok: false },
    { ok: false, code: '', message: 'no' },
  ]
  for (const answer of wrong) {
    const { status, body } = await endpoint({ preview: () => answer as never }).send(preview())
    assert.deepEqual([status, body.code], [500, 'error'])
    assert.match(body.message, /must be \{ok: true, amount/)
  }
  const { body } = await endpoint({ create: () => ({ ...refunded, status: 'done' }) as never }).send(create())
  assert.match(body.message, /status: "succeeded" or "pending"/)
})

test('a refund is made once for each key, and a repeated request gets the first response', async () => {
  const { send, created } = endpoint()
  assert.equal((await send(create({}, 'act_1'))).body.refundId, 're_1')
  assert.equal((await send(create({}, 'act_1'))).body.refundId, 're_1')
  assert.equal((await send(create({}, 'act_2'))).body.refundId, 're_2')
  assert.equal(created.length, 2)
})

test('the key is the signed one of the body, whatever the header says', async () => {
  const { handler, created } = endpoint()
  const { headers, ...rest } = signed(create())
  for (const key of ['one', 'another']) {
    await handler(
      new Request('https://shop.example/', { ...rest, headers: { ...headers, 'service-idempotency-key': key } }),
    )
  }
  assert.equal(created.length, 1)
})

test('two requests with one key at the same moment make one refund', async () => {
  let finish = (_: CreateAnswer) => {}
  let calls = 0
  const { send } = endpoint({
    create: () => {
      calls++
      return new Promise((resolve) => {
        finish = resolve
      })
    },
  })
  const both = Promise.all([send(create()), send(create())])
  while (calls === 0) await new Promise((resolve) => setImmediate(resolve))
  finish(refunded)
  assert.deepEqual(
    (await both).map(({ body }) => body),
    [refunded, refunded],
  )
  assert.equal(calls, 1)
})

test('after an error the key can be used again; previews are never stored', async () => {
  let calls = 0
  const { send } = endpoint({
    preview: () => ({ ...price, amount: ++calls }),
    create: () => {
      if (calls++ === 0) throw new Error('try again')
      return refunded
    },
  })
  assert.equal((await send(create())).status, 500)
  assert.deepEqual((await send(create())).body, refunded)
  assert.deepEqual([(await send(preview())).body.amount, (await send(preview())).body.amount], [3, 4])
})

test('an invalid return value is stored, too, since the money may have moved', async () => {
  let calls = 0
  const { send } = endpoint({
    create: () => {
      calls++
      return undefined as never
    },
  })
  for (let attempt = 0; attempt < 3; attempt++) assert.equal((await send(create())).status, 500)
  assert.equal(calls, 1)
})

test('responses can be kept in a store that outlives the process', async () => {
  const table = new Map<string, CreateAnswer>()
  const idempotency = {
    get: async (key: string) => table.get(key) ?? null,
    set: async (key: string, answer: CreateAnswer) => void table.set(key, answer),
  }
  const before = endpoint({ idempotency })
  await before.send(create())
  assert.deepEqual([...table], [['act_1', { ...refunded, refundId: 're_1' }]])
  const after = endpoint({ idempotency })
  assert.equal((await after.send(create())).body.refundId, 're_1')
  assert.equal(after.created.length, 0)
  await after.send(preview())
  assert.equal(table.size, 1)
})

test('a store that cannot be read stops a refund; one that cannot be written does not', async () => {
  const unreadable = endpoint({
    idempotency: { get: () => Promise.reject(new Error('no connection')), set: () => {} },
  })
  assert.equal((await unreadable.send(create())).status, 500)
  assert.equal(unreadable.created.length, 0, 'it may have been made before')
  const unwritable = endpoint({
    idempotency: { get: () => undefined, set: () => Promise.reject(new Error('read-only')) },
  })
  assert.equal((await unwritable.send(create())).body.refundId, 're_1')
  assert.equal((await unwritable.send(create())).body.refundId, 're_1')
  assert.equal(unwritable.created.length, 1)
  assert.match(String(unwritable.errors[0]), /read-only/)
})

test('a key that comes again days later, after its sender was down, is not refunded again', async () => {
  let now = Date.now()
  const { created, send } = endpoint({ now: () => now })
  const sendNow = () => send(create(), { time: Math.floor(now / 1000) })
  const first = await sendNow()
  now += 3 * 24 * 60 * 60 * 1000
  assert.deepEqual((await sendNow()).body, first.body)
  assert.equal(created.length, 1)
})

test('an invalid secret is rejected when the handler is created', () => {
  for (const wrong of ['sk_abc', secret.slice(6)]) {
    assert.throws(() => endpoint({ secret: wrong }), /starts with "whsec_"/)
  }
})

test('a missing secret is an error with the command that creates one', () => {
  assert.throws(
    () => createActionsHandler(undefined as never),
    /^TypeError: The options are missing: write createActionsHandler/,
  )
  for (const missing of [undefined, '']) {
    assert.throws(() => createActionsHandler({ secret: missing, preview: () => price, create: () => refunded }), {
      name: 'TypeError',
      message: /^secret is missing: .* environment variable .*storewire refunds secret create/,
    })
  }
})

test('a huge body is refused before it is verified', async () => {
  const { handler } = endpoint()
  const body = 'x'.repeat(1024 * 1024 + 1)
  const response = await handler(new Request('https://shop.example/', { method: 'POST', body }))
  assert.equal(response.status, 413)
})

test('a request whose body was already read is reported as an error of the setup', async () => {
  const { handler, errors } = endpoint()
  const request = new Request('https://shop.example/', signed(preview()))
  await request.text()
  const response = await handler(request)
  const { code, message } = (await response.json()) as Json
  assert.deepEqual([response.status, code, errors.length], [500, 'error', 1])
  assert.match(message, /Pass a request whose body is unread/)
})

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/refunds`
}

const post = async (url: string, content: object | string, signing = {}) => {
  const response = await fetch(url, signed(content, signing))
  return { status: response.status, type: response.headers.get('content-type'), body: (await response.json()) as Json }
}

test('node:http serves it', async (t) => {
  const { handler } = endpoint()
  const url = await listen(t, toNodeHandler(handler))
  assert.deepEqual(await post(url, preview()), { status: 200, type: 'application/json', body: price })
  assert.equal((await post(url, preview(), { time: 1 })).status, 401)
  assert.equal((await post(url, 'x'.repeat(3 * 1024 * 1024))).status, 413)
})

test('node:http continues to serve whatever method a stranger sends', async (t) => {
  const { handler, errors } = endpoint()
  const url = await listen(t, toNodeHandler(handler))
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND']) {
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(url, { method }, (response) => resolve(response.resume().statusCode))
      request.on('error', reject).end()
    })
    assert.deepEqual([method, status], [method, 405])
  }
  assert.deepEqual(errors, [])
  assert.equal((await post(url, preview())).status, 200)
})

test('a body that comes in pieces, cut inside a character, is verified as a whole', async (t) => {
  const { handler } = endpoint()
  const url = await listen(t, toNodeHandler(handler))
  const { body, headers } = signed(preview({ reason: 'other: Größe 😀' }))
  const bytes = Buffer.from(body)
  const status = await new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST', headers }, (response) => resolve(response.resume().statusCode))
    request.on('error', reject)
    const cut = bytes.indexOf('😀') + 2
    request.write(bytes.subarray(0, cut))
    setImmediate(() => request.end(bytes.subarray(cut)))
  })
  assert.equal(status, 200)
})

test('Express serves it before a JSON middleware and after a raw one; after a JSON one an error explains it', async (t) => {
  const { handler } = endpoint()
  const before = express()
  before.post('/refunds', toNodeHandler(handler))
  before.use(express.json())
  assert.deepEqual((await post(await listen(t, before), preview())).body, price)
  const raw = express()
  raw.use(express.raw({ type: '*/*' }))
  raw.post('/refunds', toNodeHandler(handler))
  assert.deepEqual((await post(await listen(t, raw), preview())).body, price)
  const after = express()
  after.use(express.json())
  after.post('/refunds', toNodeHandler(handler))
  const { status, body } = await post(await listen(t, after), preview())
  assert.deepEqual([status, body.code], [500, 'error'])
  assert.match(body.message, /^The body was parsed before the signature check: put this route before express\.json\(\)/)
})
