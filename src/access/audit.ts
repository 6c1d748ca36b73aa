import { append } from '../changes/append.ts'
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

/** The kind of change of whatever people decide about a workspace, such as its settings, keys and members: all that the audit log has. */
export const SETTINGS = 'settings'

export interface DecidedChange {
  /** What was changed: the first word of the action, such as `key` of `key.created`. */
  about: string
}

/** They have kinds of change of their own. */
const APART = new Set(['conversation', 'refund'])

/** Writes down who did what, in the transaction that does it, and reports the change. */
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
  const [about = ''] = action.split('.')
  if (APART.has(about)) return
  const data: DecidedChange = { about }
  await append(tx, { workspaceId, kind: SETTINGS, ids: [], data }, at)
}

/** Writes down what concerns a member as a person, the target, in each of their workspaces. */
export async function auditMember(tx: Tx, entry: Omit<AuditEntry, 'workspaceId'>): Promise<void> {
  const workspaces = await tx.all<{ id: string }>(
    'SELECT workspace_id AS id FROM memberships WHERE member_id = ? ORDER BY workspace_id',
    entry.target,
  )
  for (const { id } of workspaces) await audit(tx, { ...entry, workspaceId: id })
}
