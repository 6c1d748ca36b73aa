import type { OnDeletingWorkspace } from '../access/delete-workspace.ts'
import { erasureJob } from '../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'
import { storewire } from './decisions.ts'
import { moveRefund } from './move.ts'
import { findRefund } from './refunds.ts'

const REFUND_JOB = 'erase.refund'
/** Wait before the next check of a refund that is still being ordered; its retries take an hour and a half. */
const LOOK_AGAIN_MS = 600_000

/**
 * Removes the conversation, the agent's note and the endpoint's responses from the refunds of a customer. The refunds themselves are
 * kept as records of money. Refunds that wait for the customer or an agent are cancelled. The note of a refund that is being ordered is
 * erased after the last try, since every try must send the same request.
 *
 * @returns whether there was anything to erase
 */
export async function eraseFromRefunds(
  tx: Tx,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
  now: number,
): Promise<boolean> {
  // Two queries: for their UNION SQLite would read every refund of the workspace.
  const own = await tx.all<{ id: string }>(
    `SELECT id FROM refunds WHERE workspace_id = ? AND customer_id = ? AND (note IS NOT NULL OR conversation_id IS NOT NULL
       OR EXISTS (SELECT 1 FROM refund_deliveries WHERE refund_id = refunds.id AND answer IS NOT NULL)
       OR status IN ('awaiting_customer', 'awaiting_approval', 'executing'))`,
    workspaceId,
    customerId,
  )
  const inChats = await tx.all<{ id: string }>(
    'SELECT id FROM refunds WHERE conversation_id IN (SELECT id FROM conversations WHERE workspace_id = ? AND customer_id = ?)',
    workspaceId,
    customerId,
  )
  const found = new Set([...own, ...inChats].map(({ id }) => id))
  const reason = 'its customer was erased'
  for (const id of found) {
    const refund = await findRefund(tx, id)
    if (refund) await moveRefund(tx, refund, { on: 'conversation_moved_on', actor: storewire, reason }, now)
    await tx.run('UPDATE refunds SET conversation_id = NULL WHERE id = ?', id)
    if (!(await eraseWords(tx, id)))
      await enqueue(tx, { kind: REFUND_JOB, subject: id, dueAt: now + LOOK_AGAIN_MS }, now)
  }
  return found.size > 0
}

/** Erases the agent's note and the endpoint's responses. @returns false while the refund is being ordered */
async function eraseWords(tx: Tx, id: string): Promise<boolean> {
  if ((await findRefund(tx, id))?.status === 'executing') return false
  await tx.run('UPDATE refunds SET note = NULL WHERE id = ?', id)
  await tx.run('UPDATE refund_deliveries SET answer = NULL WHERE refund_id = ?', id)
  return true
}

/** Erases the texts of a refund after its last try. Running twice is safe: the second run finds nothing. */
export function refundJobHandler(): JobHandler {
  return {
    ...erasureJob,
    kind: REFUND_JOB,
    run: ({ subject }, end) =>
      end(async (tx) =>
        (await eraseWords(tx, subject))
          ? undefined
          : {
              waitMs: LOOK_AGAIN_MS,
              reason: 'The refund is still being ordered. Its note is erased after the last try.',
            },
      ),
  }
}

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
