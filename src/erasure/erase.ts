import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { deleteObject, noSuchObject } from '../objects/erase.ts'
import type { Resource } from '../objects/resource.ts'
import { cancelOutdatedRefunds } from '../refunds/order-changes.ts'
import type { Tx } from '../store/sqlite/session.ts'
import { eraseBodies } from './bodies.ts'
import { eraseChats } from './chats.ts'
import { eraseFromRefunds } from './refunds.ts'

/**
 * Erases one object and what is stored because of it. Of a customer these are also tags, chats, and what refunds hold beyond the
 * money; a customer who was never pushed may have them too. SECURITY.md lists what remains. A later push may create it again.
 *
 * @throws ApiError NOT_FOUND
 */
export async function erase(
  tx: Tx,
  resource: Resource,
  { workspaceId, actor, id }: { workspaceId: string; actor: Actor; id: string },
  now: number,
): Promise<void> {
  let hasErased = await deleteObject(tx, resource, workspaceId, id)
  if (resource.name === 'customers') {
    // Refunds first: which of them belong to the chats is known only while the chats are the customer's.
    for (const eraseFrom of [eraseFromRefunds, eraseChats])
      if (await eraseFrom(tx, { workspaceId, customerId: id }, now)) hasErased = true
  }
  if (!hasErased) throw noSuchObject(resource)
  await audit(tx, { workspaceId, actor, action: `${resource.noun}.erased`, target: id, at: now })
  if (resource.name === 'orders') await cancelOutdatedRefunds(tx, workspaceId, [id], now)
  // Products are nobody's data.
  if (resource.name !== 'products') await eraseBodies(tx, workspaceId, now)
}
