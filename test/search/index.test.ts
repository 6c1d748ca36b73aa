import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { askForRebuild } from '../../src/search/ask.ts'
import { allParts } from '../../src/store/sqlite/text-index/match.ts'
import { customer, message, product, ticket } from '../support/objects.ts'
import { indexed, matching } from '../support/searching.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

test('the fields that a type declares are indexed soon after a push, without internal notes', async (t) => {
  const api = await startServer(t)
  const variants = [{ id: 'v1', sku: 'BAG-1', options: { Colour: 'Red' } }]
  await api.push('products', [product({ title: 'Weiße Wolltasche', tags: ['gift'], variants })])
  const messages = [message({ body: 'Where is it?' }), message({ id: 'm2', body: 'A liar', internal: true })]
  await api.push('tickets', [ticket({ subject: 'Zażółć', messages })])
  await api.push('customers', [customer({ name: 'Łukasz Köhler' })])
  await indexed(api)
  assert.deepEqual(await matching(api, 'search_catalog', 'weisse AND gift AND bag AND red'), ['p1'])
  assert.deepEqual(await matching(api, 'search_parts', allParts(['tasche'])), ['p1'])
  assert.deepEqual(await matching(api, 'search_people', 'zazolc AND where'), ['t1'])
  assert.deepEqual(await matching(api, 'search_people', 'liar'), [])
  assert.deepEqual(await matching(api, 'search_people', 'lukasz AND kohler'), ['c1'])
})

test('a newer text replaces the older one; other changes leave the index as it is', async (t) => {
  const api = await startServer(t)
  await api.push('products', [product({ title: 'Scarf' })])
  await indexed(api)
  const hash = () => api.store.read.get<{ hash: number }>('SELECT hash FROM search_rows')
  const before = await hash()
  await api.push('products', [product({ updatedAt: '2026-03-02T09:00:00Z', url: 'https://shop.example.com/scarf' })])
  await indexed(api)
  assert.deepEqual(await hash(), before)
  await api.push('products', [product({ updatedAt: '2026-03-03T09:00:00Z', title: 'Hat' })])
  await indexed(api)
  assert.deepEqual(await matching(api, 'search_catalog', 'scarf'), [])
  assert.deepEqual(await matching(api, 'search_catalog', 'hat'), ['p1'])
})

test('erased words are gone from the index at once, and soon from the file and its log', async (t) => {
  const api = await startServer(t, { disposable: false })
  const word = 'Grzegorzewski'
  const people = Array.from({ length: 40 }, (_, index) => customer({ id: `c${index}`, name: `Ada ${index}` }))
  await api.push('customers', [...people.slice(0, 24), customer({ id: 'erased', name: word })])
  await indexed(api)
  // An older text of the same person, which a newer one has replaced.
  await api.push('tickets', [ticket({ messages: [message({ body: `I am ${word}` })] })])
  await indexed(api)
  await api.push('tickets', [ticket({ updatedAt: '2026-03-02T09:00:00Z', messages: [message({ body: 'Hello' })] })])
  await api.push('customers', people.slice(24))
  await indexed(api)
  const holds = (file: string) => readFileSync(file).toString('latin1').toLowerCase().includes(word.toLowerCase())
  const isHeld = () => holds(api.file) || holds(`${api.file}-wal`)
  assert.ok(isHeld())
  assert.equal((await api.call('DELETE', '/customers/erased')).status, 204)
  assert.deepEqual(await matching(api, 'search_people', word), [])
  assert.equal((await api.call('DELETE', '/tickets/t1')).status, 204)
  await until(() => !isHeld())
  await indexed(api)
  assert.equal((await matching(api, 'search_people', 'ada')).length, 40)
})

test('a rebuild indexes everything again, and forgets what is not there', async (t) => {
  const api = await startServer(t)
  await api.push('products', [product({ id: 'p1', title: 'Scarf' }), product({ id: 'p2', title: 'Hat' })])
  await indexed(api)
  await api.store.write(async (tx) => {
    await tx.run("DELETE FROM products WHERE id = 'p2'")
    await askForRebuild(tx, api.clock.now())
  })
  api.wake()
  await indexed(api)
  assert.deepEqual(await matching(api, 'search_catalog', 'scarf OR hat'), ['p1'])
})

test('segments of the index are merged as soon as nothing waits: a search reads each of them', async (t) => {
  const api = await startServer(t)
  for (const title of ['Scarf', 'Hat', 'Coat']) {
    await api.push('products', [product({ id: title, title })])
    await indexed(api)
  }
  const segments = async (table: string) => (await api.store.read.all(`SELECT DISTINCT segid FROM ${table}_idx`)).length
  await until(async () => (await segments('search_catalog')) < 3 && (await segments('search_parts')) < 3)
  assert.deepEqual(await matching(api, 'search_catalog', 'scarf OR hat'), ['Hat', 'Scarf'])
})
