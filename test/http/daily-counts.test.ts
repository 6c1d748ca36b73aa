import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetPushed, PUSHES, reportPushes } from '../../src/http/request-log/pushes-change.ts'
import { createRequestLog } from '../../src/http/request-log/request-log.ts'
import { noMetrics } from '../../src/lib/metrics.ts'
import { openStore } from '../../src/store/sqlite/open.ts'
import type { Reader } from '../../src/store/store.ts'
import { order } from '../support/objects.ts'
import { type Api, addWorkspace, client, startServer, tempFolder, testClock, testLog } from '../support/server.ts'

const HOUR_MS = 60 * 60 * 1000

type Sums = [
  workspace: string,
  day: string,
  type: string,
  created: number,
  updated: number,
  stale: number,
  refused: number,
]

async function countsOf(reader: Reader): Promise<Sums[]> {
  const rows = await reader.all<Record<string, string | number>>(
    `SELECT name, day, type, created, updated, stale, refused FROM daily_counts
     JOIN workspaces ON workspaces.id = workspace_id ORDER BY day, name, type`,
  )
  return rows.map((row) => Object.values(row) as Sums)
}

/** Waits until the sums are as wanted; they are written a moment after the answers. */
async function until({ store }: Pick<Api, 'store'>, wanted: Sums[]): Promise<void> {
  const shown = JSON.stringify(wanted)
  while (JSON.stringify(await countsOf(store.read)) !== shown) await sleep(20)
}

test('pushes are counted by workspace, day and type', async (t) => {
  const api = await startServer(t)
  const other = client(api.baseUrl, (await addWorkspace(api.store, 'other', api.clock)).key)
  await api.push('orders', [order({ id: 'o1', updatedAt: 1_000 }), order({ id: 'o2', updatedAt: 1_000 })])
  await api.push('orders', [order({ id: 'o1', updatedAt: 2_000 }), order({ id: 'o2', updatedAt: 1_000 })])
  await other.push('orders', [order({ id: 'o1', updatedAt: 1_000 })])
  const json = { data: [order({ id: 'o3', updatedAt: 1_000 })] }
  const again = { json, headers: { 'idempotency-key': 'k1' } }
  await api.call('POST', '/orders', again)
  assert.equal((await api.call('POST', '/orders', again)).headers.get('idempotent-replayed'), 'true')
  for (const body of [{ data: [{ id: 'o4' }] }, { data: 'none' }]) {
    assert.equal((await api.call('POST', '/orders', { json: body })).status, 400)
  }
  assert.equal((await api.call('POST', '/customers/bulk', { json: {} })).status, 400)
  assert.equal((await api.call('GET', '/orders/none')).status, 404)
  const [day, next] = ['2026-03-01', '2026-03-02']
  const first: Sums[] = [
    ['other', day, 'orders', 1, 0, 0, 0],
    ['shop', day, 'customers', 0, 0, 0, 1],
    ['shop', day, 'orders', 3, 1, 1, 2],
  ]
  await until(api, first)
  api.clock.advance(24 * HOUR_MS)
  await api.push('orders', [order({ id: 'o5', updatedAt: 1_000 })])
  await until(api, [...first, ['shop', next, 'orders', 1, 0, 0, 0]])
})

test('the objects of a batch count when they are processed, also beside single pushes', async (t) => {
  const api = await startServer(t)
  const data = Array.from({ length: 300 }, (_, index) => order({ id: `o${index}`, updatedAt: 1_000 }))
  await api.push('orders', [order({ id: 'o7', updatedAt: 5_000 })])
  assert.equal((await api.call('POST', '/orders/bulk', { json: { data } })).status, 202)
  await until(api, [['shop', '2026-03-01', 'orders', 300, 0, 1, 0]])
})

test('counts that cannot be written wait until they can', async (t) => {
  const store = await openStore(join(await tempFolder(t), 'test.db'), { create: true })
  t.after(() => store.close())
  const { workspaceId } = await addWorkspace(store, 'shop', testClock())
  let isFull = true
  const writeInBackground: typeof store.writeInBackground = async (work) => {
    if (isFull) throw new Error('the disk is full')
    return store.writeInBackground(work)
  }
  const log = createRequestLog({
    store: { ...store, writeInBackground },
    clock: testClock(),
    log: testLog(),
    metrics: noMetrics,
  })
  const push = {
    requestId: 'r',
    at: Date.parse('2026-03-01T23:59:59.999Z'),
    method: 'POST',
    path: '/api/v1/orders',
    isPage: false,
    status: 200,
    durationMs: 1,
    workspaceId,
    pushes: 'orders',
    results: { created: 1, updated: 0, stale: 0 },
  }
  for (let call = 0; call < 500; call++) log.add(push)
  await log.stop()
  assert.deepEqual(await countsOf(store.read), [])
  isFull = false
  log.add(push)
  await log.stop()
  assert.deepEqual(await countsOf(store.read), [['shop', '2026-03-01', 'orders', 501, 0, 0, 0]])
})

test('an erasure removes the id of its object from what was reported of pushes', async (t) => {
  const { store, workspaceId, clock } = await startServer(t)
  const counts = { created: 1, updated: 0, stale: 0, refused: 0, day: '2026-03-01', workspaceId }
  const id = 'c"1'
  const reported = await store.write(async (tx) => {
    await reportPushes(tx, [{ ...counts, type: 'customers', latest: { id, at: 1 } }], clock.now())
    await forgetPushed(tx, workspaceId, id)
    return tx.get<{ data: string }>('SELECT data FROM changes WHERE kind = ? ORDER BY number DESC LIMIT 1', PUSHES)
  })
  assert.deepEqual(JSON.parse(reported?.data ?? ''), {
    pushes: [{ type: 'customers', lastId: null, count: 1, refused: 0 }],
  })
})
