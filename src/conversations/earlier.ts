import type { Reader } from '../store/store.ts'

/** Most earlier conversations in a list, and most characters of what the customer wrote first in one. */
export const MOST_EARLIER_CHATS = 10
export const MOST_FIRST_WORDS = 200

/** A conversation that another one follows. */
export interface EarlierChat {
  conversationId: string
  /** Of the customer. */
  firstMessageId: string
  text: string
  /** Epoch milliseconds. */
  startedAt: number
}

/** The conversations that one follows in which the customer has written, the newest first. */
export async function earlierChats(reader: Reader, conversationId: string): Promise<EarlierChat[]> {
  const found: EarlierChat[] = []
  let id = await followed(reader, conversationId)
  for (let n = 0; id !== null && n < MOST_EARLIER_CHATS; n++) {
    const first = await reader.get<Omit<EarlierChat, 'conversationId'>>(
      `SELECT id AS "firstMessageId", substr(text, 1, ${MOST_FIRST_WORDS}) AS text, sent_at AS "startedAt" FROM messages
       WHERE conversation_id = ? AND author = 'customer' ORDER BY id LIMIT 1`,
      id,
    )
    if (first) found.push({ conversationId: id, ...first })
    id = await followed(reader, id)
  }
  return found
}

async function followed(reader: Reader, id: string): Promise<string | null> {
  const row = await reader.get<{ follows: string | null }>('SELECT follows FROM conversations WHERE id = ?', id)
  return row?.follows ?? null
}
