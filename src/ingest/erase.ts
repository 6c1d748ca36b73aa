import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { ApiError } from '../lib/errors.ts'
import type { Tx } from '../store/session.ts'
import type { Resource } from './resource.ts'

/**
 * Erases one object and what agents noted on it. A later push may create it again.
 *
 * @throws ApiError NOT_FOUND
 */
export async function eraseObject(
  tx: Tx,
  resource: Resource,
  { workspaceId, actor, id }: { workspaceId: string; actor: Actor; id: string },
  now: number,
): Promise<void> {
  const { changes } = await tx.run(`DELETE FROM ${resource.name} WHERE workspace_id = ? AND id = ?`, workspaceId, id)
  if (changes === 0) throw noSuchObject(resource)
  if (resource.name === 'customers') {
    await tx.run('DELETE FROM customer_agent_tags WHERE workspace_id = ? AND customer_id = ?', workspaceId, id)
  }
  await audit(tx, { workspaceId, actor, action: `${resource.noun}.erased`, target: id, at: now })
}

/** Another workspace's object looks the same as none. */
export function noSuchObject({ noun }: Resource): ApiError {
  return new ApiError('NOT_FOUND', `This workspace has no ${noun} with this id: check the id, or push it first.`)
}
