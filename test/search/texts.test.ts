import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { indexedType } from '../../src/search/indexed-types.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { indexObjects } from '../../src/store/sqlite/text-index/write.ts'
import { matching } from '../support/searching.ts'
import { tempFolder } from '../support/server.ts'

/** A store with a product called "Scarf", whose texts were read for the index but are not in it yet. */
async function withTextsRead(t: TestContext) {
  const store = await openStore(join(await tempFolder(t), 'search.db'), { create: true })
  t.after(() => store.close())
  const run = (sql: string) => store.write(async (tx) => void (await tx.run(sql)))
  await run("INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'shop', 'scale', 0, 1)")
  await run(`INSERT INTO products (workspace_id, id, updated_at, data) VALUES ('w', 'p', 1, '{"title":"Scarf"}')`)
  const type = indexedType('products')
  assert.ok(type)
  const { statements, prepare } = indexObjects(type, 'w', ['p'])
  await store.writeApart([], { prepare })
  return {
    run,
    index: () => store.writeApart(statements),
    indexAgain: () => store.writeApart(statements, { prepare }),
    found: async (word: string) => (await matching({ store }, 'search_catalog', word)).length,
  }
}

test('texts that were read are indexed later', async (t) => {
  const { index, found } = await withTextsRead(t)
  await index()
  assert.equal(await found('scarf'), 1)
})

test('an object that is erased after its texts were read does not come into the index', async (t) => {
  const { run, index, found } = await withTextsRead(t)
  await run('DELETE FROM products')
  await index()
  assert.equal(await found('scarf'), 0)
})

test('an object that changes after its texts were read is indexed only with its new texts', async (t) => {
  const { run, index, indexAgain, found } = await withTextsRead(t)
  await run(`UPDATE products SET updated_at = 2, data = '{"title":"Mug"}'`)
  await index()
  assert.equal(await found('scarf'), 0)
  await indexAgain()
  assert.deepEqual([await found('scarf'), await found('mug')], [0, 1])
})

test('an object whose workspace is deleted after its texts were read does not come into the index', async (t) => {
  const { run, index, found } = await withTextsRead(t)
  await run('UPDATE workspaces SET deleted_at = 2')
  await index()
  assert.equal(await found('scarf'), 0)
})
