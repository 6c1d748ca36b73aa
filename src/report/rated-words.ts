import type { RatingValue } from '../conversations/ratings.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'

/** The newest words with ratings that are shown. */
export const MOST_WORDS = 5

/** What customers wrote with the ratings of the last days, the newest first. */
export function ratedWords(
  reader: Reader,
  workspaceId: string,
  days: number,
  now: number,
): Promise<{ conversationId: string; rating: RatingValue; text: string; at: number }[]> {
  return reader.all(
    `SELECT conversation_id AS "conversationId", rating, text, rated_at AS at FROM conversation_ratings
     WHERE workspace_id = ? AND rated_at > ? AND text IS NOT NULL
       AND EXISTS (SELECT 1 FROM conversations WHERE id = conversation_id AND trial = 0)
     ORDER BY rated_at DESC LIMIT ?`,
    workspaceId,
    now - days * DAY_MS,
    MOST_WORDS,
  )
}
