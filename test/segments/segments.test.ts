import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backlogOf } from '../../src/changes/backlog.ts'
import { Storewire } from '../../src/client/index.ts'
import { factsReader } from '../../src/segments/facts-reader.ts'
import { customer, order } from '../support/objects.ts'
import { addWorkspace, client, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const spenders = { all: [{ field: 'totalSpent', op: '>=', value: 5_000, currency: 'EUR' }] }
const idsOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id)

test('a segment is created, listed, read, asked for its customers and deleted', async (t) => {
  const api = await startServer(t)
  await api.push('customers', [
    customer({ id: 'c1', totalSpent: 6_000, totalSpentCurrency: 'EUR' }),
    customer({ id: 'c2' }),
    customer({ id: 'c3' }),
  ])
  await api.push('orders', [
    order({ id: 'o1', customerId: 'c2', currency: 'EUR', total: 9_000, refundedTotal: 4_000 }),
    order({ id: 'o2', customerId: 'c3', currency: 'EUR', total: 9_000, status: 'cancelled' }),
    order({ id: 'o3', customerId: 'c1', currency: 'EUR', total: 1 }),
  ])
  const made = await api.call('POST', '/segments', { json: { name: 'Good', rule: spenders } })
  assert.equal(made.status, 200)
  assert.match(made.body.id, /^seg_/)
  assert.deepEqual(made.body, {
    id: made.body.id,
    name: 'Good',
    rule: spenders,
    createdAt: '2026-03-01T09:30:00.000Z',
  })
  const path = `/segments/${made.body.id}`
  assert.deepEqual((await api.call('GET', path)).body, made.body)
  assert.deepEqual((await api.call('GET', '/segments')).body, { data: [made.body], nextCursor: null })
  await until(async () => !(await api.call('GET', `${path}/customers`)).body.incomplete)
  const members = (await api.call('GET', `${path}/customers`)).body
  assert.deepEqual([idsOf(members), members.nextCursor, members.incomplete], [['c1', 'c2'], null, false])
  assert.deepEqual(members.data[0], (await api.call('GET', '/customers/c1')).body)
  assert.equal((await api.call('DELETE', path)).status, 204)
  for (const gone of ['', '/customers']) assert.equal((await api.call('GET', path + gone)).status, 404)
  assert.equal((await api.call('DELETE', path)).status, 404)
  assert.equal((await api.call('GET', '/customers/c1')).status, 200)
  const log = await api.store.read.all(
    `SELECT action, target FROM audit_log WHERE action LIKE 'segment%' ORDER BY at, action`,
  )
  assert.deepEqual(log, [
    { action: 'segment.created', target: made.body.id },
    { action: 'segment.deleted', target: made.body.id },
  ])
})

test('the customers of a segment are those of the data now, page by page and as a filter', async (t) => {
  const api = await startServer(t)
  const { id } = (await api.call('POST', '/segments', { json: { name: 'Good', rule: spenders } })).body
  const members = async (query = '') => (await api.call('GET', `/segments/${id}/customers${query}`)).body
  await until(async () => !(await members()).incomplete)
  assert.deepEqual(idsOf(await members()), [])
  await api.push(
    'customers',
    ['a', 'b', 'c'].map((one) => customer({ id: one, email: `${one}@x.y` })),
  )
  const bought = (one: string, total: number, updatedAt: number) =>
    order({ id: `o${one}`, updatedAt, customerId: one, currency: 'EUR', total })
  await api.push('orders', [bought('a', 5_000, 1), bought('b', 5_000, 1), bought('c', 5_000, 1)])
  const first = await members('?limit=2')
  assert.deepEqual(idsOf(first), ['a', 'b'])
  assert.deepEqual(idsOf(await members(`?limit=2&cursor=${first.nextCursor}`)), ['c'])
  const filtered = async (query = '') => idsOf((await api.call('GET', `/customers?segment=${id}${query}`)).body).sort()
  assert.deepEqual(await filtered(), ['a', 'b', 'c'])
  assert.deepEqual(await filtered('&email=B@x.y'), ['b'])

  await api.push('orders', [bought('a', 4_999, 2)])
  assert.deepEqual(idsOf(await members()), ['b', 'c'])
  await api.push('orders', [order({ id: 'ob', updatedAt: 3, customerId: 'a' })])
  assert.deepEqual(idsOf(await members()), ['a', 'c'])
  assert.deepEqual(await filtered(), ['a', 'c'])
  await api.call('DELETE', '/orders/oc')
  assert.deepEqual(idsOf(await members()), ['a'])
  await api.call('DELETE', '/customers/a')
  assert.deepEqual(idsOf(await members()), [])
  assert.deepEqual(await api.store.read.all(`SELECT * FROM customer_facts WHERE customer_id = 'a'`), [])
  assert.equal((await api.call('GET', '/customers?segment=seg_none')).status, 404)
  assert.equal((await api.call('GET', `/segments/${id}/customers?cursor=x`)).status, 400)
})

test('bulk imports are counted, and a running server counts without being asked', async (t) => {
  const api = await startServer(t)
  const { id } = (await api.call('POST', '/segments', { json: { name: 'Good', rule: spenders } })).body
  const people = Array.from({ length: 250 }, (_, index) => customer({ id: `c${index}` }))
  const bought = people.map((one, index) =>
    order({ id: `o${index}`, customerId: one.id, currency: 'EUR', total: index < 120 ? 5_000 : 10 }),
  )
  for (const [resource, data] of [
    ['customers', people],
    ['orders', bought],
  ] as const)
    assert.equal((await api.call('POST', `/${resource}/bulk`, { json: { data } })).status, 202)
  await until(async () => {
    api.clock.advance(600)
    api.wake()
    const rows = await api.store.read.all('SELECT 1 FROM customer_facts WHERE spent = 5000')
    return rows.length === 120
  })
  await until(async () => (await api.store.read.all(`SELECT 1 FROM jobs WHERE kind = 'count-facts'`)).length === 0)
  const api2 = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  const found: string[] = []
  for await (const one of api2.segments.customers(id)) found.push(one.id)
  assert.equal(new Set(found).size, 120)
  await until(async () => (await backlogOf(api.store.read, factsReader)).waiting === 0)
})

test('workspaces without a segment keep no facts, and those of others never cross', async (t) => {
  const api = await startServer(t)
  const { key, workspaceId } = await addWorkspace(api.store, 'other', api.clock)
  const other = client(api.baseUrl, key)
  const { id } = (await api.call('POST', '/segments', { json: { name: 'Good', rule: spenders } })).body
  await until(async () => !(await api.call('GET', `/segments/${id}/customers`)).body.incomplete)
  for (const one of [api, other]) {
    await one.push('customers', [customer()])
    await one.push('orders', [order({ customerId: 'c1', currency: 'EUR', total: one === api ? 1 : 9_000 })])
  }
  assert.deepEqual(idsOf((await api.call('GET', `/segments/${id}/customers`)).body), [])
  for (const table of ['customer_facts', 'fact_counts'])
    assert.deepEqual(await api.store.read.all(`SELECT * FROM ${table} WHERE workspace_id = ?`, workspaceId), [])
  for (const path of [`/segments/${id}`, `/segments/${id}/customers`, `/customers?segment=${id}`])
    assert.equal((await other.call('GET', path)).status, 404)
  assert.equal((await other.call('DELETE', `/segments/${id}`)).status, 404)
  assert.equal((await other.call('POST', '/segments', { json: { name: 'Good', rule: spenders } })).status, 200)
})

const nested = (depth: number): object =>
  depth === 0 ? { field: 'tag', op: '=', value: 'x' } : { all: [nested(depth - 1)] }
const of = (...parts: unknown[]) => ({ all: parts })
const wrong: [rule: unknown, path: string, message: RegExp][] = [
  [null, 'rule', /object with all, any or not/],
  [{}, 'rule', /exactly one of all, any and not/],
  [{ all: [], any: [] }, 'rule', /exactly one/],
  [{ each: [] }, 'rule', /exactly one/],
  [{ all: [] }, 'rule.all', /at least one/],
  [{ all: {} }, 'rule.all', /list/],
  [of(7), 'rule.all.0', /object/],
  [of({ field: 'email', op: '=', value: 'x' }), 'rule.all.0.field', /totalSpent, ordersCount/],
  [of({ field: 'constructor', op: '=', value: 'x' }), 'rule.all.0.field', /must be one of/],
  [of({ field: 'tag', op: '<', value: 'x' }), 'rule.all.0.op', /must be one of = != in for tag/],
  [of({ field: 'tag', op: '= 1 OR', value: 'x' }), 'rule.all.0.op', /must be one of/],
  [of({ field: 'tag', op: '=', value: '' }), 'rule.all.0.value', /at least 1 character/],
  [of({ field: 'tag', op: 'in', value: [] }), 'rule.all.0.value', /1 to 100 values/],
  [of({ field: 'tag', op: 'in', value: Array(101).fill('x') }), 'rule.all.0.value', /1 to 100 values/],
  [of({ field: 'tag', op: 'in', value: ['x', 7] }), 'rule.all.0.value.1', /string/],
  [of({ field: 'totalSpent', op: '>', value: 1 }), 'rule.all.0.currency', /ISO 4217|string/],
  [of({ field: 'totalSpent', op: '>', value: 1.5, currency: 'EUR' }), 'rule.all.0.value', /whole number/],
  [of({ field: 'totalSpent', op: '>', value: 1, currency: 'XYZ' }), 'rule.all.0.currency', /ISO 4217/],
  [of({ field: 'ordersCount', op: '>', value: 1, currency: 'EUR' }), 'rule.all.0.currency', /only for totalSpent/],
  [of({ field: 'ordersCount', op: '>', value: '1' }), 'rule.all.0.value', /number/],
  [of({ field: 'lastOrderAt', op: 'withinDays', value: 0 }), 'rule.all.0.value', /from 1 to 36500/],
  [of({ field: 'lastOrderAt', op: '>', value: '2026-01-01' }), 'rule.all.0.value', /time zone/],
  [of({ field: 'country', op: '=', value: 'Germany' }), 'rule.all.0.value', /two-letter country code.*: DE$/],
  [of({ field: 'lastOrderAt', op: '>', value: 1_767_225_600 }), 'rule.all.0.value', /looks like seconds/],
  [of({ field: 'marketingConsent', op: '=', value: 'yes' }), 'rule.all.0.value', /true or false/],
  [of({ field: 'tag', op: '=', value: 'x', colour: 1 }), 'rule.all.0.colour', /not a part of a condition/],
  [nested(5), 'rule.all.0.all.0.all.0.all.0', /deeper than 4/],
  [of(...Array(51).fill(nested(0))), 'rule.all', /at most 50/],
  [of({ all: Array(26).fill(nested(0)) }, { all: Array(25).fill(nested(0)) }), 'rule', /at most 50 conditions, not 51/],
  [
    of(...Array(3).fill({ field: 'tag', op: 'in', value: Array(70).fill('x') })),
    'rule',
    /at most 200 values in all conditions, not 210/,
  ],
]

test('a rule that is not one is rejected with the place of the mistake', async (t) => {
  const api = await startServer(t)
  for (const [rule, path, message] of wrong) {
    const { status, body } = await api.call('POST', '/segments', { json: { name: 'x', rule } })
    assert.equal(status, 400, path)
    assert.deepEqual(
      [body.data.issues[0].path.join('.'), message.test(body.data.issues[0].message)],
      [path, true],
      body.message,
    )
  }
  assert.deepEqual((await api.call('GET', '/segments')).body.data, [])
  for (const rule of [nested(4), of(...Array(50).fill(nested(0)))])
    assert.equal(
      (await api.call('POST', '/segments', { json: { name: JSON.stringify(rule).slice(0, 90), rule } })).status,
      200,
    )
})

test('a name is given once, and a workspace has up to 100 segments', async (t) => {
  const api = await startServer(t)
  const create = (name: string) => api.call('POST', '/segments', { json: { name, rule: spenders } })
  for (let index = 0; index < 100; index++) assert.equal((await create(`s${index}`)).status, 200)
  const again = await create('s100')
  assert.deepEqual([again.status, again.body.data.reason], [409, 'too_many_segments'])
  const { data, nextCursor } = (await api.call('GET', '/segments?limit=60')).body
  const rest = (await api.call('GET', `/segments?limit=60&cursor=${nextCursor}`)).body
  assert.deepEqual([data.length, rest.data.length, rest.nextCursor], [60, 40, null])
  await api.call('DELETE', `/segments/${data[0].id}`)
  const taken = await create('s7')
  assert.deepEqual([taken.status, taken.body.data.reason], [409, 'segment_exists'])
})

test('the client library creates, lists, reads and deletes segments', async (t) => {
  const api = await startServer(t)
  const { segments } = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  const made = await segments.create({
    name: 'Recent',
    rule: {
      any: [
        { field: 'lastOrderAt', op: 'withinDays', value: 30 },
        { not: [{ field: 'tag', op: 'in', value: ['b2b'] }] },
      ],
    },
  })
  assert.deepEqual(await segments.get(made.id), made)
  for await (const one of segments.list()) assert.deepEqual(one, made)
  await api.push('customers', [customer()])
  await until(async () => !(await segments.customers(made.id).page()).incomplete)
  assert.deepEqual(idsOf(await segments.customers(made.id).page()), ['c1'])
  await segments.delete(made.id)
  assert.deepEqual((await segments.list().page()).data, [])
})

test('orders beyond the limit of one customer are left out, the oldest first, and those of others are all counted', async (t) => {
  const api = await startServer(t)
  const { id } = (
    await api.call('POST', '/segments', {
      json: { name: 'x', rule: of({ field: 'ordersCount', op: '>=', value: 10_000 }) },
    })
  ).body
  await api.push('customers', [customer({ id: 'walk-in' }), customer({ id: 'c1' })])
  for (let start = 0; start < 10_100; start += 1_000) {
    const data = Array.from({ length: Math.min(1_000, 10_100 - start) }, (_, index) =>
      order({ id: `o${start + index}`, customerId: 'walk-in', placedAt: start + index }),
    )
    await api.call('POST', '/orders/bulk', { json: { data } })
  }
  await api.push('orders', [order({ id: 'own', customerId: 'c1' })])
  await until(async () => (await api.store.read.all(`SELECT 1 FROM jobs WHERE kind <> 'count-facts'`)).length === 0)
  await until(async () => !(await api.call('GET', `/segments/${id}/customers`)).body.incomplete)
  const facts = await api.store.read.all('SELECT customer_id, orders_count FROM customer_facts ORDER BY customer_id')
  assert.deepEqual(facts, [
    { customer_id: 'c1', orders_count: 1 },
    { customer_id: 'walk-in', orders_count: 10_000 },
  ])
})

test('until all stored customers are counted, the list says that it is incomplete, and the filter is a 503', async (t) => {
  const api = await startServer(t)
  await api.push('customers', [customer()])
  // As after an update from a version without filters, whose index the server has not filled yet.
  await api.store.write((tx) =>
    tx.run(`INSERT INTO filter_fills (resource, workspace_id, id) VALUES ('orders', '', '')`),
  )
  const { id } = (await api.call('POST', '/segments', { json: { name: 'x', rule: { not: [nested(0)] } } })).body
  const members = async () => (await api.call('GET', `/segments/${id}/customers`)).body
  assert.deepEqual(await members(), { data: [], nextCursor: null, incomplete: true })
  const { status, headers, body } = await api.call('GET', `/customers?segment=${id}`)
  assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
  assert.match(body.message, /still counting/)
  await api.store.write((tx) => tx.run('DELETE FROM filter_fills'))
  await until(async () => {
    api.clock.advance(5_000)
    api.wake()
    return !(await members()).incomplete
  })
  assert.deepEqual(
    [idsOf(await members()), idsOf((await api.call('GET', `/customers?segment=${id}`)).body)],
    [['c1'], ['c1']],
  )
})
