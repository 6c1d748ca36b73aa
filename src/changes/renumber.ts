import type { Tx } from '../store/store.ts'
import { EMPTY } from './purge.ts'

/**
 * To be called after the rows of all tables were put back to an earlier state, as `storewire dev` does: moves the changes and places behind
 * the numbers that readers have seen since, so that none repeats.
 *
 * @param newest the newest change of each workspace before
 */
export async function renumber(tx: Tx, newest: { workspaceId: string; number: number }[]): Promise<void> {
  for (const { workspaceId, number } of newest) {
    await tx.run('UPDATE changes SET number = number + ? WHERE workspace_id = ?', number, workspaceId)
    await tx.run('UPDATE change_places SET number = number + ? WHERE workspace_id = ?', number, workspaceId)
    await tx.run(
      `INSERT INTO changes (workspace_id, number, kind, ids, data, at) SELECT id, ?, ?, '[]', NULL, 0 FROM workspaces WHERE id = ?`,
      number,
      EMPTY,
      workspaceId,
    )
    tx.changed(workspaceId)
  }
}
