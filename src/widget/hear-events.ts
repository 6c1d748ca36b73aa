import type { Change, LiveReader } from '../changes/readers.ts'
import { CONVERSATION, type ConversationChange } from '../conversations/conversation-change.ts'
import type { StreamList } from '../http/stream-list.ts'
import type { Log } from '../lib/log.ts'
import type { Reader } from '../store/store.ts'
import { type ChatStream, hand, readAgain } from './chat-stream.ts'
import { type EventPlace, eventsAt, PAGE } from './events.ts'
import { SESSIONS_ENDED } from './sessions.ts'

/** What the streams of chats hear of. */
export const chatReader: LiveReader = { name: 'streams of chats', kinds: [CONVERSATION, SESSIONS_ENDED] }

/** Passes new events of conversations to their open streams, in order: one read for up to 100 events of any number of chats. */
export function hearEvents(
  { read, log }: { read: Reader; log: Log },
  streams: StreamList<ChatStream>,
): (workspaceId: string, changes: Change[]) => void {
  let delivering = Promise.resolve()

  async function deliver(places: EventPlace[]): Promise<void> {
    try {
      for (const [id, events] of await eventsAt(read, places)) for (const stream of streams.of(id)) hand(stream, events)
    } catch (error) {
      log.error('Could not read new messages; trying again', { error: (error as Error).message })
      for (const { conversationId } of places) for (const stream of streams.of(conversationId)) readAgain(stream)
    }
  }

  return (workspaceId, changes) => {
    const places: EventPlace[] = []
    for (const { kind, ids, data } of changes) {
      if (kind === SESSIONS_ENDED) for (const stream of ofEnded(streams, workspaceId, ids)) readAgain(stream)
      else
        places.push(...placesOf(data as ConversationChange, ids).filter((place) => streams.are(place.conversationId)))
    }
    for (let from = 0; from < places.length; from += PAGE) {
      const some = places.slice(from, from + PAGE)
      delivering = delivering.then(() => deliver(some))
    }
  }
}

/** What customers see; the rest is for agents. */
const SEEN: ReadonlySet<ConversationChange['type']> = new Set(['message', 'mode', 'refund'])

function placesOf({ type, eventId }: ConversationChange, [conversationId = '']: string[]): EventPlace[] {
  return eventId !== null && SEEN.has(type) ? [{ id: eventId, conversationId }] : []
}

/** The streams of conversations of which sessions have ended; without conversations all of the workspace. */
function ofEnded(streams: StreamList<ChatStream>, workspaceId: string, conversationIds: string[]): ChatStream[] {
  return conversationIds.length === 0
    ? streams.all().filter((stream) => stream.workspaceId === workspaceId)
    : conversationIds.flatMap((id) => [...streams.of(id)])
}
