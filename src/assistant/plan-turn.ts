import { awaitsContact } from '../conversations/hand-over.ts'
import { modeOf, setMode } from '../conversations/modes.ts'
import { enqueue } from '../jobs/jobs.ts'
import { DAY_MS } from '../lib/time.ts'
import type { Reader, Tx } from '../store/store.ts'
import { isAssistantOn } from './settings.ts'

export const TURN_JOB = 'assistant.turn'

/** The assistant answers again if nobody has written for this time, since people may be away. */
const IDLE_MS = DAY_MS

/** Whether people were to answer, and for a day before the newest message nobody has written or taken the conversation. */
async function isLeftAlone(reader: Reader, conversationId: string, now: number): Promise<boolean> {
  const mode = await modeOf(reader, conversationId)
  if (mode !== 'human' && mode !== 'waiting') return false
  const before = await reader.get<{ sentAt: number | null; changedAt: number | null }>(
    `SELECT (SELECT sent_at FROM messages WHERE conversation_id = ? ORDER BY id DESC LIMIT 1 OFFSET 1) AS "sentAt",
       (SELECT at FROM conversation_modes WHERE conversation_id = ? ORDER BY id DESC LIMIT 1) AS "changedAt"`,
    conversationId,
    conversationId,
  )
  return now - Math.max(before?.sentAt ?? 0, before?.changedAt ?? 0) > IDLE_MS
}

/** Lets the assistant answer in a conversation, unless people do; if it is switched off, the customer waits for people. One job answers all messages up to its run. */
export async function planTurn(
  tx: Tx,
  { workspaceId, conversationId }: { workspaceId: string; conversationId: string },
  now: number,
): Promise<void> {
  if (!(await isAssistantOn(tx, workspaceId))) {
    if ((await modeOf(tx, conversationId)) === 'assistant') await setMode(tx, conversationId, 'waiting', now)
    return
  }
  if (await isLeftAlone(tx, conversationId, now)) await setMode(tx, conversationId, 'assistant', now)
  const mode = await modeOf(tx, conversationId)
  if (mode !== 'assistant' && !(mode === 'waiting' && (await awaitsContact(tx, conversationId)))) return
  const isPlanned = await tx.get(
    `SELECT 1 FROM jobs WHERE subject = ? AND kind = ? AND status = 'waiting' AND lease_until IS NULL`,
    conversationId,
    TURN_JOB,
  )
  if (!isPlanned) await enqueue(tx, { kind: TURN_JOB, subject: conversationId, lane: conversationId }, now)
}
