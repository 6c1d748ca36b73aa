import type { Actor } from '../access/actor.ts'
import { addMessage, type Message } from '../conversations/conversations.ts'
import { messagesBefore } from '../conversations/portions.ts'
import { DomainError } from '../lib/errors.ts'
import { confirmRefund, declineRefund, type SeenAmount } from '../refunds/decisions.ts'
import { findRefund, openOffer, type Refund } from '../refunds/refunds.ts'
import type { Reader, Tx } from '../store/store.ts'
import { newestEventId } from './events.ts'
import { presentMessage } from './present.ts'
import { hasSession, type WidgetSession } from './sessions.ts'

/** What a customer sees when the chat opens. */
export interface Chat {
  /** The newest messages, or those before the cursor, the oldest of them first. */
  messages: Message[]
  /** Where the older messages begin; null where there are none. */
  nextCursor: string | null
  /** The refund that waits for their decision. */
  offer: Refund | null
  /** From where the stream of events goes on without a gap. */
  lastEventId: string
}

/** How much of a long conversation is shown at a time: messages, and bytes of the whole answer. */
export const MAX_SHOWN = 200
const MAX_BYTES = 256 * 1024
/** What an answer has beside the messages fits: one refund, and ids. */
const BESIDE_BYTES = 4 * 1024

/** @param cursor the `nextCursor` of the answer before, or null for the newest messages */
export async function readChat(
  reader: Reader,
  { conversationId }: WidgetSession,
  cursor: string | null,
  now: number,
): Promise<Chat> {
  // First the position: what comes in between is told twice rather than never.
  const lastEventId = await newestEventId(reader, conversationId)
  const offer = await openOffer(reader, conversationId, now)
  const most = { messages: MAX_SHOWN, bytes: MAX_BYTES }
  const { messages: found, hasMore } = await messagesBefore(reader, conversationId, cursor, most)
  const messages = found.slice(firstThatFits(found))
  const nextCursor = hasMore || messages.length < found.length ? (messages[0]?.id ?? null) : null
  return { messages, nextCursor, offer: offer ?? null, lastEventId }
}

/** From which message on the newest ones fit into an answer: in JSON some characters take six times their bytes. */
function firstThatFits(messages: Message[]): number {
  let left = MAX_BYTES - BESIDE_BYTES
  const tooOld = messages.findLastIndex((message, index) => {
    left -= Buffer.byteLength(JSON.stringify(presentMessage(message))) + 1
    return left < 0 && index < messages.length - 1
  })
  return tooOld + 1
}

/** The customer says something. @throws DomainError UNAUTHORIZED where the session has ended since the call came in */
export async function say(tx: Tx, session: WidgetSession, text: string, now: number): Promise<Message> {
  const { id, conversationId } = session
  if (!(await hasSession(tx, id)))
    throw new DomainError('UNAUTHORIZED', 'session_ended', 'The chat session has ended: start a new one.')
  return addMessage(tx, conversationId, { author: 'customer', text }, now)
}

/** The customer agrees to a refund of their own conversation. @throws DomainError as `confirmRefund` */
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

/** The customer does not want a refund of their own conversation. @throws DomainError as `declineRefund` */
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

/** @throws DomainError NOT_FOUND; the refund of another conversation looks the same as none */
async function ownRefund(reader: Reader, { conversationId }: WidgetSession, id: string): Promise<Refund> {
  const refund = await findRefund(reader, id)
  if (refund?.conversationId === conversationId) return refund
  throw new DomainError(
    'NOT_FOUND',
    'no_such_refund',
    'This conversation has no refund with this id: read the conversation anew.',
  )
}
