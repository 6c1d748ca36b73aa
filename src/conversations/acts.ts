import type { Tx } from '../store/store.ts'
import { newEventId } from './event-ids.ts'

export const conversationActs = ['assigned', 'unassigned', 'snoozed', 'woken', 'tagged', 'untagged'] as const
/** What was done in a conversation beside messages, notes and changes of who answers. Customers see none of it. */
export type ConversationAct = (typeof conversationActs)[number]

export interface NewAct {
  conversationId: string
  act: ConversationAct
  /** Who did; null for the clock, the customer and the command line. */
  agentName: string | null
  /** The name of the member who has the conversation, or the tag. */
  text?: string | null
  /** Of `snoozed`: epoch milliseconds. */
  until?: number | null
}

/** Most acts that are kept of a conversation: then the oldest one is forgotten. */
export const MOST_ACTS = 500

/** Notes what was done, for the people who look at the conversation. */
export async function recordAct(
  tx: Tx,
  { conversationId, act, agentName, text = null, until = null }: NewAct,
  now: number,
): Promise<void> {
  await tx.run(
    'INSERT INTO conversation_acts (id, conversation_id, act, agent_name, text, until, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    await newEventId(tx, conversationId, { prefix: 'evt' }, now),
    conversationId,
    act,
    agentName,
    text,
    until,
    now,
  )
  await tx.run(
    `DELETE FROM conversation_acts WHERE id =
       (SELECT id FROM conversation_acts WHERE conversation_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`,
    conversationId,
    MOST_ACTS,
  )
}
