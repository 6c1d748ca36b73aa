import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { noMetrics } from '../../src/lib/metrics.ts'
import { createRequestLog, KEPT, lastNumber, newestRequests } from '../../src/server/request-log.ts'
import type { ServedRequest } from '../../src/server/request-note.ts'
import { openStore } from '../../src/store/store.ts'
import { tempFolder, testLog } from '../support/server.ts'

const call = (fields: Partial<ServedRequest> = {}): ServedRequest => ({
  requestId: 'r',
  at: 1,
  method: 'GET',
  path: '/api/v1/ping',
  isPage: false,
  status: 200,
  durationMs: 1,
  ...fields,
})

async function table(t: TestContext) {
  const store = await openStore(join(await tempFolder(t), 'test.db'), { create: true })
  t.after(() => store.close())
  const log = testLog()
  let dropped = 0
  const metrics = {
    ...noMetrics,
    requestsNotLogged: (count: number) => {
      dropped += count
    },
  }
  const open = (writeInBackground = store.writeInBackground) =>
    createRequestLog({ store: { ...store, writeInBackground }, log, metrics })
  return { store, log, open, dropped: () => dropped }
}

test('only the newest calls are kept, however many come', async (t) => {
  const { store, open } = await table(t)
  await store.write((tx) =>
    tx.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO request_log (number, at, request_id, method, path, status, duration_ms) SELECT i, i, 'old', 'GET', '/', 200, 1 FROM n`,
      KEPT,
    ),
  )
  const log = open()
  for (let index = 0; index < 150; index++) log.add(call({ requestId: `new ${index}` }))
  await log.stop()
  const rows = await newestRequests(store.read, {}, 2 * KEPT)
  assert.equal(rows.length, KEPT)
  assert.equal(rows[0]?.number, 151)
  assert.equal(rows.at(-1)?.requestId, 'new 149')
  assert.equal(await lastNumber(store.read), KEPT + 150)
})

test('calls that come too fast are left out and counted, those that went well first', async (t) => {
  const { store, open, dropped } = await table(t)
  const log = open()
  for (let index = 0; index < 10_000; index++) log.add(call())
  for (let index = 0; index < 100; index++) log.add(call({ status: 400 }))
  await log.stop()
  const rows = await newestRequests(store.read, {}, KEPT)
  assert.equal(rows.filter(({ status }) => status === 400).length, 100)
  assert.ok(rows.length < 500, String(rows.length))
  assert.equal(rows.length + dropped(), 10_100)
})

test('a database that cannot be written costs calls in the log and nothing else', async (t) => {
  const { store, log, open, dropped } = await table(t)
  const broken = open(async () => {
    throw new Error('the disk is full')
  })
  broken.add(call())
  await broken.stop()
  assert.equal(dropped(), 1)
  assert.deepEqual(
    log.lines.map(({ fields }) => fields),
    [{ calls: 1, error: 'the disk is full' }],
  )
  assert.deepEqual(await newestRequests(store.read, {}, 10), [])
})
