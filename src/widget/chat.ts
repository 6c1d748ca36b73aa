import type { Actor } from '../access/actor.ts'
import { addMessage, type Message, newestMessages } from '../conversations/conversations.ts'
import { ApiError } from '../lib/errors.ts'
import { confirmRefund, declineRefund, type SeenAmount } from '../refunds/decisions.ts'
import { findRefund, openOffer, type Refund } from '../refunds/refunds.ts'
import type { Reader, Tx } from '../store/session.ts'
import { newestEventId } from './events.ts'
import { hasSession, type WidgetSession } from './sessions.ts'

/** What a customer sees when the chat opens. */
export interface Chat {
  /** The newest messages, the oldest of them first. */
  messages: Message[]
  /** The refund that waits for their decision. */
  offer: Refund | null
  /** From where the stream of events goes on without a gap. */
  lastEventId: string
}

/** How much of a long conversation is shown, in messages. */
export const MAX_SHOWN = 200

export async function readChat(reader: Reader, { conversationId }: WidgetSession, now: number): Promise<Chat> {
  // First the position: what comes in between is told twice rather than never.
  const lastEventId = await newestEventId(reader, conversationId)
  const offer = await openOffer(reader, conversationId, now)
  return { messages: await newestMessages(reader, conversationId, MAX_SHOWN), offer: offer ?? null, lastEventId }
}

/** The customer says something. @throws ApiError UNAUTHORIZED where the session has ended since the call came in */
export async function say(tx: Tx, session: WidgetSession, text: string, now: number): Promise<Message> {
  const { id, conversationId } = session
  if (!(await hasSession(tx, id))) throw new ApiError('UNAUTHORIZED', 'The chat session has ended: start a new one.')
  return addMessage(tx, conversationId, { author: 'customer', text }, now)
}

/** The customer agrees to a refund of their own conversation. @throws ApiError as `confirmRefund` */
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

/** The customer does not want a refund of their own conversation. @throws ApiError as `declineRefund` */
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

/** @throws ApiError NOT_FOUND; the refund of another conversation looks the same as none */
async function ownRefund(reader: Reader, { conversationId }: WidgetSession, id: string): Promise<Refund> {
  const refund = await findRefund(reader, id)
  if (refund?.conversationId === conversationId) return refund
  throw new ApiError('NOT_FOUND', 'This conversation has no refund with this id: read the conversation anew.')
}
