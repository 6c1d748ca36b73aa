import { authorized, type Context, callWithSession, keep, showProblem } from './context.ts'
import type { StreamEvent } from './events.ts'
import { config } from './host.ts'
import { follow } from './live.ts'
import { merged } from './model.ts'
import { type Page, withPage } from './page.ts'
import { showEvent } from './show-event.ts'
import { createTypingNotice } from './typing.ts'

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
  /** How many events were shown: what was read before the newest of them is older than what is shown. */
  let eventsShown = 0

  async function load(): Promise<boolean> {
    const shownBefore = eventsShown
    try {
      const page = await callWithSession<Page>(context, '/widget/conversation')
      if (eventsShown !== shownBefore) return await load()
      const sessionId = sessions.current?.id ?? ''
      const before = chat.get()
      const isSame = shownFor === sessionId && before.conversationId !== null
      shownFor = sessionId
      lastEventId = page.lastEventId
      chat.set(withPage(before, page, isSame))
      speak(page.language, context)
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
        const shown = chat.get().messages
        // In a new conversation they are of the one before, which has ended.
        const since = shown.length === 0 ? (messages.at(-1)?.id ?? '') : chat.get().since
        chat.set({ messages: merged(messages, shown), older: nextCursor, since })
      } catch (error) {
        showProblem(context, error)
      } finally {
        // Not in the same drawing, which readers of the screen would speak.
        setTimeout(() => chat.set({ isLoadingOlder: false }), QUIET_MS)
      }
    },
    show: (event) => {
      eventsShown++
      showEvent(event, chat, typing, load)
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

/** The panel speaks the language of the conversation, once nothing is on its way that another document would lose. */
function speak(language: string | null, context: Context): void {
  const { pictures, unsent } = context.chat.get()
  if (!language || language === config.locale || !config.languages.includes(language)) return
  if (pictures[0] || unsent[0]) return
  keep(context)
  context.host.tell({ type: 'speak', language })
}
