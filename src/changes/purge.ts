import type { Store, Tx } from '../store/store.ts'

/** How long changes collect before they are deleted: each time is a transaction of its own. */
export const PURGE_MS = 2_000
/** Most rows deleted in one transaction, so that a push hardly waits for it. */
const MOST_ROWS = 500

/** The name of a change of which nothing is left but its number. */
export const EMPTY = ''

/**
 * Deletes the changes of a workspace up to a number. The newest one only loses its content: the next number follows from it, since no number
 * may come twice.
 *
 * @returns the number of deleted rows: fewer than {@link MOST_ROWS} if all were deleted
 */
async function purgeSome(tx: Tx, workspaceId: string, upTo: number): Promise<number> {
  const deleted = await tx.run(
    `DELETE FROM changes WHERE workspace_id = ? AND number IN (
       SELECT number FROM changes WHERE workspace_id = ? AND number <= ?
         AND number < (SELECT max(number) FROM changes WHERE workspace_id = ?) ORDER BY number LIMIT ${MOST_ROWS})`,
    workspaceId,
    workspaceId,
    upTo,
    workspaceId,
  )
  if (deleted.changes < MOST_ROWS)
    await tx.run(
      `UPDATE changes SET kind = ?, ids = '[]', data = NULL WHERE workspace_id = ? AND number <= ? AND kind <> ?`,
      EMPTY,
      workspaceId,
      upTo,
      EMPTY,
    )
  return deleted.changes
}

/** Deletes what all have read, some rows in each background transaction. Writes nothing if there is nothing to delete. */
export async function purge(store: Store, workspaceId: string, upTo: number): Promise<void> {
  const full = await store.read.get(
    'SELECT 1 FROM changes WHERE workspace_id = ? AND number <= ? AND kind <> ? LIMIT 1',
    workspaceId,
    upTo,
    EMPTY,
  )
  if (!full) return
  while ((await store.writeInBackground((tx) => purgeSome(tx, workspaceId, upTo))) === MOST_ROWS);
}
