import { type Actor, requireManager } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { Tx } from '../store/store.ts'
import { notConnected, openConnection, type ShopConnection } from './connections.ts'
import { takeBack } from './take-back.ts'

/**
 * Ends the connection with a shop: its key and identity secret are revoked, its origin is removed, and refunds are switched off.
 *
 * @throws DomainError FORBIDDEN; NOT_FOUND if no shop is connected
 */
export async function disconnect(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<ShopConnection> {
  requireManager(actor)
  const open = await openConnection(tx, workspaceId, now)
  if (open?.state !== 'connected' && open?.state !== 'approved') throw notConnected()
  await endConnection(tx, actor, open, now)
  return open
}

/** Ends a connection for somebody who may: a manager, the plugin with its own key, or this server. */
export async function endConnection(
  tx: Tx,
  actor: Actor,
  connection: ShopConnection,
  now: number,
  reason?: string,
): Promise<void> {
  const { id, workspaceId, shop } = connection
  await takeBack(tx, actor, connection, now)
  await tx.run(`UPDATE connections SET state = 'ended', ended_by = ?, ended_at = ? WHERE id = ?`, actor.name, now, id)
  const details = { shop, ...(reason === undefined ? {} : { reason }) }
  await audit(tx, { workspaceId, actor, action: 'connection.ended', target: id, details, at: now })
}
