import { newId } from '../lib/ids.ts'
import type { Tx } from '../store/store.ts'
import type { Actor } from './actor.ts'

/** Who did what to what. `details` never holds a key, a secret or an address. `at` is epoch milliseconds. */
export interface AuditEntry {
  workspaceId: string
  actor: Actor
  action: string
  target: string
  details?: Record<string, unknown>
  at: number
}

/** Writes down who did what, in the transaction that does it. */
export async function audit(
  tx: Tx,
  { workspaceId, actor, action, target, details = {}, at }: AuditEntry,
): Promise<void> {
  await tx.run(
    'INSERT INTO audit_log (id, workspace_id, actor, origin, action, target, details, at, role) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    newId('aud'),
    workspaceId,
    actor.name,
    actor.origin,
    action,
    target,
    JSON.stringify(details),
    at,
    actor.role,
  )
}

/** Writes down what concerns a member as a person, the target, in each of their workspaces. */
export async function auditMember(tx: Tx, entry: Omit<AuditEntry, 'workspaceId'>): Promise<void> {
  const workspaces = await tx.all<{ id: string }>(
    'SELECT workspace_id AS id FROM memberships WHERE member_id = ? ORDER BY workspace_id',
    entry.target,
  )
  for (const { id } of workspaces) await audit(tx, { ...entry, workspaceId: id })
}
