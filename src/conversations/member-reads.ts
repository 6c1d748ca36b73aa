import { DomainError } from '../lib/errors.ts'
import type { Tx } from '../store/store.ts'

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
     SELECT workspace_id, id, ?, min(?, last_event) FROM conversations
     WHERE workspace_id = ? AND id = ? AND last_event IS NOT NULL
     ON CONFLICT (conversation_id, member_id) DO UPDATE SET event = excluded.event WHERE excluded.event > conversation_reads.event`,
    memberId,
    position,
    workspaceId,
    conversationId,
  )
}
