import assert from 'node:assert/strict'
import { test } from 'node:test'
import { examples } from '../../src/server/routes/examples.ts'
import { order } from '../support/objects.ts'
import { type Api, addWorkspace, client, startServer } from '../support/server.ts'

test('an object of every kind comes back as it was pushed', async (t) => {
  const api = await startServer(t)
  for (const [resource, object] of Object.entries(examples)) {
    await api.push(resource, [object])
    const { status, body } = await api.call('GET', `/${resource}/${object.id}`)
    assert.equal(status, 200)
    assert.deepEqual(body, object)
    assert.deepEqual((await api.call('GET', `/${resource}`)).body, { data: [object], nextCursor: null })
  }
})

for (const id of ['a/b', 'bulk', 'ümläut', '🧣', 'a b', '%2F', '100%', 'a?b#c', "o'1", ':id', 'x'.repeat(255)]) {
  test(`an object with the id ${id.slice(0, 12)} is read and erased by it`, async (t) => {
    const api = await startServer(t)
    const path = `/orders/${encodeURIComponent(id)}`
    assert.equal((await api.call('GET', path)).status, 404)
    await api.push('orders', [order({ id })])
    assert.equal((await api.call('GET', path)).body.id, id)
    assert.equal((await api.call('DELETE', path)).status, 204)
    assert.equal((await api.call('GET', path)).status, 404)
  })
}

test('an erased object is gone, which the audit log tells, and a later push creates it again', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ updatedAt: 2_000 })])
  const erased = await api.call('DELETE', '/orders/o1')
  assert.equal(erased.status, 204)
  assert.equal(erased.text, '')
  assert.equal((await api.call('DELETE', '/orders/o1')).status, 404)
  const log = await api.store.read.all("SELECT action, target, origin FROM audit_log WHERE action LIKE 'order%'")
  assert.deepEqual(log, [{ action: 'order.erased', target: 'o1', origin: '127.0.0.1' }])
  assert.equal((await api.push('orders', [order({ updatedAt: 1_000 })])).results[0]?.status, 'created')
})

test("another workspace's object looks like none", async (t) => {
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

test('a list begins with the newest change, and pages neither repeat nor lose what was there', async (t) => {
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

test('a page has 25 objects unless told otherwise', async (t) => {
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
})

for (const query of [
  'limit=0',
  'limit=101',
  'limit=ten',
  'limit=1.5',
  'limit=-1',
  'cursor=nonsense',
  'cursor=W10',
  'updatedSince=yesterday',
  'updatedSince=2026-01-01',
]) {
  test(`a list with ${query} is a 400 that says so`, async (t) => {
    const api = await startServer(t)
    const { status, body } = await api.call('GET', `/orders?${query}`)
    assert.equal(status, 400)
    assert.deepEqual(body.data.issues[0].path, [query.split('=')[0]])
  })
}
