import * as v from 'valibot'
import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../lib/errors.ts'
import { someText } from '../lib/fields.ts'
import { picturesToSend } from '../pictures/pictures.ts'
import type { Reader, Tx } from '../store/store.ts'
import { assigneeOf, giveTo, requireFree, unassign } from './assignees.ts'
import { maskCardNumbers } from './card-numbers.ts'
import { addMessage, type Conversation, getConversation, MAX_REPLY } from './conversations.ts'
import { requireNewest, setMode } from './modes.ts'
import { type ConversationMessage, type MessageRow, shownMessage } from './stored-message.ts'
import { wake } from './waking.ts'

/** A conversation in the list for agents, with its last message and number of messages. */
export interface ConversationSummary extends Omit<Conversation, 'workspaceId' | 'follows'> {
  messages: number
  lastMessage: ConversationMessage
  /** How the last message of the customer begins: at most {@link EXCERPT} characters; null if they have not written. */
  words: string | null
}

/** The characters of a message that lists show. */
const EXCERPT = 200

/**
 * What a list shows of a chat, at most {@link EXCERPT} characters: how the customer's last message begins; before they have written, or if
 * that is a picture alone, the last message.
 */
export function saidIn({ words, lastMessage }: ConversationSummary): string {
  return [...(words || lastMessage.text)].slice(0, EXCERPT).join('')
}

interface SummaryRow extends Omit<ConversationSummary, 'trial' | 'lastMessage'>, Omit<MessageRow, 'id'> {
  trial: number
  messageId: string
}

/**
 * Conversations with messages, of one customer or of all customers. The conversation with the newest message is first. Trials are not
 * among them: they are listed alone.
 */
export async function listConversations(
  reader: Reader,
  workspaceId: string,
  {
    limit,
    customerId,
    trials = false,
  }: { limit: number; customerId?: string | undefined; trials?: boolean | undefined },
): Promise<ConversationSummary[]> {
  const ofCustomer = customerId === undefined ? [] : [customerId]
  const rows = await reader.all<SummaryRow>(
    `SELECT conversations.id, customer_id AS "customerId", trial, mode, created_at AS "createdAt",
       (SELECT count(*) FROM messages WHERE conversation_id = conversations.id) AS messages,
       (SELECT substr(text, 1, ${EXCERPT}) FROM messages WHERE conversation_id = conversations.id AND author = 'customer'
        ORDER BY id DESC LIMIT 1) AS words,
       last.id AS "messageId", author, author_name AS "authorName", text, sent_at AS "sentAt", choices, notice, cards, pictures,
       (SELECT coalesce(reported_as, status) FROM refunds WHERE refunds.id = last.refund_id) AS "refundStatus"
     FROM conversations JOIN messages AS last
       ON last.id = (SELECT max(id) FROM messages WHERE conversation_id = conversations.id)
     WHERE workspace_id = ? AND trial = ? ${customerId === undefined ? '' : 'AND customer_id = ?'} ORDER BY last.id DESC LIMIT ?`,
    workspaceId,
    trials ? 1 : 0,
    ...ofCustomer,
    limit,
  )
  return rows.map(
    ({ messageId: id, mode, messages, customerId, createdAt, trial, words, id: conversation, ...last }) => ({
      ...{ id: conversation, customerId, trial: trial === 1, mode, createdAt, messages, words },
      lastMessage: shownMessage({ id, ...last }),
    }),
  )
}

const ReplyText = someText(undefined, MAX_REPLY)

export interface AgentReply {
  workspaceId: string
  id: string
  /** May be empty if there are pictures. */
  text: string
  /** Ids of pictures that the member has uploaded. */
  pictures?: readonly string[]
  /** The name of the agent that the customer sees. */
  agentName?: string | null
  /** The member who replies; null for the command line. */
  memberId?: string | null
  /** The member who has the conversation, if the reply is sent all the same. */
  despite?: string | null
}

/**
 * Adds the reply of an agent to a conversation. From then on people answer, and the assistant is silent. A closed conversation is opened
 * again, and a snoozed one wakes. If nobody has the conversation, the member who replies has it then.
 *
 * @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST unless the text has 1 to 10,000 characters or there are pictures, and for a picture that the member has not uploaded; CONFLICT if the conversation is closed
 *   and another one follows, or if another member has it and is not named
 */
export async function reply(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, text, pictures: ids = [], agentName = null, memberId = null, despite = null }: AgentReply,
  now: number,
): Promise<ConversationMessage> {
  requireAgent(actor)
  const { issues } = ids.length > 0 && text === '' ? {} : v.safeParse(ReplyText, text)
  if (issues)
    throw new DomainError('BAD_REQUEST', 'reply_text', `The text of the reply ${issues[0].message}. Change the text.`)
  const { mode } = await getConversation(tx, workspaceId, id)
  const pictures = await picturesToSend(tx, { ids, conversationIds: [id, null], memberId })
  await requireNewest(tx, id)
  // Who had a closed conversation is done with it.
  if (mode === 'closed') await unassign(tx, id)
  await requireFree(tx, id, { memberId, despite })
  await audit(tx, { workspaceId, actor, action: 'conversation.replied', target: id, at: now })
  await wake(tx, id, { agentName, since: null }, now)
  await setMode(tx, id, 'human', now, { agentName })
  if (memberId !== null && !(await assigneeOf(tx, id))) await giveTo(tx, id, memberId)
  const masked = await maskCardNumbers(tx, workspaceId, text)
  return addMessage(tx, id, { author: 'agent', authorName: agentName, text: masked, pictures }, now)
}
