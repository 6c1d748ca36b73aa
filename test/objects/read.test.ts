import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resources } from '../../src/objects/resources.ts'
import { order } from '../support/objects.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'

test('an object of every kind is read back as it was pushed', async (t) => {
  const api = await startServer(t)
  for (const { name: resource, example: object } of resources) {
    await api.push(resource, [object])
    const { status, body } = await api.call('GET', `/${resource}/${object.id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, object)
    assert.deepEqual((await api.call('GET', `/${resource}`)).body, { data: [object], nextCursor: null })
  }
})

for (const id of [
  'a/b',
  'bulk',
  'ümläut',
  '🧣',
  'a b',
  '%2F',
  '100%',
  'a?b#c',
  "o'1",
  ':id',
  'x'.repeat(255),
  '🧣'.repeat(255),
  ' a ',
  '+',
  'a%2Fb',
  '/',
  '__proto__',
  'é|e\u0301',
  '\u2028',
  'a\nb',
]) {
  test(`an object with the id ${JSON.stringify(id.slice(0, 12))} is read and erased by it`, async (t) => {
    const api = await startServer(t)
    const path = `/orders/${encodeURIComponent(id)}`
    assert.equal((await api.call('GET', path)).status, 404)
    await api.push('orders', [order({ id })])
    assert.equal((await api.call('GET', path)).body.id, id)
    assert.equal((await api.call('DELETE', path)).status, 204)
    assert.equal((await api.call('GET', path)).status, 404)
  })
}

test('an unknown object is a 404 in the form of every error', async (t) => {
  const api = await startServer(t)
  for (const method of ['GET', 'DELETE']) {
    for (const resource of ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles']) {
      const { status, body } = await api.call(method, `/${resource}/none`)
      assert.equal(status, 404)
      assert.deepEqual(Object.keys(body).sort(), ['code', 'data', 'message', 'status'])
      assert.deepEqual([body.code, body.status, body.data], ['NOT_FOUND', 404, {}])
    }
  }
})

test('an erased object is gone, and a later push creates it again, even with an older updatedAt', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ updatedAt: 2_000, note: 'private' })])
  const erased = await api.call('DELETE', '/orders/o1')
  assert.equal(erased.status, 204)
  assert.equal(erased.text, '')
  assert.equal((await api.call('GET', '/orders/o1')).status, 404)
  assert.deepEqual((await api.call('GET', '/orders')).body.data, [])
  assert.equal((await api.call('DELETE', '/orders/o1')).status, 404)
  assert.equal((await api.push('orders', [order({ updatedAt: 1_000 })])).results[0]?.status, 'created')
  assert.equal((await api.call('GET', '/orders/o1')).body.note, undefined)
})

test('the audit log has who erased which object, when and from where, and none of its content', async (t) => {
  const api = await startServer(t)
  const nouns = {
    customers: 'customer',
    products: 'product',
    orders: 'order',
    shipments: 'shipment',
    tickets: 'ticket',
    articles: 'article',
  }
  const keyId = (await api.store.read.get<{ id: string }>('SELECT id FROM api_keys'))?.id
  for (const [resource, noun] of Object.entries(nouns)) {
    await api.push(resource, [{ id: 'x', updatedAt: 1, email: 'ada@example.com' }])
    api.clock.advance(1_000)
    await api.call('DELETE', `/${resource}/x`)
    await api.call('DELETE', `/${resource}/x`)
    const log = await api.store.read.all(
      'SELECT workspace_id, actor, origin, target, details, at FROM audit_log WHERE action = ?',
      `${noun}.erased`,
    )
    const [at, origin] = [api.clock.now(), '127.0.0.1']
    assert.deepEqual(log, [{ workspace_id: api.workspaceId, actor: keyId, origin, target: 'x', details: '{}', at }])
  }
})

test("another workspace's object is a 404 like an unknown one", async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order()])
  const other = client(api.baseUrl, (await addWorkspace(api.store, 'other', api.clock)).key)
  const none = await other.call('GET', '/orders/unknown')
  const theirs = await other.call('GET', '/orders/o1')
  assert.equal(theirs.status, 404)
  assert.equal(theirs.text, none.text)
  assert.deepEqual((await other.call('GET', '/orders')).body, { data: [], nextCursor: null })
  assert.equal((await other.call('DELETE', '/orders/o1')).status, 404)
})

async function allPages(api: Api, query: string, between: () => Promise<unknown> = async () => {}): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await api.call('GET', `/orders?${query}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
    ids.push(...body.data.map(({ id }: { id: string }) => id))
    cursor = body.nextCursor
    await between()
  }
  return ids
}

test('a list begins with the newest change, and pages neither repeat nor miss objects', async (t) => {
  const api = await startServer(t)
  const pushed = Array.from({ length: 23 }, (_, index) =>
    order({ id: `o${String(index).padStart(2, '0')}`, updatedAt: 1_000 + Math.floor(index / 5) }),
  )
  await api.push('orders', pushed)
  const newestFirst = pushed.map(({ id }) => id as string).reverse()
  for (const limit of [1, 5, 22, 23, 100]) assert.deepEqual(await allPages(api, `limit=${limit}`), newestFirst)
  let extra = 0
  const meanwhile = () => api.push('orders', [order({ id: `new${extra++}`, updatedAt: 9_000 + extra })])
  assert.deepEqual(await allPages(api, 'limit=4', meanwhile), newestFirst)
})

test('an object that changes moves to the front, and is not repeated to a reader who has seen it', async (t) => {
  const api = await startServer(t)
  await api.push(
    'orders',
    ['a', 'b', 'c', 'd', 'e'].map((id, index) => order({ id, updatedAt: 5_000 - index })),
  )
  let turn = 0
  const touchSeen = () => api.push('orders', [order({ id: 'a', updatedAt: 6_000 + turn++ })])
  assert.deepEqual(await allPages(api, 'limit=1', touchSeen), ['a', 'b', 'c', 'd', 'e'])
  await api.push('orders', [order({ id: 'd', updatedAt: 9_000 })])
  assert.deepEqual(await allPages(api, 'limit=2'), ['d', 'a', 'b', 'c', 'e'])
})

test('a cursor continues at its place, even if its object was erased', async (t) => {
  const api = await startServer(t)
  const ids = ['a', 'b', 'c', 'd', 'e']
  await api.push(
    'orders',
    ids.map((id, index) => order({ id, updatedAt: 5_000 - index })),
  )
  const toErase = [...ids]
  const eraseSeen = () => api.call('DELETE', `/orders/${toErase.shift()}`)
  assert.deepEqual(await allPages(api, 'limit=1', eraseSeen), ids)
})

test('objects with the same time are paged through completely, whatever their ids', async (t) => {
  const api = await startServer(t)
  const ids = ['a', 'A', 'é', 'e\u0301', '🧣', '\uffee', '/', ' ', '0', '10', '9', '"', "'", '\\', 'x'.repeat(255)]
  await api.push(
    'orders',
    ids.map((id) => order({ id })),
  )
  for (const limit of [1, 2, 4, 14, 15]) {
    assert.deepEqual((await allPages(api, `limit=${limit}`)).sort(), [...ids].sort())
  }
})

test('a page has 25 objects by default', async (t) => {
  const api = await startServer(t)
  for (const part of [0, 1])
    await api.push(
      'orders',
      Array.from({ length: 15 }, (_, index) => order({ id: `${part}-${index}` })),
    )
  assert.equal((await api.call('GET', '/orders')).body.data.length, 25)
})

test('updatedSince includes its own instant, in either form', async (t) => {
  const api = await startServer(t)
  await api.push(
    'orders',
    [1_000, 2_000, 3_000].map((updatedAt) => order({ id: `o${updatedAt}`, updatedAt })),
  )
  for (const since of ['2000', '1970-01-01T00:00:02Z', '1970-01-01T01:00:02+01:00']) {
    assert.deepEqual(await allPages(api, `updatedSince=${encodeURIComponent(since)}`), ['o3000', 'o2000'])
  }
  assert.deepEqual(await allPages(api, 'limit=1&updatedSince=2000'), ['o3000', 'o2000'])
  assert.deepEqual(await allPages(api, 'updatedSince=2001'), ['o3000'])
  assert.deepEqual(await allPages(api, 'updatedSince=3001'), [])
  assert.deepEqual(await allPages(api, 'updatedSince=-1'), ['o3000', 'o2000', 'o1000'])
})

for (const query of [
  'limit=0',
  'limit=',
  'limit=1e1',
  'limit=0x10',
  'limit=%205',
  'limit=101',
  'limit=ten',
  'limit=1.5',
  'limit=-1',
  'cursor=nonsense',
  'cursor=W10',
  'cursor=WyIxIiwiYSJd',
  'cursor=WzEsMl0',
  'cursor=bnVsbA',
  'updatedSince=yesterday',
  'updatedSince=2026-01-01',
  'updatedSince=',
  'updatedSince=1.5',
  'updatedSince=99999999999999999',
  'updatedSince=2026-02-30T00:00:00Z',
]) {
  test(`a list with ${query} is a 400 that names it`, async (t) => {
    const api = await startServer(t)
    const { status, body } = await api.call('GET', `/orders?${query}`)
    assert.equal(status, 400)
    assert.deepEqual(body.data.issues[0].path, [query.split('=')[0]])
  })
}
