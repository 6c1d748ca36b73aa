import { append } from '../changes/append.ts'
import { newOrderedIdAfter } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import { CONVERSATION, type ConversationChange } from './conversation-change.ts'

/** The kinds of event of a conversation, by the prefix of their ids: messages, notes of agents, modes, moves of refunds, other acts of agents. */
export type EventPrefix = 'msg' | 'not' | 'mod' | 'mov' | 'evt'

const TYPES: Record<EventPrefix, ConversationChange['type']> = {
  msg: 'message',
  not: 'note',
  mod: 'mode',
  mov: 'refund',
  evt: 'act',
}

/** A new event of a conversation. */
export interface NewEvent {
  prefix: EventPrefix
  /** Who wrote a message or note. */
  by?: ConversationChange['by']
  /** The mode before a change of it. */
  from?: ConversationChange['mode']
  /** Ids after which its id must sort, too. */
  earlier?: string[]
}

/**
 * Returns a new id for an event of a conversation, and reports the change. Streams continue after the last id that they sent, so a new id
 * sorts after all events of the workspace, including those from before the clock was set back. Ids of different workspaces have no order.
 */
export async function newEventId(
  tx: Tx,
  conversationId: string,
  { prefix, by = null, from, earlier = [] }: NewEvent,
  now: number,
): Promise<string> {
  const state = await changedState(tx, conversationId)
  const id = newOrderedIdAfter([conversationId, `_${state?.position ?? ''}`, ...earlier], prefix, now)
  await tx.run('UPDATE conversations SET last_event = ? WHERE id = ?', id.slice(prefix.length + 1), conversationId)
  if (state) await appendChange(tx, conversationId, state, { type: TYPES[prefix], eventId: id, by, from }, now)
  return id
}

/** Reports what is no event of the conversation: its customer has left an e-mail address, or rated it, or gets a mail of it. */
export async function reportAside(
  tx: Tx,
  conversationId: string,
  type: 'contact' | 'rating' | 'mail',
  now: number,
): Promise<void> {
  const state = await changedState(tx, conversationId)
  if (state) await appendChange(tx, conversationId, state, { type, eventId: null, by: null }, now)
}

interface ChangedState {
  workspaceId: string
  /** The newest event of the workspace. */
  position: string | null
  mode: ConversationChange['mode']
  reason: string | null
  draft: string | null
  hasContact: number
  trial: number
}

function changedState(reader: Reader, conversationId: string): Promise<ChangedState | undefined> {
  return reader.get<ChangedState>(
    `SELECT workspace_id AS "workspaceId", mode, hand_over_reason AS reason, refund_draft AS draft,
       contact_email IS NOT NULL AS "hasContact", trial,
       (SELECT max(last_event) FROM conversations AS other WHERE other.workspace_id = own.workspace_id) AS position
     FROM conversations AS own WHERE id = ?`,
    conversationId,
  )
}

function appendChange(
  tx: Tx,
  conversationId: string,
  { workspaceId, mode, reason, draft, hasContact, trial }: ChangedState,
  { from = mode, ...event }: Pick<ConversationChange, 'type' | 'eventId' | 'by'> & { from?: typeof mode | undefined },
  now: number,
): Promise<void> {
  const orderNumber = draft === null ? null : (JSON.parse(draft) as { orderNumber: string }).orderNumber
  const data: ConversationChange = {
    ...event,
    mode,
    from,
    reason,
    orderNumber,
    hasContact: hasContact === 1,
    trial: trial === 1,
  }
  return append(tx, { workspaceId, kind: CONVERSATION, ids: [conversationId], data }, now)
}
