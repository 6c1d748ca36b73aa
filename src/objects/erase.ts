import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { Hooks } from '../http/feature.ts'
import { DomainError } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import type { Resource } from './resource.ts'

/**
 * Erases one object and what is kept because of it, beside it and by the features of the house: of a customer these are chats, and what
 * refunds hold beyond the money, which may be there though the customer was never pushed. SECURITY.md lists what remains. A later
 * push may create the object again.
 *
 * @throws DomainError NOT_FOUND
 */
export async function eraseObject(
  tx: Tx,
  { resource, hooks }: { resource: Resource; hooks: Hooks },
  { workspaceId, actor, id }: { workspaceId: string; actor: Actor; id: string },
  now: number,
): Promise<void> {
  const { name, noun, isPersonal, beside } = resource
  const object = await tx.run(`DELETE FROM ${name} WHERE workspace_id = ? AND id = ?`, workspaceId, id)
  const rows = object.changes + ((await beside?.erase(tx, workspaceId, id)) ?? 0)
  const hasErased = await hooks.onErased(tx, { resource: name, workspaceId, id, isPersonal }, now)
  if (rows === 0 && !hasErased) throw noSuchObject(resource)
  await audit(tx, { workspaceId, actor, action: `${noun}.erased`, target: id, at: now })
}

/** Another workspace's object looks the same as none. */
export function noSuchObject({ noun }: Resource): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'no_such_object',
    `This workspace has no ${noun} with this id: check the id, or push it first.`,
  )
}
