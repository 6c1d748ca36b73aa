import { ApiError } from '../lib/errors.ts'
import type { Tx } from '../store/sqlite/session.ts'
import type { Resource } from './resource.ts'

/** Deletes one object and what agents noted on it. @returns whether there was anything */
export async function deleteObject(tx: Tx, { name }: Resource, workspaceId: string, id: string): Promise<boolean> {
  const object = await tx.run(`DELETE FROM ${name} WHERE workspace_id = ? AND id = ?`, workspaceId, id)
  if (name !== 'customers') return object.changes > 0
  const tags = await tx.run(
    'DELETE FROM customer_agent_tags WHERE workspace_id = ? AND customer_id = ?',
    workspaceId,
    id,
  )
  return object.changes + tags.changes > 0
}

/** Another workspace's object looks the same as none. */
export function noSuchObject({ noun }: Resource): ApiError {
  return new ApiError('NOT_FOUND', `This workspace has no ${noun} with this id: check the id, or push it first.`)
}
