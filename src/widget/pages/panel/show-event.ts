import type { StreamEvent } from './events.ts'
import {
  type Chat,
  type Message,
  type Mode,
  merged,
  type Refund,
  refundOn,
  unsentWithout,
  withRefundStatus,
} from './model.ts'
import type { Store } from './store.ts'
import type { TypingNotice } from './typing.ts'

/** Shows an event of the stream. @param load reads the conversation again */
export function showEvent(
  { event, data }: Pick<StreamEvent, 'event' | 'data'>,
  chat: Store<Chat>,
  typing: TypingNotice,
  load: () => Promise<boolean>,
): void {
  const shown: unknown = JSON.parse(data)
  if (event === 'message') showMessage(shown as Message, chat, typing, load)
  if (event === 'mode') {
    const { mode, agentName, conversationId } = shown as {
      mode: Mode
      agentName: string | null
      conversationId: string
    }
    // The rating is of the conversation before.
    const isNew = conversationId !== chat.get().conversationId
    chat.set({ mode, agentName, conversationId, ...(isNew ? { rating: null } : {}) })
    // Out of hours an e-mail address is asked for.
    if (mode === 'waiting') void load()
  }
  if (event === 'typing') typing.begin((shown as { name: string | null }).name ?? '')
  if (event === 'refund') showMove(shown as Refund, chat, load)
}

function showMessage(message: Message, chat: Store<Chat>, typing: TypingNotice, load: () => Promise<boolean>): void {
  const { messages, unsent, isOpen, unread, refund } = chat.get()
  if (messages.some(({ id }) => id === message.id)) return
  const isUnread = message.author !== 'customer' && (!isOpen || document.hidden)
  // A refund on the card of a message stays there. The outcome of another one is a message of its own.
  const isOnCard = messages.some((one) => refundOn(one, null)?.actionId === refund?.actionId)
  const isOutcome = message.author === 'system' && refund !== null && refund.status !== 'awaiting_customer' && !isOnCard
  chat.set({
    messages: merged(messages, [message]),
    unsent: unsentWithout(unsent, message),
    unread: isUnread ? unread + 1 : unread,
    ...(isOutcome ? { refund: null } : {}),
  })
  if (message.author !== 'customer') typing.end()
  // With the first answer the language of the conversation is known.
  if (message.author === 'assistant' && !messages.some(({ author }) => author === 'assistant')) void load()
}

function showMove(moved: Refund, chat: Store<Chat>, load: () => Promise<boolean>): void {
  const { refund, messages } = chat.get()
  chat.set({ messages: withRefundStatus(messages, moved) })
  // The event of an offer lacks the end of the time to decide.
  if (moved.status === 'awaiting_customer') void load()
  else if (refund?.actionId === moved.actionId)
    chat.set({ refund: { ...refund, ...moved, expiresAt: null }, refundProblem: null })
}
