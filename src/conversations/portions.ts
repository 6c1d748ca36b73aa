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

/** A conversation and the closed ones that it follows, the newest first. */
const WITH_EARLIER = `WITH RECURSIVE chain (id, follows) AS (
    SELECT id, follows FROM conversations WHERE id = ?
    UNION SELECT earlier.id, earlier.follows FROM conversations AS earlier JOIN chain ON earlier.id = chain.follows)
  SELECT id FROM chain`

/**
 * The newest messages before an id, also of the conversations that this one follows; with null, the newest of all. Of those only what came
 * before the next one began: later outcomes of refunds are told there, too.
 *
 * @param isAlone without the conversations that this one follows
 */
export async function messagesBefore(
  reader: Reader,
  conversationId: string,
  before: string | null,
  most: Most,
  isAlone = false,
): Promise<Portion> {
  let messages: ConversationMessage[] = []
  let bytes = 0
  let edge = before ?? AFTER_ALL
  const read = isAlone ? [{ id: conversationId }] : await reader.all<{ id: string }>(WITH_EARLIER, conversationId)
  for (const { id } of read) {
    const isFull = bytes >= most.bytes
    const left = { messages: isFull ? 0 : most.messages - messages.length, bytes: most.bytes - bytes }
    const found = await portion(reader, NEWEST_FIRST, id, edge, left)
    messages = [...found.messages, ...messages]
    bytes += found.bytes
    edge = messages[0]?.id ?? edge
    if (found.hasMore) return { messages, hasMore: true }
  }
  return { messages, hasMore: false }
}

/** The oldest messages after an id. */
export function messagesAfter(reader: Reader, conversationId: string, after: string, most: Most): Promise<Portion> {
  return portion(reader, OLDEST_FIRST, conversationId, after, most)
}

/** Reads the sizes first, up to the first message that does not fit, so that no other text is read. */
async function portion(
  reader: Reader,
  sizesSql: string,
  conversationId: string,
  edge: string,
  most: Most,
): Promise<Portion & { bytes: number }> {
  let count = 0
  let bytes = 0
  let hasMore = false
  const isOver = (size: { bytes: number }) => {
    hasMore = count >= most.messages || (count > 0 && bytes + size.bytes > most.bytes)
    if (hasMore) return true
    count++
    bytes += size.bytes
    return false
  }
  const sizes = await reader.until<{ id: string; bytes: number }>(
    isOver,
    sizesSql,
    conversationId,
    edge,
    most.messages + 1,
  )
  const [first, last] = [sizes[0]?.id, sizes[count - 1]?.id].sort()
  if (count === 0 || first === undefined || last === undefined) return { messages: [], hasMore, bytes }
  const rows = await reader.all<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE conversation_id = ? AND id BETWEEN ? AND ? ORDER BY id`,
    conversationId,
    first,
    last,
  )
  return { messages: rows.map(shownMessage), hasMore, bytes }
}
