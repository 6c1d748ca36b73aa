import type { Hooks } from '../../http/hooks.ts'
import { addDailyCounts, dayOf } from '../../http/request-log/daily-counts.ts'
import type { Job, JobHandler } from '../../jobs/jobs.ts'
import { DomainError } from '../../lib/errors.ts'
import { nextTurn } from '../../lib/gate.ts'
import type { Metrics } from '../../lib/metrics.ts'
import { type Clock, DAY_MS } from '../../lib/time.ts'
import type { Store, Tx } from '../../store/store.ts'
import { push } from '../push.ts'
import type { Resource } from '../resource.ts'
import { resources } from '../resources.ts'
import { countAtOnce } from '../stored-bytes.ts'
import { countOf, type UpsertCounts } from '../upsert.ts'
import { type BatchStatus, countResults, moveBatch, reopenEnd } from './backfills.ts'
import { BATCH_JOB, reportBatch } from './batches.ts'
import { packRest, unpackChunk } from './chunks.ts'
import { reportImportEnd } from './import-end.ts'

/** Most tries of a batch, unless the database is unavailable, and the first wait between them. */
const MAX_ATTEMPTS = 5
const RETRY_MS = 1_000
/** Wait while the database is unavailable. These tries are not limited. */
const UNAVAILABLE_MS = 5_000
/** Chunks in one transaction, unless another write comes meanwhile. */
const QUIET_CHUNKS = 5

interface WorkRow {
  workspace_id: string
  resource: Resource['name']
  backfill_id: string | null
  status: BatchStatus
}

/**
 * Processes batches chunk by chunk. The transaction that upserts and counts the objects of a chunk also deletes the chunk, or those
 * objects in it: of a chunk that changes large objects, some in each transaction. So an interrupted run continues with the remaining
 * chunks, and a second run finds none.
 */
export function batchJobHandler({
  store,
  clock,
  metrics,
  hooks,
}: {
  store: Store
  clock: Clock
  metrics: Metrics
  hooks: Hooks
}): JobHandler {
  return {
    kind: BATCH_JOB,
    concurrency: 2,
    perLane: null,
    run: async ({ subject }, _end, signal) => {
      let slice: Slice
      do {
        signal.throwIfAborted()
        slice = await store.writeInBackground((tx, quiet, isAwaited) =>
          processChunks(tx, subject, { most: quiet ? QUIET_CHUNKS : 1, isAwaited }, clock.now(), hooks),
        )
        for (const counts of slice.counts) metrics.objects(slice.resource, counts)
      } while (slice.hasMore)
    },
    retryAfter: ({ attempts }, error) => {
      if (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') return UNAVAILABLE_MS
      return attempts < MAX_ATTEMPTS ? RETRY_MS * 4 ** (attempts - 1) : null
    },
    giveUp: (tx, job, message, now) => failBatch(tx, job, message, now),
    revive: (tx, job, now) => reviveBatch(tx, job, now),
  }
}

interface Chunk {
  position: number
  objects: Uint8Array | string
}

async function workOf(tx: Tx, id: string): Promise<WorkRow> {
  const batch = await tx.get<WorkRow>(
    'SELECT workspace_id, resource, backfill_id, status FROM batches WHERE id = ?',
    id,
  )
  if (!batch) throw new Error(`there is no batch ${id}`)
  return batch
}

/** What one transaction processed: the counts of each chunk, and whether more chunks are left. */
interface Slice {
  resource: Resource['name']
  counts: UpsertCounts[]
  hasMore: boolean
}

/** Processes the next chunks; the first one starts the batch, the last one ends it. Ends early if another write waits. */
async function processChunks(
  tx: Tx,
  id: string,
  { most, isAwaited }: { most: number; isAwaited: () => boolean },
  now: number,
  hooks: Hooks,
): Promise<Slice> {
  const batch = await workOf(tx, id)
  const slice: Slice = { resource: batch.resource, counts: [], hasMore: false }
  if (batch.status === 'pending') await startBatch(tx, id, batch, now)
  else if (batch.status !== 'processing') return slice
  const chunks = await tx.all<Chunk>(
    'SELECT position, objects FROM batch_chunks WHERE batch_id = ? ORDER BY position LIMIT ?',
    id,
    most,
  )
  const { workspace_id: workspaceId, resource: type } = batch
  let lastId: string | undefined
  for (const chunk of chunks) {
    if (slice.counts.length > 0) {
      await nextTurn()
      if (isAwaited()) break
    }
    const pushed = await pushChunk(tx, id, batch, chunk, now, hooks)
    slice.counts.push(pushed.counts)
    lastId = pushed.lastId ?? lastId
    if (!pushed.isWhole) break
  }
  if (lastId !== undefined) {
    const latest = { id: lastId, at: now }
    const counts = { workspaceId, day: dayOf(now), type, ...sumOf(slice.counts), refused: 0, latest }
    await addDailyCounts(tx, [counts], true)
  }
  const hasMore = (await tx.get('SELECT 1 FROM batch_chunks WHERE batch_id = ? LIMIT 1', id)) !== undefined
  await reportBatch(tx, workspaceId, id, hasMore ? 'processing' : 'done', now)
  if (hasMore) return { ...slice, hasMore }
  await tx.run(`UPDATE batches SET status = 'done', finished_at = ? WHERE id = ?`, now, id)
  if (batch.backfill_id !== null) await moveBatch(tx, batch.backfill_id, 'processing', 'done', now)
  else await reportImportEnd(tx, { workspaceId, id, status: 'done' }, now)
  return slice
}

function sumOf(counts: UpsertCounts[]): UpsertCounts {
  const sum = countOf([])
  for (const { created, updated, stale } of counts) {
    sum.created += created
    sum.updated += updated
    sum.stale += stale
  }
  return sum
}

async function startBatch(tx: Tx, id: string, { backfill_id }: WorkRow, now: number): Promise<void> {
  await tx.run(`UPDATE batches SET status = 'processing', started_at = ? WHERE id = ?`, now, id)
  if (backfill_id !== null) await moveBatch(tx, backfill_id, 'pending', 'processing', now)
}

async function pushChunk(
  tx: Tx,
  id: string,
  batch: WorkRow,
  { position, objects }: Chunk,
  now: number,
  hooks: Hooks,
): Promise<{ counts: UpsertCounts; lastId: string | undefined; isWhole: boolean }> {
  const resource = resourceNamed(batch.resource)
  const all = unpackChunk(resource, objects)
  const count = await countAtOnce(tx, resource, batch.workspace_id, all)
  const pushed = { resource, workspaceId: batch.workspace_id, hooks, importedIn: batch.backfill_id }
  const results = await push(tx, pushed, all.slice(0, count), now)
  const counts = countOf(results)
  const rest = all.slice(count)
  if (rest.length === 0) await tx.run('DELETE FROM batch_chunks WHERE batch_id = ? AND position = ?', id, position)
  else
    await tx.run(
      'UPDATE batch_chunks SET objects = ? WHERE batch_id = ? AND position = ?',
      packRest(rest),
      id,
      position,
    )
  await tx.run(
    'UPDATE batches SET created = created + ?, updated = updated + ?, stale = stale + ? WHERE id = ?',
    counts.created,
    counts.updated,
    counts.stale,
    id,
  )
  if (batch.backfill_id !== null) await countResults(tx, batch.backfill_id, counts)
  return { counts, lastId: results.at(-1)?.id, isWhole: rest.length === 0 }
}

function resourceNamed(name: Resource['name']): Resource {
  const resource = resources.find((candidate) => candidate.name === name)
  if (!resource) throw new Error(`there is no resource ${name}`)
  return resource
}

async function failBatch(tx: Tx, { subject }: Job, message: string, now: number): Promise<void> {
  const batch = await workOf(tx, subject)
  await tx.run(`UPDATE batches SET status = 'failed', failure = ?, finished_at = ? WHERE id = ?`, message, now, subject)
  await reportBatch(tx, batch.workspace_id, subject, 'failed', now)
  if (batch.backfill_id !== null) await moveBatch(tx, batch.backfill_id, batch.status, 'failed', now)
  else await reportImportEnd(tx, { workspaceId: batch.workspace_id, id: subject, status: 'failed' }, now)
}

/** A dead batch keeps its remaining chunks, so that a retry by an operator continues where it stopped. */
async function reviveBatch(tx: Tx, { subject }: Job, now: number): Promise<void> {
  const batch = await workOf(tx, subject)
  await tx.run(`UPDATE batches SET status = 'pending', failure = NULL, finished_at = NULL WHERE id = ?`, subject)
  await reportBatch(tx, batch.workspace_id, subject, 'pending', now)
  if (batch.backfill_id === null) return
  await reopenEnd(tx, batch.backfill_id)
  await moveBatch(tx, batch.backfill_id, 'failed', 'pending', 0)
}

const KEEP_MS = 30 * DAY_MS
const PURGE_BATCH = 100

/** Deletes batches that ended more than 30 days ago, with their remaining chunks. */
export async function purgeBatches(store: Store, now: number): Promise<void> {
  let purged: number
  do {
    purged = await store.write(async (tx) => {
      const old = await tx.all<{ id: string }>(
        `SELECT id FROM batches WHERE finished_at <= ? ORDER BY finished_at LIMIT ${PURGE_BATCH}`,
        now - KEEP_MS,
      )
      for (const { id } of old) {
        await tx.run('DELETE FROM jobs WHERE kind = ? AND subject = ?', BATCH_JOB, id)
        await tx.run('DELETE FROM batch_chunks WHERE batch_id = ?', id)
        await tx.run('DELETE FROM batches WHERE id = ?', id)
      }
      return old.length
    })
  } while (purged === PURGE_BATCH)
}
