import { DomainError } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'

/** Most unread messages that are counted: a page shows "99+" beyond. */
export const MAX_UNREAD = 100

/**
 * Notes that the customer has seen a conversation up to a message. A mark never moves back, so that an older page does not undo it.
 *
 * @throws DomainError NOT_FOUND, also for a message of another conversation
 */
export async function markRead(tx: Tx, conversationId: string, messageId: string): Promise<void> {
  const message = await tx.get('SELECT 1 FROM messages WHERE id = ? AND conversation_id = ?', messageId, conversationId)
  if (!message)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_message',
      'This conversation has no message with this id. Check the id.',
    )
  await tx.run(
    'UPDATE conversations SET customer_read_id = ? WHERE id = ? AND (customer_read_id IS NULL OR customer_read_id < ?)',
    messageId,
    conversationId,
    messageId,
  )
}

/** How many messages to the customer are after the last one that they have seen or written: at most {@link MAX_UNREAD}. */
export async function countUnread(reader: Reader, conversationId: string): Promise<number> {
  const row = await reader.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM messages WHERE conversation_id = ? AND author <> 'customer'
         AND id > (SELECT coalesce(customer_read_id, '') FROM conversations WHERE id = ?)
       ORDER BY id LIMIT ?) AS unread`,
    conversationId,
    conversationId,
    MAX_UNREAD,
  )
  return row?.count ?? 0
}
