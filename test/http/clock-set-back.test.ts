import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listJobs } from '../../src/jobs/jobs.ts'
import { confirmRefund } from '../../src/refunds/decisions.ts'
import { order } from '../support/objects.ts'
import { startServer } from '../support/server.ts'
import { AUTOMATIC, customer, type Shop, startShop } from '../support/shop.ts'
import { fails } from '../support/store-endpoint.ts'
import { until } from '../support/until.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Lets the server do what it has to do now. */
async function settle({ api }: Shop): Promise<void> {
  api.wake()
  for (let turn = 0; turn < 20; turn++) await api.call('GET', '/ping')
}

/** Sets the clock back by an hour, and waits until the server has moved along with it what waits. */
async function setBackAnHour({ api }: Shop): Promise<void> {
  const latest = async () => Math.max(...(await listJobs(api.store.read)).map(({ dueAt }) => dueAt))
  const before = await latest()
  api.clock.advance(-HOUR_MS)
  api.wake()
  await until(async () => (await latest()) !== before)
}

const createsOf = ({ endpoint }: Shop) => endpoint.requests.filter(({ body }) => body.type === 'refund.create')

test('a clock set back an hour locks no caller out, and the limit continues to count', async (t) => {
  const api = await startServer(t, { limits: { calls: 3, unauthorized: 2 } })
  const statuses = async (count: number, key = api.key) => {
    const headers = { authorization: `Bearer ${key}` }
    const answers = []
    for (let index = 0; index < count; index++) answers.push((await api.call('GET', '/ping', { headers })).status)
    return answers
  }
  assert.deepEqual(await statuses(4), [200, 200, 200, 429])
  assert.deepEqual(await statuses(3, 'sk_wrong'), [401, 401, 429])
  api.clock.advance(-HOUR_MS)
  assert.deepEqual(await statuses(4), [200, 200, 200, 429])
  assert.deepEqual(await statuses(3, 'sk_wrong'), [401, 401, 429])
})

test('an Idempotency-Key stays valid after the clock was set back: nothing is done twice', async (t) => {
  const api = await startServer(t)
  const headers = { 'idempotency-key': 'k' }
  const push = () => api.call('POST', '/orders', { json: { data: [order()] }, headers })
  const first = await push()
  api.clock.advance(-HOUR_MS)
  const second = await push()
  assert.equal(second.text, first.text)
  assert.equal(second.headers.get('idempotent-replayed'), 'true')
  // A day by the old clock, which is a day and an hour: the key is free again.
  api.clock.advance(DAY_MS + HOUR_MS)
  assert.deepEqual((await push()).body.results, [{ id: 'o1', status: 'stale' }])
})

test('pushes, bulk upserts and readiness continue after the clock was set back', async (t) => {
  const api = await startServer(t)
  await api.push('orders', [order()])
  assert.equal((await api.call('GET', '/../../readyz')).status, 200)
  const { body: backfill } = await api.call('POST', '/backfills')
  api.clock.advance(-HOUR_MS)
  const later = order({ updatedAt: '2026-03-01T09:00:01Z' })
  assert.equal((await api.push('orders', [later])).results[0]?.status, 'updated')
  assert.equal((await api.call('GET', '/../../readyz')).status, 200)
  const data = [order({ id: 'o2' })]
  await api.call('POST', '/orders/bulk', { json: { data, backfillId: backfill.id } })
  await api.call('POST', `/backfills/${backfill.id}/close`)
  let { body } = await api.call('GET', `/backfills/${backfill.id}`)
  while (body.status !== 'done') body = (await api.call('GET', `/backfills/${backfill.id}`)).body
  assert.deepEqual(body.results, { created: 1, updated: 0, stale: 0 })
})

test("a refund's next try happens on time and once after the clock was set back", async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { id, workspaceId } = await shop.offer()
  shop.endpoint.behave(fails)
  await shop.api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, shop.api.clock.now()))
  shop.api.wake()
  await shop.tried(id, 1)
  await settle(shop)
  await setBackAnHour(shop)
  const retry = (await listJobs(shop.api.store.read)).find(({ kind }) => kind === 'refund.create')
  const wait = (retry?.dueAt ?? 0) - shop.api.clock.now()
  assert.ok(wait >= 20_000 && wait <= 22_000, `the retry comes after ${wait} ms`)
  assert.equal(createsOf(shop).length, 1)
  shop.api.clock.advance(wait)
  shop.api.wake()
  await shop.until(id, 'succeeded')
  await settle(shop)
  assert.equal(createsOf(shop).length, 2)
  assert.equal(new Set(createsOf(shop).map(({ body }) => body.idempotencyKey)).size, 1)
  shop.api.clock.advance(2 * HOUR_MS)
  await settle(shop)
  assert.equal(createsOf(shop).length, 2)
})

test('a refund that waits for its customer expires by the clock that was set back', async (t) => {
  const shop = await startShop(t)
  const { id, expiresAt } = await shop.offer()
  await settle(shop)
  await setBackAnHour(shop)
  shop.api.clock.advance((expiresAt ?? 0) - shop.api.clock.now() - 1)
  await settle(shop)
  assert.equal((await shop.look(id)).status, 'awaiting_customer')
  shop.api.clock.advance(1)
  shop.api.wake()
  await shop.until(id, 'expired')
  await until(async () => (await listJobs(shop.api.store.read)).length === 0)
})
