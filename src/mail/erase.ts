import { DAY_MS } from '../lib/time.ts'
import type { Store, Tx } from '../store/store.ts'

/** How long the record of a mail is kept. */
export const KEEP_MAILS_DAYS = 30
const PURGED_AT_ONCE = 500

/**
 * Erases the mails of a customer: nothing that waits is sent from this commit on. The chats of the customer still belong to the customer
 * then.
 *
 * @returns whether there were any
 */
export async function eraseMails(
  tx: Tx,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<boolean> {
  const { changes } = await tx.run(
    `DELETE FROM mails WHERE (workspace_id = ? AND customer_id = ?) OR conversation_id IN (
       SELECT id FROM conversations WHERE workspace_id = ? AND customer_id = ?
       UNION SELECT conversation_id FROM guest_proofs WHERE workspace_id = ? AND customer_id = ?)`,
    ...[workspaceId, customerId, workspaceId, customerId, workspaceId, customerId],
  )
  return changes > 0
}

/** Deletes the records of mails that are older than 30 days. */
export async function purgeMails(store: Store, now: number, signal: AbortSignal): Promise<void> {
  const before = now - KEEP_MAILS_DAYS * DAY_MS
  const isDone = () =>
    store.writeInBackground(async (tx) => {
      const { changes } = await tx.run(
        `DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE created_at < ? AND state <> 'waiting' LIMIT ${PURGED_AT_ONCE})`,
        before,
      )
      return changes < PURGED_AT_ONCE
    })
  do signal.throwIfAborted()
  while (!(await isDone()))
}
