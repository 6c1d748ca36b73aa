import { SESSIONS_ENDED } from '../conversations/event-ids.ts'
import { erasureJob } from '../jobs/erasure-job.ts'
import { enqueue, type JobHandler } from '../jobs/jobs.ts'
import type { Store, Tx } from '../store/store.ts'

const CHAT_JOB = 'erase.conversation'

/** Rows that one transaction erases: a chat of 100,000 messages must not hold up a push. */
const MOST_ROWS = 1_000

/** What belongs to a conversation, each with its conversation and how many rows to erase. Of the messages the oldest go first: the newest says when somebody wrote last. */
const PARTS = [
  'DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE conversation_id = ? ORDER BY id LIMIT ?)',
  `DELETE FROM idempotency_records WHERE (workspace_id, scope, key) IN
     (SELECT workspace_id, scope, key FROM idempotency_records WHERE conversation_id = ? LIMIT ?)`,
  'DELETE FROM widget_sessions WHERE id IN (SELECT id FROM widget_sessions WHERE conversation_id = ? LIMIT ?)',
  // One that an agent began for the conversation after it was taken from its customer.
  'UPDATE refunds SET conversation_id = NULL WHERE id IN (SELECT id FROM refunds WHERE conversation_id = ? LIMIT ?)',
]

/**
 * Takes a customer's conversations from them and ends their sessions, at once. What was said is erased here as far as one
 * transaction may, and by a job where that is not all.
 *
 * @returns whether there was any
 */
export async function eraseChats(
  tx: Tx,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
  now: number,
): Promise<boolean> {
  const chats = await tx.all<{ id: string }>(
    'SELECT id FROM conversations WHERE workspace_id = ? AND customer_id = ?',
    workspaceId,
    customerId,
  )
  let room = MOST_ROWS
  for (const { id } of chats) {
    await tx.run('UPDATE conversations SET customer_id = NULL WHERE id = ?', id)
    await tx.run('DELETE FROM widget_sessions WHERE conversation_id = ?', id)
    room = await eraseChat(tx, id, room)
    if (room === 0) await enqueue(tx, { kind: CHAT_JOB, subject: id }, now)
  }
  if (chats.length > 0) tx.announce(SESSIONS_ENDED)
  return chats.length > 0
}

/**
 * Erases a conversation, `most` rows of it. Its refunds stay, without it.
 *
 * @returns how many more rows could have been erased: with 0 something may be left
 */
export async function eraseChat(tx: Tx, id: string, most: number): Promise<number> {
  let room = most
  for (const part of PARTS) {
    room -= (await tx.run(part, id, room)).changes
    if (room === 0) return 0
  }
  await tx.run('DELETE FROM conversations WHERE id = ?', id)
  return room
}

/** Erases what is left of a conversation that is nobody's any more. Running twice is safe: the second time finds nothing. */
export function chatJobHandler({ store }: { store: Store }): JobHandler {
  return {
    ...erasureJob,
    kind: CHAT_JOB,
    run: async ({ subject }, _end, signal) => {
      do signal.throwIfAborted()
      while ((await store.writeInBackground((tx) => eraseChat(tx, subject, MOST_ROWS))) === 0)
    },
  }
}
