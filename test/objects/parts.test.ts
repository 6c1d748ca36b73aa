import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createWorkspace } from '../../src/access/workspaces.ts'
import { PART_OBJECTS } from '../../src/objects/parts.ts'
import { prepare } from '../../src/objects/prepare.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { upsert } from '../../src/objects/upsert.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { owner, tempFolder } from '../support/server.ts'

async function openNew(t: TestContext): Promise<{ store: Store; workspaceId: string }> {
  const store = await openStore(join(await tempFolder(t), 'parts.db'), { create: true, disposable: true })
  t.after(() => store.close())
  const { id } = await store.write((tx) => createWorkspace(tx, owner, { name: 'parts', plan: 'scale', test: false }, 0))
  return { store, workspaceId: id }
}

/** Pushes new customers one by one, so that each may begin a part. */
function push(store: Store, workspaceId: string, { from, to }: { from: number; to: number }): Promise<void> {
  return store.write(async (tx) => {
    for (let index = from; index < to; index++)
      await upsert(tx, customers, workspaceId, [
        prepare(customers, { id: `c${index}`, updatedAt: 1, email: `c${index}@example.com` }),
      ])
  })
}

const sizes = ({ read }: Store) =>
  read.all<{ part: number; objects: number }>(
    'SELECT part, count(*) AS objects FROM customers GROUP BY part ORDER BY part',
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

test('a part that an earlier process began is filled up before the next one', async (t) => {
  const { store, workspaceId } = await openNew(t)
  await store.write((tx) =>
    tx.many(
      "INSERT INTO customers (workspace_id, id, updated_at, data, part, email) VALUES (?, ?, 1, '{}', 7, ?)",
      Array.from({ length: PART_OBJECTS - 2 }, (_, index) => [workspaceId, `stored${index}`, `s${index}@example.com`]),
    ),
  )
  await push(store, workspaceId, { from: 0, to: 3 })
  assert.deepEqual(await sizes(store), [
    { part: 7, objects: PART_OBJECTS },
    { part: 8, objects: 1 },
  ])
})
