import { activeStatuses } from '../refunds/lifecycle.ts'
import type { Store, Tx } from '../store/store.ts'
import { eraseChat } from './erase-chats.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** At most so many chats are looked at, and so many rows of them erased, in one transaction: purging never holds up a push. */
const CHATS = 100
const ROWS = 1_000

/** Where a walk through the chats of guests, the oldest first, has come to. */
interface Place {
  created_at: number
  id: string
}

/**
 * Deletes guests' chats that nobody has written in for so many days, with their messages and sessions, unless one of their
 * refunds is still open. Finished refunds stay, without the chat.
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

/** Deletes chats after a place. @returns where to go on, or undefined where there are no more */
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
    // The rest of this chat is for the next transaction.
    if (left === 0) return place
    place = chat
  }
  return chats.length === CHATS ? place : undefined
}
