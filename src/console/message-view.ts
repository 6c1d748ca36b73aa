import { authors, MAX_REPLY, newestMessages } from '../conversations/conversations.ts'
import { choice, id, text, time } from '../lib/fields.ts'
import { object } from '../lib/schema.ts'
import { toIso } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'

/** The newest messages of a conversation that are shown beside something else. */
export const MOST_MESSAGES = 30

export const message = object('ChatMessage', {
  id: id(),
  author: choice(authors),
  text: text(undefined, MAX_REPLY),
  sentAt: time(),
})

/** The newest messages of a conversation, the oldest of them first; none if there is no conversation. */
export async function messagesOf(reader: Reader, conversationId: string | null): Promise<object[]> {
  if (conversationId === null) return []
  const messages = await newestMessages(reader, conversationId, MOST_MESSAGES)
  return messages.map(({ sentAt, ...shown }) => ({ ...shown, sentAt: toIso(sentAt) }))
}
