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

/** Where in the order of its events a conversation is read up to: the id of an event without its prefix. */
const POSITION = /^[a-z]{3}_([0-9A-Za-z]{23})$/

/**
 * Notes that a member has read a conversation up to an event. A mark never moves back. It is no later than the newest event, so that a
 * wrong id does not hide what comes.
 *
 * @throws DomainError BAD_REQUEST for an id that no event has
 */
export async function markReadBy(
  tx: Tx,
  {
    workspaceId,
    conversationId,
    memberId,
    eventId,
  }: { workspaceId: string; conversationId: string; memberId: string; eventId: string },
): Promise<void> {
  const position = POSITION.exec(eventId)?.[1]
  if (position === undefined)
    throw new DomainError('BAD_REQUEST', 'event_id', 'This is not the id of an event. Pass the id of a message.')
  await tx.run(
    `INSERT INTO conversation_reads (workspace_id, conversation_id, member_id, event)
     SELECT workspace_id, id, ?, CASE WHEN last_event < ? THEN last_event ELSE ? END FROM conversations
     WHERE workspace_id = ? AND id = ? AND last_event IS NOT NULL
     ON CONFLICT (conversation_id, member_id) DO UPDATE SET event = excluded.event WHERE excluded.event > conversation_reads.event`,
    memberId,
    position,
    position,
    workspaceId,
    conversationId,
  )
}
