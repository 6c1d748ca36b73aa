import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Job } from '../../src/jobs/jobs.ts'
import { eraseObject } from '../../src/objects/erase.ts'
import { fillJobHandler } from '../../src/objects/fill-job.ts'
import type { FilterValues } from '../../src/objects/find/filter.ts'
import { listObjects } from '../../src/objects/find/read.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push as pushObjects } from '../../src/objects/push.ts'
import type { PushedObject, Resource } from '../../src/objects/resource.ts'
import { resources } from '../../src/objects/resources.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { orders } from '../../src/objects/types/order.ts'
import { products } from '../../src/objects/types/product.ts'
import { shipments } from '../../src/objects/types/shipment.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { firstVersion } from '../support/databases.ts'
import { order } from '../support/objects.ts'
import { owner, startServer, tempFolder } from '../support/server.ts'
import { twice } from '../support/twice.ts'

const COUNT = 450

/** A database of the first version with some objects of each type, brought up to date. */
async function upgraded(t: TestContext): Promise<Store> {
  const file = join(await tempFolder(t), 'old.db')
  const db = firstVersion(file)
  db.exec(`INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1), ('v', 'other', 'scale', 0, 1)`)
  const add = (table: string, ...fields: string[]) =>
    db.prepare(`INSERT INTO ${table} (workspace_id, id, updated_at, data) VALUES (?, ?, ?, ?)`).run(...fields)
  for (let index = 0; index < COUNT; index++) {
    const id = `x${String(index).padStart(4, '0')}`
    const put = (table: string, fields: object) => {
      for (const workspace of ['w', 'v']) add(table, workspace, id, String(index), JSON.stringify(fields))
    }
    put('orders', { number: `# ${index}`, email: `U${index % 3}@x.y`, status: 'shipped', placedAt: index - 5 })
    put('customers', { email: `U${index}@x.y`, tags: index % 100 === 0 ? ['vip'] : [] })
    put('products', { variants: [{ id: 'v', sku: `S${index}` }] })
  }
  db.prepare(
    `INSERT INTO shipments (workspace_id, id, updated_at, order_id, data) VALUES ('w', 's1', 1, 'o1', '{"orderId":"o1","trackingNumber":"A 1"}')`,
  ).run()
  db.close()
  const store = await openStore(file)
  t.after(() => store.close())
  return store
}

const job = (subject: string) => ({ subject }) as Job
const fill = (store: Store, { name }: Resource) =>
  fillJobHandler(store).run(job(name), async () => {}, new AbortController().signal)

async function ids(store: Store, resource: Resource, filters: FilterValues, workspaceId = 'w'): Promise<string[]> {
  const { data } = await listObjects(store.read, resource, workspaceId, { limit: 100, filters })
  return data.map(({ id }) => id)
}

const push = (store: Store, resource: Resource, object: PushedObject) =>
  store.write((tx) => pushObjects(tx, { resource, workspaceId: 'w', hooks }, [prepare(resource, object)], 1))

test('objects of an older database are found after a job has filled the filter columns, also if its steps run twice', async (t) => {
  const store = await upgraded(t)
  const notReady = { code: 'SERVICE_UNAVAILABLE', reason: 'filters_not_ready' }
  await assert.rejects(ids(store, orders, { number: '7' }), notReady)
  assert.deepEqual(await ids(store, shipments, { orderId: 'o1' }), ['s1'])
  assert.equal((await ids(store, orders, {})).length, 100)

  // What happens meanwhile.
  await push(store, orders, { id: 'x0007', updatedAt: 10_000, email: 'new@x.y' })
  await push(store, orders, { id: 'x0008', updatedAt: 10_000, total: 5 })
  await push(store, orders, { id: 'new', updatedAt: 10_001, email: 'NEW@x.y' })
  await push(store, products, { id: 'x0001', updatedAt: 10_000, variants: [{ id: 'v', sku: 'OTHER' }] })
  for (const resource of [orders, products])
    await store.write((tx) => eraseObject(tx, { resource, hooks }, { workspaceId: 'w', actor: owner, id: 'x0009' }, 0))

  for (const resource of resources) await fill(twice(store), resource)
  assert.deepEqual(await store.read.all('SELECT * FROM filter_fills'), [])
  assert.deepEqual(await ids(store, orders, { number: '#7' }), ['x0007'])
  assert.deepEqual(await ids(store, orders, { number: '#7' }, 'v'), ['x0007'])
  assert.deepEqual(await ids(store, orders, { number: '8' }), ['x0008'])
  assert.deepEqual(await ids(store, orders, { number: '9' }), [])
  assert.deepEqual(await ids(store, orders, { number: '9' }, 'v'), ['x0009'])
  assert.deepEqual(await ids(store, orders, { email: 'new@X.y' }), ['new', 'x0007'])
  assert.equal((await ids(store, orders, { email: 'u1@x.y', placedSince: COUNT - 5 - 30 })).length, 10)
  assert.deepEqual(await ids(store, customers, { tag: 'vip' }), ['x0400', 'x0300', 'x0200', 'x0100', 'x0000'])
  assert.deepEqual(await ids(store, products, { sku: 'S1' }), [])
  assert.deepEqual(await ids(store, products, { sku: 'OTHER' }), ['x0001'])
  assert.deepEqual(await ids(store, products, { sku: 'S9' }), [])
  assert.deepEqual(await ids(store, shipments, { trackingNumber: 'a1' }), ['s1'])
  for (const resource of resources) {
    const left = await store.read.all(`SELECT id FROM ${resource.name} WHERE part IS NULL`)
    assert.deepEqual(left, [], resource.name)
  }
})

test('a job that was cut off continues where it was', async (t) => {
  const store = await upgraded(t)
  const stop = new AbortController()
  let steps = 0
  const stopping: Store = {
    ...store,
    writeInBackground: (work) => {
      if (++steps === 2) stop.abort(new Error('stopping'))
      return store.writeInBackground(work)
    },
  }
  await assert.rejects(
    fillJobHandler(stopping).run(job('orders'), async () => {}, stop.signal),
    /stopping/,
  )
  const filled = () => store.read.get<{ n: number }>('SELECT count(*) AS n FROM orders WHERE part IS NOT NULL')
  assert.equal((await filled())?.n, 400)
  await fill(store, orders)
  assert.equal((await filled())?.n, 2 * COUNT)
  assert.deepEqual(await ids(store, orders, { number: '449' }), ['x0449'])
})

test('a server fills an older database by itself, and answers 503 to a filter until then', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order({ number: '#5' })])
  await api.store.write(async (tx) => {
    await tx.run(`UPDATE orders SET part = NULL, number = NULL`)
    await tx.run(`INSERT INTO filter_fills VALUES ('orders', '', '')`)
  })
  const early = await api.call('GET', '/orders?number=5')
  assert.equal(early.status, 503)
  assert.equal(early.headers.get('retry-after'), '60')
  assert.match(early.body.message, /Filters of orders are not ready yet/)
  assert.equal((await api.call('GET', '/orders')).body.data.length, 1)
  await api.store.write((tx) =>
    tx.run(
      `INSERT INTO jobs (id, kind, subject, status, due_at, created_at) VALUES ('job_fill_orders', 'fill-filters', 'orders', 'waiting', 0, 0)`,
    ),
  )
  api.wake()
  for (;;) {
    const { status, body } = await api.call('GET', '/orders?number=5')
    if (status === 503) continue
    assert.equal(body.data.length, 1)
    break
  }
})

test('objects with a part, but without values in filter_entries, are found after the job has added them', async (t) => {
  const store = await upgraded(t)
  for (const resource of resources) await fill(store, resource)
  // As the version before `filter_queue` has left them.
  await store.write(async (tx) => {
    await tx.run(`DELETE FROM filter_entries WHERE filter = 'customers.email'`)
    await tx.run(`INSERT INTO filter_fills VALUES ('customers', '', '')`)
  })
  await push(store, customers, { id: 'x0003', updatedAt: 10_000, email: 'new@x.y' })
  await fill(twice(store), customers)
  assert.deepEqual(await ids(store, customers, { email: 'u7@x.y' }), ['x0007'])
  assert.deepEqual(await ids(store, customers, { email: 'u3@x.y' }), [])
  assert.deepEqual(await ids(store, customers, { email: 'new@x.y' }), ['x0003'])
  assert.deepEqual(await ids(store, customers, { tag: 'vip' }), ['x0400', 'x0300', 'x0200', 'x0100', 'x0000'])
})
