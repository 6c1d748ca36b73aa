import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Resource, Storewire, StorewireError } from '../../src/client/index.ts'
import { recordingClient } from '../support/client.ts'
import { type Fate, flakyProxy } from '../support/flaky-proxy.ts'
import { indexed } from '../support/searching.ts'
import { startServer } from '../support/server.ts'

const UPDATED_AT = '2026-03-01T09:00:00Z'
const types = ['customers', 'products', 'orders', 'shipments', 'tickets', 'articles'] as const

/** The ids of everything that a list yields. */
async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of list) ids.push(id)
  return ids
}

test('an object of every type is pushed, read back, listed and deleted', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  for (const type of types) {
    const objects: Resource<{ id: string; updatedAt: string }, object> = client[type]
    const id = 'a/b ä?#'
    await objects.upsert({ id, updatedAt: UPDATED_AT })
    assert.deepEqual(await objects.get(id), { id, updatedAt: '2026-03-01T09:00:00.000Z' })
    assert.deepEqual(await idsOf(objects.list()), [id])
    assert.equal(await objects.delete(id), undefined)
    assert.deepEqual(await idsOf(objects.list()), [])
    for (const gone of [objects.get(id), objects.delete(id)])
      await assert.rejects(gone, (error: StorewireError) => error.status === 404 && error.code === 'NOT_FOUND')
  }
})

test('a list is read page by page, each page in one request and only when needed', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  const ids = Array.from({ length: 250 }, (_, index) => `o${index}`)
  await client.orders.upsert(ids.map((id, index) => ({ id, updatedAt: 1_000 - index, number: `#${index}` })))
  sent.length = 0
  const list = client.orders.list()
  assert.equal(sent.length, 0)
  assert.deepEqual(await idsOf(list), ids)
  assert.equal(sent.length, 3)
  assert.deepEqual(await idsOf(list), ids, 'walking it again reads it again')
  sent.length = 0
  for await (const { number } of client.orders.list({ limit: 2 })) if (number === '#2') break
  assert.equal(sent.length, 2, 'nothing is read behind the end of the walk')
  assert.deepEqual(
    sent.map(({ method }) => method),
    ['GET', 'GET'],
  )
})

test('single pages are read by limit and cursor', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  await client.products.upsert(['p1', 'p2', 'p3'].map((id, index) => ({ id, updatedAt: 10 - index })))
  const first = await client.products.list({ limit: 2 }).page()
  assert.deepEqual(
    first.data.map(({ id }) => id),
    ['p1', 'p2'],
  )
  const rest = { limit: 2, cursor: first.nextCursor ?? assert.fail() }
  assert.deepEqual(await client.products.list(rest).page(), {
    data: [{ id: 'p3', updatedAt: '1970-01-01T00:00:00.008Z' }],
    nextCursor: null,
  })
  assert.deepEqual(await idsOf(client.products.list(rest)), ['p3'], 'a walk begins at the cursor')
  await assert.rejects(client.products.list({ limit: 0 }).page(), (error: StorewireError) => error.status === 400)
})

test('filters find objects, also several together, and an unknown filter is rejected', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  await client.orders.upsert([
    { id: 'o1', updatedAt: 3, number: '#1001', email: 'ada+shop@example.com', status: 'shipped', placedAt: 5_000 },
    { id: 'o2', updatedAt: 2, number: '#1002', email: 'ada+shop@example.com', status: 'pending' },
    { id: 'o3', updatedAt: 1, number: '#1003' },
  ])
  assert.deepEqual(await idsOf(client.orders.list({ email: 'ADA+shop@example.com', limit: 1 })), ['o1', 'o2'])
  assert.deepEqual(await idsOf(client.orders.list({ email: 'ada+shop@example.com', status: 'pending' })), ['o2'])
  assert.deepEqual(await idsOf(client.orders.list({ number: '1003', status: undefined })), ['o3'])
  assert.deepEqual(await idsOf(client.orders.list({ placedSince: 5_000 })), ['o1'])
  assert.deepEqual(await idsOf(client.orders.list({ updatedSince: '1970-01-01T00:00:00.002Z' })), ['o1', 'o2'])
  const unknown = { emial: 'ada+shop@example.com' } as object
  await assert.rejects(client.orders.list(unknown).page(), (error: StorewireError) => error.status === 400)
})

test('an id that cannot be part of a URL is rejected before anything is sent', async (t) => {
  const api = await startServer(t)
  const { client, sent } = recordingClient(api)
  for (const id of ['', '.', '..', undefined as unknown as string]) {
    await assert.rejects(client.orders.get(id), TypeError)
    await assert.rejects(client.orders.delete(id), TypeError)
  }
  assert.equal(sent.length, 0)
})

test('a deletion whose response was lost is repeated, and reported as done', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [{ id: 'o1', updatedAt: UPDATED_AT }])
  const fates: Fate[] = ['lose', { status: 503 }]
  const proxy = await flakyProxy(t, api.baseUrl, () => fates.shift() ?? 'pass')
  const { client, sent } = recordingClient({ key: api.key, baseUrl: proxy.baseUrl }, { random: () => 0 })
  await client.orders.delete('o1')
  assert.equal(sent.length, 3)
  assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
  assert.equal((await api.call('GET', '/orders/o1')).status, 404)
})

test('a deletion may have an idempotency key of the caller', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  await client.orders.upsert({ id: 'o1', updatedAt: UPDATED_AT })
  await client.orders.delete('o1', { idempotencyKey: 'gone' })
  await client.orders.delete('o1', { idempotencyKey: 'gone' })
  await assert.rejects(client.orders.delete('o1'), StorewireError)
})

test('a search returns objects with their types, the best match first', async (t) => {
  const api = await startServer(t)
  const client = new Storewire({ secretKey: api.key, baseUrl: api.baseUrl })
  await client.products.upsert({ id: 'p1', updatedAt: UPDATED_AT, title: 'Wool scarf', status: 'active' })
  await client.articles.upsert({
    id: 'a1',
    updatedAt: UPDATED_AT,
    title: 'Scarf sizes',
    body: 'All scarves are 2 m long.',
  })
  await indexed(api)
  const { data, incomplete } = await client.search('scarf')
  assert.deepEqual(data.map(({ type, by, object }) => [type, by, object.id]).sort(), [
    ['articles', ['words'], 'a1'],
    ['products', ['words'], 'p1'],
  ])
  assert.equal(incomplete, false)
  const [only] = (await client.search('scarf', { types: ['products'], limit: 1 })).data
  assert.equal(only?.type === 'products' && only.object.status, 'active')
  await assert.rejects(client.search(''), (error: StorewireError) => error.status === 400)
})
