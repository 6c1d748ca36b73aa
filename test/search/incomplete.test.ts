import assert from 'node:assert/strict'
import { test } from 'node:test'
import { order, product } from '../support/objects.ts'
import { indexed } from '../support/searching.ts'
import { type Api, startServer } from '../support/server.ts'

async function search(api: Api, q: string, types?: string): Promise<{ ids: string[]; incomplete: boolean }> {
  const query = new URLSearchParams({ q, ...(types ? { types } : {}) })
  const { status, body } = await api.call('GET', `/search?${query}`)
  assert.equal(status, 200, JSON.stringify(body))
  return { ids: body.data.map(({ object }: { object: { id: string } }) => object.id), incomplete: body.incomplete }
}

test('while objects of a type are indexed after an update, a search that may miss some of them is incomplete', async (t) => {
  const api = await startServer(t)
  await api.push('products', [product({ id: 'p1', title: 'Scarf' })])
  await api.push('orders', [order({ id: 'o1', number: '#1001' })])
  await indexed(api)
  assert.deepEqual(await search(api, 'scarf'), { ids: ['p1'], incomplete: false })
  await api.store.write((tx) =>
    tx.run("INSERT INTO search_fills (resource, workspace_id, id) VALUES ('products', '', '')"),
  )
  assert.deepEqual(await search(api, 'scarf'), { ids: ['p1'], incomplete: true })
  assert.deepEqual(await search(api, '#1001', 'orders,articles'), { ids: ['o1'], incomplete: false })
  await api.store.write((tx) => tx.run('DELETE FROM search_fills'))
  await api.store.write((tx) =>
    tx.run("INSERT INTO filter_fills (resource, workspace_id, id) VALUES ('orders', '', '')"),
  )
  assert.deepEqual(await search(api, '#1001'), { ids: [], incomplete: true })
  assert.deepEqual(await search(api, 'o1'), { ids: ['o1'], incomplete: true })
  assert.deepEqual(await search(api, 'scarf', 'products'), { ids: ['p1'], incomplete: false })
})

test('a search that its time limit ends returns what it has found, as incomplete', async (t) => {
  const api = await startServer(t)
  await api.push(
    'products',
    Array.from({ length: 8 }, (_, at) => product({ id: `p${at}`, title: `Scarf ${at}` })),
  )
  await indexed(api)
  const { readSlowly } = api.store
  api.store.readSlowly = (workspaceId, statement, options) =>
    readSlowly(workspaceId, statement, { ...options, limitMs: 0 })
  const { ids, incomplete } = await search(api, 'scarf')
  assert.equal(incomplete, true)
  assert.ok(ids.length < 8, String(ids))
})
