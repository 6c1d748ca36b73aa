import type { OnDeletingWorkspace } from '../access/delete-workspace.ts'
import { DomainError } from '../lib/errors.ts'

/**
 * Rejects the deletion of a workspace with refunds in progress, unless forced: nobody would know whether the money moved. After a forced
 * deletion the endpoint is not called again.
 */
export const endRefundsOfWorkspace: OnDeletingWorkspace = async (tx, { workspaceId, force }) => {
  const underWay = await tx.get<{ executing: number; pending: number }>(
    `SELECT count(CASE WHEN status = 'executing' THEN 1 END) AS executing, count(CASE WHEN status = 'pending' THEN 1 END) AS pending
     FROM refunds WHERE workspace_id = ? AND status IN ('executing', 'pending')`,
    workspaceId,
  )
  const { executing = 0, pending = 0 } = underWay ?? {}
  if (executing + pending > 0 && !force)
    throw new DomainError(
      'CONFLICT',
      'refunds_under_way',
      `Refunds of this workspace are in progress: ${executing} executing, ${pending} pending. Wait until the shop has reported their outcomes.`,
    )
  // Without endpoint address and secret no request is sent.
  await tx.run('DELETE FROM refund_settings WHERE workspace_id = ?', workspaceId)
}
