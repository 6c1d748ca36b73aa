import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import type { Reader, Tx } from '../store/store.ts'
import { cancelAwaiting } from './change-settings.ts'
import { getRefundSettings, noteEndpointChange, noteEndpointSetter, saveRefundSettings } from './settings.ts'

/** Whether the shop was ordered to make a refund, and has not answered yet: requests of it are signed with the secret. */
export async function isRefunding(reader: Reader, workspaceId: string): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM refunds WHERE workspace_id = ? AND status = 'executing' LIMIT 1`,
    workspaceId,
  )
  return row !== undefined
}

/** Switches refunds off, whatever the plan. Refunds that wait for a customer or an agent are cancelled. */
export async function switchRefundsOff(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<void> {
  const settings = await getRefundSettings(tx, workspaceId)
  if (!settings.enabled) return
  await saveRefundSettings(tx, workspaceId, { ...settings, enabled: false })
  await cancelAwaiting(tx, actor, workspaceId, now)
  const details = { enabled: false }
  await audit(tx, { workspaceId, actor, action: 'refund_settings.changed', target: workspaceId, details, at: now })
}

/**
 * Removes the refund endpoint with its signing secret, whatever the plan, and switches refunds off. While the shop is making a refund, only
 * that: the endpoint has to be called again.
 *
 * @returns whether the endpoint is removed
 */
export async function removeEndpoint(tx: Tx, actor: Actor, workspaceId: string, now: number): Promise<boolean> {
  await switchRefundsOff(tx, actor, workspaceId, now)
  if (await isRefunding(tx, workspaceId)) return false
  const settings = await getRefundSettings(tx, workspaceId)
  await saveRefundSettings(tx, workspaceId, { ...settings, endpointUrl: null })
  await tx.run('UPDATE refund_settings SET secret = NULL, secret_ending = NULL WHERE workspace_id = ?', workspaceId)
  await noteEndpointSetter(tx, workspaceId, false)
  await noteEndpointChange(tx, workspaceId, now)
  await audit(tx, { workspaceId, actor, action: 'refund_endpoint.removed', target: workspaceId, at: now })
  return true
}
