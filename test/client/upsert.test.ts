import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { Storewire, StorewireError, type Upserts } from '../../src/client/index.ts'
import { recordingClient } from '../support/client.ts'
import { startServer } from '../support/server.ts'

const UPDATED_AT = '2026-03-01T09:00:00Z'
const order = (id: string, fields: object = {}) => ({ id, updatedAt: UPDATED_AT, ...fields })
const orders = (count: number, from = 0) => Array.from({ length: count }, (_, index) => order(`o${from + index}`))
/** An order that the server refuses. */
const badOrder = (id: string) => order(id, { total: -1 })

test('ping returns the workspace of the key', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: `${api.baseUrl}/` })
  assert.deepEqual(await client.ping(), { orgId: api.workspaceId })
})

test('objects of every kind can be pushed', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  const base = { id: 'x1', updatedAt: UPDATED_AT }
  const kinds = ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles'] as const
  for (const kind of kinds) {
    const upserts: Upserts<typeof base> = client[kind]
    assert.deepEqual(await upserts.upsert(base), { id: 'x1', status: 'created' })
    assert.deepEqual(await upserts.upsert([base]), [{ id: 'x1', status: 'stale' }])
    assert.equal((await api.call('GET', `/${kind}/x1`)).status, 200)
  }
})

test('single objects pushed at one moment share a request, and each call gets its own result', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  await client.orders.upsert([order('o1')])
  sent.length = 0
  const results = await Promise.all([
    client.orders.upsert(order('o1')),
    client.orders.upsert(
      order('o2', {
        colour: 'red',
        email: '',
        items: [{ id: 'l1', title: 'Scarf', quantity: 1, unitPrice: 100, url: '' }],
      } as object),
    ),
    client.customers.upsert({ id: 'c1', updatedAt: UPDATED_AT }),
  ])
  assert.deepEqual(results, [
    { id: 'o1', status: 'stale' },
    { id: 'o2', status: 'created', ignored: ['colour', 'email', 'items[].url'] },
    { id: 'c1', status: 'created' },
  ])
  assert.deepEqual(sent.map(({ path, body }) => [path, body.data.length]).sort(), [
    ['/customers', 1],
    ['/orders', 2],
  ])
})

test('the same id pushed twice at one moment keeps its order, and each call gets its own result', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  const results = await Promise.all([
    client.orders.upsert(order('o1', { updatedAt: 2_000, status: 'pending' })),
    client.orders.upsert(order('o1', { updatedAt: 3_000, status: 'shipped' })),
    client.orders.upsert(order('o1', { updatedAt: 1_000, status: 'cancelled' })),
  ])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'updated', 'stale'],
  )
  assert.equal(sent.length, 1)
  assert.equal((await api.call('GET', '/orders/o1')).body.status, 'shipped')
})

test('an object is pushed as it was when it was passed', async (t) => {
  const api = await startServer(t)
  const { client } = recordingClient(api)
  const changing = order('o1', { number: '#1' }) as { id: string; updatedAt: string; number: string }
  const pushed = client.orders.upsert(changing)
  changing.number = '#2'
  await pushed
  assert.equal((await api.call('GET', '/orders/o1')).body.number, '#1')
})

test('a full request is sent at once', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  const results = await Promise.all(orders(60).map((one) => client.orders.upsert(one)))
  assert.deepEqual(
    results.map(({ id }) => id),
    orders(60).map(({ id }) => id),
  )
  assert.deepEqual(
    sent.map(({ body }) => body.data.length),
    [25, 25, 10],
  )
})

test('one invalid object among many fails only its own caller', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  const settled = await Promise.allSettled([
    client.orders.upsert(order('o1')),
    client.orders.upsert(badOrder('o2')),
    client.orders.upsert(order('o3')),
    client.orders.upsert(order('o4', { items: [{ id: 'l1' }] })),
  ])
  assert.deepEqual(
    settled.map((one) => (one.status === 'fulfilled' ? one.value.status : one.reason.status)),
    ['created', 400, 'created', 400],
  )
  const { reason } = settled[1] as PromiseRejectedResult
  assert.ok(reason instanceof StorewireError)
  assert.equal(reason.code, 'BAD_REQUEST')
  assert.deepEqual((reason.body as { data: unknown }).data, {
    issues: [
      { path: ['data', 0, 'total'], message: 'must be a whole number of minor units from 0 to 9007199254740991' },
    ],
  })
  assert.match(reason.message, /data\.0\.total must be/)
  assert.doesNotMatch(JSON.stringify((settled[3] as PromiseRejectedResult).reason.body), /total/)
  assert.deepEqual(
    sent.map(({ body }) => body.data.map(({ id }: { id: string }) => id)),
    [
      ['o1', 'o2', 'o3', 'o4'],
      ['o1', 'o3'],
    ],
  )
  assert.notEqual(sent[0]?.headers.get('idempotency-key'), sent[1]?.headers.get('idempotency-key'))
})

test('all invalid objects fail even if one response cannot list them all, and the valid one is stored', async (t) => {
  const api = await startServer(t)
  const { client } = recordingClient(api)
  // Five issues each: the answer tells 100 issues in all, and so not of every object.
  const veryBad = (index: number) =>
    order(`bad${index}`, { total: -1, subtotal: -1, taxTotal: -1, shippingTotal: -1, discountTotal: -1 })
  const settled = await Promise.allSettled(
    [...Array.from({ length: 24 }, (_, index) => veryBad(index)), order('good')].map((one) =>
      client.orders.upsert(one),
    ),
  )
  assert.equal(settled.filter(({ status }) => status === 'rejected').length, 24)
  assert.deepEqual(settled[24], { status: 'fulfilled', value: { id: 'good', status: 'created' } })
})

test('a value that is not an object fails only its own caller', async (t) => {
  const api = await startServer(t)
  const { client } = recordingClient(api)
  const settled = await Promise.allSettled([
    client.orders.upsert(order('o1', { custom: { big: 1n } })),
    client.orders.upsert(undefined as never),
    client.orders.upsert(order('o2')),
  ])
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  )
  assert.ok((settled[0] as PromiseRejectedResult).reason instanceof TypeError)
})

test('an error that names no object fails every caller of the request', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient({ ...api, key: 'sk_unknown' })
  const settled = await Promise.allSettled([client.orders.upsert(order('o1')), client.orders.upsert(order('o2'))])
  for (const one of settled) assert.equal((one as PromiseRejectedResult).reason.status, 401)
  assert.equal(sent.length, 1)
})

test('arrays go in requests of 25, tickets of 50, with results in the order of the array', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  const results = await client.orders.upsert(orders(60))
  assert.deepEqual(
    results.map(({ id }) => id),
    orders(60).map(({ id }) => id),
  )
  await client.tickets.upsert(Array.from({ length: 120 }, (_, index) => ({ id: `t${index}`, updatedAt: UPDATED_AT })))
  assert.deepEqual(
    sent.map(({ path, body }) => [path, body.data.length]),
    [
      ['/orders', 25],
      ['/orders', 25],
      ['/orders', 10],
      ['/tickets', 50],
      ['/tickets', 50],
      ['/tickets', 20],
    ],
  )
  assert.deepEqual(await client.orders.upsert([]), [])
  assert.equal(sent.length, 6)
})

test('tickets also split by their messages, alone or in an array', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  const ticket = (id: string, messages: number) => ({
    id,
    updatedAt: UPDATED_AT,
    messages: Array.from({ length: messages }, (_, index) => ({
      id: `m${index}`,
      createdAt: UPDATED_AT,
      author: { type: 'customer' as const },
      body: 'Hello',
    })),
  })
  const tickets = [ticket('t1', 1_500), ticket('t2', 500), ticket('t3', 1), ticket('t4', 2_000), ticket('t5', 0)]
  await client.tickets.upsert(tickets)
  await Promise.all(tickets.map((one) => client.tickets.upsert(one)))
  const split = [['t1', 't2'], ['t3'], ['t4', 't5']]
  assert.deepEqual(
    sent.map(({ body }) => body.data.map(({ id }: { id: string }) => id)),
    [...split, ...split],
  )
})

test('large objects split by bytes before the server refuses them', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  const large = Array.from({ length: 25 }, (_, index) => order(`o${index}`, { note: 'ü'.repeat(100_000) }))
  const results = await client.orders.upsert(large)
  assert.equal(results.length, 25)
  assert.deepEqual(
    sent.map(({ body }) => body.data.length),
    [20, 5],
  )
})

test('every write has a key, and a key of the caller is followed by the offset', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  await client.orders.upsert(orders(30), { idempotencyKey: 'nightly' })
  await client.customers.upsert({ id: 'c1', updatedAt: UPDATED_AT }, { idempotencyKey: 'one' })
  await client.orders.upsert(orders(30, 100))
  await client.orders.upsert(order('single'))
  const keys = sent.map(({ headers }) => headers.get('idempotency-key') ?? '')
  assert.deepEqual(keys.slice(0, 3), ['nightly:0', 'nightly:25', 'one:0'])
  assert.equal(new Set(keys).size, 6)
  for (const key of keys.slice(3)) assert.match(key, /^[0-9a-f-]{36}$/)
  assert.deepEqual(
    (await client.orders.upsert(orders(30), { idempotencyKey: 'nightly' })).map(({ status }) => status),
    Array(30).fill('created'),
    'a repeated write is answered with the first results',
  )
  await assert.rejects(client.orders.upsert(orders(2), { idempotencyKey: 'nightly' }), {
    name: 'StorewireError',
    status: 409,
    code: 'CONFLICT',
  })
  await assert.rejects(client.orders.upsert(orders(2), { idempotencyKey: 'später' }), TypeError)
})

test('an error in a later request names the object by its place in the array', async (t) => {
  const api = await startServer(t)
  const { client } = recordingClient(api)
  const some = [...orders(40), badOrder('bad'), ...orders(10, 50)]
  await assert.rejects(client.orders.upsert(some), (error: StorewireError) => {
    assert.deepEqual((error.body as { data: { issues: { path: unknown }[] } }).data.issues[0]?.path, [
      'data',
      40,
      'total',
    ])
    assert.match(error.message, /data\.40\.total/)
    assert.ok(error.requestId)
    return true
  })
})

test('a client without options is an error with the correct call', () => {
  assert.throws(() => new Storewire(undefined as never), {
    name: 'TypeError',
    message: 'The options are missing: write new Storewire({ secretKey: process.env.STOREWIRE_SECRET_KEY }).',
  })
})

test('an invalid key is rejected at once, and never repeated in the error', () => {
  for (const missing of ['', undefined]) {
    assert.throws(() => new Storewire({ secretKey: missing }), {
      name: 'TypeError',
      message: /^secretKey is missing: .* environment variable .*storewire keys create/,
    })
  }
  for (const secretKey of ['pk_abc123456', ' sk_abc123456', 'sk_abc123456\n', 'sk_abc 123456']) {
    assert.throws(
      () => new Storewire({ secretKey }),
      (error: Error) => error instanceof TypeError && !error.message.includes('abc'),
    )
  }
  for (const baseUrl of ['ftp://shop.example', 'shop.example', 'http://user:secret@shop.example/api/v1']) {
    assert.throws(
      () => new Storewire({ secretKey: 'sk_x', baseUrl }),
      (error: Error) => error instanceof TypeError && !error.message.includes('secret'),
    )
  }
})

test('the secret key is in no error and no inspection, even if a server repeats it', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  const echo = recordingClient(api, {
    fetch: async (_, init) => Response.json({ code: 'ECHO', message: 'no', data: init.headers }, { status: 418 }),
    sleep: async () => {},
  }).client
  const unreachable = recordingClient({ ...api, baseUrl: 'http://127.0.0.1:1' }, { sleep: async () => {} }).client
  const errors = await Promise.all(
    [client.orders.upsert(badOrder('o1')), echo.ping(), unreachable.ping()].map((call) => call.catch((error) => error)),
  )
  const shown = [client, ...errors].flatMap((one) => [
    inspect(one, { depth: Infinity, showHidden: true }),
    JSON.stringify(one),
    String(one.stack),
  ])
  for (const text of shown) assert.ok(!text.includes(api.key))
})

/** A ticket of more than 8 MiB, which no call takes. */
function hugeTicket(id: string) {
  const author = { type: 'customer' } as const
  const body = 'x'.repeat(100_000)
  const messages = Array.from({ length: 90 }, (_, index) => ({ id: `m${index}`, createdAt: UPDATED_AT, author, body }))
  return { id, updatedAt: UPDATED_AT, messages }
}

test('an object that is too large fails no other call, and is named by its place in the array', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  const small = Array.from({ length: 55 }, (_, index) => ({ id: `t${index}`, updatedAt: UPDATED_AT }))
  const [first, huge, last] = await Promise.allSettled([
    client.tickets.upsert({ id: 'a', updatedAt: UPDATED_AT }),
    client.tickets.upsert(hugeTicket('b')),
    client.tickets.upsert({ id: 'c', updatedAt: UPDATED_AT }),
  ])
  assert.deepEqual([first.status, huge.status, last.status], ['fulfilled', 'rejected', 'fulfilled'])
  await assert.rejects(client.tickets.upsert([...small, hugeTicket('d')]), (error) => {
    assert.ok(error instanceof StorewireError)
    assert.deepEqual([error.status, error.code], [413, 'PAYLOAD_TOO_LARGE'])
    assert.match(error.message, /^data\[55\]: this ticket has /)
    assert.deepEqual((error.body as { data: { path: unknown } }).data.path, ['data', 55])
    return true
  })
})
