import { conflict } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import { recordAct } from './acts.ts'

/** The member who has a conversation. */
export interface Assignee {
  memberId: string
  name: string
}

/** The member who has a conversation; undefined if nobody has it. */
export function assigneeOf(reader: Reader, id: string): Promise<Assignee | undefined> {
  return reader.get<Assignee>(
    `SELECT members.id AS "memberId", members.name FROM conversations
       JOIN memberships ON memberships.workspace_id = conversations.workspace_id AND member_id = assignee
       JOIN members ON members.id = member_id
     WHERE conversations.id = ?`,
    id,
  )
}

/**
 * Requires that no other member has the conversation, so that two agents do not reply at once.
 *
 * @param memberId who acts; null for the command line
 * @param despite the member who has it, if the actor was asked
 * @throws DomainError CONFLICT with who has it in `data`
 */
export async function requireFree(
  reader: Reader,
  id: string,
  { memberId, despite }: { memberId: string | null; despite: string | null },
): Promise<void> {
  const assignee = await assigneeOf(reader, id)
  if (!assignee || assignee.memberId === memberId || assignee.memberId === despite) return
  throw conflict('taken_by_another', `${assignee.name} has this conversation. Ask ${assignee.name} first.`, {
    ...assignee,
  })
}

/** Gives a conversation to a member. What causes it is noted by the caller. @returns whether they did not have it */
export async function giveTo(tx: Tx, id: string, memberId: string): Promise<boolean> {
  if ((await assigneeOf(tx, id))?.memberId === memberId) return false
  await tx.run('UPDATE conversations SET assignee = ? WHERE id = ?', memberId, id)
  return true
}

/** Notes who has a conversation now. @param agentName who has given it to them */
export async function recordAssigned(tx: Tx, id: string, agentName: string | null, now: number): Promise<void> {
  const text = (await assigneeOf(tx, id))?.name ?? null
  await recordAct(tx, { conversationId: id, act: 'assigned', agentName, text }, now)
}

/** Unassigns a conversation. The caller records why. @returns whether somebody had it */
export async function unassign(tx: Tx, id: string): Promise<boolean> {
  const { changes } = await tx.run('UPDATE conversations SET assignee = NULL WHERE id = ? AND assignee IS NOT NULL', id)
  return changes > 0
}
