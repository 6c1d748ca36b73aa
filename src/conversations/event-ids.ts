import { newOrderedIdAfter } from '../lib/ids.ts'
import type { Tx } from '../store/store.ts'

/** Announced by a transaction that ends chat sessions of many conversations early. */
export const SESSIONS_ENDED = 'sessions ended'

const ENDED_IN = 'sessions ended in '

/** Announced by a transaction that ends chat sessions of one conversation: visitors may do that often, and it is nothing to the others. */
export function sessionsEndedIn(conversationId: string): string {
  return ENDED_IN + conversationId
}

/** The conversation of which sessions have ended by a topic; undefined for other topics. */
export function endedConversation(topic: string): string | undefined {
  return topic.startsWith(ENDED_IN) ? topic.slice(ENDED_IN.length) : undefined
}

const OF_CONVERSATION = 'events of '

/** The conversation whose new event a topic announces; undefined for other topics. */
export function announcedConversation(topic: string): string | undefined {
  return topic.startsWith(OF_CONVERSATION) ? topic.slice(OF_CONVERSATION.length) : undefined
}

const OF_WORKSPACE = 'chats of '

/** The workspace in whose conversations a topic announces something new; undefined for other topics. */
export function announcedChats(topic: string): string | undefined {
  return topic.startsWith(OF_WORKSPACE) ? topic.slice(OF_WORKSPACE.length) : undefined
}

/** The kinds of event of a conversation, by the prefix of their ids: messages, notes of agents, modes, moves of refunds. */
export type EventPrefix = 'msg' | 'not' | 'mod' | 'mov'

/**
 * Returns a new id for an event of a conversation. Streams continue after the last id that they sent, so a new id sorts after all events
 * of the workspace, including those from before the clock was set back. Ids of different workspaces have no order.
 */
export async function newEventId(
  tx: Tx,
  conversationId: string,
  prefix: EventPrefix,
  now: number,
  earlier: string[] = [],
): Promise<string> {
  tx.announce(OF_CONVERSATION + conversationId)
  const newest = await tx.get<{ workspaceId: string; position: string | null }>(
    `SELECT workspace_id AS "workspaceId",
       (SELECT max(last_event) FROM conversations AS any WHERE any.workspace_id = own.workspace_id) AS position
     FROM conversations AS own WHERE id = ?`,
    conversationId,
  )
  tx.announce(OF_WORKSPACE + (newest?.workspaceId ?? ''))
  const id = newOrderedIdAfter([conversationId, `_${newest?.position ?? ''}`, ...earlier], prefix, now)
  await tx.run('UPDATE conversations SET last_event = ? WHERE id = ?', id.slice(prefix.length + 1), conversationId)
  return id
}
