import { conflict, DomainError } from '../../lib/errors.ts'
import { newOrderedId } from '../../lib/ids.ts'
import { toIso, toIsoOrNull } from '../../lib/time.ts'
import type { Reader, Tx } from '../../store/store.ts'
import { countOf, type UpsertCounts, type UpsertResult } from '../upsert.ts'
import { reportImportEnd } from './import-end.ts'

export const batchStatuses = ['pending', 'processing', 'done', 'failed'] as const
export type BatchStatus = (typeof batchStatuses)[number]

/** `open` takes batches, `closed` takes no more, `done` and `failed` have no batch left to process. */
export const backfillStatuses = ['open', 'closed', 'done', 'failed'] as const
export type BackfillStatus = (typeof backfillStatuses)[number]

/** A history import (backfill) as the API shows it. */
export interface Backfill {
  id: string
  label: string | null
  status: BackfillStatus
  /** From 0 to 1: objects processed of those received so far. */
  progress: number
  received: number
  processed: number
  results: UpsertCounts
  batches: Record<BatchStatus, number>
  createdAt: string
  closedAt: string | null
  finishedAt: string | null
  /** That what it has brought is erased again; null until somebody asks for it. `erased` counts the objects so far. */
  erasure: { erased: number; startedAt: string; endedAt: string | null } | null
}

interface BackfillRow extends UpsertCounts {
  id: string
  label: string | null
  status: BackfillStatus
  received: number
  batches_pending: number
  batches_processing: number
  batches_done: number
  batches_failed: number
  created_at: number
  closed_at: number | null
  finished_at: number | null
  erased: number
  erasure_started_at: number | null
  erasure_ended_at: number | null
}

const COLUMNS = `id, label, status, received, created, updated, stale, batches_pending, batches_processing, batches_done,
  batches_failed, created_at, closed_at, finished_at, erased, erasure_started_at, erasure_ended_at`

function backfillOf(row: BackfillRow): Backfill {
  const { id, label, status, received, created, updated, stale } = row
  const processed = created + updated + stale
  return {
    id,
    label,
    status,
    progress: received > 0 ? processed / received : status === 'done' ? 1 : 0,
    received,
    processed,
    results: { created, updated, stale },
    batches: {
      pending: row.batches_pending,
      processing: row.batches_processing,
      done: row.batches_done,
      failed: row.batches_failed,
    },
    createdAt: toIso(row.created_at),
    closedAt: toIsoOrNull(row.closed_at),
    finishedAt: toIsoOrNull(row.finished_at),
    erasure:
      row.erasure_started_at === null
        ? null
        : {
            erased: row.erased,
            startedAt: toIso(row.erasure_started_at),
            endedAt: toIsoOrNull(row.erasure_ended_at),
          },
  }
}

export async function openBackfill(tx: Tx, workspaceId: string, label: string | null, now: number): Promise<Backfill> {
  const id = newOrderedId('bf', now)
  await tx.run(
    `INSERT INTO backfills (id, workspace_id, label, status, created_at) VALUES (?, ?, ?, 'open', ?)`,
    id,
    workspaceId,
    label,
    now,
  )
  return found(await getBackfill(tx, workspaceId, id))
}

export async function getBackfill(reader: Reader, workspaceId: string, id: string): Promise<Backfill | undefined> {
  const row = await reader.get<BackfillRow>(
    `SELECT ${COLUMNS} FROM backfills WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  return row && backfillOf(row)
}

export function noSuchImport(): DomainError {
  return new DomainError('NOT_FOUND', 'no_such_import', 'This workspace has no import with this id. Check the id.')
}

/** The newest backfills first; `before` is the id of the last one on the page before. */
export async function listBackfills(
  reader: Reader,
  workspaceId: string,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<Backfill[]> {
  const rows = before
    ? await reader.all<BackfillRow>(
        `SELECT ${COLUMNS} FROM backfills WHERE workspace_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
        workspaceId,
        before,
        limit,
      )
    : await reader.all<BackfillRow>(
        `SELECT ${COLUMNS} FROM backfills WHERE workspace_id = ? ORDER BY id DESC LIMIT ?`,
        workspaceId,
        limit,
      )
  return rows.map(backfillOf)
}

/** Closes a backfill: all its batches were sent. @throws DomainError CONFLICT if there is no such backfill, or it is closed */
export async function closeBackfill(tx: Tx, workspaceId: string, id: string, now: number): Promise<Backfill> {
  await requireOpen(tx, workspaceId, id)
  await tx.run(`UPDATE backfills SET status = 'closed', closed_at = ? WHERE id = ?`, now, id)
  await finishIfComplete(tx, id, now)
  return found(await getBackfill(tx, workspaceId, id))
}

/** Counts a new batch of a backfill. @throws DomainError CONFLICT if there is no such backfill, or it is closed */
export async function addBatch(tx: Tx, workspaceId: string, id: string, received: number): Promise<void> {
  await requireOpen(tx, workspaceId, id)
  await tx.run(
    'UPDATE backfills SET received = received + ?, batches_pending = batches_pending + 1 WHERE id = ?',
    received,
    id,
  )
}

/** Pushes and counts objects that a backfill stores without a batch. @throws DomainError CONFLICT as {@link addBatch} */
export async function pushOfBackfill(
  tx: Tx,
  { workspaceId, id }: { workspaceId: string; id: string },
  received: number,
  pushObjects: () => Promise<UpsertResult[]>,
): Promise<UpsertResult[]> {
  await requireOpen(tx, workspaceId, id)
  await tx.run('UPDATE backfills SET received = received + ? WHERE id = ?', received, id)
  const results = await pushObjects()
  await countResults(tx, id, countOf(results))
  return results
}

async function requireOpen(tx: Tx, workspaceId: string, id: string): Promise<void> {
  const backfill = await getBackfill(tx, workspaceId, id)
  if (!backfill) {
    throw conflict('backfill_missing', 'This workspace has no backfill with this id.')
  }
  if (backfill.status !== 'open') {
    throw conflict('backfill_closed', 'This backfill is closed and accepts no more batches. Open another backfill.')
  }
}

/** Adds the results of one chunk to the counts of a backfill. */
export async function countResults(tx: Tx, id: string, { created, updated, stale }: UpsertCounts): Promise<void> {
  await tx.run(
    'UPDATE backfills SET created = created + ?, updated = updated + ?, stale = stale + ? WHERE id = ?',
    created,
    updated,
    stale,
    id,
  )
}

/** Counts the new status of one batch. The last batch to end also ends the backfill. */
export async function moveBatch(tx: Tx, id: string, from: BatchStatus, to: BatchStatus, now: number): Promise<void> {
  await tx.run(
    `UPDATE backfills SET batches_${from} = batches_${from} - 1, batches_${to} = batches_${to} + 1 WHERE id = ?`,
    id,
  )
  await finishIfComplete(tx, id, now)
}

/** A failed batch is retried by an operator, so the backfill has not ended yet. */
export async function reopenEnd(tx: Tx, id: string): Promise<void> {
  await tx.run(`UPDATE backfills SET status = 'closed', finished_at = NULL WHERE id = ? AND status = 'failed'`, id)
}

async function finishIfComplete(tx: Tx, id: string, now: number): Promise<void> {
  const ended = await tx.get<{ workspaceId: string; status: 'done' | 'failed' }>(
    `UPDATE backfills SET status = CASE WHEN batches_failed > 0 THEN 'failed' ELSE 'done' END, finished_at = ?
     WHERE id = ? AND status = 'closed' AND batches_pending = 0 AND batches_processing = 0
     RETURNING workspace_id AS "workspaceId", status`,
    now,
    id,
  )
  if (ended) await reportImportEnd(tx, { ...ended, id }, now)
}

function found(backfill: Backfill | undefined): Backfill {
  if (!backfill) throw new Error('a backfill is missing right after it was written')
  return backfill
}
