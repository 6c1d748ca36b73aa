import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import type { Reader, Tx } from '../store/store.ts'
import { newEventId } from './event-ids.ts'

export const authors = ['customer', 'assistant', 'agent', 'system'] as const
export type Author = (typeof authors)[number]

/** A chat with a customer, or with a visitor who is not known (`customerId` null). In a trial nothing happens for real. */
export interface Conversation {
  id: string
  workspaceId: string
  customerId: string | null
  trial: boolean
  /** Epoch milliseconds. */
  createdAt: number
}

export interface Message {
  id: string
  author: Author
  text: string
  /** Epoch milliseconds. */
  sentAt: number
}

interface ConversationRow extends Omit<Conversation, 'trial'> {
  trial: number
}

const COLUMNS = `id, workspace_id AS "workspaceId", customer_id AS "customerId", trial, created_at AS "createdAt"`

export async function createConversation(
  tx: Tx,
  {
    workspaceId,
    customerId = null,
    trial = false,
  }: { workspaceId: string; customerId?: string | null; trial?: boolean },
  now: number,
): Promise<Conversation> {
  const conversation = { id: newOrderedId('conv', now), workspaceId, customerId, trial, createdAt: now }
  await tx.run(
    'INSERT INTO conversations (id, workspace_id, customer_id, trial, created_at) VALUES (?, ?, ?, ?, ?)',
    conversation.id,
    workspaceId,
    customerId,
    trial ? 1 : 0,
    now,
  )
  return conversation
}

/** The conversation of a customer goes on for ever, trials aside; one who is not known begins a new one. */
export async function continueConversation(
  tx: Tx,
  { workspaceId, customerId }: { workspaceId: string; customerId: string | null },
  now: number,
): Promise<Pick<Conversation, 'id'>> {
  const newest = await tx.get<{ id: string }>(
    'SELECT id FROM conversations WHERE workspace_id = ? AND customer_id = ? AND trial = 0 ORDER BY id DESC LIMIT 1',
    workspaceId,
    customerId,
  )
  return newest ?? createConversation(tx, { workspaceId, customerId }, now)
}

/** @throws DomainError NOT_FOUND; another workspace's conversation looks the same as none */
export async function getConversation(reader: Reader, workspaceId: string, id: string): Promise<Conversation> {
  const row = await reader.get<ConversationRow>(
    `SELECT ${COLUMNS} FROM conversations WHERE workspace_id = ? AND id = ?`,
    workspaceId,
    id,
  )
  if (!row)
    throw new DomainError(
      'NOT_FOUND',
      'no_such_conversation',
      'This workspace has no conversation with this id: check the id.',
    )
  return { ...row, trial: row.trial === 1 }
}

export async function addMessage(
  tx: Tx,
  conversationId: string,
  { author, text }: { author: Author; text: string },
  now: number,
): Promise<Message> {
  const message = { id: await newEventId(tx, 'msg', now), author, text, sentAt: now }
  await tx.run(
    'INSERT INTO messages (id, conversation_id, author, text, sent_at) VALUES (?, ?, ?, ?, ?)',
    message.id,
    conversationId,
    author,
    text,
    now,
  )
  return message
}

/** The longest message of a customer, in characters: at most 16,000 bytes, since UTF-8 has no character of more than four. */
export const MAX_CUSTOMER_MESSAGE = 4_000
/** The longest message of an agent, in characters. */
export const MAX_REPLY = 10_000

/** A message; undefined where there is none with this id. */
export async function findMessage(reader: Reader, id: string): Promise<Message | undefined> {
  return reader.get<Message>('SELECT id, author, text, sent_at AS "sentAt" FROM messages WHERE id = ?', id)
}

/** The messages of a conversation, the oldest first. */
export async function listMessages(reader: Reader, conversationId: string): Promise<Message[]> {
  return reader.all<Message>(
    'SELECT id, author, text, sent_at AS "sentAt" FROM messages WHERE conversation_id = ? ORDER BY id',
    conversationId,
  )
}
