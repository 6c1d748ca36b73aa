import assert from 'node:assert/strict'
import { closeSync, copyFileSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { startServing } from '../../src/serve/start.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import { customer, order, product, shipment } from '../support/objects.ts'
import { client, startServer, tempFolder, testClock, testServices } from '../support/server.ts'

const PAGE = 4096
/** Every so many pages are damaged, one at a time: 1 takes half a minute. */
const EVERY = Number(process.env.EVERY_PAGE ?? 16)
const objects = { customers: customer, products: product, orders: order, shipments: shipment }

/** A closed database with some of everything, and its key. */
async function shop(t: TestContext): Promise<{ file: string; key: string }> {
  const api = await startServer(t)
  for (const [resource, make] of Object.entries(objects)) {
    const data = (batch: number) =>
      Array.from({ length: 20 }, (_, index) => make({ id: `${batch}-${index}`, custom: { note: 'x'.repeat(400) } }))
    await api.push(resource, data(1))
    await api.call('POST', `/${resource}`, { json: { data: data(2) }, headers: { 'idempotency-key': resource } })
  }
  await api.call('POST', '/backfills')
  const file = join(await tempFolder(t), 'sound.db')
  new Database(api.file).exec(`VACUUM INTO '${file}'`).close()
  return { file, key: api.key }
}

/** Opens the file, serves it, and calls it; gives the statuses, or why it was not opened. */
async function serve(
  file: string,
  key: string,
): Promise<{ refusal?: string; answers: { status: number; text: string }[] }> {
  const clock = testClock()
  const store = await openStore(file, { serving: true }).catch((error: Error) => error.message)
  if (typeof store === 'string') return { refusal: store, answers: [] }
  const server = await startServing(testServices(store, clock), { host: '127.0.0.1', port: 0 })
  const api = client(server.url, key)
  const answers = [await api.call('GET', '/../../readyz'), await api.call('GET', '/ping')]
  for (const [resource, make] of Object.entries(objects)) {
    answers.push(await api.call('GET', `/${resource}`), await api.call('GET', `/${resource}/1-3`))
    const json = { data: [make({ id: '1-1', updatedAt: '2026-03-01T09:10:00Z' }), make({ id: 'new' })] }
    answers.push(await api.call('POST', `/${resource}`, { json, headers: { 'idempotency-key': 'k' } }))
  }
  answers.push(await api.call('POST', '/orders/bulk', { json: { data: [order({ id: 'bulk' })] } }))
  await server.stop()
  await store.close()
  return { answers }
}

/** Writes nonsense over a page of a file. */
function damagePage(file: string, page: number): void {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
  closeSync(descriptor)
}

test('with any page damaged, the database or the calls that need the page are rejected, with what to do', async (t) => {
  const { file, key } = await shop(t)
  const folder = await tempFolder(t)
  const pages = statSync(file).size / PAGE
  copyFileSync(file, join(folder, 'sound.db'))
  const sound = await serve(join(folder, 'sound.db'), key)
  assert.ok(sound.answers.every(({ status }) => status < 300))
  const outcomes = { refused: 0, inPart: 0, unharmed: 0 }
  for (let page = 0; page < pages; page += EVERY) {
    const damaged = join(folder, `${page}.db`)
    copyFileSync(file, damaged)
    damagePage(damaged, page)
    const { refusal, answers } = await serve(damaged, key)
    const bad = answers.filter(({ status }) => status >= 300)
    for (const { status, text } of bad) {
      assert.equal(status, 503, `page ${page}: ${text}`)
      assert.match(text, /The database is damaged\. The operator must stop the server and restore a backup/)
    }
    if (refusal) assert.match(refusal, /it is damaged; restore it from a backup|it is not an SQLite database/)
    outcomes[refusal ? 'refused' : bad.length > 0 ? 'inPart' : 'unharmed']++
  }
  t.diagnostic(JSON.stringify(outcomes))
  assert.ok(outcomes.refused > 0)
  assert.ok(outcomes.inPart > 0)
})
