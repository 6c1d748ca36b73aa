import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createRequestLog, lastNumber, newestRequests } from '../../src/http/request-log/request-log.ts'
import { KEPT, KEPT_OF_STRANGERS } from '../../src/http/request-log/shares.ts'
import type { ServedRequest } from '../../src/http/request-note.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Store } from '../../src/store/store.ts'
import { addWorkspace, tempFolder, testClock, testLog } from '../support/server.ts'

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
    createRequestLog({ store: { ...store, writeInBackground }, clock: testClock(), log, metrics })
  const workspace = async (name: string) => (await addWorkspace(store, name, testClock())).workspaceId
  return { store, log, open, workspace, dropped: () => dropped }
}

/** Puts so many calls into the table, the oldest first. */
const fill = (store: Store, share: string, count: number, from: number) =>
  store.write((tx) =>
    tx.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO request_log (number, at, request_id, method, path, status, duration_ms, share, workspace_id)
       SELECT ? + i, i, 'old', 'GET', '/', 400, 1, ?, nullif(?, '') FROM n`,
      count,
      from,
      share,
      share,
    ),
  )

/** How many calls each workspace has in the log, and those of none. */
async function kept(store: Store): Promise<Record<string, number>> {
  const rows = await newestRequests(store.read, {}, 3 * KEPT)
  const counts: Record<string, number> = {}
  for (const { workspace } of rows) counts[workspace ?? 'none'] = (counts[workspace ?? 'none'] ?? 0) + 1
  return counts
}

test('only the newest calls are kept, however many come', async (t) => {
  const { store, open, workspace } = await table(t)
  const workspaceId = await workspace('shop')
  await fill(store, workspaceId, KEPT, 0)
  const log = open()
  for (let index = 0; index < 100; index++) log.add(call({ workspaceId, requestId: `new ${index}` }))
  await log.stop()
  const rows = await newestRequests(store.read, {}, 2 * KEPT)
  assert.equal(rows.length, KEPT)
  assert.equal(rows[0]?.number, 101)
  assert.equal(rows.at(-1)?.requestId, 'new 99')
  assert.equal(await lastNumber(store.read), KEPT + 100)
})

test('calls of strangers and visitors replace only their own older calls', async (t) => {
  const { store, open, workspace } = await table(t)
  const workspaceId = await workspace('shop')
  await fill(store, workspaceId, 10, 0)
  const log = open()
  const refused = { status: 404, durationMs: 1 }
  for (let round = 0; round < 6; round++) {
    for (let index = 0; index < 300; index++) {
      log.add(call(refused))
      log.add(call({ ...refused, workspaceId, isOfVisitor: true }))
    }
    log.add(call({ workspaceId, status: 400, requestId: `shop ${round}` }))
    await log.stop()
  }
  // 10 that were there, 6 of the shop and 1,000 of its visitors.
  assert.deepEqual(await kept(store), { none: KEPT_OF_STRANGERS, shop: 10 + 6 + KEPT_OF_STRANGERS })
  const rows = await newestRequests(store.read, { workspaceId }, 3 * KEPT)
  assert.equal(rows.filter(({ requestId }) => requestId === 'old').length, 10)
  assert.equal(rows.filter(({ requestId }) => requestId.startsWith('shop')).length, 6)
})

test('calls of a busy workspace replace its own older calls, not those of another', async (t) => {
  const { store, open, workspace } = await table(t)
  const [busy, quiet, other] = [await workspace('busy'), await workspace('quiet'), await workspace('other')]
  await fill(store, quiet, 50, 0)
  await fill(store, other, 6_000, 50)
  await fill(store, busy, KEPT - 6_050, 6_050)
  const log = open()
  for (let round = 0; round < 25; round++) {
    for (let index = 0; index < 200; index++) log.add(call({ workspaceId: busy, status: 400 }))
    await log.stop()
  }
  assert.deepEqual(await kept(store), { busy: 4_975, other: 4_975, quiet: 50 })
})

test('a log that was emptied, as by a reset, is filled again', async (t) => {
  const { store, open, workspace } = await table(t)
  const workspaceId = await workspace('shop')
  await fill(store, workspaceId, KEPT, 0)
  const log = open()
  log.add(call({ workspaceId }))
  await log.stop()
  await store.write((tx) => tx.run('DELETE FROM request_log'))
  for (let round = 0; round < 3; round++) {
    for (let index = 0; index < 100; index++) log.add(call({ workspaceId }))
    await log.stop()
  }
  assert.deepEqual(await kept(store), { shop: 300 })
})

test('calls that come too fast are omitted and counted, successful ones first', async (t) => {
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

test('while the database cannot be written, calls are missing in the log and nothing else happens', async (t) => {
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
