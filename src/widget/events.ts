import type { Message } from '../conversations/conversations.ts'
import { messagesAfter } from '../conversations/portions.ts'
import type { RefundStatus } from '../refunds/lifecycle.ts'
import type { Reader } from '../store/store.ts'

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

/** Where something happened: in no conversation, where a refund that belongs to none has moved. */
export interface EventPlace {
  id: string
  position: string
  conversationId: string | null
}

/** At most so many events are read at a time. */
export const PAGE = 100
/** At most so many bytes of messages are told at a time: they wait in memory for a client that reads slowly. */
export const MAX_BYTES = 64 * 1024

/*
 * Ids of messages, moves and conversations are made alike: a prefix of four or five characters, and then a part that sorts by
 * time whatever the prefix is. That part of any of them is a position in a conversation.
 */
const ID = /^(?:msg|mov|conv)_([0-9A-Za-z]{23})$/

const MOVES = `SELECT move.id, refund.id AS "actionId", order_id AS "orderId", amount, currency, to_status AS "status", at
  FROM refunds AS refund JOIN refund_moves AS move ON move.refund_id = refund.id`
const IDS = `(${Array(PAGE).fill('?').join(', ')})`
const MESSAGES_BY_ID = `SELECT id, author, text, sent_at AS "sentAt" FROM messages WHERE id IN ${IDS}`
const MOVES_BY_ID = `${MOVES} WHERE move.id IN ${IDS}`

/** The position after an event; undefined where the id is none of an event. */
export function positionOf(eventId: string): string | undefined {
  return ID.exec(eventId)?.[1]
}

/** What happened in a conversation after a position, the oldest first: at most 100 events and 64 KiB, but always one. */
export async function eventsAfter(
  reader: Reader,
  conversationId: string,
  position: string,
): Promise<{ events: ChatEvent[]; hasMore: boolean }> {
  const most = { messages: PAGE, bytes: MAX_BYTES }
  const { messages, hasMore } = await messagesAfter(reader, conversationId, `msg_${position}`, most)
  const moves = await reader.all<RefundMove>(
    `${MOVES} WHERE conversation_id = ? AND move.id > ? AND from_status IS DISTINCT FROM to_status ORDER BY move.id LIMIT ?`,
    conversationId,
    `mov_${position}`,
    PAGE,
  )
  const all = inOrder(messages, moves)
  // What comes after the last message has to wait for the messages in between.
  const end = hasMore ? all.findLastIndex(({ event }) => event === 'message') + 1 : all.length
  const events = all.slice(0, Math.min(end, PAGE))
  return { events, hasMore: hasMore || events.length < all.length || moves.length === PAGE }
}

/** Where something happened after a position, in any conversation, the oldest first: at most 100 places. */
export async function placesAfter(reader: Reader, position: string): Promise<EventPlace[]> {
  return reader.all<EventPlace>(
    `SELECT id, substr(id, 5) AS position, conversation_id AS "conversationId" FROM messages WHERE id > ?
     UNION ALL
     SELECT move.id, substr(move.id, 5), conversation_id FROM refund_moves AS move JOIN refunds ON refunds.id = move.refund_id
     WHERE move.id > ? ORDER BY position LIMIT ?`,
    `msg_${position}`,
    `mov_${position}`,
    PAGE,
  )
}

/** What happened at places (at most 100), by conversation, the oldest first. */
export async function eventsAt(reader: Reader, places: EventPlace[]): Promise<Map<string, ChatEvent[]>> {
  const [moved, said] = [true, false].map((isMove) => idsOf(places, isMove)) as [string[], string[]]
  const messages = said.length > 0 ? await reader.all<Message>(MESSAGES_BY_ID, ...padded(said)) : []
  const moves = moved.length > 0 ? await reader.all<RefundMove>(MOVES_BY_ID, ...padded(moved)) : []
  const conversations = new Map(places.map(({ id, conversationId }) => [id, conversationId]))
  return Map.groupBy(inOrder(messages, moves), ({ data }) => conversations.get(data.id) ?? '')
}

function idsOf(places: EventPlace[], ofMoves: boolean): string[] {
  return places.map(({ id }) => id).filter((id) => id.startsWith('mov_') === ofMoves)
}

/** As many values as {@link IDS} has places. */
function padded(ids: string[]): string[] {
  return [...ids, ...Array(PAGE - ids.length).fill('')]
}

function inOrder(messages: Message[], moves: RefundMove[]): ChatEvent[] {
  const events: ChatEvent[] = [
    ...messages.map((data) => ({ event: 'message' as const, data })),
    ...moves.map((data) => ({ event: 'refund' as const, data })),
  ]
  return events.sort((a, b) => byPosition(a.data.id, b.data.id))
}

/** The position of the last thing that happened anywhere. */
export async function newestPosition(reader: Reader): Promise<string> {
  const newest = await reader.get<{ message: string | null; move: string | null }>(
    'SELECT (SELECT max(id) FROM messages) AS message, (SELECT max(id) FROM refund_moves) AS move',
  )
  const positions = [newest?.message, newest?.move].map((id) => positionOf(id ?? '') ?? '')
  return positions.sort().at(-1) ?? ''
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
