import { erasureJob } from '../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { isReferredTo } from '../store/engine.ts'
import type { Store, Tx } from '../store/store.ts'
import { type Actor, requireOwner } from './actor.ts'
import { audit } from './audit.ts'
import { requireOperatorsKept } from './memberships.ts'
import { deleteRows, type WorkspaceTable } from './workspace-data.ts'
import { getWorkspace } from './workspaces.ts'

const DELETE_JOB = 'delete.workspace'
/** The command that deletes a workspace deletes its rows as well. The job deletes the rows that an interrupted command left. */
const FIRST_LOOK_MS = 60_000
/** Requests accepted before the deletion may still write. After this time all of them have ended. */
const LAST_LOOK_MS = 60 * 60_000
/** Passes over the tables: what was under way, such as an index, may write rows between that refer to those of a later table. */
const MOST_PASSES = 5

/** Runs in the transaction that deletes a workspace. @throws DomainError if the workspace must not be deleted now */
export type OnDeletingWorkspace = (
  tx: Tx,
  deleting: { workspaceId: string; force: boolean; now: number },
) => Promise<void>

/**
 * Deletes a workspace. From this transaction on no list shows it, its keys and chat sessions are invalid, and its refund endpoint is
 * not called. {@link deleteWorkspaceRows} deletes its rows; a job completes that. The audit log stays, and the row of the workspace
 * without its name.
 *
 * @param name must be the name of the workspace, so that nobody deletes the wrong one
 * @param force deletes also while refunds are in progress; their outcome is lost
 * @throws DomainError FORBIDDEN; NOT_FOUND; BAD_REQUEST for another name; CONFLICT while refunds are in progress, or with the last
 *   operator
 */
export async function deleteWorkspace(
  tx: Tx,
  actor: Actor,
  {
    workspaceId,
    name,
    force,
    onDeleting,
  }: { workspaceId: string; name: string; force: boolean; onDeleting: OnDeletingWorkspace },
  now: number,
): Promise<void> {
  requireOwner(actor)
  const workspace = await getWorkspace(tx, workspaceId)
  if (workspace.name !== name)
    throw new DomainError(
      'BAD_REQUEST',
      'workspace_not_confirmed',
      `Wrong name: workspace ${workspaceId} is named ${workspace.name}. Confirm the deletion with this name.`,
    )
  await requireOperatorsKept(tx, actor, workspaceId)
  await onDeleting(tx, { workspaceId, force, now })
  await tx.run(
    'UPDATE workspaces SET name = ?, deleted_at = ? WHERE id = ?',
    `deleted ${workspaceId}`,
    now,
    workspaceId,
  )
  await tx.run(
    'UPDATE api_keys SET revoked_at = ?, widget = 0 WHERE workspace_id = ? AND revoked_at IS NULL',
    now,
    workspaceId,
  )
  await enqueue(tx, { kind: DELETE_JOB, subject: workspaceId, dueAt: now + FIRST_LOOK_MS }, now)
  await audit(tx, {
    workspaceId,
    actor,
    action: 'workspace.deleted',
    target: workspaceId,
    details: { name, force },
    at: now,
  })
}

/**
 * Deletes the rows of a deleted workspace, in the order of the tables, in bounded background transactions.
 *
 * @param onRows called with the number of rows deleted so far
 * @returns the number of deleted rows
 */
export async function deleteWorkspaceRows(
  store: Store,
  tables: WorkspaceTable[],
  workspaceId: string,
  { signal, onRows = () => {} }: { signal?: AbortSignal; onRows?: (rows: number) => void } = {},
): Promise<number> {
  let rows = 0
  for (let pass = 1; ; pass++) {
    let isDone = true
    for (const table of tables) {
      if (table.isKept) continue
      try {
        rows += await deleteRows(store, table, workspaceId, signal)
      } catch (error) {
        if (pass === MOST_PASSES || !isReferredTo(error)) throw error
        isDone = false
      }
      onRows(rows)
    }
    if (isDone) return rows
  }
}

/** Completes the deletion of workspaces. Running twice is safe: a second run deletes only rows written since the first. */
export function workspaceJobHandler({ store, tables }: { store: Store; tables: WorkspaceTable[] }): JobHandler {
  return {
    ...erasureJob,
    kind: DELETE_JOB,
    run: async ({ subject, createdAt, dueAt }, end, signal) => {
      await deleteWorkspaceRows(store, tables, subject, { signal })
      const lastLookAt = createdAt + LAST_LOOK_MS
      // Decided by when this look was due: one that takes long may have passed rows that were written after it.
      await end(async (_, now) =>
        dueAt < lastLookAt
          ? { waitMs: Math.max(0, lastLookAt - now), reason: 'Requests that came before the deletion may still write.' }
          : undefined,
      )
    },
  }
}
