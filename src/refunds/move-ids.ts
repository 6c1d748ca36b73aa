import { newEventId } from '../conversations/event-ids.ts'
import { newOrderedIdAfter } from '../lib/ids.ts'
import type { Tx } from '../store/store.ts'
import { newestMove, type Refund } from './refunds.ts'

const OF_WORKSPACE = 'refunds of '

/** The workspace whose refunds a topic announces as moved; undefined for other topics. */
export function announcedRefunds(topic: string): string | undefined {
  return topic.startsWith(OF_WORKSPACE) ? topic.slice(OF_WORKSPACE.length) : undefined
}

/**
 * Returns the id of the next move of a refund, which becomes its newest one. The id sorts after all moves of the workspace and all events
 * of the conversation, including those from before the clock was set back: consoles follow the workspace, and chats the conversation.
 */
export async function nextMoveId(
  tx: Tx,
  { id, workspaceId, conversationId }: Pick<Refund, 'id' | 'workspaceId' | 'conversationId'>,
  now: number,
): Promise<string> {
  tx.announce(OF_WORKSPACE + workspaceId)
  const earlier = [await newestMove(tx, workspaceId)]
  const move =
    conversationId === null
      ? newOrderedIdAfter(earlier, 'mov', now)
      : await newEventId(tx, conversationId, 'mov', now, earlier)
  await tx.run('UPDATE refunds SET last_move = ? WHERE id = ?', move, id)
  return move
}
