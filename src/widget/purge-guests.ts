import { DAY_MS } from '../lib/time.ts'
import { activeStatuses } from '../refunds/lifecycle.ts'
import type { Store, Tx } from '../store/store.ts'
import { eraseChat } from './erase-chats.ts'

/** Most conversations that one transaction checks, and most rows that it erases, so that purging never blocks pushes. */
const CHATS = 100
const ROWS = 1_000

/** The current place in the conversations of guests, the oldest first. */
interface Place {
  created_at: number
  id: string
}

/**
 * Deletes conversations of guests without a new message for `days` days, with their messages and sessions. Conversations with an open
 * refund are kept. Finished refunds are kept, without the conversation.
 */
export async function purgeGuestChats(store: Store, days: number, now: number, signal?: AbortSignal): Promise<void> {
  const before = now - days * DAY_MS
  let place: Place | undefined = { created_at: Number.MIN_SAFE_INTEGER, id: '' }
  while (place && !signal?.aborted) {
    const from: Place = place
    place = await store.writeInBackground((tx) => purgeSome(tx, before, from))
  }
}

const IS_OPEN = `status IN (${activeStatuses.map((status) => `'${status}'`).join(', ')})`

/** Deletes conversations after a place. @returns the place to continue from; undefined if there are no more */
async function purgeSome(tx: Tx, before: number, from: Place): Promise<Place | undefined> {
  const chats = await tx.all<Place & { isOver: number }>(
    `SELECT created_at, id,
       CASE WHEN COALESCE((SELECT sent_at FROM messages WHERE conversation_id = conversations.id ORDER BY id DESC LIMIT 1), created_at) <= ?
         AND NOT EXISTS (SELECT 1 FROM refunds WHERE conversation_id = conversations.id AND ${IS_OPEN}) THEN 1 ELSE 0 END AS "isOver"
     FROM conversations
     WHERE customer_id IS NULL AND trial = 0 AND created_at <= ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
    before,
    before,
    from.created_at,
    from.id,
    CHATS,
  )
  let place = from
  let left = ROWS
  for (const { isOver, ...chat } of chats) {
    if (isOver === 1) left = await eraseChat(tx, chat.id, left)
    // The next transaction erases the rest of this conversation.
    if (left === 0) return place
    place = chat
  }
  return chats.length === CHATS ? place : undefined
}
