import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { systemClock } from '../../src/lib/time.ts'
import { askForRebuild } from '../../src/search/ask.ts'
import { startServing } from '../../src/serve/start.ts'
import { migrations } from '../../src/store/sqlite/migrations.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { allParts } from '../../src/store/sqlite/text-index/match.ts'
import { verifyDatabase } from '../../src/store/sqlite/verify.ts'
import { firstVersion } from '../support/databases.ts'
import { startDevShop } from '../support/dev.ts'
import { begin, call, end } from '../support/lives.ts'
import { product } from '../support/objects.ts'
import { storewire } from '../support/process.ts'
import { indexed, matching } from '../support/searching.ts'
import { startServer, tempFolder, testServices } from '../support/server.ts'
import { until } from '../support/until.ts'

/** A server on an existing file. */
async function serving(t: TestContext, file: string) {
  const store = await openStore(file, { serving: true })
  const server = await startServing(testServices(store, systemClock), { host: '127.0.0.1', port: 0, graceMs: 0 })
  let isStopped = false
  const stop = async () => {
    if (isStopped) return
    isStopped = true
    await server.stop()
    await store.close()
  }
  t.after(stop)
  return { store, url: server.url, wake: server.wake, stop }
}

test('a file of an older version serves at once and is indexed by jobs', async (t) => {
  const file = join(await tempFolder(t), 'old.db')
  const db = firstVersion(file)
  db.exec(`INSERT INTO workspaces VALUES ('w', 'old', 'scale', 0, 1)`)
  const insert = db.prepare(`INSERT INTO products VALUES ('w', ?, 1, ?)`)
  for (let index = 0; index < 1_200; index++) insert.run(`p${index}`, JSON.stringify({ title: `Mug ${index}` }))
  db.close()
  const { store } = await serving(t, file)
  await indexed({ store })
  assert.equal((await matching({ store }, 'search_catalog', 'mug')).length, 1_200)
  assert.deepEqual(await matching({ store }, 'search_catalog', '1199'), ['p1199'])
})

test('a file whose index of parts of names has their positions is indexed again, and serves meanwhile', async (t) => {
  const file = join(await tempFolder(t), 'old.db')
  await (await openStore(file, { create: true })).close()
  const old = await serving(t, file)
  const db = new Database(file)
  await old.store.write(async (tx) => {
    await tx.run("INSERT INTO workspaces (id, name, plan, test, created_at) VALUES ('w', 'old', 'scale', 0, 1)")
    await tx.run(
      `INSERT INTO products (workspace_id, id, updated_at, data) VALUES ('w', 'p1', 1, '{"title":"Wollschal"}')`,
    )
    await askForRebuild(tx, systemClock.now())
  })
  old.wake()
  await until(async () => (await matching(old, 'search_catalog', 'wollschal')).length === 1)
  await indexed(old)
  await old.stop()
  db.exec(`DROP TABLE search_parts;
    CREATE VIRTUAL TABLE search_parts USING fts5 (names, content = '', contentless_delete = 1,
      tokenize = 'trigram remove_diacritics 1')`)
  db.exec(migrations.find(({ sql }) => sql.includes('DROP TABLE search_parts'))?.sql ?? '')
  db.close()
  const { store } = await serving(t, file)
  await until(async () => (await matching({ store }, 'search_parts', allParts(['schal']))).length === 1)
})

test('a backup holds the index and what waits for it, and both continue in a restored file', async (t) => {
  const api = await startServer(t)
  await api.push('products', [product({ title: 'Scarf' })])
  await indexed(api)
  const folder = await tempFolder(t)
  const [backup, restored] = [join(folder, 'backup.db'), join(folder, 'restored.db')]
  await api.push('products', [product({ id: 'p2', title: 'Scarf' })])
  await storewire(['backup', backup, '--db', api.file])
  assert.equal((await storewire(['verify', backup])).code, 0)
  const { code, stderr } = await storewire(['restore', backup, '--db', restored])
  assert.equal(code, 0, stderr)
  const { store } = await serving(t, restored)
  await indexed({ store })
  assert.deepEqual(await matching({ store }, 'search_catalog', 'scarf'), ['p1', 'p2'])
})

test('a damaged index is reported by verify and doctor, and search rebuild makes it again', async (t) => {
  const api = await startServer(t)
  await api.push('products', [product({ title: 'Scarf' })])
  await indexed(api)
  const file = join(await tempFolder(t), 'broken.db')
  await storewire(['backup', file, '--db', api.file])
  const db = new Database(file)
  db.unsafeMode(true)
  db.exec("UPDATE search_catalog_data SET block = x'0000000000' WHERE id > 10")
  db.close()
  assert.throws(() => verifyDatabase(file), /search_catalog|damaged/)
  const found = await storewire(['doctor', '--db', file])
  assert.match(found.stdout, /problem {2}integrity {4}the search index is damaged.*storewire search rebuild/s)
  assert.match((await storewire(['search', 'rebuild', '--db', file])).stdout, /rebuilds the search index/)
  assert.match((await storewire(['search', 'status', '--db', file])).stdout, /is indexing everything/)
  const { store } = await serving(t, file)
  await indexed({ store })
  assert.deepEqual(await matching({ store }, 'search_catalog', 'scarf'), ['p1'])
  verifyDatabase(file)
  assert.equal((await storewire(['search', 'status', '--db', file])).stdout, 'The search index is up to date.\n')
})

test('a killed server indexes at its next start what it had accepted', async (t) => {
  const file = join(await tempFolder(t), 'killed.db')
  const first = await begin(file)
  const key = first.secretKey ?? assert.fail()
  const data = Array.from({ length: 500 }, (_, index) => product({ id: `p${index}`, title: 'Mug' }))
  for (let start = 0; start < 500; start += 25)
    await call(first.url, key, 'POST', '/products', { data: data.slice(start, start + 25) })
  await end(first, 'SIGKILL')
  const { store } = await serving(t, file)
  await indexed({ store })
  assert.equal((await matching({ store }, 'search_catalog', 'mug')).length, 500)
})

test('the sample shop is found, also after a reset, which forgets what was pushed since', async (t) => {
  const dev = await startDevShop(t, { seedData: true })
  const found = async (q: string) =>
    (await dev.call('GET', `/search?q=${q}&types=products`)).body.data.map(
      ({ object }: { object: { id: string } }) => object.id,
    )
  const { data } = (await dev.call('GET', '/products?limit=1')).body
  const title = encodeURIComponent(data[0].title)
  await until(async () => (await found(title)).includes(data[0].id))
  await dev.push('products', [product({ id: 'since', title: 'Xylophone' })])
  await until(async () => (await found('xylophone')).includes('since'))
  await dev.reset()
  assert.deepEqual(await found('xylophone'), [])
  await until(async () => (await found(title)).includes(data[0].id))
})
