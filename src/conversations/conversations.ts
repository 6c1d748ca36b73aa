import { dayIn } from '../lib/days.ts'
import { DomainError } from '../lib/errors.ts'
import { newOrderedId } from '../lib/ids.ts'
import { markSent, type Picture, storedPictures } from '../pictures/pictures.ts'
import type { Reader, Tx } from '../store/store.ts'
import { type Card, refundOf } from './cards.ts'
import type { ConversationMode } from './conversation-change.ts'
import { newEventId } from './event-ids.ts'
import type { Notice } from './notices.ts'
import {
  type ConversationMessage,
  choiceId,
  MESSAGE_COLUMNS,
  type MessageAuthor,
  type MessageRow,
  shownMessage,
} from './stored-message.ts'
import { wake } from './waking.ts'
import { indexWords } from './words.ts'

export { type ConversationMode, conversationModes } from './conversation-change.ts'

/** A conversation with a customer, or with a guest (`customerId` null). In a trial no refund is made. */
export interface Conversation {
  id: string
  workspaceId: string
  customerId: string | null
  trial: boolean
  mode: ConversationMode
  /** The closed conversation after which the customer wrote again. */
  follows: string | null
  /** Epoch milliseconds. */
  createdAt: number
}

interface ConversationRow extends Omit<Conversation, 'trial'> {
  trial: number
}

const COLUMNS = `id, workspace_id AS "workspaceId", customer_id AS "customerId", trial, mode, follows, created_at AS "createdAt"`

export async function createConversation(
  tx: Tx,
  {
    workspaceId,
    customerId = null,
    trial = false,
    follows = null,
  }: { workspaceId: string; customerId?: string | null; trial?: boolean; follows?: string | null },
  now: number,
): Promise<Conversation> {
  const id = newOrderedId('conv', now)
  const conversation: Conversation = {
    ...{ id, workspaceId, customerId, trial, follows, createdAt: now },
    mode: 'assistant',
  }
  await tx.run(
    'INSERT INTO conversations (id, workspace_id, customer_id, trial, follows, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    workspaceId,
    customerId,
    trial ? 1 : 0,
    follows,
    now,
  )
  return conversation
}

/** Returns the newest conversation of a customer, except trials, or creates one. A guest always gets a new conversation. */
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

/** @throws DomainError NOT_FOUND, also for a conversation of another workspace */
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
      'This workspace has no conversation with this id. Check the id.',
    )
  return { ...row, trial: row.trial === 1 }
}

/** A message to add. */
export interface NewMessage {
  author: MessageAuthor
  authorName?: string | null
  text: string
  /** Texts of the buttons below it. */
  choices?: string[]
  /** Id of the button that the customer pressed. */
  choice?: string | null
  cards?: Card[]
  /** Pictures that were uploaded for it. */
  pictures?: Picture[]
}

export async function addMessage(
  tx: Tx,
  conversationId: string,
  { author, authorName = null, text, choices = [], choice = null, cards = [], pictures = [] }: NewMessage,
  now: number,
): Promise<ConversationMessage> {
  const id = await newEventId(tx, conversationId, { prefix: 'msg', by: author }, now)
  const buttons = choices.length === 0 ? null : choices.map((text, index) => ({ id: choiceId(id, index), text }))
  const beside = {
    cards: cards.length === 0 ? null : cards,
    pictures: pictures.length === 0 ? null : pictures,
  }
  const message = { id, author, authorName, text, sentAt: now, choices: buttons, ...beside }
  await tx.run(
    `INSERT INTO messages (id, conversation_id, author, author_name, text, sent_at, choices, choice, cards, refund_id, pictures)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    conversationId,
    author,
    authorName,
    text,
    now,
    buttons && JSON.stringify(buttons),
    choice,
    beside.cards && JSON.stringify(cards),
    refundOf(cards),
    storedPictures(pictures),
  )
  if (pictures.length > 0) await markSent(tx, pictures, { conversationId, entryId: id })
  await indexWords(tx, { id, conversationId, text })
  if (author === 'customer') await noteDay(tx, conversationId, now)
  if (author === 'customer') await wake(tx, conversationId, { agentName: null, since: now }, now)
  if (author === 'customer' || author === 'agent')
    await noteWait(tx, conversationId, author === 'customer' ? now : null)
  return message
}

/** Tells the customer what happened to a refund, in the language of the conversation. */
export async function addNotice(
  tx: Tx,
  conversationId: string,
  notice: Omit<Notice, 'language'>,
  now: number,
): Promise<void> {
  const row = await tx.get<{ language: string | null }>(
    `SELECT coalesce(language, (SELECT language FROM conversations AS earlier WHERE earlier.id = conversations.follows)) AS language
     FROM conversations WHERE id = ?`,
    conversationId,
  )
  const { id } = await addMessage(tx, conversationId, { author: 'system', text: '' }, now)
  const stored: Notice = { ...notice, language: row?.language ?? 'en' }
  await tx.run('UPDATE messages SET notice = ? WHERE id = ?', JSON.stringify(stored), id)
}

/** Notes the day on which the customer has first written, in the time zone that the workspace has now. */
async function noteDay(tx: Tx, conversationId: string, now: number): Promise<void> {
  const row = await tx.get<{ timeZone: string }>(
    `SELECT time_zone AS "timeZone" FROM conversations JOIN workspaces ON workspaces.id = workspace_id
     WHERE conversations.id = ? AND day IS NULL`,
    conversationId,
  )
  if (row) await tx.run('UPDATE conversations SET day = ? WHERE id = ?', dayIn(row.timeZone, now), conversationId)
}

/** Notes since when the customer waits for an agent who has the conversation; null: not any more. */
async function noteWait(tx: Tx, conversationId: string, since: number | null): Promise<void> {
  if (since === null) await tx.run('UPDATE conversations SET waiting_since = NULL WHERE id = ?', conversationId)
  else
    await tx.run(
      `UPDATE conversations SET waiting_since = ? WHERE id = ? AND mode = 'human' AND waiting_since IS NULL`,
      since,
      conversationId,
    )
}

/** Longest message of a customer, in characters. In UTF-8 it has at most 16,000 bytes. */
export const MAX_CUSTOMER_MESSAGE = 4_000
/** Longest name of an agent, in characters. */
export const MAX_AGENT_NAME = 100
/** Longest message of an agent, in characters. */
export const MAX_REPLY = 10_000

/** A message; undefined if there is no message with this id. */
export async function findMessage(reader: Reader, id: string): Promise<ConversationMessage | undefined> {
  const row = await reader.get<MessageRow>(`SELECT ${MESSAGE_COLUMNS} FROM messages WHERE id = ?`, id)
  return row && shownMessage(row)
}

/** The messages of a conversation, the oldest first. */
export async function listMessages(reader: Reader, conversationId: string): Promise<ConversationMessage[]> {
  const rows = await reader.all<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE conversation_id = ? ORDER BY id`,
    conversationId,
  )
  return rows.map(shownMessage)
}

/** The newest messages of a conversation, the oldest of them first. */
export async function newestMessages(
  reader: Reader,
  conversationId: string,
  limit: number,
): Promise<ConversationMessage[]> {
  const newest = await reader.all<MessageRow>(
    `SELECT ${MESSAGE_COLUMNS} FROM messages WHERE conversation_id = ? ORDER BY id DESC LIMIT ?`,
    conversationId,
    limit,
  )
  return newest.map(shownMessage).reverse()
}
