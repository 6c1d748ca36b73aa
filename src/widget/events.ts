import type { Message } from '../conversations/conversations.ts'
import type { RefundStatus } from '../refunds/lifecycle.ts'
import type { Reader } from '../store/session.ts'

/** A refund of the conversation has reached a status. A late report, after which the status is the same, is for agents alone. */
export interface RefundMove {
  id: string
  actionId: string
  orderId: string
  /** In minor units. */
  amount: number
  currency: string
  status: RefundStatus
  /** Epoch milliseconds. */
  at: number
}

/** What happened in a conversation. */
export type ChatEvent = { event: 'message'; data: Message } | { event: 'refund'; data: RefundMove }

/** At most so many are read at a time. */
const PAGE = 100

/*
 * Ids of messages, moves and conversations are made alike: a prefix of four or five characters, and then a part that sorts by
 * time whatever the prefix is. That part of any of them is a position in a conversation.
 */
const ID = /^(?:msg|mov|conv)_([0-9A-Za-z]{23})$/

/** The position after an event; undefined where the id is none of an event. */
export function positionOf(eventId: string): string | undefined {
  return ID.exec(eventId)?.[1]
}

/** What happened in a conversation after a position, the oldest first, at most 100 of it. */
export async function eventsAfter(reader: Reader, conversationId: string, position: string): Promise<ChatEvent[]> {
  const messages = await reader.all<Message>(
    'SELECT id, author, text, sent_at AS "sentAt" FROM messages WHERE conversation_id = ? AND id > ? ORDER BY id LIMIT ?',
    conversationId,
    `msg_${position}`,
    PAGE,
  )
  const moves = await reader.all<RefundMove>(
    `SELECT move.id, refund.id AS "actionId", order_id AS "orderId", amount, currency, to_status AS "status", at
     FROM refunds AS refund JOIN refund_moves AS move ON move.refund_id = refund.id
     WHERE conversation_id = ? AND move.id > ? AND from_status IS DISTINCT FROM to_status ORDER BY move.id LIMIT ?`,
    conversationId,
    `mov_${position}`,
    PAGE,
  )
  const events: ChatEvent[] = [
    ...messages.map((data) => ({ event: 'message' as const, data })),
    ...moves.map((data) => ({ event: 'refund' as const, data })),
  ]
  return events.sort((a, b) => byPosition(a.data.id, b.data.id)).slice(0, PAGE)
}

/** The id of the last thing that happened in a conversation: its own, where nothing has. */
export async function newestEventId(reader: Reader, conversationId: string): Promise<string> {
  const newest = await reader.get<{ message: string | null; move: string | null }>(
    `SELECT (SELECT max(id) FROM messages WHERE conversation_id = ?) AS message,
       (SELECT max(move.id) FROM refunds JOIN refund_moves AS move ON move.refund_id = refunds.id WHERE conversation_id = ?) AS move`,
    conversationId,
    conversationId,
  )
  const ids = [newest?.message, newest?.move].filter((id) => typeof id === 'string')
  return ids.sort(byPosition).at(-1) ?? conversationId
}

function byPosition(a: string, b: string): number {
  return (positionOf(a) ?? '') < (positionOf(b) ?? '') ? -1 : 1
}
