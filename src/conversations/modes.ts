import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { conflict } from '../lib/errors.ts'
import type { Reader, Tx } from '../store/store.ts'
import { giveTo, recordAssigned, requireFree, unassign } from './assignees.ts'
import { type Conversation, type ConversationMode, getConversation } from './conversations.ts'
import { newEventId } from './event-ids.ts'
import { wake } from './waking.ts'

/** A change of who answers. */
export interface ModeChange {
  id: string
  conversationId: string
  mode: ConversationMode
  /** The agent who took or closed the conversation, by the name that customers see. */
  agentName: string | null
  /** Epoch milliseconds. */
  at: number
}

/** The mode of a conversation; undefined if there is no such conversation. */
export async function modeOf(reader: Reader, id: string): Promise<ConversationMode | undefined> {
  const row = await reader.get<{ mode: ConversationMode }>('SELECT mode FROM conversations WHERE id = ?', id)
  return row?.mode
}

/** Changes who answers; nothing if the mode is the same. What the assistant answers, no member has. @param reason of closing */
export async function setMode(
  tx: Tx,
  id: string,
  mode: ConversationMode,
  now: number,
  { agentName = null, reason = null }: { agentName?: string | null; reason?: string | null } = {},
): Promise<void> {
  const from = await modeOf(tx, id)
  if (from === mode) return
  if (mode === 'assistant') await unassign(tx, id)
  await tx.run(
    // An agent who takes the conversation has not replied yet.
    `UPDATE conversations SET mode = ?, close_reason = ?, waiting_since = CASE ? WHEN 'waiting' THEN coalesce(waiting_since, ?) WHEN 'human' THEN waiting_since END
     WHERE id = ?`,
    mode,
    reason,
    mode,
    now,
    id,
  )
  await recordMode(tx, { conversationId: id, mode, from, agentName, reason }, now)
}

/**
 * Records the mode of a conversation as an event.
 *
 * @param from the mode before; the same one, if it is not given
 * @param reason why an agent closed it, which customers do not see
 * @param nextId the conversation that follows, for the streams of its customer
 */
export async function recordMode(
  tx: Tx,
  {
    conversationId,
    mode,
    from = mode,
    agentName,
    reason = null,
  }: Omit<ModeChange, 'id' | 'at'> & { from?: ConversationMode | undefined; reason?: string | null },
  now: number,
  nextId: string | null = null,
): Promise<void> {
  await tx.run(
    'INSERT INTO conversation_modes (id, conversation_id, mode, agent_name, next_id, at, reason) VALUES (?, ?, ?, ?, ?, ?, ?)',
    await newEventId(tx, conversationId, { prefix: 'mod', from }, now),
    conversationId,
    mode,
    agentName,
    nextId,
    now,
    reason,
  )
}

/** The conversation that follows a closed one; undefined if none does. */
export async function followerOf(reader: Reader, id: string): Promise<string | undefined> {
  return (await reader.get<{ id: string }>('SELECT id FROM conversations WHERE follows = ?', id))?.id
}

/** The conversation in which the customer of a closed one writes now; undefined if none follows. */
export async function newestFollowerOf(reader: Reader, id: string): Promise<string | undefined> {
  let newest: string | undefined
  for (let next = await followerOf(reader, id); next !== undefined; next = await followerOf(reader, next)) newest = next
  return newest
}

/** @throws DomainError CONFLICT if the customer has written again since the conversation was closed, with the id of the new one */
export async function requireNewest(reader: Reader, id: string): Promise<void> {
  const next = await followerOf(reader, id)
  if (next === undefined) return
  throw conflict('followed', `This conversation is closed, and the customer writes in ${next} now. Use that one.`, {
    next,
  })
}

/** @throws DomainError CONFLICT if the conversation is closed, or if the assistant answers in it */
export function requireByPeople({ mode }: Pick<Conversation, 'mode'>): void {
  if (mode === 'closed') throw conflict('closed', 'This conversation is closed. Take it first to open it again.')
  if (mode === 'assistant')
    throw conflict('assistant_answers', 'The assistant answers in this conversation. Take it first.')
}

/**
 * An agent takes a conversation, so that the assistant is silent, or gives it back to the assistant, which answers the next message. A
 * closed conversation is opened again by taking it. Who takes it has it then.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT if the conversation is closed and is given back, if it is followed by another one, or
 *   if another member has it and is not named
 */
export async function changeMode(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, mode, agentName = null, memberId = null, despite = null }: ChangedMode,
  now: number,
): Promise<void> {
  requireAgent(actor)
  const { mode: before } = await getConversation(tx, workspaceId, id)
  await requireNewest(tx, id)
  if (before === 'closed' && mode === 'assistant')
    throw conflict(
      'closed',
      'This conversation is closed: its next message begins a new one, which the assistant answers.',
    )
  // Who had a closed conversation is done with it.
  if (before === 'closed') await unassign(tx, id)
  if (mode === 'human') await requireFree(tx, id, { memberId, despite })
  await wake(tx, id, { agentName, since: null }, now)
  await setMode(tx, id, mode, now, { agentName: mode === 'human' ? agentName : null })
  const isGiven = mode === 'human' && memberId !== null && (await giveTo(tx, id, memberId))
  // Else the change of the mode says who has it.
  if (isGiven && before === 'human') await recordAssigned(tx, id, agentName, now)
  const action = mode === 'human' ? 'conversation.taken' : 'conversation.given_back'
  await audit(tx, { workspaceId, actor, action, target: id, at: now })
}

export interface ChangedMode {
  workspaceId: string
  id: string
  mode: 'human' | 'assistant'
  /** The name of the agent that the customer sees. */
  agentName?: string | null
  /** The member who takes it; null for the command line. */
  memberId?: string | null
  /** The member who has the conversation, if it is taken all the same. */
  despite?: string | null
}
