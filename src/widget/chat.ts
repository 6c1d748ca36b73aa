import type { Actor } from '../access/actor.ts'
import { maskCardNumbers } from '../conversations/card-numbers.ts'
import type { ConversationMode } from '../conversations/conversations.ts'
import { addMessage, type Conversation, getConversation } from '../conversations/conversations.ts'
import { type ModeChange, requireNewest, setMode } from '../conversations/modes.ts'
import { messagesBefore } from '../conversations/portions.ts'
import { countUnread, markRead } from '../conversations/read-marks.ts'
import { type ConversationMessage, textOfChoice } from '../conversations/stored-message.ts'
import { DomainError } from '../lib/errors.ts'
import { toIso } from '../lib/time.ts'
import { getObject } from '../objects/find/read.ts'
import { orders } from '../objects/types/order.ts'
import { picturesToSend } from '../pictures/pictures.ts'
import { confirmRefund, declineRefund, type SeenAmount } from '../refunds/decisions.ts'
import { findRefund, openOffer, type Refund } from '../refunds/refunds.ts'
import type { Reader, Tx } from '../store/store.ts'
import { newestEventId, type RefundMove } from './events.ts'
import { conversationOf, followConversation, keepForGuest, type WidgetSession } from './sessions.ts'

/** The content of a chat when it opens. */
interface Chat {
  conversationId: string
  /** Who answers. */
  mode: ConversationMode
  /** The newest messages, or those before the cursor, the oldest of them first. */
  messages: ConversationMessage[]
  /** Cursor of the older messages; null if there are none. */
  nextCursor: string | null
  /** The refund that waits for the customer's decision. */
  offer: Refund | null
  /** Messages that the customer has not seen yet. */
  unread: number
  /** The stream of events continues after this id without a gap. */
  lastEventId: string
}

/** Limits of one response: number of messages, and bytes of the whole response. */
export const MAX_SHOWN = 200
const MAX_BYTES = 256 * 1024
/** Space for the rest of the response: one refund, and ids. */
const BESIDE_BYTES = 4 * 1024

/** @param cursor the `nextCursor` of the previous response, or null for the newest messages */
export async function readChat(
  reader: Reader,
  { conversationId, workspaceId, byLink }: WidgetSession,
  cursor: string | null,
  now: number,
): Promise<Chat> {
  // Read the position first: a message added in between is then sent twice instead of never.
  const lastEventId = await newestEventId(reader, conversationId)
  const { mode } = await getConversation(reader, workspaceId, conversationId)
  const offer = byLink ? undefined : await openOffer(reader, conversationId, now)
  const most = { messages: MAX_SHOWN, bytes: MAX_BYTES }
  const isNew = cursor === null && (await isBegun(reader, conversationId))
  const { messages: found, hasMore } = isNew
    ? { messages: [], hasMore: false }
    : await messagesBefore(reader, conversationId, cursor, most, byLink)
  const messages = found.slice(firstThatFits(found))
  const nextCursor = isNew ? AFTER_ALL : hasMore || messages.length < found.length ? (messages[0]?.id ?? null) : null
  const unread = await countUnread(reader, conversationId)
  return { conversationId, mode, messages, nextCursor, offer: offer ?? null, unread, lastEventId }
}

/** A cursor after all messages: ids of messages sort before it. */
const AFTER_ALL = `msg_${'z'.repeat(23)}`

/** Whether the customer has begun the conversation after another one and nobody has written in it: it is shown empty. */
async function isBegun(reader: Reader, id: string): Promise<boolean> {
  const row = await reader.get(
    `SELECT 1 FROM conversations WHERE id = ? AND follows IS NOT NULL
     AND NOT EXISTS (SELECT 1 FROM messages WHERE conversation_id = conversations.id)`,
    id,
  )
  return row !== undefined
}

/** The language in which the assistant answered last; null if it has not. */
export async function answeredIn(reader: Reader, conversationId: string): Promise<string | null> {
  const turn = await reader.get<{ language: string | null }>(
    'SELECT language FROM assistant_turns WHERE conversation_id = ? ORDER BY upto_message_id DESC LIMIT 1',
    conversationId,
  )
  return turn?.language ?? null
}

/** Index of the first message such that all later ones fit into a response. In JSON a character can take six times its bytes. */
function firstThatFits(messages: ConversationMessage[]): number {
  let left = MAX_BYTES - BESIDE_BYTES
  const tooOld = messages.findLastIndex((message, index) => {
    left -= Buffer.byteLength(JSON.stringify(presentMessage(message))) + 1
    return left < 0 && index < messages.length - 1
  })
  return tooOld + 1
}

/** A message of a customer: with a text, a choice or pictures. */
export interface SaidInChat {
  text?: string | null | undefined
  choice?: string | null | undefined
  /** Ids of pictures that were uploaded in the conversation. */
  pictures?: readonly string[] | null | undefined
}

/** What a customer has said, and where: in a new conversation, if theirs was closed. */
interface Said {
  message: ConversationMessage
  conversationId: string
  /** The assistant must not answer it: it knows the orders of the signed-in customer. */
  isForPeople: boolean
}

/**
 * Adds a message of the customer, or the choice that they pressed. In a closed conversation it begins a new one that follows. The
 * person who opened the link of a mail may not be the signed-in customer: people answer them, in the same conversation.
 *
 * @throws DomainError UNAUTHORIZED if the session has ended since the call arrived; BAD_REQUEST for an unknown choice or picture; CONFLICT
 *   if the link of a mail belongs to a closed conversation that another one follows
 */
export async function say(
  tx: Tx,
  session: WidgetSession,
  { text = '', choice = null, pictures: ids = [] }: SaidInChat,
  now: number,
): Promise<Said> {
  const { id, workspaceId } = session
  // The session may have moved on since the call arrived.
  const current = await conversationOf(tx, id)
  if (current === undefined)
    throw new DomainError('UNAUTHORIZED', 'session_ended', 'The chat session has ended. Start a new session.')
  const conversation = await getConversation(tx, workspaceId, current)
  const isOnlyThis = isOfSomebodyElse(session, conversation)
  if (isOnlyThis) await requireNewest(tx, current)
  const conversationId =
    conversation.mode === 'closed' && !isOnlyThis ? await followConversation(tx, conversation, now) : current
  const conversationIds = [conversationId, conversationId === current ? null : current] as const
  const pictures = await picturesToSend(tx, { ids: ids ?? [], conversationIds, memberId: null })
  const said =
    choice === null
      ? await maskCardNumbers(tx, workspaceId, text ?? '')
      : await textOfChoice(tx, conversationId, choice)
  const message = await addMessage(tx, conversationId, { author: 'customer', text: said, choice, pictures }, now)
  await markRead(tx, conversationId, message.id)
  await keepForGuest(tx, session, now)
  if (isOnlyThis && conversation.mode !== 'human') await setMode(tx, conversationId, 'waiting', now)
  return { message, conversationId, isForPeople: isOnlyThis }
}

/** Whether a link of a mail opened the conversation of a signed-in customer: who uses it has not signed in. */
function isOfSomebodyElse({ byLink }: WidgetSession, { customerId }: Conversation): boolean {
  return byLink && customerId !== null
}

/** Confirms a refund of the session's own conversation. @throws DomainError as `confirmRefund` */
export async function confirmOffer(
  tx: Tx,
  actor: Actor,
  session: WidgetSession,
  { id, seen }: { id: string; seen: SeenAmount },
  now: number,
): Promise<Refund> {
  const { workspaceId } = await ownRefund(tx, session, id)
  return confirmRefund(tx, actor, { workspaceId, id, seen }, now)
}

/** Declines a refund of the session's own conversation. @throws DomainError as `declineRefund` */
export async function declineOffer(
  tx: Tx,
  actor: Actor,
  session: WidgetSession,
  id: string,
  now: number,
): Promise<Refund> {
  const { workspaceId } = await ownRefund(tx, session, id)
  return declineRefund(tx, actor, { workspaceId, id }, now)
}

/** @throws DomainError NOT_FOUND, also for a refund of another conversation; FORBIDDEN for the session of a link */
async function ownRefund(reader: Reader, { conversationId, byLink }: WidgetSession, id: string): Promise<Refund> {
  if (byLink)
    throw new DomainError(
      'FORBIDDEN',
      'opened_by_link',
      'A chat that was opened by the link of an e-mail decides on no refund. Sign in to the shop, and decide in the chat there.',
      { reason: 'opened_by_link' },
    )
  const refund = await findRefund(reader, id)
  if (refund?.conversationId === conversationId) return refund
  throw new DomainError(
    'NOT_FOUND',
    'no_such_refund',
    'This conversation has no refund with this id. Read the conversation again.',
  )
}

/** A message as the API shows it to the customer. */
export function presentMessage({ sentAt, ...message }: ConversationMessage): object {
  return { ...message, sentAt: toIso(sentAt) }
}

/** A refund as the API shows it to the customer: without who decided, and why. */
export async function showRefund(reader: Reader, refund: Refund): Promise<object> {
  const { id, workspaceId, orderId, amount, currency, status, expiresAt } = refund
  const order = await getObject(reader, orders, workspaceId, orderId)
  const orderNumber = typeof order?.number === 'string' ? order.number : null
  const answerBy = status === 'awaiting_customer' && expiresAt !== null ? toIso(expiresAt) : null
  return { actionId: id, orderId, orderNumber, amount, currency, status, expiresAt: answerBy }
}

/** Who answers from now on. */
export function presentMode({ at, ...mode }: ModeChange): object {
  return { ...mode, at: toIso(at) }
}

export function presentMove({ at, ...move }: RefundMove): object {
  return { ...move, at: toIso(at) }
}
