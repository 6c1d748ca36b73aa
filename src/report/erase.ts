import type { Tx } from '../store/store.ts'
import { forgetSubject } from './days.ts'

/**
 * Erases what the chats of a customer asked, and leaves what was counted of them, which is nobody's. Before the chats are erased: then
 * nobody could find them any longer.
 *
 * @returns whether there was a chat
 */
export async function eraseFromReport(
  tx: Tx,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
): Promise<boolean> {
  const chats = await tx.all<{ id: string }>(
    `SELECT id FROM conversations WHERE workspace_id = ? AND customer_id = ?
     UNION SELECT conversation_id FROM guest_proofs WHERE workspace_id = ? AND customer_id = ?`,
    workspaceId,
    customerId,
    workspaceId,
    customerId,
  )
  for (const { id } of chats) {
    await tx.run('DELETE FROM report_questions WHERE conversation_id = ?', id)
    await tx.run('DELETE FROM report_not_ours WHERE conversation_id = ?', id)
    await forgetSubject(tx, workspaceId, id)
    // What is erased piece by piece is not counted again.
    await tx.run('UPDATE conversations SET day = NULL WHERE id = ?', id)
  }
  return chats.length > 0
}
