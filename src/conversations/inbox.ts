import * as v from 'valibot'
import { type Actor, requireAgent } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { DomainError } from '../lib/errors.ts'
import { someText } from '../lib/fields.ts'
import type { Reader, Tx } from '../store/store.ts'
import { addMessage, type Conversation, getConversation, MAX_REPLY, type Message } from './conversations.ts'

/** A conversation as agents find it: with what was said last, and how many messages it has. */
export interface ConversationSummary extends Omit<Conversation, 'workspaceId'> {
  messages: number
  lastMessage: Message
}

interface SummaryRow extends Omit<ConversationSummary, 'trial' | 'lastMessage'>, Omit<Message, 'id'> {
  trial: number
  messageId: string
}

/** Conversations in which something was said, the one with the newest message first. */
export async function listConversations(
  reader: Reader,
  workspaceId: string,
  { limit }: { limit: number },
): Promise<ConversationSummary[]> {
  const rows = await reader.all<SummaryRow>(
    `SELECT conversations.id, customer_id AS "customerId", trial, created_at AS "createdAt",
       (SELECT count(*) FROM messages WHERE conversation_id = conversations.id) AS messages,
       last.id AS "messageId", author, text, sent_at AS "sentAt"
     FROM conversations JOIN messages AS last
       ON last.id = (SELECT max(id) FROM messages WHERE conversation_id = conversations.id)
     WHERE workspace_id = ? ORDER BY last.id DESC LIMIT ?`,
    workspaceId,
    limit,
  )
  return rows.map(({ messageId, author, text, sentAt, trial, ...conversation }) => ({
    ...conversation,
    trial: trial === 1,
    lastMessage: { id: messageId, author, text, sentAt },
  }))
}

const ReplyText = someText(undefined, MAX_REPLY)

/** An agent answers in a conversation. @throws DomainError FORBIDDEN, NOT_FOUND; BAD_REQUEST unless the text has 1 to 10,000 characters */
export async function reply(
  tx: Tx,
  actor: Actor,
  { workspaceId, id, text }: { workspaceId: string; id: string; text: string },
  now: number,
): Promise<Message> {
  requireAgent(actor)
  const { issues } = v.safeParse(ReplyText, text)
  if (issues) throw new DomainError('BAD_REQUEST', 'reply_text', `The reply ${issues[0].message}: change its text.`)
  await getConversation(tx, workspaceId, id)
  await audit(tx, { workspaceId, actor, action: 'conversation.replied', target: id, at: now })
  return addMessage(tx, id, { author: 'agent', text }, now)
}
