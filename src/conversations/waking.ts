import { dropJobs } from '../jobs/jobs.ts'
import type { Tx } from '../store/store.ts'
import { recordAct } from './acts.ts'

/** The kind of job that wakes a conversation by time. */
export const WAKE_JOB = 'wake-conversation'

/**
 * Ends the snooze of a conversation, if it is snoozed. Its customer waits again, if they did before.
 *
 * @param since since when the customer waits otherwise, epoch milliseconds; null: does not wait
 */
export async function wake(
  tx: Tx,
  id: string,
  { agentName, since }: { agentName: string | null; since: number | null },
  now: number,
): Promise<void> {
  const { changes } = await tx.run(
    `UPDATE conversations SET waiting_since = coalesce(waiting_since, snoozed_wait, ?), snoozed_until = NULL, snoozed_wait = NULL
     WHERE id = ? AND snoozed_until IS NOT NULL`,
    since,
    id,
  )
  if (changes === 0) return
  await dropJobs(tx, id, [WAKE_JOB])
  await recordAct(tx, { conversationId: id, act: 'woken', agentName }, now)
}
