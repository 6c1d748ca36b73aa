import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextUnread } from '../../src/changes/places.ts'
import { filtersReader } from '../../src/objects/filters-reader.ts'
import { conditionsOf, type FilterValues } from '../../src/objects/find/filter.ts'
import { listObjects } from '../../src/objects/find/read.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import type { PushedObject, Resource } from '../../src/objects/resource.ts'
import { resources } from '../../src/objects/resources.ts'
import { orders } from '../../src/objects/types/order.ts'
import { hooks } from '../../src/serve/features.ts'
import type { Reader, SqlValue } from '../../src/store/store.ts'
import { customer, order, product, shipment, ticket } from '../support/objects.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

/** The ids that a list answers with, in its order. */
async function found(api: Pick<Api, 'call'>, path: string): Promise<string[]> {
  const { status, body, text } = await api.call('GET', path)
  assert.equal(status, 200, text)
  assert.equal(body.nextCursor, null)
  return body.data.map(({ id }: { id: string }) => id)
}

test('an order is found by number, e-mail, customer, status and time, and by several at once', async (t) => {
  const api = await startServer(t)
  const placed = (day: number) => `2026-02-${day}T00:00:00Z`
  await api.push('orders', [
    order({
      id: 'a',
      number: '#1001',
      email: 'Ada@Example.com',
      customerId: 'c1',
      status: 'shipped',
      placedAt: placed(10),
    }),
    order({ id: 'b', number: 'EU 1002', email: 'ada@example.com', customerId: 'c1', placedAt: placed(20) }),
    order({ id: 'c', number: '1003', email: 'bob@example.com', customerId: 'c2' }),
  ])
  for (const number of ['1001', '%231001', '%23 1001', '10 01'])
    assert.deepEqual(await found(api, `/orders?number=${number}`), ['a'])
  assert.deepEqual(await found(api, '/orders?number=eu1002'), ['b'])
  assert.deepEqual(await found(api, '/orders?number=100'), [])
  assert.deepEqual(await found(api, '/orders?email=ADA@example.COM'), ['b', 'a'])
  assert.deepEqual(await found(api, '/orders?customerId=c2'), ['c'])
  assert.deepEqual(await found(api, '/orders?customerId=C2'), [])
  assert.deepEqual(await found(api, '/orders?status=pending'), ['c', 'b'])
  assert.deepEqual(await found(api, `/orders?placedSince=${placed(10)}`), ['b', 'a'])
  assert.deepEqual(await found(api, `/orders?placedSince=${Date.parse(placed(11))}`), ['b'])
  // A + that was not encoded.
  assert.deepEqual(await found(api, `/orders?placedSince=${placed(11).replace('Z', '+00:00')}`), ['b'])
  assert.deepEqual(await found(api, '/orders?email=ada@example.com&status=shipped&customerId=c1'), ['a'])
  assert.deepEqual(await found(api, '/orders?email=ada@example.com&status=delivered'), [])
  assert.deepEqual(await found(api, '/orders?email=ada@example.com&updatedSince=2026-03-02T00:00:00Z'), [])
})

test('customers, shipments, products and tickets are found by fields that people know', async (t) => {
  const api = await startServer(t)
  await api.push('customers', [
    customer({ phone: '+43 (1) 234-5', tags: ['vip'] }),
    customer({ id: 'c2', email: 'bob@example.com' }),
  ])
  await api.push('shipments', [
    shipment({ trackingNumber: 'RM 123 GB', status: 'lost' }),
    shipment({ id: 's2', orderId: 'o2' }),
  ])
  await api.push('products', [
    product({
      status: 'active',
      variants: [
        { id: 'v1', sku: 'RED' },
        { id: 'v2', sku: 'BLUE' },
      ],
    }),
    product({ id: 'p2' }),
  ])
  await api.push('tickets', [
    ticket({ email: 'ada@example.com', customerId: 'c1', status: 'open' }),
    ticket({ id: 't2' }),
  ])
  for (const [path, id] of [
    ['/customers?email=ADA@example.com', 'c1'],
    ['/customers?phone=0043 12345', 'c1'],
    ['/customers?phone=+4312345', 'c1'],
    ['/customers?phone=%2B43 12345', 'c1'],
    ['/customers?tag=vip', 'c1'],
    ['/shipments?orderId=o2', 's2'],
    ['/shipments?trackingNumber=rm123gb', 's1'],
    ['/shipments?status=lost', 's1'],
    ['/products?sku=BLUE', 'p1'],
    ['/products?status=active', 'p1'],
    ['/tickets?customerId=c1', 't1'],
    ['/tickets?email=Ada@Example.com', 't1'],
    ['/tickets?status=open', 't1'],
  ] as const) {
    assert.deepEqual(await found(api, path), [id], path)
  }
})

test('products of one call are found by all of their SKUs, one that comes twice in it by those of its last version', async (t) => {
  const api = await startServer(t)
  const withSkus = (id: string, skus: string[], updatedAt = '2026-03-01T09:00:00Z') =>
    product({ id, updatedAt, variants: skus.map((sku, index) => ({ id: `v${index}`, sku })) })
  const many = Array.from({ length: 75 }, (_, index) => `M${index}`)
  await api.push('products', [
    withSkus('many', [...many, 'M7']),
    withSkus('twice', ['OLD', 'SAME']),
    withSkus('p1', ['SAME']),
    withSkus('twice', ['SAME', 'NEW'], '2026-03-01T10:00:00Z'),
    withSkus('p2', ['SAME', 'NEW']),
  ])
  for (const sku of many) assert.deepEqual(await found(api, `/products?sku=${sku}`), ['many'])
  assert.deepEqual(await found(api, '/products?sku=OLD'), [])
  assert.deepEqual(await found(api, '/products?sku=NEW'), ['twice', 'p2'])
  assert.deepEqual(await found(api, '/products?sku=SAME'), ['twice', 'p2', 'p1'])
})

test('workspaces with the same ids and e-mail addresses see their own objects alone', async (t) => {
  const api = await startServer(t)
  const other = client(api.baseUrl, (await addWorkspace(api.store, 'other', api.clock)).key)
  await api.push('orders', [order({ email: 'ada@example.com', note: 'ours' })])
  await other.push('orders', [
    order({ email: 'ada@example.com', note: 'theirs' }),
    order({ id: 'o2', email: 'ada@example.com' }),
  ])
  await api.push('products', [product({ variants: [{ id: 'v', sku: 'S' }] })])
  const { body } = await api.call('GET', '/orders?email=ada@example.com')
  assert.deepEqual(
    body.data.map(({ note }: { note: string }) => note),
    ['ours'],
  )
  assert.deepEqual(await found(other, '/orders?email=ada@example.com'), ['o2', 'o1'])
  assert.deepEqual(await found(other, '/products?sku=S'), [])
})

for (const [query, name, problem] of [
  ['emial=ada@example.com', 'emial', 'is not a known parameter: did you mean email?'],
  ['Limit=3', 'Limit', 'is not a known parameter: did you mean limit?'],
  ['colour=red', 'colour', /^is not a known parameter: this call has limit, cursor, .*status/],
  ['email=a@b.c&email=d@e.f', 'email', 'is given more than once'],
  ['email=', 'email', /such as/],
  ['number=%23', 'number', /such as/],
  ['status=lost', 'status', /^must be one of pending, processing/],
  ['placedSince=yesterday', 'placedSince', /ISO-8601/],
  ['placedSince=2026-02-01T00:00:00', 'placedSince', /time zone/],
  ['placedSince=1700000000', 'placedSince', 'looks like seconds: use milliseconds, 1700000000000'],
  ['updatedSince=1700000000000000', 'updatedSince', 'looks like microseconds: use milliseconds, 1700000000000'],
] as const) {
  test(`GET /orders?${query} is a 400 that names the parameter`, async (t) => {
    const api = await startServer(t)
    const { status, body } = await api.call('GET', `/orders?${query}`)
    assert.equal(status, 400)
    assert.equal(body.data.issues.length, 1)
    assert.deepEqual(body.data.issues[0].path, [name])
    if (typeof problem === 'string') assert.equal(body.data.issues[0].message, problem)
    else assert.match(body.data.issues[0].message, problem)
    assert.match(body.message, new RegExp(name))
  })
}

test('every call of the API rejects an unknown parameter, and changes nothing', async (t) => {
  const api = await startServer(t)
  for (const [method, path, json] of [
    ['GET', '/ping'],
    ['GET', '/orders/o1'],
    ['DELETE', '/orders/o1'],
    ['POST', '/orders', { data: [order()] }],
    ['POST', '/orders/bulk', { data: [order()] }],
    ['GET', '/backfills'],
    ['POST', '/backfills', {}],
  ] as const) {
    const { status, body } = await api.call(method, `${path}?foo=1&__proto__=2`, json ? { json } : {})
    assert.equal(status, 400, `${method} ${path}`)
    assert.deepEqual(
      body.data.issues.map(({ path }: { path: string[] }) => path),
      [['foo'], ['__proto__']],
    )
  }
  assert.deepEqual(await found(api, '/orders'), [])
  assert.deepEqual((await api.call('GET', '/backfills')).body.data, [])
})

test('the reference has the parameters of each list with their types', async (t) => {
  const { paths } = (await (await startServer(t)).call('GET', '/spec.json')).body
  const parameters = (path: string) =>
    Object.fromEntries(
      paths[path].get.parameters.map((one: { name: string; schema: object }) => [one.name, one.schema]),
    )
  const ofOrders = parameters('/orders')
  assert.deepEqual(Object.keys(ofOrders), [
    'limit',
    'cursor',
    'updatedSince',
    'customerId',
    'email',
    'number',
    'status',
    'placedSince',
  ])
  assert.equal(ofOrders.status.enum.length, 8)
  assert.deepEqual(ofOrders.placedSince.anyOf, [{ type: 'string', format: 'date-time' }, { type: 'integer' }])
  assert.deepEqual(Object.keys(parameters('/customers')).slice(3), ['email', 'phone', 'tag', 'segment'])
  assert.deepEqual(Object.keys(parameters('/shipments')).slice(3), ['orderId', 'trackingNumber', 'status'])
  assert.deepEqual(Object.keys(parameters('/products')).slice(3), ['sku', 'status'])
  assert.deepEqual(Object.keys(parameters('/tickets')).slice(3), ['customerId', 'email', 'status'])
  assert.deepEqual(Object.keys(parameters('/articles')).slice(3), ['topic', 'status'])
})

const pushAll = (api: Api, resource: Resource, objects: PushedObject[]) =>
  api.store.write((tx) =>
    push(
      tx,
      { resource, workspaceId: api.workspaceId, hooks },
      objects.map((object) => prepare(resource, object)),
      1,
    ),
  )

async function pagesOf(api: Api, filters: FilterValues): Promise<string[][]> {
  const pages: string[][] = []
  let cursor: string | undefined
  const { read, readSlowly } = api.store
  do {
    const page = await listObjects(read, orders, api.workspaceId, { limit: 100, cursor, filters, readSlowly })
    pages.push(page.data.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return pages
}

test('a filter that most objects match, and one that few match, find all in bounded steps', async (t) => {
  const api = await startServer(t)
  const total = 20_000
  const pushed = Array.from({ length: total }, (_, index) => ({
    id: `o${String(index).padStart(6, '0')}`,
    updatedAt: 1_000_000 + Math.floor(index / 3),
    placedAt: index,
    email: index % 2 === 0 ? 'shop@example.com' : 'old@example.com',
    customerId: index < 2_500 ? 'early' : `c${index}`,
    status: index < 20 ? 'returned' : 'shipped',
  }))
  for (let start = 0; start < total; start += 5_000) await pushAll(api, orders, pushed.slice(start, start + 5_000))
  const expected = (fits: (object: (typeof pushed)[number]) => boolean) =>
    pushed
      .filter(fits)
      .map(({ id }) => id)
      .reverse()
  const byEmail = await pagesOf(api, { email: 'shop@example.com' })
  assert.deepEqual(
    byEmail.flat(),
    expected(({ email }) => email === 'shop@example.com'),
  )
  assert.equal(byEmail.length, 100)
  // More candidates than are sorted, all of them at the end: some pages are empty.
  const early = await pagesOf(api, { customerId: 'early' })
  assert.deepEqual(
    early.flat(),
    expected(({ customerId }) => customerId === 'early'),
  )
  assert.ok(early.some((page) => page.length === 0) && early.length < 40, `${early.length} pages`)
  assert.deepEqual(await pagesOf(api, { status: 'returned' }), [expected(({ status }) => status === 'returned')])
  const both = await pagesOf(api, { status: 'returned', email: 'shop@example.com' })
  assert.deepEqual(
    both.flat(),
    expected(({ status, email }) => status === 'returned' && email === 'shop@example.com'),
  )
  const late = await pagesOf(api, { placedSince: total - 150 })
  assert.deepEqual(
    late.flat(),
    expected(({ placedAt }) => placedAt >= total - 150),
  )
})

test('a filter without an index reads many objects apart from pushes, and few of them at once', async (t) => {
  const api = await startServer(t)
  const pushed = Array.from({ length: 1_500 }, (_, index) => ({
    id: `o${index}`,
    updatedAt: 1_000_000 + index,
    status: index === 0 ? 'returned' : 'shipped',
  }))
  await pushAll(api, orders, pushed)
  const { readSlowly } = api.store
  let apart = 0
  api.store.readSlowly = (...asked) => {
    apart++
    return readSlowly(...asked)
  }
  const listed = async (status: string) => (await api.call('GET', `/orders?status=${status}&limit=100`)).body.data
  assert.equal((await listed('shipped')).length, 100)
  assert.equal(apart, 0)
  assert.deepEqual(
    (await listed('returned')).map(({ id }: { id: string }) => id),
    ['o0'],
  )
  assert.ok(apart > 0)
})

/** A reader that keeps how each statement is run. */
function explaining(reader: Reader): { reader: Reader; plans: string[] } {
  const plans: string[] = []
  const explain = async (sql: string, values: SqlValue[]) => {
    const steps = await reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    plans.push(...steps.map(({ detail }) => detail))
  }
  return {
    plans,
    reader: {
      get: (sql, ...values) => explain(sql, values).then(() => reader.get(sql, ...values)),
      all: (sql, ...values) => explain(sql, values).then(() => reader.all(sql, ...values)),
      until: (isEnd, sql, ...values) => explain(sql, values).then(() => reader.until(isEnd, sql, ...values)),
    },
  }
}

const ENTRIES = /SEARCH entry USING PRIMARY KEY \(workspace_id=\? AND filter=\? AND part=\? AND value=\?\)/

/** The index by which each filter finds objects. */
const INDEXES: Record<string, Record<string, RegExp>> = {
  orders: {
    customerId: /SEARCH object USING INDEX orders_by_customer \(workspace_id=\? AND part=\? AND customer_id=\?\)/,
    email: /SEARCH object USING INDEX orders_by_email \(workspace_id=\? AND part=\? AND email=\?\)/,
    number: /SEARCH object USING INDEX orders_by_number \(workspace_id=\? AND part=\? AND number=\?\)/,
    status: /SEARCH orders USING COVERING INDEX orders_by_update/,
    placedSince: /SEARCH orders USING COVERING INDEX orders_by_update \(workspace_id=\? AND updated_at>\?/,
  },
  customers: {
    email: ENTRIES,
    phone: ENTRIES,
    tag: ENTRIES,
  },
  shipments: {
    orderId: /SEARCH object USING INDEX shipments_by_order \(workspace_id=\? AND order_id=\?\)/,
    trackingNumber:
      /SEARCH object USING INDEX shipments_by_tracking_number \(workspace_id=\? AND part=\? AND tracking_number=\?\)/,
    status: /SEARCH shipments USING COVERING INDEX shipments_by_update/,
  },
  products: {
    sku: ENTRIES,
    status: /SEARCH products USING COVERING INDEX products_by_update/,
  },
  tickets: {
    customerId: ENTRIES,
    email: ENTRIES,
    status: /SEARCH tickets USING COVERING INDEX tickets_by_update/,
  },
  articles: {
    topic: /SEARCH articles USING COVERING INDEX articles_by_update/,
    status: /SEARCH articles USING COVERING INDEX articles_by_update/,
  },
}

for (const resource of resources) {
  for (const { name, example } of resource.filters.filter(({ storage }) => !('elsewhere' in storage))) {
    test(`the filter ${name} of ${resource.name} uses an index, and nothing reads a whole table`, async (t) => {
      const api = await startServer(t)
      await pushAll(api, resource, [{ ...resource.example, updatedAt: 1, id: 'x' }])
      const { reader, plans } = explaining(api.store.read)
      await listObjects(reader, resource, api.workspaceId, { limit: 10, filters: { [name]: example } })
      const index = INDEXES[resource.name]?.[name]
      assert.ok(index && plans.some((step) => index.test(step)), plans.join('\n'))
      const tables = ['filter_entries', 'customer_agent_tags', 'entry', ...resources.map((one) => one.name)]
      for (const step of plans) for (const table of tables) assert.doesNotMatch(step, new RegExp(`^SCAN ${table}\\b`))
      for (const step of plans.filter((one) => / part /.test(one) || /_by_(email|number)/.test(one)))
        assert.doesNotMatch(step, /autoindex/)
    })
  }
}

test('a new customer is found at once, and after a job has moved the values to their index', async (t) => {
  const api = await startServer(t)
  const found = async () => (await api.call('GET', '/customers?email=ADA@x.y&tag=vip')).body.data.length
  const waiting = () => nextUnread(api.store.read, filtersReader, api.workspaceId)
  await api.push('customers', [{ id: 'c1', updatedAt: 1, email: 'ada@x.y', tags: ['vip'] }])
  assert.equal(await found(), 1)
  await until(async () => (await waiting()) === undefined)
  assert.equal(await found(), 1)
  assert.equal((await api.store.read.all('SELECT value FROM filter_entries')).length, 2)
})

test('a filter accepts a value that is already normalized', () => {
  for (const resource of resources) {
    for (const { name, example, storage } of resource.filters) {
      if ('elsewhere' in storage) continue
      const [once] = conditionsOf(resource, { [name]: example })
      const [twice] = conditionsOf(resource, { [name]: once?.value })
      assert.deepEqual(twice?.value, once?.value)
    }
  }
  assert.throws(() => conditionsOf(orders, { colour: 'red' }), /colour is not a filter of orders/)
})
