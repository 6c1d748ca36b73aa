import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { getConversation } from '../conversations/conversations.ts'
import { requireNewest, setMode } from '../conversations/modes.ts'
import type { Tx } from '../store/store.ts'
import { cancelWaitingIn } from './outdated.ts'

/**
 * Closes a conversation for an agent. Its refunds that wait for the customer or an agent are cancelled. The next message of the customer
 * begins a new conversation. Closing twice changes nothing.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT if another conversation follows
 */
export async function closeConversation(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, agentName = null }: { workspaceId: string; id: string; agentName?: string | null },
  now: number,
): Promise<void> {
  requireAgent(actor)
  const { mode } = await getConversation(tx, workspaceId, id)
  await requireNewest(tx, id)
  if (mode === 'closed') return
  await cancelWaitingIn(tx, id, { reason: 'the conversation was closed' }, now)
  await setMode(tx, id, 'closed', now, agentName)
  await audit(tx, { workspaceId, actor, action: 'conversation.closed', target: id, at: now })
}
