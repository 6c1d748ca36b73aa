import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { begin, call, end } from './lives.ts'

const OBJECTS_A_BATCH = 250
/** Longest time between a ready server and its kill. */
const MAX_LIFE_MS = 250

export interface CrashReport {
  kills: number
  acknowledgedBatches: number
  objects: number
  /** Batches that were sent again because the crash came before the response. */
  sentAgain: number
}

/**
 * Imports orders through the API of a server that is ended by SIGKILL at random moments and started again, until `kills` crashes
 * have happened; then lets it finish and asserts that nothing was lost, nothing counted twice, and no batch is stuck.
 */
export async function importThroughCrashes(
  file: string,
  kills: number,
  random: () => number = Math.random,
): Promise<CrashReport> {
  let life = await begin(file)
  const key = life.secretKey ?? ''
  try {
    const { id: backfillId } = await call<{ id: string }>(life.url, key, 'POST', '/backfills')
    let acknowledged = 0
    let sentAgain = 0
    let crashes = 0
    let restart: Promise<void> | undefined
    let isUncertain = false
    const crash = async () => {
      await sleep(random() * MAX_LIFE_MS)
      await end(life, 'SIGKILL')
      life = await begin(file)
      crashes++
    }
    while (crashes < kills || restart || isUncertain) {
      if (!restart && crashes < kills) {
        restart = crash().finally(() => {
          restart = undefined
        })
      }
      const data = batch(acknowledged)
      const headers = { 'idempotency-key': `batch-${acknowledged}` }
      try {
        await call(life.url, key, 'POST', '/orders/bulk', { data, backfillId }, headers)
        acknowledged++
        isUncertain = false
      } catch {
        // The crash came before the response, so it is unknown whether the batch was stored: the idempotency key makes a repeat safe.
        sentAgain++
        isUncertain = true
        await restart
      }
    }
    await finish(life.url, key, backfillId, acknowledged)
    await verify(life.url, key, backfillId, acknowledged)
    return { kills: crashes, acknowledgedBatches: acknowledged, objects: acknowledged * OBJECTS_A_BATCH, sentAgain }
  } finally {
    await end(life, 'SIGTERM')
    const db = new Database(file)
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok')
    db.close()
  }
}

function batch(number: number): object[] {
  return Array.from({ length: OBJECTS_A_BATCH }, (_, index) => ({
    id: `order-${number * OBJECTS_A_BATCH + index}`,
    updatedAt: 1_000 + number,
    number: `#${number}`,
    note: 'x'.repeat(300),
  }))
}

async function finish(url: string, key: string, backfillId: string, acknowledged: number): Promise<void> {
  await call(url, key, 'POST', `/backfills/${backfillId}/close`)
  for (;;) {
    const { status } = await call<{ status: string }>(url, key, 'GET', `/backfills/${backfillId}`)
    if (status === 'done') return
    assert.equal(status, 'closed', `${acknowledged} batches`)
    await sleep(20)
  }
}

/** Asserts that every acknowledged object is stored once, and that the counts add up. */
async function verify(url: string, key: string, backfillId: string, acknowledged: number): Promise<void> {
  const total = acknowledged * OBJECTS_A_BATCH
  const backfill = await call<Record<string, unknown>>(url, key, 'GET', `/backfills/${backfillId}`)
  assert.equal(backfill.received, total)
  assert.equal(backfill.processed, total)
  assert.deepEqual(backfill.results, { created: total, updated: 0, stale: 0 })
  assert.deepEqual(backfill.batches, { pending: 0, processing: 0, done: acknowledged, failed: 0 })
  const seen = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: { data: { id: string }[]; nextCursor: string | null } = await call(
      url,
      key,
      'GET',
      `/orders?limit=100${cursor && `&cursor=${cursor}`}`,
    )
    for (const { id } of page.data) seen.add(id)
    cursor = page.nextCursor
  }
  for (let index = 0; index < total; index++) assert.ok(seen.has(`order-${index}`), `order-${index} is lost`)
  assert.equal(seen.size, total)
}
