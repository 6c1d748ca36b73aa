import { newOrderedIdAfter } from '../lib/ids.ts'
import type { Tx } from '../store/session.ts'

/**
 * The id of a message, or of a move of a refund. A stream of events goes on after the last id that it told, so each sorts after all
 * that there are: also after those of a process whose clock was ahead, such as a server whose clock was set back before its restart.
 */
export async function newEventId(tx: Tx, prefix: 'msg' | 'mov', now: number): Promise<string> {
  const newest = await tx.all<{ id: string | null }>(
    'SELECT max(id) AS id FROM messages UNION ALL SELECT max(id) FROM refund_moves UNION ALL SELECT max(id) FROM conversations',
  )
  const earlier = newest.map(({ id }) => id).filter((id) => id !== null)
  return newOrderedIdAfter(earlier, prefix, now)
}
