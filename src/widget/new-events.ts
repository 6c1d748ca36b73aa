import { announcedConversation } from '../conversations/event-ids.ts'
import type { Log } from '../lib/log.ts'
import type { Store, Topics } from '../store/store.ts'
import { type ChatEvent, eventsAt, MAX_CONVERSATIONS, PAGE, placesAfter } from './events.ts'

/**
 * The time between two reads of new events, so that a burst of messages costs two: the first one is read at once. Shorter than the
 * assistant takes: its answer must not wait because the question was read just before.
 */
const SOON_MS = 5
/** Interval of reads for events that other processes wrote, such as the command line. */
const POLL_MS = 1_000

/** The listeners to conversations. */
export interface Listeners {
  /** Whether a conversation has listeners. Without listeners nothing is read. */
  are(conversationId: string): boolean
  /** Called with new events of a conversation, the oldest first. */
  deliver(conversationId: string, events: ChatEvent[]): void
}

export interface NewEvents {
  /** Listeners of the conversation get all events after the position, which is that of its newest event before the listener was added. */
  watch(conversationId: string, position: string): void
  stop(): void
}

/**
 * Passes new messages and moves of refunds to listeners: at once after the commit, or within a second if another process wrote them. Each
 * conversation has its own order of events, and so a position of its own. One read costs two or three queries for up to 2,048
 * conversations.
 */
export function watchForEvents({ store, log }: { store: Store; log: Log }, listeners: Listeners): NewEvents {
  /** All events of a conversation up to its position were passed on. */
  const positions = new Map<string, string>()
  /** Conversations with events that were not read yet. */
  const announced = new Set<string>()
  let soon: NodeJS.Timeout | undefined
  let atOnce: NodeJS.Immediate | undefined
  let looking = Promise.resolve()

  async function lookAt(conversationIds: string[]): Promise<void> {
    for (let isPageFull = true; isPageFull; ) {
      const waiting = conversationIds.flatMap((id): [string, string][] => {
        const position = positions.get(id)
        if (position !== undefined && listeners.are(id)) return [[id, position]]
        positions.delete(id)
        return []
      })
      if (waiting.length === 0) return
      const places = await placesAfter(store.read, waiting)
      const events = await eventsAt(store.read, places)
      for (const [conversationId, its] of events) listeners.deliver(conversationId, its)
      for (const { conversationId, position } of places) positions.set(conversationId, position)
      isPageFull = places.length === PAGE
    }
  }

  function look(conversationIds: string[]): void {
    for (let from = 0; from < conversationIds.length; from += MAX_CONVERSATIONS) {
      const some = conversationIds.slice(from, from + MAX_CONVERSATIONS)
      looking = looking
        .then(() => lookAt(some))
        .catch((error: Error) => log.error('Could not read new messages; trying again', { error: error.message }))
    }
  }

  function onCommit(topics: Topics): void {
    for (const topic of topics) {
      const conversationId = announcedConversation(topic)
      if (conversationId !== undefined && positions.has(conversationId)) announced.add(conversationId)
    }
    if (announced.size > 0 && soon === undefined && atOnce === undefined) atOnce = setImmediate(lookAtAnnounced)
  }

  /** Reads what was announced, and again after a while if there was more meanwhile. */
  function lookAtAnnounced(): void {
    atOnce = undefined
    soon = undefined
    if (announced.size === 0) return
    look([...announced])
    announced.clear()
    soon = setTimeout(lookAtAnnounced, SOON_MS)
  }

  const poll = setInterval(() => look([...positions.keys()]), POLL_MS)
  const endListening = store.listen(onCommit)
  return {
    watch: (conversationId, position) => {
      if (!positions.has(conversationId)) positions.set(conversationId, position)
    },
    stop: () => {
      endListening()
      clearInterval(poll)
      clearTimeout(soon)
      clearImmediate(atOnce)
    },
  }
}
