import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { beginAnew, searchFillHandler } from '../../src/search/fill-job.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Statement, Store } from '../../src/store/store.ts'
import { matching } from '../support/searching.ts'
import { tempFolder } from '../support/server.ts'

/** More than the first turn indexes. */
const PRODUCTS = 60

/** The store, in which the index is rebuilt right before the statements that contain `sql` for the n-th time. */
function rebuiltBefore(store: Store, sql: string, n: number): Store {
  let seen = 0
  return {
    ...store,
    writeApart: async (statements: Statement[], options) => {
      if (statements.some((statement) => statement.sql.includes(sql)) && ++seen === n)
        await store.writeApart(beginAnew())
      return store.writeApart(statements, options)
    },
  }
}

for (const { what, sql, n } of [
  { what: 'moves on', sql: 'UPDATE search_fills', n: 2 },
  { what: 'ends', sql: 'DELETE FROM search_fills', n: 1 },
])
  test(`a rebuild that begins just before an earlier one ${what} indexes everything`, async (t) => {
    const store = await openStore(join(await tempFolder(t), 'search.db'), { create: true, serving: true })
    t.after(() => store.close())
    await store.write(async (tx) => {
      await tx.run("INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'shop', 'scale', 0, 1)")
      const products = Array.from({ length: PRODUCTS }, (_, index) => [`p${index}`, JSON.stringify({ title: 'Scarf' })])
      await tx.many("INSERT INTO products (workspace_id, id, updated_at, data) VALUES ('w', ?, 1, ?)", products)
    })
    await store.writeApart(beginAnew())
    const fill = (on: Store) => {
      const { run } = searchFillHandler(on)
      return run({ subject: 'products' } as Parameters<typeof run>[0], async () => {}, new AbortController().signal)
    }
    await fill(rebuiltBefore(store, sql, n))
    await fill(store)
    assert.equal((await matching({ store }, 'search_catalog', 'scarf')).length, PRODUCTS)
  })
