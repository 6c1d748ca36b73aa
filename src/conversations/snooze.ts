import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { dropJobs, enqueue, type JobHandler } from '../jobs/jobs.ts'
import { DomainError } from '../lib/errors.ts'
import { DAY_MS, toIso } from '../lib/time.ts'
import type { Tx } from '../store/store.ts'
import { recordAct } from './acts.ts'
import { getConversation } from './conversations.ts'
import { requireByPeople } from './modes.ts'
import { WAKE_JOB, wake } from './waking.ts'

/** Longest snooze. */
export const MAX_SNOOZE_DAYS = 366

export interface Snooze {
  workspaceId: string
  id: string
  /** Epoch milliseconds; null: it waits again now. */
  until: number | null
  /** The name of the agent that other agents see. */
  agentName: string | null
}

/**
 * Snoozes a conversation: its customer does not wait before a time, unless they write. A second snooze replaces the first.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST unless the time is in the future and in at most 366 days; CONFLICT if the
 *   conversation is closed, or if the assistant answers in it
 */
export async function snooze(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, until, agentName }: Snooze,
  now: number,
): Promise<void> {
  requireAgent(actor)
  const conversation = await getConversation(tx, workspaceId, id)
  if (until === null) {
    await wake(tx, id, { agentName, since: null }, now)
    await audit(tx, { workspaceId, actor, action: 'conversation.woken', target: id, at: now })
    return
  }
  if (until <= now || until > now + MAX_SNOOZE_DAYS * DAY_MS)
    throw new DomainError(
      'BAD_REQUEST',
      'snooze_time',
      `Invalid time to snooze until: ${toIso(until)}. Give a time in the future, in at most ${MAX_SNOOZE_DAYS} days.`,
    )
  requireByPeople(conversation)
  await dropJobs(tx, id, [WAKE_JOB])
  await tx.run(
    `UPDATE conversations SET snoozed_until = ?, snoozed_wait = coalesce(waiting_since, snoozed_wait), waiting_since = NULL
     WHERE id = ?`,
    until,
    id,
  )
  await enqueue(tx, { kind: WAKE_JOB, subject: id, dueAt: until }, now)
  await recordAct(tx, { conversationId: id, act: 'snoozed', agentName, until }, now)
  const details = { until: toIso(until) }
  await audit(tx, { workspaceId, actor, action: 'conversation.snoozed', target: id, details, at: now })
}

const RETRY_MS = 5_000

/**
 * Wakes snoozed conversations. Running twice is safe: the second run finds no snooze. So is running early, such as after a retry by an
 * operator or with a clock that was set back: the job runs again later.
 */
export function wakeJobHandler(): JobHandler {
  return {
    kind: WAKE_JOB,
    concurrency: 4,
    perLane: null,
    run: ({ subject }, end) =>
      end(async (tx, now) => {
        const row = await tx.get<{ until: number | null }>(
          'SELECT snoozed_until AS until FROM conversations WHERE id = ?',
          subject,
        )
        const until = row?.until ?? now
        if (until > now) return { waitMs: until - now, reason: 'The conversation is snoozed until later.' }
        await wake(tx, subject, { agentName: null, since: now }, now)
        return undefined
      }),
    retryAfter: () => RETRY_MS,
    giveUp: async () => {
      throw new DomainError(
        'CONFLICT',
        'wake_job',
        'This job wakes a snoozed conversation. Wake the conversation instead.',
      )
    },
    revive: async () => {},
  }
}
