import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { Hooks } from '../http/hooks.ts'
import { DomainError } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import { changeEntries } from './filter-entries.ts'
import { findByOf } from './filter-values.ts'
import { reportObjects } from './object-change.ts'
import type { Resource } from './resource.ts'
import { eraseWaiting } from './waiting-values.ts'

/**
 * Erases one object and the data that other features keep because of it. For a customer these are conversations, and the notes and
 * conversations of refunds; a customer who was never pushed can have them too. SECURITY.md lists what remains. A later push may create
 * the object again.
 *
 * @throws DomainError NOT_FOUND if there was nothing to erase
 */
export async function eraseObject(
  tx: Tx,
  { resource, hooks }: { resource: Resource; hooks: Hooks },
  { workspaceId, actor, id }: { workspaceId: string; actor: Actor; id: string },
  now: number,
): Promise<void> {
  const hasErased = await eraseAll(tx, { resource, hooks }, { workspaceId, id }, now)
  if (!hasErased) throw noSuchObject(resource)
  await audit(tx, { workspaceId, actor, action: `${resource.noun}.erased`, target: id, at: now })
}

/** {@link eraseObject} without its entry in the audit log. @returns whether there was anything to erase */
export async function eraseAll(
  tx: Tx,
  { resource, hooks }: { resource: Resource; hooks: Hooks },
  { workspaceId, id }: { workspaceId: string; id: string },
  now: number,
): Promise<boolean> {
  const { name, isPersonal, beside } = resource
  const object = await tx.get<{ part: number | null; data: string }>(
    `DELETE FROM ${name} WHERE workspace_id = ? AND id = ? RETURNING part, data`,
    workspaceId,
    id,
  )
  const before = object ? findByOf(resource)(JSON.parse(object.data)) : null
  if (object && object.part !== null && before?.entries)
    await changeEntries(tx, { workspaceId, resource: name, part: object.part, id }, before.entries, [])
  if (before?.entries) await eraseWaiting(tx, { workspaceId, resource: name, id })
  if (before) await reportObjects(tx, { resource, workspaceId }, { changed: [{ id, before, after: before }] }, now)
  const rows = (object ? 1 : 0) + ((await beside?.erase(tx, workspaceId, id)) ?? 0)
  const hasErased = await hooks.onErased(tx, { resource: name, workspaceId, id, isPersonal, before }, now)
  if (rows === 0 && !hasErased) return false
  tx.erased()
  return true
}

/** The error is the same for an object of another workspace, so that it reveals nothing. */
export function noSuchObject({ noun }: Resource): DomainError {
  return new DomainError(
    'NOT_FOUND',
    'no_such_object',
    `This workspace has no ${noun} with this id. Check the id, or push the ${noun} first.`,
  )
}
