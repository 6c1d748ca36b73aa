import { append } from '../../changes/append.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { newOrderedId } from '../../lib/ids.ts'
import { toIso, toIsoOrNull } from '../../lib/time.ts'
import type { Reader, Tx } from '../../store/store.ts'
import type { PushedObject, Resource } from '../resource.ts'
import type { UpsertCounts } from '../upsert.ts'
import { addBatch, type BatchStatus } from './backfills.ts'
import { packChunks } from './chunks.ts'

/** A bulk upsert as the API shows it. */
export interface Batch {
  id: string
  resource: string
  status: BatchStatus
  backfillId: string | null
  received: number
  processed: number
  results: UpsertCounts
  failure: { message: string } | null
  createdAt: string
  startedAt: string | null
  finishedAt: string | null
}

/** The kind of job that processes a batch; its subject is the batch's id. */
export const BATCH_JOB = 'batch'

/** The kind of change of a batch, whose id is in `ids`: it has another status, or some of its objects are processed. */
export const BATCH = 'batch'

export interface BatchChange {
  status: BatchStatus
}

/** Reports that a batch has moved on. */
export function reportBatch(tx: Tx, workspaceId: string, id: string, status: BatchStatus, now: number): Promise<void> {
  const data: BatchChange = { status }
  return append(tx, { workspaceId, kind: BATCH, ids: [id], data }, now)
}

interface BatchRow extends UpsertCounts {
  id: string
  resource: string
  status: BatchStatus
  backfill_id: string | null
  received: number
  failure: string | null
  created_at: number
  started_at: number | null
  finished_at: number | null
}

const COLUMNS = `id, resource, status, backfill_id, received, created, updated, stale, failure, created_at, started_at, finished_at`

export async function getBatch(reader: Reader, workspaceId: string, id: string): Promise<Batch | undefined> {
  const row = await reader.get<BatchRow>(
    `SELECT ${COLUMNS} FROM batches WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  return row && batchOf(row)
}

/** The last batches of a workspace, the newest first. */
export async function listBatches(reader: Reader, workspaceId: string, limit: number): Promise<Batch[]> {
  const rows = await reader.all<BatchRow>(
    `SELECT ${COLUMNS} FROM batches WHERE workspace_id = ? ORDER BY id DESC LIMIT ?`,
    workspaceId,
    limit,
  )
  return rows.map(batchOf)
}

/** The newest batches of a workspace that have failed, or that belong to no backfill, or those of one backfill. */
export async function newestBatches(
  reader: Reader,
  workspaceId: string,
  which: 'failed' | 'alone' | { backfillId: string },
  limit: number,
): Promise<Batch[]> {
  const [test, values] =
    which === 'failed'
      ? [`status = 'failed'`, []]
      : which === 'alone'
        ? ['backfill_id IS NULL', []]
        : ['backfill_id = ?', [which.backfillId]]
  const rows = await reader.all<BatchRow>(
    `SELECT ${COLUMNS} FROM batches WHERE workspace_id = ? AND ${test} ORDER BY ${
      // In the order of the index that has them.
      typeof which === 'string' ? 'id' : 'created_at'
    } DESC LIMIT ?`,
    workspaceId,
    ...values,
    limit,
  )
  return rows.map(batchOf)
}

function batchOf(row: BatchRow): Batch {
  const { id, resource, status, received, created, updated, stale, failure } = row
  return {
    id,
    resource,
    status,
    backfillId: row.backfill_id,
    received,
    processed: created + updated + stale,
    results: { created, updated, stale },
    failure: failure === null ? null : { message: failure },
    createdAt: toIso(row.created_at),
    startedAt: toIsoOrNull(row.started_at),
    finishedAt: toIsoOrNull(row.finished_at),
  }
}

/** A validated bulk upsert. Plain data, since another thread may have made it. */
export interface NewBatch {
  backfillId: string | null
  received: number
  chunks: Uint8Array[]
}

/**
 * Packs the objects of a bulk upsert for the database: the expensive part, done outside of the transaction.
 *
 * @throws DomainError PAYLOAD_TOO_LARGE for an object that is too large
 */
export function newBatch(resource: Resource, objects: PushedObject[], backfillId: string | null): NewBatch {
  return { backfillId, received: objects.length, chunks: packChunks(resource, objects) }
}

/**
 * Stores a bulk upsert: the batch, its chunks and its job. Batches of one workspace and resource are processed in the order in which
 * they were stored.
 *
 * @returns the id of the batch
 * @throws DomainError CONFLICT if the backfill is missing or closed
 */
export async function acceptBatch(
  tx: Tx,
  resource: Resource,
  workspaceId: string,
  { backfillId, received, chunks }: NewBatch,
  now: number,
): Promise<string> {
  if (backfillId !== null) await addBatch(tx, workspaceId, backfillId, received)
  const id = newOrderedId('bat', now)
  await tx.run(
    `INSERT INTO batches (id, workspace_id, resource, backfill_id, status, received, created_at) VALUES (?, ?, ?, ?, 'pending', ?, ?)`,
    id,
    workspaceId,
    resource.name,
    backfillId,
    received,
    now,
  )
  await tx.many(
    'INSERT INTO batch_chunks (batch_id, position, objects) VALUES (?, ?, ?)',
    chunks.map((chunk, position) => [id, position, chunk]),
  )
  await reportBatch(tx, workspaceId, id, 'pending', now)
  await enqueue(tx, { kind: BATCH_JOB, subject: id, lane: `${workspaceId} ${resource.name}` }, now)
  return id
}
