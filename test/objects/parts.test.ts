import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { PART_OBJECTS } from '../../src/objects/parts.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { push as pushObjects } from '../../src/objects/push.ts'
import type { Resource } from '../../src/objects/resource.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { orders } from '../../src/objects/types/order.ts'
import { hooks } from '../../src/serve/features.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { owner, tempFolder } from '../support/server.ts'

async function openNew(t: TestContext): Promise<{ store: Store; workspaceId: string }> {
  const store = await openStore(join(await tempFolder(t), 'parts.db'), { create: true, disposable: true })
  t.after(() => store.close())
  const { id } = await store.write((tx) => createWorkspace(tx, owner, { name: 'parts', plan: 'scale', test: false }, 0))
  return { store, workspaceId: id }
}

/** Pushes new objects one by one, so that each may begin a part. */
function push(
  store: Store,
  workspaceId: string,
  { from, to, resource = customers }: { from: number; to: number; resource?: Resource },
): Promise<void> {
  return store.write(async (tx) => {
    for (let index = from; index < to; index++)
      await pushObjects(
        tx,
        { resource, workspaceId, hooks },
        [prepare(resource, { id: `c${index}`, updatedAt: 1, email: `c${index}@example.com` })],
        1,
      )
  })
}

const sizes = ({ read }: Store, { name } = customers) =>
  read.all<{ part: number; objects: number }>(
    `SELECT part, count(*) AS objects FROM ${name} GROUP BY part ORDER BY part`,
  )

test('each part of a table gets the same number of new objects, however often old ones are pushed again', async (t) => {
  const { store, workspaceId } = await openNew(t)
  await push(store, workspaceId, { from: 0, to: PART_OBJECTS - 1 })
  await push(store, workspaceId, { from: 0, to: PART_OBJECTS - 1 })
  await push(store, workspaceId, { from: PART_OBJECTS - 1, to: 2 * PART_OBJECTS + 1 })
  assert.deepEqual(await sizes(store), [
    { part: 0, objects: PART_OBJECTS },
    { part: 1, objects: PART_OBJECTS },
    { part: 2, objects: 1 },
  ])
})

for (const resource of [customers, orders])
  test(`a part of ${resource.name} that an earlier process began is filled up before the next one`, async (t) => {
    const { store, workspaceId } = await openNew(t)
    const stored = Array.from({ length: PART_OBJECTS - 2 }, (_, index) => [`stored${index}`, `s${index}@example.com`])
    await store.write(async (tx) => {
      await tx.many(
        `INSERT INTO ${resource.name} (workspace_id, id, updated_at, data, part, email) VALUES (?, ?, 1, '{}', 7, ?)`,
        stored.map((object) => [workspaceId, ...object]),
      )
      if (resource === customers)
        await tx.many(
          `INSERT INTO filter_entries (workspace_id, filter, part, id, value) VALUES (?, 'customers.email', 7, ?, ?)`,
          stored.map((object) => [workspaceId, ...object]),
        )
    })
    await push(store, workspaceId, { from: 0, to: 3, resource })
    assert.deepEqual(await sizes(store, resource), [
      { part: 7, objects: PART_OBJECTS },
      { part: 8, objects: 1 },
    ])
  })
