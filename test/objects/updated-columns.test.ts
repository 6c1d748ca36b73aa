import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { listObjects } from '../../src/objects/find/read.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push as pushObjects } from '../../src/objects/push.ts'
import type { PushedObject } from '../../src/objects/resource.ts'
import { orders } from '../../src/objects/types/order.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { owner, tempFolder } from '../support/server.ts'

test('an update writes only the indexes of the filters whose value changes', async (t) => {
  const store = await openStore(join(await tempFolder(t), 'updates.db'), { create: true, disposable: true })
  t.after(() => store.close())
  const { id: workspaceId } = await store.write((tx) =>
    createWorkspace(tx, owner, { name: 'updates', plan: 'scale', test: false }, 0),
  )
  /** @returns the columns that the push has updated */
  const push = (object: PushedObject) =>
    store.write(async (tx) => {
      const updated: string[] = []
      const run: typeof tx.run = (sql, ...values) => {
        updated.push(...[...sql.matchAll(/(\w+) = \?(?=.*WHERE)/g)].map(([, column = '']) => column))
        return tx.run(sql, ...values)
      }
      await pushObjects({ ...tx, run }, { resource: orders, workspaceId, hooks }, [prepare(orders, object)], 1)
      return updated
    })
  const first = { number: '#1', email: 'ada@example.com', customerId: 'c1', status: 'pending', placedAt: 5 }
  assert.deepEqual(await push({ id: 'o1', updatedAt: 1, ...first }), [])
  assert.deepEqual(await push({ id: 'o1', updatedAt: 2, ...first, total: 1 }), ['updated_at', 'data'])
  assert.deepEqual(await push({ id: 'o1', updatedAt: 3, status: 'shipped' }), ['updated_at', 'data', 'status'])
  assert.deepEqual(await push({ id: 'o1', updatedAt: 4, number: '# 1', email: 'Ada@Example.com' }), [
    'updated_at',
    'data',
  ])
  const cleared = await push({ id: 'o1', updatedAt: 5, number: '#2', customerId: null, placedAt: 6 })
  assert.deepEqual(cleared, ['updated_at', 'data', 'customer_id', 'number', 'placed_at'])
  const find = async (filters: Record<string, string | number>) =>
    (await listObjects(store.read, orders, workspaceId, { limit: 5, filters })).data.map(({ updatedAt }) => updatedAt)
  const found = ['1970-01-01T00:00:00.005Z']
  assert.deepEqual(await find({ number: '2', email: 'ada@example.com', status: 'shipped', placedSince: 6 }), found)
  for (const filters of [{ number: '1' }, { customerId: 'c1' }, { status: 'pending' }, { placedSince: 7 }])
    assert.deepEqual(await find(filters as Record<string, string | number>), [])
})
