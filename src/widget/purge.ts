import { DAY_MS } from '../lib/time.ts'
import { activeStatuses } from '../refunds/lifecycle.ts'
import type { Store, Tx } from '../store/store.ts'
import { eraseChat } from './erase-chats.ts'

/** Most rows that one transaction deletes, so that purging never blocks pushes. */
const PURGE_BATCH = 1_000

/** Deletes sessions that are over, and the records of identity tokens that have expired. */
export async function purgeWidget(store: Store, now: number): Promise<void> {
  await inBatches(store, (tx) => purgeSessions(tx, now))
  await inBatches(store, async (tx) => {
    const { changes } = await tx.run(
      `DELETE FROM used_identity_tokens WHERE (workspace_id, jti) IN
         (SELECT workspace_id, jti FROM used_identity_tokens WHERE expires_at <= ? ORDER BY expires_at LIMIT ${PURGE_BATCH})`,
      now,
    )
    return changes
  })
}

async function inBatches(store: Store, purge: (tx: Tx) => Promise<number>): Promise<void> {
  let purged: number
  do {
    purged = await store.writeInBackground(purge)
  } while (purged === PURGE_BATCH)
}

/** Deletes sessions that nobody can continue. A conversation in which nothing has happened is deleted with its last session. */
async function purgeSessions(tx: Tx, now: number): Promise<number> {
  const old = await tx.all<{ id: string; conversation_id: string }>(
    `SELECT id, conversation_id FROM widget_sessions WHERE kept_until <= ? ORDER BY kept_until LIMIT ${PURGE_BATCH}`,
    now,
  )
  await tx.many(
    'DELETE FROM widget_sessions WHERE id = ?',
    old.map(({ id }) => [id]),
  )
  await tx.many(
    `DELETE FROM conversations WHERE id = ?
       AND last_event IS NULL
       AND NOT EXISTS (SELECT 1 FROM widget_sessions WHERE conversation_id = conversations.id)`,
    old.map(({ conversation_id }) => [conversation_id]),
  )
  return old.length
}

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
  return purgeChats(store, 'customer_id IS NULL AND trial = 0', { before: now - days * DAY_MS, now }, signal)
}

/** Deletes trials without a new message for a day, as {@link purgeGuestChats} does. */
export function purgeTrials(store: Store, now: number, signal?: AbortSignal): Promise<void> {
  return purgeChats(store, 'trial = 1', { before: now - TRIAL_MS, now }, signal)
}

/** Conversations without a message since `before` are deleted now. Epoch milliseconds. */
interface Times {
  before: number
  now: number
}

/** @param which the SQL condition of an index of conversations */
async function purgeChats(store: Store, which: string, times: Times, signal?: AbortSignal): Promise<void> {
  let place: Place | undefined = { created_at: Number.MIN_SAFE_INTEGER, id: '' }
  while (place && !signal?.aborted) {
    const from: Place = place
    place = await store.writeInBackground((tx) => purgeSome(tx, which, times, from))
  }
}

const IS_OPEN = `status IN (${activeStatuses.map((status) => `'${status}'`).join(', ')})`

/** Deletes conversations after a place. @returns the place to continue from; undefined if there are no more */
async function purgeSome(tx: Tx, which: string, { before, now }: Times, from: Place): Promise<Place | undefined> {
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
    if (isOver === 1) left = await eraseChat(tx, chat.id, left, now)
    // The next transaction erases the rest of this conversation.
    if (left === 0) return place
    place = chat
  }
  return chats.length === CHATS ? place : undefined
}
