import type { ChangeBatch, StoredReader } from '../changes/readers.ts'
import { CONVERSATION, type ConversationChange } from '../conversations/conversation-change.ts'
import type { Tx } from '../store/store.ts'
import { askToConfirm, contactOf, isSame, pushedAddress } from './contacts.ts'
import { isMailed, planReply, WAIT_MS } from './replies.ts'
import { areLettersOn, LETTERS_READER } from './settings.ts'

/** Changes of one transaction: for each, some rows are read. */
const MOST_CHANGES = 20

/**
 * Queues the mails that changes of chats call for, in the transaction that moves its place. Reading a change twice is safe: a chat has at
 * most one mail that waits, and asks once for the confirmation of an address.
 */
export const letterReader: StoredReader = {
  name: LETTERS_READER,
  kinds: [CONVERSATION],
  isWanted: areLettersOn,
  start: ({ store, clock, wakeJobs }) => ({
    limits: { mostIds: MOST_CHANGES },
    do: async (batch) => {
      if (await store.write((tx) => queueMails(tx, batch, clock.now()))) wakeJobs?.()
    },
    // Old replies are not mailed.
    rebuild: async () => {},
  }),
}

/** @returns whether there is a new mail */
async function queueMails(tx: Tx, { workspaceId, changes, moved }: ChangeBatch, now: number): Promise<boolean> {
  const { sql, values } = moved()
  // Somebody else has read these changes.
  if ((await tx.run(sql, ...values)).changes === 0 || !(await areLettersOn(tx, workspaceId))) return false
  let hasNew = false
  for (const { data, ids, at } of changes) {
    const [conversationId = ''] = ids
    if (await queueFor(tx, { workspaceId, conversationId }, data as ConversationChange, { at, now })) hasNew = true
  }
  return hasNew
}

async function queueFor(
  tx: Tx,
  place: { workspaceId: string; conversationId: string },
  { type, eventId, by, hasContact, trial }: ConversationChange,
  { at, now }: { at: number; now: number },
): Promise<boolean> {
  const chat = await tx.get<{ customerId: string | null }>(
    'SELECT customer_id AS "customerId" FROM conversations WHERE id = ?',
    place.conversationId,
  )
  if (trial || !chat) return false
  if (type === 'message' && (by === 'agent' || by === 'system')) {
    const message = await tx.get<{ author: string; notice: string | null }>(
      'SELECT author, notice FROM messages WHERE id = ?',
      eventId,
    )
    return message !== undefined && isMailed(message) && planReply(tx, place, now, at + WAIT_MS)
  }
  if (!hasContact || (type !== 'contact' && type !== 'mode')) return false
  const contact = await contactOf(tx, place)
  if (!contact || isSame(contact.email, await pushedAddress(tx, place.workspaceId, chat.customerId))) return false
  return (await askToConfirm(tx, { ...place, email: contact.email }, now)) === undefined
}
