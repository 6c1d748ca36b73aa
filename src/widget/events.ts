import type { ModeChange } from '../conversations/modes.ts'
import { messagesAfter } from '../conversations/portions.ts'
import {
  type ConversationMessage,
  MESSAGE_COLUMNS,
  type MessageRow,
  shownMessage,
} from '../conversations/stored-message.ts'
import type { RefundStatus } from '../refunds/lifecycle.ts'
import type { Reader } from '../store/store.ts'

/** A refund of the conversation has reached a status. Late reports, which change no status, are only shown to agents. */
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

/** The customer has written in a closed conversation: a new one follows. Only streams need it, which then continue with the new one. */
export interface Continuation {
  id: string
  nextId: string
}

/** An event of a conversation. */
export type ChatEvent =
  | { event: 'message'; data: ConversationMessage }
  | { event: 'refund'; data: RefundMove }
  | { event: 'mode'; data: ModeChange }
  | { event: 'next'; data: Continuation }

/** An event and its conversation. */
export interface EventPlace {
  id: string
  conversationId: string
}

/** Most events in one read. */
export const PAGE = 100
/** Most bytes of messages in one read: they wait in memory for a slow client. */
export const MAX_BYTES = 64 * 1024

/*
 * Ids of messages, moves, modes and conversations have the same form: a prefix and a part that sorts by time, whatever the prefix. The part
 * that sorts by time is a position in a conversation.
 */
const ID = /^(?:msg|mov|mod|conv)_([0-9A-Za-z]{23})$/

const MOVES = `SELECT move.id, refund.id AS "actionId", order_id AS "orderId", amount, currency, to_status AS "status", at
  FROM refunds AS refund JOIN refund_moves AS move ON move.refund_id = refund.id`
const IDS = `(${Array(PAGE).fill('?').join(', ')})`
const MESSAGES_BY_ID = `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE id IN ${IDS}`
const MOVES_BY_ID = `${MOVES} WHERE move.id IN ${IDS} AND from_status IS DISTINCT FROM to_status`
const MODES = `SELECT id, conversation_id AS "conversationId", mode, agent_name AS "agentName", next_id AS "nextId", at FROM conversation_modes`
const MODES_BY_ID = `${MODES} WHERE id IN ${IDS}`

type ModeRow = ModeChange & { nextId: string | null }

/** The position after an event; undefined for an invalid id. */
export function positionOf(eventId: string): string | undefined {
  return ID.exec(eventId)?.[1]
}

/** The events of a conversation after a position, the oldest first: at most 100 events and 64 KiB, but at least one. */
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
  const modes = await reader.all<ModeRow>(
    `${MODES} WHERE conversation_id = ? AND id > ? ORDER BY id LIMIT ?`,
    conversationId,
    `mod_${position}`,
    PAGE,
  )
  const all = inOrder(messages, moves, modes)
  // If more messages follow, other events after the last message come later: a message that is not read yet may be older.
  const end = hasMore ? all.findLastIndex(({ event }) => event === 'message') + 1 : all.length
  const events = all.slice(0, Math.min(end, PAGE))
  return { events, hasMore: hasMore || events.length < all.length || moves.length === PAGE || modes.length === PAGE }
}

/** Reads the events at up to 100 places, by conversation, the oldest first. */
export async function eventsAt(reader: Reader, places: EventPlace[]): Promise<Map<string, ChatEvent[]>> {
  const read = async <Row>(prefix: string, sql: string): Promise<Row[]> => {
    const ids = places.map(({ id }) => id).filter((id) => id.startsWith(prefix))
    return ids.length > 0 ? reader.all<Row>(sql, ...padded(ids)) : []
  }
  const messages = (await read<MessageRow>('msg_', MESSAGES_BY_ID)).map(shownMessage)
  const moves = await read<RefundMove>('mov_', MOVES_BY_ID)
  const modes = await read<ModeRow>('mod_', MODES_BY_ID)
  const conversations = new Map(places.map(({ id, conversationId }) => [id, conversationId]))
  return Map.groupBy(inOrder(messages, moves, modes), ({ data }) => conversations.get(data.id) ?? '')
}

/** Fills up the ids to the number of parameters in {@link IDS}. */
function padded(ids: string[]): string[] {
  return [...ids, ...Array(PAGE - ids.length).fill('')]
}

function inOrder(messages: ConversationMessage[], moves: RefundMove[], modes: ModeRow[]): ChatEvent[] {
  const events: ChatEvent[] = [
    ...modes.map(eventOfMode),
    ...messages.map((data) => ({ event: 'message' as const, data })),
    ...moves.map((data) => ({ event: 'refund' as const, data })),
  ]
  return events.sort((a, b) => byPosition(a.data.id, b.data.id))
}

function eventOfMode({ nextId, ...mode }: ModeRow): ChatEvent {
  return nextId === null ? { event: 'mode', data: mode } : { event: 'next', data: { id: mode.id, nextId } }
}

/** The id of the newest event of a conversation; the id of the conversation if there is no event. */
export async function newestEventId(reader: Reader, conversationId: string): Promise<string> {
  const newest = await reader.get<Record<'message' | 'mode' | 'move', string | null>>(
    `SELECT (SELECT max(id) FROM messages WHERE conversation_id = ?) AS message,
       (SELECT max(id) FROM conversation_modes WHERE conversation_id = ?) AS mode,
       (SELECT max(last_move) FROM refunds WHERE conversation_id = ?) AS move`,
    conversationId,
    conversationId,
    conversationId,
  )
  const ids = [newest?.message, newest?.mode, newest?.move].filter((id) => typeof id === 'string')
  return ids.sort(byPosition).at(-1) ?? conversationId
}

/** Most conversations that one stream catches up with. */
const MOST_EARLIER = 10

/** The conversation that has the event at a position: the given one, or one of those that it follows. */
export async function conversationAt(reader: Reader, conversationId: string, position: string): Promise<string> {
  let id = conversationId
  for (let n = 0; n < MOST_EARLIER; n++) {
    const start = await reader.get<{ first: string | null; follows: string | null }>(
      `SELECT follows, (SELECT min(id) FROM conversation_modes WHERE conversation_id = conversations.id) AS first
       FROM conversations WHERE id = ?`,
      id,
    )
    if (!start?.follows || !start.first || position >= (positionOf(start.first) ?? '')) break
    id = start.follows
  }
  return id
}

function byPosition(a: string, b: string): number {
  return (positionOf(a) ?? '') < (positionOf(b) ?? '') ? -1 : 1
}
