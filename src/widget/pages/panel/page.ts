import { type Chat, type Message, type Mode, merged, type Rating, type Refund, unsentWithout } from './model.ts'

/** A page of the conversation's messages, and what else the server answers with it. */
export interface Page {
  conversationId: string
  mode: Mode
  messages: Message[]
  nextCursor: string | null
  refund: Refund | null
  unread: number
  rating: Rating | null
  asksContact: boolean
  language: string | null
  lastEventId: string
}

/**
 * What is shown with the newest page of the conversation.
 *
 * @param isSame whether what is shown is of the same session
 */
export function withPage(before: Chat, page: Page, isSame: boolean): Partial<Chat> {
  const { conversationId, mode, messages, nextCursor, unread, rating, asksContact } = page
  const shown = isSame ? before.messages : []
  return {
    phase: 'ready',
    isOffline: false,
    conversationId,
    mode,
    agentName: messages.findLast(({ author }) => author === 'agent')?.authorName ?? null,
    messages: merged(shown, messages),
    unsent: isSame ? newOf(shown, messages).reduce(unsentWithout, before.unsent) : before.unsent,
    // Further back than the newest page only what the customer asked for is shown.
    older: isSame && shown.length > 0 && before.conversationId === conversationId ? before.older : nextCursor,
    unread,
    rating,
    asksContact,
    ...refundAfter(before.refund, page.refund),
  }
}

/** The messages that were not shown yet. */
function newOf(shown: Message[], messages: Message[]): Message[] {
  const last = shown.at(-1)?.id ?? ''
  return messages.filter(({ id }) => id > last)
}

/** An offer replaces what was shown. What the customer has decided on stays until then. */
function refundAfter(before: Refund | null, offer: Refund | null) {
  if (offer) return offer.actionId === before?.actionId && offer.amount === before.amount ? {} : { refund: offer }
  return before?.status === 'awaiting_customer' ? { refund: null } : {}
}
