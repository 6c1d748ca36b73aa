import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { memberOf } from '../access/members.ts'
import { removeMember } from '../access/memberships.ts'
import type { Tx } from '../store/store.ts'
import { recordAct } from './acts.ts'
import { giveTo, recordAssigned, unassign } from './assignees.ts'
import { getConversation } from './conversations.ts'
import { requireByPeople, requireNewest, setMode } from './modes.ts'

export interface Assignment {
  workspaceId: string
  id: string
  /** Who has it from now on; null: nobody. */
  memberId: string | null
  /** The name of the agent who assigns, as other agents see it. */
  agentName: string | null
}

/**
 * Assigns a conversation to a member of the workspace, or to nobody. What the assistant answers, people answer from then on.
 *
 * @throws DomainError FORBIDDEN; NOT_FOUND, also for a member of other workspaces only; CONFLICT if the conversation is closed
 */
export async function assign(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, memberId, agentName }: Assignment,
  now: number,
): Promise<void> {
  requireAgent(actor)
  const { mode } = await getConversation(tx, workspaceId, id)
  await requireNewest(tx, id)
  const member = memberId === null ? null : await memberOf(tx, workspaceId, memberId)
  if (member === null) {
    if (await unassign(tx, id)) await recordAct(tx, { conversationId: id, act: 'unassigned', agentName }, now)
  } else {
    if (mode === 'assistant') await setMode(tx, id, 'human', now, { agentName: member.name })
    else requireByPeople({ mode })
    if (await giveTo(tx, id, member.id)) await recordAssigned(tx, id, agentName, now)
  }
  const details = { to: member?.email ?? null }
  await audit(tx, { workspaceId, actor, action: 'conversation.assigned', target: id, details, at: now })
}

/** Most conversations of a removed member for which it is noted that nobody has them: those with the newest events. */
const MOST_NOTED = 500

/** Removes a member from a workspace. Nobody has their open conversations then. @throws DomainError as `removeMember` */
export async function removeMemberFrom(
  tx: Tx,
  actor: Actor,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
  now: number,
): Promise<void> {
  await removeMember(tx, actor, { workspaceId, memberId }, now)
  const OPEN = `workspace_id = ? AND assignee = ? AND mode <> 'closed'`
  const newest = await tx.all<{ id: string }>(
    `SELECT id FROM conversations WHERE ${OPEN} ORDER BY last_event DESC LIMIT ?`,
    workspaceId,
    memberId,
    MOST_NOTED,
  )
  await tx.run(`UPDATE conversations SET assignee = NULL WHERE ${OPEN}`, workspaceId, memberId)
  for (const { id } of newest) await recordAct(tx, { conversationId: id, act: 'unassigned', agentName: null }, now)
}
