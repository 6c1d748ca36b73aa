import { DAY_MS } from '../lib/time.ts'
import { activeStatuses } from '../refunds/lifecycle.ts'
import type { Store, Tx } from '../store/store.ts'
import { eraseChat } from './erase-chats.ts'

/** Most conversations that one transaction checks, and most rows that it erases, so that purging never blocks pushes. */
const CHATS = 100
const ROWS = 1_000

/** Trials are over when their session is. */
const TRIAL_MS = DAY_MS

/** The current place in the conversations, the oldest first. */
interface Place {
  created_at: number
  id: string
}

/**
 * Deletes conversations of guests without a new message for `days` days, with their messages and sessions. Conversations with an open
 * refund are kept. Finished refunds are kept, without the conversation.
 */
export function purgeGuestChats(store: Store, days: number, now: number, signal?: AbortSignal): Promise<void> {
  return purgeChats(store, 'customer_id IS NULL AND trial = 0', now - days * DAY_MS, signal)
}

/** Deletes trials without a new message for a day, as {@link purgeGuestChats} does. */
export function purgeTrials(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  return purgeChats(store, 'trial = 1', now - TRIAL_MS, signal)
}

/** @param which the SQL condition of an index of conversations */
async function purgeChats(store: Store, which: string, before: number, signal?: AbortSignal): Promise<void> {
  let place: Place | undefined = { created_at: Number.MIN_SAFE_INTEGER, id: '' }
  while (place && !signal?.aborted) {
    const from: Place = place
    place = await store.writeInBackground((tx) => purgeSome(tx, which, before, from))
  }
}

const IS_OPEN = `status IN (${activeStatuses.map((status) => `'${status}'`).join(', ')})`

/** Deletes conversations after a place. @returns the place to continue from; undefined if there are no more */
async function purgeSome(tx: Tx, which: string, before: number, from: Place): Promise<Place | undefined> {
  const chats = await tx.all<Place & { isOver: number }>(
    `SELECT created_at, id,
       CASE WHEN COALESCE((SELECT sent_at FROM messages WHERE conversation_id = conversations.id ORDER BY id DESC LIMIT 1), created_at) <= ?
         AND NOT EXISTS (SELECT 1 FROM refunds WHERE conversation_id = conversations.id AND ${IS_OPEN}) THEN 1 ELSE 0 END AS "isOver"
     FROM conversations
     WHERE ${which} AND created_at <= ? AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?`,
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
