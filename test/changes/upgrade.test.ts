import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '../../src/lib/time.ts'
import { listObjects } from '../../src/objects/find/read.ts'
import { customers } from '../../src/objects/types/customer.ts'
import { products } from '../../src/objects/types/product.ts'
import { startServing } from '../../src/serve/start.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { migrations } from '../../src/store/sqlite/migrations.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { firstVersion } from '../support/databases.ts'
import { indexed, matching } from '../support/searching.ts'
import { tempFolder, testServices } from '../support/server.ts'
import { until } from '../support/until.ts'

/** The schema before there were changes. */
const BEFORE = 15

test('what waited in the three queues of the version before is found at once, and indexed and counted after the update', async (t) => {
  const file = join(await tempFolder(t), 'old.db')
  const db = firstVersion(file)
  migrate(
    db,
    migrations.filter(({ version }) => version <= BEFORE),
  )
  db.exec(`
    INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1), ('v', 'other', 'scale', 0, 1);
    INSERT INTO customers (workspace_id, id, updated_at, data, part, email) VALUES
      ('w', 'c1', 1, '{"name":"Ada","email":"ada@x.y","tags":["vip","new"]}', 1, 'ada@x.y'),
      ('w', 'c2', 1, '{"name":"Grace"}', 1, NULL);
    INSERT INTO products (workspace_id, id, updated_at, data, part) VALUES ('w', 'p1', 1, '{"title":"Scarf"}', 1),
      ('v', 'p1', 1, '{"title":"Hat","variants":[{"id":"v","sku":"S1"}]}', 1);
    INSERT INTO orders (workspace_id, id, updated_at, data, part, customer_id) VALUES
      ('w', 'o1', 1, '{"customerId":"c2","currency":"EUR","total":700}', 1, 'c2');
    INSERT INTO fact_counts VALUES ('w', NULL);
    INSERT INTO filter_queue (workspace_id, resource, part, ids, entries, queued_at) VALUES
      ('w', 'customers', 1, '["c1"]', '{"c1":{"customers.email":"ada@x.y","tag":"vip","tag":"new"}}', 5),
      ('v', 'products', 1, '["p1"]', '{"p1":{"sku":"S1"}}', 6);
    INSERT INTO search_queue (workspace_id, resource, ids, queued_at) VALUES ('w', 'products', '["p1"]', 4);
    INSERT INTO fact_notes (workspace_id, customers) VALUES ('w', '["c2"]'), ('w', '["c1"]');
  `)
  db.close()
  const store = await openStore(file, { serving: true })
  const numbers = await store.read.all<{ of: string }>(
    `SELECT workspace_id || ' ' || number || ' ' || kind || ' ' || ids AS of FROM changes ORDER BY workspace_id, number`,
  )
  assert.deepEqual(
    numbers.map(({ of }) => of),
    [
      'v 1 products ["p1"]',
      'w 1 products ["p1"]',
      'w 2 customers ["c1"]',
      'w 3 customers ["c2"]',
      'w 4 customers ["c1"]',
    ],
  )
  const found = async (resource: typeof customers, workspaceId: string, filters: Record<string, string>) =>
    (await listObjects(store.read, resource, workspaceId, { limit: 10, filters })).data.map(({ id }) => id)
  const ask = async () => [
    await found(customers, 'w', { email: 'ADA@x.y' }),
    await found(customers, 'w', { tag: 'new' }),
    await found(products, 'v', { sku: 'S1' }),
    await found(products, 'w', { sku: 'S1' }),
  ]
  const all = [['c1'], ['c1'], ['p1'], []]
  assert.deepEqual(await ask(), all)
  const server = await startServing(testServices(store, systemClock), { host: '127.0.0.1', port: 0, graceMs: 0 })
  t.after(async () => {
    await server.stop()
    await store.close()
  })
  await indexed({ store })
  assert.deepEqual(await matching({ store }, 'search_catalog', 'scarf OR hat'), ['p1', 'p1'])
  assert.deepEqual(await matching({ store }, 'search_people', 'ada OR grace'), ['c1', 'c2'])
  await until(async () => (await store.read.all('SELECT 1 FROM filter_entries')).length === 4)
  assert.deepEqual(await ask(), all)
  const facts = () => store.read.all('SELECT customer_id AS id, spent FROM customer_facts ORDER BY customer_id')
  await until(async () => (await facts()).length === 2)
  assert.deepEqual(await facts(), [
    { id: 'c1', spent: null },
    { id: 'c2', spent: 700 },
  ])
})
