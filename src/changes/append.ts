import { JsonText } from '../lib/json.ts'
import type { Tx } from '../store/store.ts'
import { type Change, isRead } from './readers.ts'

/**
 * Reports in the transaction of a fact that something has changed. This is the only way. Writes nothing if nobody reads the kind in this
 * workspace.
 *
 * @param now epoch milliseconds
 */
export async function append(
  tx: Tx,
  { workspaceId, kind, ids, data = null }: { workspaceId: string } & Pick<Change, 'kind' | 'ids'> & { data?: unknown },
  now: number,
): Promise<void> {
  if (!(await isRead(tx, kind, workspaceId))) return
  await tx.run(
    `INSERT INTO changes (workspace_id, number, kind, ids, data, at)
     SELECT ?, coalesce(max(number), 0) + 1, ?, ?, ?, ? FROM changes WHERE workspace_id = ?`,
    workspaceId,
    kind,
    JSON.stringify(ids),
    textOf(data),
    now,
    workspaceId,
  )
  tx.changed(workspaceId)
}

function textOf(data: unknown): string | null {
  if (data === null) return null
  return data instanceof JsonText ? data.text : JSON.stringify(data)
}
