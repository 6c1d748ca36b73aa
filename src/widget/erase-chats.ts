import { WAKE_JOB } from '../conversations/waking.ts'
import { FORGET_WORDS } from '../conversations/words.ts'
import { erasureJob } from '../jobs/erasure-job.ts'
import { dropJobs, enqueue, type JobHandler } from '../jobs/jobs.ts'
import type { Clock } from '../lib/time.ts'
import { erasePictures } from '../pictures/erase.ts'
import { askForCleaning } from '../search/upkeep.ts'
import type { Store, Tx } from '../store/store.ts'
import { MESSAGE_TABLE } from '../store/text-index.ts'
import { reportEnded } from './sessions.ts'

const CHAT_JOB = 'erase.conversation'

/** Most rows that one transaction erases: a conversation of 100,000 messages must not block pushes. */
const MOST_ROWS = 1_000

const MESSAGES =
  'DELETE FROM messages WHERE id IN (SELECT id FROM messages WHERE conversation_id = ? ORDER BY id LIMIT ?)'

/** Statements that erase the data of a conversation, each with a limit of rows. The newest message is erased last: its time shows when somebody wrote last. */
const PARTS = [
  'DELETE FROM conversation_ratings WHERE conversation_id IN (SELECT conversation_id FROM conversation_ratings WHERE conversation_id = ? LIMIT ?)',
  'DELETE FROM guest_proofs WHERE (conversation_id, order_id) IN (SELECT conversation_id, order_id FROM guest_proofs WHERE conversation_id = ? LIMIT ?)',
  'DELETE FROM assistant_turns WHERE id IN (SELECT id FROM assistant_turns WHERE conversation_id = ? LIMIT ?)',
  'DELETE FROM tool_calls WHERE id IN (SELECT id FROM tool_calls WHERE conversation_id = ? LIMIT ?)',
  'DELETE FROM conversation_modes WHERE id IN (SELECT id FROM conversation_modes WHERE conversation_id = ? LIMIT ?)',
  'DELETE FROM conversation_notes WHERE id IN (SELECT id FROM conversation_notes WHERE conversation_id = ? LIMIT ?)',
  'DELETE FROM conversation_acts WHERE id IN (SELECT id FROM conversation_acts WHERE conversation_id = ? LIMIT ?)',
  `DELETE FROM conversation_tags WHERE (conversation_id, tag) IN
     (SELECT conversation_id, tag FROM conversation_tags WHERE conversation_id = ? LIMIT ?)`,
  `DELETE FROM conversation_reads WHERE (conversation_id, member_id) IN
     (SELECT conversation_id, member_id FROM conversation_reads WHERE conversation_id = ? LIMIT ?)`,
  MESSAGES,
  `DELETE FROM idempotency_records WHERE (workspace_id, scope, key) IN
     (SELECT workspace_id, scope, key FROM idempotency_records WHERE conversation_id = ? LIMIT ?)`,
  'DELETE FROM widget_sessions WHERE id IN (SELECT id FROM widget_sessions WHERE conversation_id = ? LIMIT ?)',
  // Refunds that an agent started in the conversation after it was detached from its customer.
  'UPDATE refunds SET conversation_id = NULL WHERE id IN (SELECT id FROM refunds WHERE conversation_id = ? LIMIT ?)',
]

/**
 * Detaches the conversations of a customer and ends their sessions at once, also of those that they had as a guest who named an order. Up to 1,000 rows are erased in this transaction, the others
 * by a job.
 *
 * @returns whether there was a conversation
 */
export async function eraseChats(
  tx: Tx,
  { workspaceId, customerId }: { workspaceId: string; customerId: string },
  now: number,
): Promise<boolean> {
  const own = await tx.all<{ id: string }>(
    'SELECT id FROM conversations WHERE workspace_id = ? AND customer_id = ?',
    workspaceId,
    customerId,
  )
  // A guest who proved to know the customer's order is the customer.
  const asGuest = await tx.all<{ id: string }>(
    'SELECT DISTINCT conversation_id AS id FROM guest_proofs WHERE workspace_id = ? AND customer_id = ?',
    workspaceId,
    customerId,
  )
  const chats = [...own, ...asGuest]
  let room = MOST_ROWS
  for (const { id } of chats) {
    await tx.run('UPDATE conversations SET customer_id = NULL WHERE id = ?', id)
    // From this commit on no link in an earlier mail opens it.
    for (const table of ['widget_sessions', 'mail_links', 'mail_contacts'])
      await tx.run(`DELETE FROM ${table} WHERE conversation_id = ?`, id)
    room = await eraseChat(tx, id, room, now)
    if (room === 0) await enqueue(tx, { kind: CHAT_JOB, subject: id }, now)
  }
  if (chats.length === 0) return false
  const ids = chats.map(({ id }) => id)
  await reportEnded(tx, workspaceId, ids, now)
  return true
}

/**
 * Erases up to `most` rows of a conversation. Its refunds are kept, without the conversation.
 *
 * @returns the unused part of `most`; 0 means that rows may be left
 */
export async function eraseChat(tx: Tx, id: string, most: number, now: number): Promise<number> {
  let room = most
  // At once, since a conversation has at most 500: from this commit on nobody can read one.
  await erasePictures(tx, { text: 'conversation_id = ?', values: [id] }, now)
  for (const part of PARTS) {
    if (part === MESSAGES) await tx.run(FORGET_WORDS, id, room)
    const { changes } = await tx.run(part, id, room)
    if (part === MESSAGES && changes > 0) await askForCleaning(tx, now, { table: MESSAGE_TABLE })
    room -= changes
    if (room === 0) return 0
  }
  await tx.run('UPDATE conversations SET follows = NULL WHERE follows = ?', id)
  await dropJobs(tx, id, [WAKE_JOB])
  await tx.run('DELETE FROM conversations WHERE id = ?', id)
  return room
}

/** Erases the rest of a detached conversation. Running twice is safe: the second run finds nothing. */
export function chatJobHandler({ store, clock }: { store: Store; clock: Clock }): JobHandler {
  return {
    ...erasureJob,
    kind: CHAT_JOB,
    run: async ({ subject }, _end, signal) => {
      do signal.throwIfAborted()
      while ((await store.writeInBackground((tx) => eraseChat(tx, subject, MOST_ROWS, clock.now()))) === 0)
    },
  }
}
