import { newOrderedIdAfter } from '../lib/ids.ts'
import type { Tx } from '../store/store.ts'

/** What is announced of a transaction in which a message was sent or a refund moved. */
export const EVENTS = 'events'
/** What is announced of a transaction that ended chat sessions before their time. */
export const SESSIONS_ENDED = 'sessions ended'

/**
 * The id of a message, or of a move of a refund. A stream of events goes on after the last id that it told, so each sorts after all
 * that there are: also after those of a process whose clock was ahead, such as a server whose clock was set back before its restart.
 */
export async function newEventId(tx: Tx, prefix: 'msg' | 'mov', now: number): Promise<string> {
  tx.announce(EVENTS)
  const newest = await tx.all<{ id: string | null }>(
    'SELECT max(id) AS id FROM messages UNION ALL SELECT max(id) FROM refund_moves UNION ALL SELECT max(id) FROM conversations',
  )
  const earlier = newest.map(({ id }) => id).filter((id) => id !== null)
  return newOrderedIdAfter(earlier, prefix, now)
}
