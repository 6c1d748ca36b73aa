import { conflict } from '../lib/errors.ts'
import { DAY_MS, MINUTE_MS } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'
import { maskCardNumbers } from './card-numbers.ts'
import { type Conversation, getConversation } from './conversations.ts'
import { reportAside } from './event-ids.ts'

export const ratings = ['good', 'bad'] as const
export type RatingValue = (typeof ratings)[number]

/** How a customer rated a conversation. */
export interface Rating {
  rating: RatingValue
  /** A word of the customer, without card numbers. */
  text: string | null
  /** When it was first given: epoch milliseconds. */
  ratedAt: number
}

/** Longest word with a rating, in characters. */
export const MAX_RATING_TEXT = 500
/** For so long a rating can be changed. */
export const CHANGED_WITHIN_MS = DAY_MS
/** So long after the last answer of the assistant a conversation has ended, if the customer has not written again. */
export const ENDED_AFTER_MS = 10 * MINUTE_MS

/** The rating of a conversation; undefined: it was not rated. */
export function ratingOf(reader: Reader, conversationId: string): Promise<Rating | undefined> {
  return reader.get<Rating>(
    'SELECT rating, text, rated_at AS "ratedAt" FROM conversation_ratings WHERE conversation_id = ?',
    conversationId,
  )
}

/**
 * Rates a conversation for its customer, or changes the rating.
 *
 * @throws DomainError NOT_FOUND; CONFLICT with the reason `not_ended` if the conversation has not ended, or `rating_final` if it was rated
 *   more than a day ago
 */
export async function rateConversation(
  tx: Tx,
  { workspaceId, id, rating, text }: { workspaceId: string; id: string; rating: RatingValue; text: string | null },
  now: number,
): Promise<Rating> {
  const conversation = await getConversation(tx, workspaceId, id)
  const before = await ratingOf(tx, id)
  if (before && now - before.ratedAt > CHANGED_WITHIN_MS)
    throw conflict('rating_final', 'The conversation was rated more than a day ago. A rating can be changed for a day.')
  if (!before && !(await hasEnded(tx, conversation, now)))
    throw conflict(
      'not_ended',
      'The conversation has not ended. It can be rated once it is closed, or 10 minutes after the last answer of the assistant.',
    )
  const word = text?.trim() ? await maskCardNumbers(tx, workspaceId, text.trim()) : null
  const rated = { rating, text: word, ratedAt: before?.ratedAt ?? now }
  if (before?.rating === rating && before.text === word) return rated
  await tx.run(
    `INSERT INTO conversation_ratings (conversation_id, workspace_id, rating, text, rated_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (conversation_id) DO UPDATE SET rating = excluded.rating, text = excluded.text`,
    id,
    workspaceId,
    rating,
    word,
    rated.ratedAt,
  )
  await reportAside(tx, id, 'rating', now)
  return rated
}

/** Whether the customer has written, and the conversation is closed, or the assistant answered last, some time ago. */
export async function hasEnded(reader: Reader, { id, mode }: Conversation, now: number): Promise<boolean> {
  if (mode === 'waiting' || mode === 'human') return false
  const written = await reader.get(
    `SELECT 1 FROM messages WHERE conversation_id = ? AND author = 'customer' LIMIT 1`,
    id,
  )
  if (!written) return false
  if (mode === 'closed') return true
  // Outcomes of refunds are no answers.
  const last = await reader.get<{ author: string; sentAt: number }>(
    `SELECT author, sent_at AS "sentAt" FROM messages WHERE conversation_id = ? AND author <> 'system' ORDER BY id DESC LIMIT 1`,
    id,
  )
  return last?.author === 'assistant' && now - last.sentAt >= ENDED_AFTER_MS
}
