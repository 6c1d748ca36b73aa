import { EVENTS } from '../conversations/event-ids.ts'
import type { Log } from '../lib/log.ts'
import type { Store } from '../store/store.ts'
import { type ChatEvent, eventsAt, newestPosition, PAGE, placesAfter } from './events.ts'

/** How long after a commit it is looked at what is new: a burst of messages costs one look. */
const SOON_MS = 20
/** How often it is looked for what other processes wrote, such as an agent on the command line. */
const POLL_MS = 1_000

/** Those who listen to conversations. */
export interface Listeners {
  /** Whether somebody listens to a conversation; without one, to any. Nothing is looked for while nobody does. */
  are(conversationId?: string): boolean
  /** Something happened in a conversation: these events, the oldest first. */
  tell(conversationId: string, events: ChatEvent[]): void
}

export interface NewEvents {
  /** To be awaited by each new listener: it is told what is committed from then on. */
  begin(): Promise<void>
  stop(): void
}

/**
 * Tells of new messages and moves of refunds: soon after a commit that announces them, and within a second where another process
 * wrote them. A look costs two or three queries, however many conversations are listened to.
 */
export function watchForEvents({ store, log }: { store: Store; log: Log }, listeners: Listeners): NewEvents {
  /** All up to it was told; undefined while nobody listens. */
  let position: string | undefined
  let soon: NodeJS.Timeout | undefined
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    let isPageFull = true
    while (isPageFull && position !== undefined) {
      if (!listeners.are()) {
        position = undefined
        return
      }
      const places = await placesAfter(store.read, position)
      const awaited = places.filter((place) => place.conversationId !== null && listeners.are(place.conversationId))
      const events = await eventsAt(store.read, awaited)
      for (const [conversationId, its] of events) listeners.tell(conversationId, its)
      position = places.at(-1)?.position ?? position
      isPageFull = places.length === PAGE
    }
  }

  const lookInTurn = () => {
    soon = undefined
    looking = looking.then(look).catch((error: Error) => {
      log.error('New messages could not be looked for; trying again', { error: error.message })
    })
  }
  const poll = setInterval(() => {
    if (position !== undefined) lookInTurn()
  }, POLL_MS)
  const endListening = store.listen((topics) => {
    if (position !== undefined && topics.has(EVENTS)) soon ??= setTimeout(lookInTurn, SOON_MS)
  })
  return {
    begin: async () => {
      if (position !== undefined) return
      const newest = await newestPosition(store.read)
      // Another listener may have begun meanwhile: it must not miss what was committed in between.
      position ??= newest
    },
    stop: () => {
      endListening()
      clearInterval(poll)
      clearTimeout(soon)
    },
  }
}
