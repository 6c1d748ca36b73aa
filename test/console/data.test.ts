import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMessage } from '../../src/conversations/conversations.ts'
import { listSorts } from '../../src/objects/find/by-filter.ts'
import { listObjects } from '../../src/objects/find/read.ts'
import { resources } from '../../src/objects/resources.ts'
import { createSegment } from '../../src/segments/segments.ts'
import { assertError, signedIn } from '../support/console.ts'
import { fc } from '../support/properties.ts'
import { plansOf } from '../support/query-plans.ts'
import { addWorkspace, owner, startServer } from '../support/server.ts'
import { startShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

const [DAY, AT] = [86_400_000, Date.parse('2026-02-01T00:00:00Z')]

test('every type is listed, filtered, searched and shown with what belongs to it', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api, { role: 'agent' })
  for (const { name, example } of resources) {
    await api.push(name, [example])
    const { body } = await page.get(`/data/${name}`)
    assert.deepEqual(
      [body.data.length, body.data[0].type, body.data[0].id, body.nextCursor],
      [1, name, example.id, null],
    )
    const shown = await page.get(`/data/${name}/${example.id}`)
    const { body: stored } = await api.call('GET', `/${name}/${example.id}`)
    assert.deepEqual(shown.body.object, stored, 'as the API returns it')
  }
  const order = await page.get('/data/orders/o_1001')
  assert.deepEqual(
    order.body.references.map(({ field, id, row }: { field: string; id: string; row: object | null }) => [
      field,
      id,
      row !== null,
    ]),
    [
      ['customerId', 'c_81', true],
      ['items', 'p_12', true],
    ],
  )
  const parcels = order.body.story.sections.filter(({ name }: { name: string }) => name === 'parcel')
  assert.deepEqual(
    parcels.map(({ rows }: { rows: { id: string }[] }) => rows[0]?.id),
    ['s_1001_1'],
  )
  const customer = await page.get('/data/customers/c_81')
  assert.deepEqual(
    customer.body.story.timeline.entries
      .map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`)
      .toSorted(),
    ['order o_1001', 'ticket t_77'],
  )
  assert.equal((await page.get('/data/orders?status=cancelled')).body.data.length, 0)
  assert.equal((await page.get('/data/orders?customerId=c_81&status=shipped')).body.data.length, 1)
  assertError(await page.get('/data/orders?sku=1'), 400, 'invalid')
  assertError(await page.get('/data/orders?q=1001&status=shipped'), 400, 'invalid')
  assert.equal((await page.get('/data/orders?q=%231001')).body.data[0].id, 'o_1001')
  await until(async () => (await page.get('/data/products?q=wool')).body.data.length === 1)
  const found = async (text: string) =>
    (await page.get(`/find?text=${encodeURIComponent(text)}`)).body.data.map(
      ({ type, id }: { type: string; id: string }) => `${type} ${id}`,
    )
  assert.deepEqual(await found('o_1001'), ['orders o_1001'])
  assert.deepEqual(await found('#1001'), ['orders o_1001'])
  assert.ok((await found('ada@example.com')).includes('customers c_81'))
  assert.deepEqual(await found('wool'), ['products p_12'])
  assert.deepEqual(await found('zzqxv'), [])
  assertError(await page.get('/find?text=%20'), 400, 'nothing_to_find')
  const elsewhere = await addWorkspace(api.store, 'other', api.clock)
  const stranger = await signedIn({ ...api, workspaceId: elsewhere.workspaceId }, { email: 'eve@other.example' })
  assert.deepEqual((await stranger.get('/find?text=o_1001')).body.data, [])
})

test('a list has the oldest change first if it is asked to, page by page, and the index is read for either order', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const ids = Array.from({ length: 7 }, (_, index) => `o${index}`)
  await api.push(
    'orders',
    ids.map((id, index) => ({ id, updatedAt: AT + index, status: index === 3 ? 'pending' : 'shipped' })),
  )
  for (const [sort, status, expected] of [
    ['oldest', '', ids],
    ['newest', '', ids.toReversed()],
    ['oldest', 'shipped', ids.filter((id) => id !== 'o3')],
  ] as const) {
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const asked = new URLSearchParams({ sort, limit: '3', ...(status && { status }), ...(cursor && { cursor }) })
      const { body } = await page.get(`/data/orders?${asked}`)
      found.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.nextCursor
    }
    assert.deepEqual(found, expected)
  }
  assertError(await page.get('/data/orders?q=o1&sort=oldest'), 400, 'invalid')
  assertError(await page.get('/data/orders?sort=cheapest'), 400, 'invalid')
  for (const resource of resources)
    for (const sort of listSorts) {
      const plans = await plansOf(api.store.read, (reader) =>
        listObjects(
          { ...reader, until: (_, sql, ...values) => reader.all(sql, ...values) },
          resource,
          api.workspaceId,
          {
            limit: 5,
            sort,
          },
        ),
      )
      for (const line of [...plans.values()].flat()) assert.match(line, /USING INDEX \w+_by_update/)
    }
})

test('a page of long objects has short rows', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const long = { name: '👩‍🔧'.repeat(390), note: 'n'.repeat(100_000) }
  await api.push(
    'customers',
    Array.from({ length: 25 }, (_, index) => ({ id: `c${index}`, updatedAt: AT + index, ...long })),
  )
  const { text, body } = await page.get('/data/customers?limit=25')
  assert.equal(body.data.length, 25)
  assert.ok(text.length < 25 * 1_000, `${text.length} characters`)
  assert.ok(body.data[0].title.isWellFormed())
})

test("agents' tags are told apart from the shop's, and only those can be removed", async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api, { role: 'agent' })
  await api.push('customers', [{ id: 'c/1', updatedAt: AT, tags: ['vip'] }])
  const path = `/customers/${encodeURIComponent('c/1')}`
  const tagged = await page.post(`${path}/tag`, { tag: 'kind' })
  assert.deepEqual([tagged.body.object.tags, tagged.body.agentTags], [['vip', 'kind'], ['kind']])
  assertError(await page.post(`${path}/untag`, { tag: 'vip' }), 409, 'tag_of_the_shop')
  const untagged = await page.post(`${path}/untag`, { tag: 'kind' })
  assert.deepEqual([untagged.body.object.tags, untagged.body.agentTags], [['vip'], []])
})

test('an object is erased by its typed id alone, with all that the API erases', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api, { role: 'admin' })
  await api.push('customers', [{ id: 'c1', updatedAt: AT }])
  assertError(await page.post('/data/customers/c1/erase', { typedId: 'c2' }), 400, 'invalid')
  assert.equal((await page.get('/data/customers/c1')).status, 200)
  assert.equal((await page.post('/data/customers/c1/erase', { typedId: 'c1' })).status, 204)
  assertError(await page.get('/data/customers/c1'), 404, 'no_such_object')
  const entries = await api.store.read.all("SELECT target FROM audit_log WHERE action = 'customer.erased'")
  assert.deepEqual(entries, [{ target: 'c1' }])
})

test('a segment shows how many customers fit it, and who', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api, { role: 'agent' })
  const spent = (id: string, ordersCount: number) => ({ id, updatedAt: AT, ordersCount })
  await api.push('customers', [spent('a', 7), spent('b', 1), spent('c', 5)])
  const rule = { all: [{ field: 'ordersCount', op: '>=', value: 5 } as const] }
  const wanted = { workspaceId: api.workspaceId, actor: owner, name: 'Good ones', rule }
  const { id } = await api.store.write((tx) => createSegment(tx, wanted, api.clock.now()))
  api.wake()
  assert.deepEqual((await page.get('/segments')).body.data[0].rule, rule)
  await until(async () => (await page.get(`/segments/${id}`)).body.isComplete)
  const ids = (await page.get(`/segments/${id}`)).body.data.map((row: { id: string }) => row.id)
  assert.deepEqual(ids, ['a', 'c'])
  api.clock.advance(60_000)
  assert.deepEqual((await page.get(`/segments/${id}/count`)).body, { count: 2, isComplete: true })
  await api.push('customers', [spent('d', 9)])
  assert.equal((await page.get(`/segments/${id}/count`)).body.count, 2, 'a count is kept for a minute')
})

test('an article that somebody writes is one of the shop, and nobody overwrites what they have not seen', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api)
  const text = { title: 'Returns', body: 'Within **30 days**.', topic: 'returns', language: 'en', status: 'published' }
  const { body: made } = await page.post('/articles', text)
  const { body: stored } = await api.call('GET', `/articles/${made.id}`)
  assert.deepEqual([stored.title, stored.topic, stored.url], ['Returns', 'returns', undefined])
  assert.equal(
    (await page.post('/articles', { ...text, id: made.id, seen: stored.updatedAt, topic: null })).status,
    200,
  )
  assertError(await page.post('/articles', { ...text, id: made.id, seen: stored.updatedAt }), 409, 'article_changed')
  const { body: changed } = await api.call('GET', `/articles/${made.id}`)
  assert.deepEqual([changed.topic, changed.body], [undefined, text.body])
  // The clock of a shop may be ahead: what somebody writes now is newer all the same.
  await api.push('articles', [{ id: 'a1', updatedAt: api.clock.now() + DAY, title: 'Old' }])
  const seen = (await api.call('GET', '/articles/a1')).body.updatedAt
  assert.equal((await page.post('/articles', { ...text, id: 'a1', seen })).status, 200)
  assert.equal((await api.call('GET', '/articles/a1')).body.title, 'Returns')
})

test('what happened with a customer is one list, and what is asked about a product is counted', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const page = await signedIn(api, { role: 'agent' })
  const { store, workspaceId } = api
  const days = (count: number) => AT - count * DAY
  await api.push('customers', [{ id: 'c1', updatedAt: AT, name: 'Ada' }])
  await api.push('orders', [
    { id: 'late', updatedAt: days(9), placedAt: days(1), customerId: 'c1', status: 'shipped' },
    { id: 'early', updatedAt: AT, placedAt: days(5), customerId: 'c1', total: 100, currency: 'EUR' },
  ])
  await api.push('tickets', [{ id: 't1', updatedAt: AT, createdAt: days(3), customerId: 'c1', subject: 'A hole' }])
  const chat = await shop.talk()
  await store.write((tx) => addMessage(tx, chat, { author: 'customer', text: 'Where is it?' }, api.clock.now()))
  const { id: refund } = await shop.start()
  const { story } = (await page.get('/data/customers/c1')).body
  const happened = story.timeline.entries.filter(({ id }: { id: string }) => id !== 'o1')
  assert.deepEqual(
    happened.map(({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`).toSorted(),
    [`chat ${chat}`, 'order early', 'order late', `refund ${refund}`, 'ticket t1'].toSorted(),
  )
  const times = happened.map(({ at }: { at: string }) => at)
  assert.deepEqual(times, times.toSorted().toReversed(), 'the newest first, by when they happened')
  assert.deepEqual([story.timeline.isWhole, story.timeline.nextCursor], [true, null])
  await api.push('products', [{ id: 'p1', updatedAt: AT }])
  const read = (tool: string, objects: string[]) =>
    store.write((tx) =>
      tx.run(
        `INSERT INTO tool_calls (id, workspace_id, conversation_id, at, principal, via, tool, arguments, objects, outcome)
         VALUES (?, ?, ?, 1, 'guest', 'templates', ?, '{}', ?, 'ok')`,
        `call_${tool}_${objects.join()}`,
        workspaceId,
        chat,
        tool,
        JSON.stringify(objects),
      ),
    )
  const asked = async () => (await page.get('/data/products/p1')).body.story.product.askedAbout
  await read('find_products', ['products/p1'])
  await read('get_product', ['products/p10'])
  assert.equal(await asked(), 0)
  await read('get_product', ['products/p1'])
  assert.equal(await asked(), 1)

  const others = async (id: string) =>
    (await page.get(`/data/orders/${id}`)).body.story.otherRefunds.map((one: { id: string }) => one.id)
  assert.deepEqual(await others('early'), [refund])
  assert.deepEqual(await others('o1'), [], 'its own is not among them')
})

test('all that happened with a customer is read page by page, by when it happened, and each thing once', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const page = await signedIn(api, { role: 'agent' })
  const { store } = api
  // Their last changes are in another order than they happened, and some happened at once.
  const happened = fc.record({ kind: fc.constantFrom('orders', 'tickets'), on: fc.nat(9), changed: fc.nat(9) })
  let customers = 0
  const property = fc.asyncProperty(fc.array(happened, { minLength: 15, maxLength: 60 }), async (things) => {
    const customerId = `c-${++customers}`
    await api.push('customers', [{ id: customerId, updatedAt: AT }])
    const expected: string[] = []
    for (const kind of ['orders', 'tickets'] as const) {
      const own = things.flatMap(({ on, changed, ...thing }, index) => {
        if (thing.kind !== kind) return []
        expected.push(`${String(on)} ${kind.slice(0, -1)} ${customerId} ${index}`)
        const field = kind === 'orders' ? 'placedAt' : 'createdAt'
        const id = `${customerId} ${index}`
        return [{ id, customerId, updatedAt: AT + changed * DAY, [field]: AT + on * DAY }]
      })
      for (let from = 0; from < own.length; from += 20) await api.push(kind, own.slice(from, from + 20))
    }
    const chat = await shop.talk({ customerId })
    const sentAt = AT + 5 * DAY
    await store.write((tx) => addMessage(tx, chat, { author: 'customer', text: 'Where is it?' }, sentAt))
    const found: { kind: string; id: string; at: string }[] = []
    let next = (await page.get(`/data/customers/${customerId}`)).body.story.timeline
    for (;;) {
      assert.ok(next.entries.length <= 20)
      found.push(...next.entries)
      if (next.nextCursor === null) break
      next = (await page.get(`/customers/${customerId}/timeline?cursor=${next.nextCursor}`)).body
    }
    assert.ok(next.isWhole)
    const times = found.map(({ at }) => at)
    assert.deepEqual(times, times.toSorted().toReversed(), 'the newest first')
    const pushed = found.filter(({ kind }) => kind !== 'chat')
    assert.deepEqual(
      pushed.map(({ kind, id, at }) => `${(Date.parse(at) - AT) / DAY} ${kind} ${id}`).toSorted(),
      expected.toSorted(),
    )
    assert.equal(found.length, expected.length + 1)
  })
  await fc.assert(property, { numRuns: 8 })
  assertError(await page.get('/customers/c-1/timeline?cursor=nonsense'), 400, 'invalid')
  assertError(await page.get('/customers/nobody/timeline'), 404, 'no_such_object')
})

test('an order names the other orders of its customer, and nobody else reads it', async (t) => {
  const api = await startServer(t)
  const page = await signedIn(api, { role: 'agent' })
  await api.push('customers', [{ id: 'c1', updatedAt: AT, name: 'Ada', totalSpent: 500, totalSpentCurrency: 'EUR' }])
  await api.push('orders', [
    ...['o1', 'o2', 'o3'].map((id, index) => ({ id, updatedAt: AT + index, customerId: 'c1' })),
    { id: 'other', updatedAt: AT, customerId: 'c2' },
  ])
  const { story } = (await page.get('/data/orders/o1')).body
  assert.deepEqual(
    story.otherOrders.map(({ id }: { id: string }) => id),
    ['o3', 'o2'],
  )
  const elsewhere = await addWorkspace(api.store, 'other', api.clock)
  const stranger = await signedIn({ ...api, workspaceId: elsewhere.workspaceId }, { email: 'eve@other.example' })
  assertError(await stranger.get('/data/orders/o1'), 404, 'no_such_object')
})
