import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createConversation } from '../../src/conversations/conversations.ts'
import { eraseBrought, requestErasure } from '../../src/objects/bulk/erase-import.ts'
import { hooks } from '../../src/serve/features.ts'
import { commandRunner } from '../support/commands.ts'
import { assertError, signedIn } from '../support/console.ts'
import { indexed } from '../support/searching.ts'
import { type Api, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const owner = { name: 'test', origin: 'test', role: 'owner' } as const

/** Imports objects, and waits until they are stored. @returns the id of the import */
async function imported(api: Api, objects: Record<string, object[]>): Promise<string> {
  const { body } = await api.call('POST', '/backfills', { json: { label: 'orders.csv' } })
  for (const [type, data] of Object.entries(objects))
    assert.equal((await api.call('POST', `/${type}/bulk`, { json: { data, backfillId: body.id } })).status, 202)
  await api.call('POST', `/backfills/${body.id}/close`)
  await until(async () => (await api.call('GET', `/backfills/${body.id}`)).body.status === 'done')
  return body.id
}

const erasureOf = async (api: Api, id: string) => (await api.call('GET', `/backfills/${id}`)).body.erasure
const idsOf = async (api: Api, type = 'orders'): Promise<string[]> =>
  (await api.call('GET', `/${type}?limit=100`)).body.data.map(({ id }: { id: string }) => id).toSorted()

async function start(t: TestContext) {
  const api = await startServer(t)
  return { api, page: await signedIn(api, { role: 'admin' }) }
}

test('what an import has created is erased, but for what was pushed since; what was there before stays', async (t) => {
  const { api, page } = await start(t)
  await api.push('orders', [{ id: 'before', updatedAt: 1 }])
  const first = await imported(api, {
    orders: ['before', 'brought', 'updated', 'stale', 'again', 'twice', 'twice'].map((id, index) => ({
      id,
      updatedAt: 10 + index,
    })),
    customers: [{ id: 'c1', updatedAt: 1, name: 'Ada' }],
  })
  await api.push('orders', [
    { id: 'updated', updatedAt: 100 },
    { id: 'stale', updatedAt: 1 },
  ])
  const second = await imported(api, {
    orders: [
      { id: 'again', updatedAt: 100 },
      { id: 'new', updatedAt: 1 },
    ],
  })

  const { body } = await page.get(`/imports/${first}/brought`)
  assert.deepEqual(body, {
    counts: [
      { type: 'customers', count: 1 },
      { type: 'orders', count: 2 },
    ],
    isComplete: true,
  })
  const asked = await page.post(`/imports/${first}/erase`)
  assert.equal(asked.status, 200, asked.text)
  await until(async () => (await erasureOf(api, first)).endedAt !== null)
  assert.equal((await erasureOf(api, first)).erased, 3)
  assert.deepEqual(await idsOf(api), ['again', 'before', 'new', 'stale', 'updated'])
  assert.deepEqual(await idsOf(api, 'customers'), [])
  assert.equal(await erasureOf(api, second), null)
  const log = (await page.get('/audit?action=import.erased')).body.data
  assert.deepEqual(
    log.map(({ actor, subject }: Record<string, string>) => [actor, subject]),
    [['ada@shop.example', first]],
  )
  assert.deepEqual((await page.get(`/imports/${first}/brought`)).body.counts, [])
})

test('it is the erasure of each object: search, chats and filters have nothing of it', async (t) => {
  const { api, page } = await start(t)
  const id = await imported(api, {
    customers: [{ id: 'c1', updatedAt: 1, name: 'Ada Zuckmayer', email: 'ada@x.example' }],
    products: [{ id: 'p1', updatedAt: 1, title: 'Zuckmayer scarf' }],
  })
  await api.store.write((tx) =>
    createConversation(tx, { workspaceId: api.workspaceId, customerId: 'c1' }, api.clock.now()),
  )
  await indexed(api)
  const found = async () => (await page.get('/find?text=zuckmayer')).body.data.length
  assert.equal(await found(), 2)
  await page.post(`/imports/${id}/erase`)
  await until(async () => (await erasureOf(api, id)).endedAt !== null)
  assert.equal(await found(), 0)
  assert.deepEqual((await api.call('GET', '/customers?email=ada@x.example')).body.data, [])
  for (const table of ['conversations', 'filter_entries', 'customers', 'products'])
    assert.deepEqual(await api.store.read.all(`SELECT * FROM ${table}`), [], table)
})

test('only an import that has ended is taken back, once at a time, and by owners and admins', async (t) => {
  const { api, page } = await start(t)
  const agent = await signedIn(api, { email: 'agent@shop.example', role: 'agent' })
  const { body } = await api.call('POST', '/backfills', { json: {} })
  assertError(await page.post(`/imports/${body.id}/erase`), 409, 'import_running')
  const id = await imported(api, { orders: [{ id: 'o1', updatedAt: 1 }] })
  assert.equal((await agent.post(`/imports/${id}/erase`)).status, 403)
  const asked = { workspaceId: api.workspaceId, id, dueAt: api.clock.now() + 60_000 }
  await api.store.write((tx) => requestErasure(tx, owner, asked, api.clock.now()))
  assertError(await page.post(`/imports/${id}/erase`), 409, 'erasure_running')
  assert.deepEqual(await idsOf(api), ['o1'])
  api.clock.advance(60_000)
  api.wake()
  await until(async () => (await idsOf(api)).length === 0)
})

test('an erasure is in pieces: other writes come between, an end in the middle continues, and a push meanwhile keeps its object', async (t) => {
  const api = await startServer(t)
  const ids = Array.from({ length: 700 }, (_, index) => `o${String(index).padStart(3, '0')}`)
  const id = await imported(api, { orders: ids.map((one) => ({ id: one, updatedAt: 1 })) })
  const asked = { workspaceId: api.workspaceId, id, dueAt: api.clock.now() + 60_000 }
  await api.store.write((tx) => requestErasure(tx, owner, asked, api.clock.now()))
  const ending = new AbortController()
  let transactions = 0
  const writeInBackground: typeof api.store.writeInBackground = async (work) => {
    const result = await api.store.writeInBackground((tx) => work(tx, false, () => false))
    if (++transactions === 3) {
      await api.push('orders', [
        { id: 'o050', updatedAt: 1 },
        { id: 'o699', updatedAt: 2 },
      ])
      ending.abort(new Error('stopped'))
    }
    return result
  }
  const services = { store: { ...api.store, writeInBackground }, hooks, clock: api.clock }
  await assert.rejects(eraseBrought(services, id, ending.signal), /stopped/)
  assert.equal((await erasureOf(api, id)).erased, 30)
  assert.equal((await erasureOf(api, id)).endedAt, null)
  api.clock.advance(60_000)
  api.wake()
  await until(async () => (await erasureOf(api, id)).endedAt !== null)
  assert.deepEqual(await idsOf(api), ['o050', 'o699'])
  assert.equal((await erasureOf(api, id)).erased, 698)
})

test('the command asks with the numbers, and erases; a deleted workspace ends it', async (t) => {
  const api = await startServer(t)
  const run = commandRunner()
  const id = await imported(api, {
    orders: [
      { id: 'o1', updatedAt: 1 },
      { id: 'o2', updatedAt: 1 },
    ],
  })
  const erase = (...args: string[]) => run(['backfills', 'erase', id, ...args, '--db', api.file])
  const unsure = await erase()
  assert.match(unsure.stderr, /--yes/)
  assert.deepEqual(await idsOf(api), ['o1', 'o2'])
  assert.equal((await erase('--yes')).stdout, `${id}: 2 objects are erased.\n`)
  assert.deepEqual(await idsOf(api), [])
  assert.equal((await erase('--yes')).stdout, `Nothing that ${id} has brought is left.\n`)
})
