import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Actor } from '../../src/access/actor.ts'
import { listJobs } from '../../src/jobs/jobs.ts'
import { viewOf } from '../../src/refunds/agent-view.ts'
import { confirmRefund, tryRefundNow } from '../../src/refunds/decisions.ts'
import { failingRefunds, MOST_EXTRA_TRIES, RETRY_MS } from '../../src/refunds/failing.ts'
import { owner } from '../support/server.ts'
import { AUTOMATIC, agent, customer, type Shop, startShop } from '../support/shop.ts'
import { type Behaviour, behavesWell, fails, refundsThenDrops } from '../support/store-endpoint.ts'

/** A confirmed refund whose tries meet these behaviors, one each. */
async function ordered(shop: Shop, ...behaviours: Behaviour[]): Promise<string> {
  await shop.set(AUTOMATIC)
  const { id, workspaceId } = await shop.offer()
  shop.endpoint.behave(...behaviours)
  await shop.api.store.write((tx) => confirmRefund(tx, customer, { workspaceId, id }, shop.api.clock.now()))
  shop.api.wake()
  return id
}

const creates = ({ endpoint }: Shop) => endpoint.requests.filter(({ body }) => body.type === 'refund.create')
const failing = async (shop: Shop, id: string) => (await viewOf(shop.api.store.read, await shop.look(id))).failing
const tryNow = ({ api }: Shop, id: string, actor: Actor = owner) =>
  api.store.write((tx) => tryRefundNow(tx, actor, { workspaceId: api.workspaceId, id }, api.clock.now()))

/** The job that orders the refund, once it does not run. */
async function idleJob({ api }: Shop) {
  for (;;) {
    const job = (await listJobs(api.store.read)).find(({ kind }) => kind === 'refund.create')
    if (job?.leaseUntil === null) return job
    await api.call('GET', '/ping')
  }
}

/** Lets the next tries of the schedule come. */
async function pass(shop: Shop, id: string, tries: number): Promise<void> {
  await shop.tried(id, 1)
  for (let done = creates(shop).length; done < tries; done++) {
    shop.api.clock.advance((await idleJob(shop)).dueAt - shop.api.clock.now())
    shop.api.wake()
    await shop.tried(id, done + 1)
  }
  await idleJob(shop)
}

test('a refund fails from its second try without an answer on, with its tries and when the next one is due', async (t) => {
  const shop = await startShop(t)
  const id = await ordered(shop, fails, fails, fails)
  await pass(shop, id, 1)
  assert.equal(await failing(shop, id), null)
  await pass(shop, id, 2)
  const { dueAt } = await idleJob(shop)
  assert.deepEqual(await failing(shop, id), { tries: 2, of: 6, nextAt: dueAt })
  assert.ok(dueAt - shop.api.clock.now() >= 80_000)
  const { store, workspaceId } = shop.api
  assert.deepEqual(await failingRefunds(store.read, workspaceId), {
    count: 1,
    oldest: { id, tries: 2, of: 6, nextAt: dueAt },
  })
  shop.api.clock.advance(90_000)
  shop.api.wake()
  await shop.tried(id, 3)
  shop.api.clock.advance(400_000)
  shop.api.wake()
  await shop.until(id, 'succeeded')
  assert.equal(await failing(shop, id), null)
  assert.equal((await failingRefunds(store.read, workspaceId)).count, 0)
})

test('"Try now" is one more try with the same key, in the audit log, and uses up none of the schedule', async (t) => {
  const shop = await startShop(t)
  const id = await ordered(shop, fails, fails, fails, behavesWell)
  await pass(shop, id, 2)
  await assert.rejects(tryNow(shop, id, agent), { code: 'FORBIDDEN' })
  await tryNow(shop, id)
  shop.api.wake()
  await shop.tried(id, 3)
  const { dueAt } = await idleJob(shop)
  const wait = dueAt - shop.api.clock.now()
  assert.ok(wait >= 80_000 && wait <= 88_000, `the wait was ${wait} ms`)
  assert.deepEqual(await failing(shop, id), { tries: 3, of: 7, nextAt: dueAt })
  await tryNow(shop, id)
  shop.api.wake()
  await shop.until(id, 'succeeded')
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
  assert.deepEqual(new Set(creates(shop).map(({ body }) => body.idempotencyKey)), new Set([id]))
  const asked = await shop.api.store.read.all(
    `SELECT actor, target FROM audit_log WHERE action = 'refund_delivery.tried_now' AND workspace_id = ?`,
    shop.api.workspaceId,
  )
  assert.deepEqual(asked, Array(2).fill({ actor: owner.name, target: id }))
  await assert.rejects(tryNow(shop, id), { code: 'CONFLICT', reason: 'wrong_status' })
})

test('a shop that paid and did not say so is asked again and pays once', async (t) => {
  const shop = await startShop(t)
  const id = await ordered(shop, refundsThenDrops, refundsThenDrops)
  await pass(shop, id, 2)
  await tryNow(shop, id)
  shop.api.wake()
  await shop.until(id, 'succeeded')
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
})

test('while a try is under way, "Try now" adds none', async (t) => {
  const shop = await startShop(t)
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const holds: Behaviour = async (...call) => {
    await opened
    return behavesWell(...call)
  }
  const id = await ordered(shop, fails, fails, holds)
  await pass(shop, id, 2)
  await tryNow(shop, id)
  shop.api.wake()
  while (creates(shop).length < 3) await shop.api.call('GET', '/ping')
  assert.deepEqual(await failing(shop, id), { tries: 2, of: 7, nextAt: null })
  await tryNow(shop, id)
  shop.api.wake()
  assert.deepEqual(await failing(shop, id), { tries: 2, of: 7, nextAt: null })
  open()
  await shop.until(id, 'succeeded')
  assert.equal(creates(shop).length, 3)
  assert.deepEqual([...shop.endpoint.refunds], [[id, 1]])
})

test('the schedule ends as it would without the tries in between, which are bounded', async (t) => {
  const shop = await startShop(t)
  const id = await ordered(shop, ...Array.from({ length: RETRY_MS.length + 1 + MOST_EXTRA_TRIES }, () => fails))
  await pass(shop, id, 2)
  for (let extra = 0; extra < MOST_EXTRA_TRIES; extra++) {
    await tryNow(shop, id)
    shop.api.wake()
    await shop.tried(id, 3 + extra)
    await idleJob(shop)
  }
  await assert.rejects(tryNow(shop, id), { code: 'CONFLICT', reason: 'too_many_tries' })
  await pass(shop, id, RETRY_MS.length + MOST_EXTRA_TRIES)
  assert.equal((await shop.look(id)).status, 'executing')
  shop.api.clock.advance((await idleJob(shop)).dueAt - shop.api.clock.now())
  shop.api.wake()
  await shop.until(id, 'failed')
})
