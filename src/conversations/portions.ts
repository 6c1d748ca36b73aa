import type { Reader } from '../store/store.ts'
import {
  type ConversationMessage,
  MESSAGE_BYTES,
  MESSAGE_COLUMNS,
  type MessageRow,
  shownMessage,
} from './stored-message.ts'

/** Limits of one read: number of messages, and bytes of their texts. At least one message is always read. */
export interface Most {
  messages: number
  bytes: number
}

/** Messages, the oldest first. `hasMore`: there are more in the direction of reading. */
export interface Portion {
  messages: ConversationMessage[]
  hasMore: boolean
}

const SIZES = `SELECT id, ${MESSAGE_BYTES} AS bytes FROM messages WHERE conversation_id = ?`
const NEWEST_FIRST = `${SIZES} AND id < ? ORDER BY id DESC LIMIT ?`
const OLDEST_FIRST = `${SIZES} AND id > ? ORDER BY id LIMIT ?`
/** Sorts after the ids of all messages. */
const AFTER_ALL = 'msg_~'

/** The newest messages before an id; with null, the newest of all. */
export function messagesBefore(
  reader: Reader,
  conversationId: string,
  before: string | null,
  most: Most,
): Promise<Portion> {
  return portion(reader, NEWEST_FIRST, conversationId, before ?? AFTER_ALL, most)
}

/** The oldest messages after an id. */
export function messagesAfter(reader: Reader, conversationId: string, after: string, most: Most): Promise<Portion> {
  return portion(reader, OLDEST_FIRST, conversationId, after, most)
}

/** Reads the sizes first, which is cheap, so that no text is read that does not fit. */
async function portion(
  reader: Reader,
  sizesSql: string,
  conversationId: string,
  edge: string,
  most: Most,
): Promise<Portion> {
  const sizes = await reader.all<{ id: string; bytes: number }>(sizesSql, conversationId, edge, most.messages + 1)
  const ids = sizes.slice(0, countThatFits(sizes, most)).map(({ id }) => id)
  const [first, last] = [ids[0], ids.at(-1)].sort()
  if (first === undefined || last === undefined) return { messages: [], hasMore: false }
  const rows = await reader.all<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE conversation_id = ? AND id BETWEEN ? AND ? ORDER BY id`,
    conversationId,
    first,
    last,
  )
  return { messages: rows.map(shownMessage), hasMore: sizes.length > ids.length }
}

function countThatFits(sizes: { bytes: number }[], most: Most): number {
  let bytes = 0
  const over = sizes.findIndex((size, index) => {
    bytes += size.bytes
    return index >= most.messages || (index > 0 && bytes > most.bytes)
  })
  return over === -1 ? sizes.length : over
}
