import type { Actor } from '../access/actor.ts'
import type { Tx } from '../store/store.ts'
import { findOpen, type ShopConnection } from './connections.ts'
import { takeBack } from './take-back.ts'

/** Ends the open code or claim of a workspace. */
export async function expireOpen(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<void> {
  const open = await findOpen(tx, workspaceId)
  if (open) await expire(tx, actor, open, now)
}

/** Ends a code or claim. What was made for an approved claim is taken back. */
export async function expire(tx: Tx, actor: Actor, connection: ShopConnection, now: number): Promise<void> {
  if (connection.state === 'approved') await takeBack(tx, actor, connection, now)
  await tx.run(`UPDATE connections SET state = 'expired', ended_at = ? WHERE id = ?`, now, connection.id)
}
