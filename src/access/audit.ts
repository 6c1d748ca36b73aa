import { newId } from '../lib/ids.ts'
import type { Tx } from '../store/store.ts'
import type { Actor } from './actor.ts'

/** Writes down who did what to what, in the transaction that does it. `details` never holds a key, a secret or an address. */
export async function audit(
  tx: Tx,
  entry: {
    workspaceId: string
    actor: Actor
    action: string
    target: string
    details?: Record<string, unknown>
    at: number
  },
): Promise<void> {
  await tx.run(
    'INSERT INTO audit_log (id, workspace_id, actor, origin, action, target, details, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    newId('aud'),
    entry.workspaceId,
    entry.actor.name,
    entry.actor.origin,
    entry.action,
    entry.target,
    JSON.stringify(entry.details ?? {}),
    entry.at,
  )
}
