import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepareToWrite } from '../../src/objects/prepare.ts'
import { push } from '../../src/objects/push.ts'
import type { PushedObject } from '../../src/objects/resource.ts'
import { resources } from '../../src/objects/resources.ts'
import { hooks } from '../../src/serve/features.ts'
import { type Api, startServer } from '../support/server.ts'

/** Every type with an object that changes what look-ups and searches find. */
const objects: Record<string, Record<string, unknown>> = {
  customers: { name: 'Ada', email: 'ada@x.y', phone: '+43 1', tags: ['vip'] },
  products: { title: 'Scarf', variants: [{ id: 'v', sku: 'S1' }] },
  orders: { customerId: 'c1', number: '#1', status: 'shipped', total: 1, currency: 'EUR' },
  shipments: { orderId: 'o1', trackingNumber: 'A1', status: 'delivered' },
  tickets: { customerId: 'c1', email: 'ada@x.y', subject: 'Where is it?', status: 'open' },
  articles: { title: 'Returns', topic: 'returns', body: 'Within 30 days.', status: 'published' },
}

/** How many rows of each table a push of two objects inserts, updates and deletes, beside those of their own table. */
async function rowsOf({ store, workspaceId }: Api, name: string, updatedAt: number): Promise<number> {
  const resource = resources.find((one) => one.name === name) ?? assert.fail()
  const pushed = ['1', '2'].map((id) => ({ ...structuredClone(objects[name]), id, updatedAt }) as PushedObject)
  return store.write(async (tx) => {
    const count = async () => (await tx.get<{ rows: number }>('SELECT total_changes() AS rows'))?.rows ?? 0
    const before = await count()
    await push(tx, { resource, workspaceId, hooks }, prepareToWrite(resource, pushed), 1)
    return (await count()) - before - pushed.length
  })
}

/** Rows of a first push and of a newer one of the same objects. */
async function rowsOfTypes(t: TestContext, prepareShop: (api: Api) => Promise<unknown> = async () => {}) {
  const api = await startServer(t)
  await prepareShop(api)
  const rows: Record<string, number[]> = {}
  for (const { name } of resources) rows[name] = [await rowsOf(api, name, 1), await rowsOf(api, name, 2)]
  return rows
}

test('a call writes one row beside its objects if look-ups or searches read them, and otherwise none', async (t) => {
  assert.deepEqual(await rowsOfTypes(t), {
    customers: [1, 1],
    products: [1, 1],
    orders: [0, 0],
    shipments: [0, 0],
    tickets: [1, 1],
    articles: [1, 1],
  })
})

test('with a segment, a call of orders writes one row, too', async (t) => {
  const rule = { all: [{ field: 'totalSpent', op: '>=', value: 1, currency: 'EUR' }] }
  const rows = await rowsOfTypes(t, async (api) => {
    const made = await api.call('POST', '/segments', { json: { name: 'Good', rule } })
    assert.equal(made.status, 200)
  })
  assert.deepEqual(rows, {
    customers: [1, 1],
    products: [1, 1],
    orders: [1, 1],
    shipments: [0, 0],
    tickets: [1, 1],
    articles: [1, 1],
  })
})
