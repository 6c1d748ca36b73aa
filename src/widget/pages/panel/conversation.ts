import { authorized, type Context, callWithSession, keep, showProblem } from './context.ts'
import type { StreamEvent } from './events.ts'
import { follow } from './live.ts'
import { type Message, type Mode, merged, type Refund, unsentWithout } from './model.ts'
import { createTypingNotice } from './typing.ts'

interface Page {
  conversationId: string
  mode: Mode
  messages: Message[]
  nextCursor: string | null
  refund: Refund | null
  unread: number
  lastEventId: string
}

/** For so long after older messages are shown, nothing is spoken. */
const QUIET_MS = 300

/** What the customer sees of their conversation, and how it keeps up with the server. */
export interface Conversation {
  /** Reads it from the server. @returns whether the server answered */
  load(): Promise<boolean>
  loadOlder(): Promise<void>
  /** Shows an event of the stream; one of another tab has the session that it belongs to. */
  show(event: Pick<StreamEvent, 'event' | 'data'>): void
  /** Follows the conversation of the session until `signal` aborts, or the session is over and another one was started if possible. */
  follow(signal: AbortSignal, onEvent: (event: StreamEvent) => void): Promise<void>
}

export function createConversation(context: Context): Conversation {
  const { api, chat, sessions } = context
  const typing = createTypingNotice(chat)
  /** The session whose conversation is shown. */
  let shownFor = ''
  let lastEventId = ''

  function showPage({ conversationId, mode, messages, nextCursor, refund, unread, lastEventId: last }: Page): void {
    const sessionId = sessions.current?.id ?? ''
    const before = chat.get()
    const isSame = shownFor === sessionId && before.conversationId !== null
    shownFor = sessionId
    lastEventId = last
    const shown = isSame ? before.messages : []
    chat.set({
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
      ...refundAfter(before.refund, refund),
    })
  }

  async function load(): Promise<boolean> {
    try {
      showPage(await callWithSession<Page>(context, '/widget/conversation'))
      return true
    } catch (error) {
      if (!showProblem(context, error) && chat.get().phase === 'loading') chat.set({ phase: 'failed' })
      return !chat.get().isOffline
    }
  }

  return {
    load,
    loadOlder: async () => {
      const { older, isLoadingOlder } = chat.get()
      if (older === null || isLoadingOlder) return
      chat.set({ isLoadingOlder: true })
      try {
        const path = `/widget/conversation?cursor=${older}`
        const { messages, nextCursor } = await callWithSession<Page>(context, path)
        chat.set({ messages: merged(messages, chat.get().messages), older: nextCursor })
      } catch (error) {
        showProblem(context, error)
      } finally {
        // Not in the same drawing, which readers of the screen would speak.
        setTimeout(() => chat.set({ isLoadingOlder: false }), QUIET_MS)
      }
    },
    show: ({ event, data }) => {
      const shown: unknown = JSON.parse(data)
      const { messages, unsent, isOpen, unread, refund } = chat.get()
      if (event === 'message') {
        const message = shown as Message
        if (messages.some(({ id }) => id === message.id)) return
        const isUnread = message.author !== 'customer' && (!isOpen || document.hidden)
        // The outcome of a refund is a message of its own, which stays.
        const isOutcome = message.author === 'system' && refund !== null && refund.status !== 'awaiting_customer'
        const outcome = isOutcome ? { refund: null } : {}
        chat.set({
          messages: merged(messages, [message]),
          unsent: unsentWithout(unsent, message),
          unread: isUnread ? unread + 1 : unread,
          ...outcome,
        })
        if (message.author !== 'customer') typing.end()
      }
      if (event === 'mode') {
        const { mode, agentName, conversationId } = shown as {
          mode: Mode
          agentName: string | null
          conversationId: string
        }
        chat.set({ mode, agentName, conversationId })
      }
      if (event === 'typing') typing.begin((shown as { name: string | null }).name ?? '')
      if (event === 'refund') {
        const moved = shown as Refund
        // The event of an offer lacks the end of the time to decide.
        if (moved.status === 'awaiting_customer') void load()
        else if (refund?.actionId === moved.actionId)
          chat.set({ refund: { ...refund, ...moved, expiresAt: null }, refundProblem: null })
      }
    },
    follow: (signal, onEvent) =>
      follow(
        {
          open: async (stop) => {
            const session = await sessions.need()
            const headers = authorized(session, lastEventId === '' ? {} : { 'last-event-id': lastEventId })
            return fetch(`${api}/widget/events`, { headers, signal: stop, credentials: 'omit' })
          },
          onEvent: (event) => {
            lastEventId = event.id ?? lastEventId
            chat.set({ isOffline: false })
            onEvent(event)
          },
          poll: load,
          onOver: async () => {
            sessions.current = null
            await load()
            keep(context)
          },
        },
        signal,
      ),
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
