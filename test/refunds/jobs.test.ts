import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listJobs } from '../../src/jobs/jobs.ts'
import { confirmRefund, declineRefund } from '../../src/refunds/decisions.ts'
import { reportOutcome } from '../../src/refunds/routes.ts'
import { AUTOMATIC, agent, customer, type Shop, startShop } from '../support/shop.ts'
import { fails } from '../support/store-endpoint.ts'

/** Kinds and due times of the jobs of a refund. */
async function jobsOf({ api }: Shop, id: string): Promise<[kind: string, dueAt: number][]> {
  const jobs = await listJobs(api.store.read)
  return jobs.filter(({ subject }) => subject === id).map(({ kind, dueAt }) => [kind, dueAt])
}

const HOUR_MS = 3_600_000

test('a refund has only the jobs of its status, and none after its end', async (t) => {
  const shop = await startShop(t)
  const { api } = shop
  const { id } = await shop.offer()
  const ref = { workspaceId: api.workspaceId, id }
  assert.deepEqual(await jobsOf(shop, id), [['refund.expire', api.clock.now() + HOUR_MS]])
  await api.store.write((tx) => confirmRefund(tx, customer, ref, api.clock.now()))
  assert.deepEqual(await jobsOf(shop, id), [['refund.expire', api.clock.now() + 72 * HOUR_MS]], 'it waits for an agent')

  const declined = await startShop(t)
  const offered = await declined.offer()
  const other = { workspaceId: declined.api.workspaceId, id: offered.id }
  await declined.api.store.write((tx) => declineRefund(tx, customer, other, declined.api.clock.now()))
  assert.deepEqual(await jobsOf(declined, offered.id), [])
})

test('a successful refund leaves no job', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { id } = await shop.offer()
  const { api } = shop
  await api.store.write((tx) => confirmRefund(tx, customer, { workspaceId: api.workspaceId, id }, api.clock.now()))
  api.wake()
  await shop.until(id, 'succeeded')
  assert.deepEqual(await jobsOf(shop, id), [])
})

test('a report between two tries ends the tries', async (t) => {
  const shop = await startShop(t)
  await shop.set(AUTOMATIC)
  const { id } = await shop.offer()
  shop.endpoint.behave(fails)
  const { api } = shop
  const ref = { workspaceId: api.workspaceId, id }
  await api.store.write((tx) => confirmRefund(tx, customer, ref, api.clock.now()))
  api.wake()
  await shop.tried(id, 1)
  assert.deepEqual(
    (await jobsOf(shop, id)).map(([kind]) => kind),
    ['refund.create'],
  )
  const outcome = { status: 'succeeded', refundId: 'rf_1', message: null } as const
  await api.store.write((tx) => reportOutcome(tx, agent, ref, outcome, api.clock.now()))
  assert.deepEqual(await jobsOf(shop, id), [])
})
