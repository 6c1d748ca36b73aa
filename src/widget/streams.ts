import { endedConversation, SESSIONS_ENDED } from '../conversations/event-ids.ts'
import { type Typists, typingPart } from '../conversations/typing.ts'
import { asStream } from '../http/event-stream.ts'
import type { Part } from '../http/services.ts'
import { badRequest } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time.ts'
import type { Store, Topics } from '../store/store.ts'
import { type ChatStream, endStream, hand, readAgain, showTyping } from './chat-stream.ts'
import { conversationAt, newestEventId, positionOf } from './events.ts'
import { createHeartbeats } from './heartbeats.ts'
import { watchForEvents } from './new-events.ts'
import { createSessionChecks } from './session-checks.ts'
import type { WidgetSession } from './sessions.ts'
import { createStreamList, type StreamList } from './stream-list.ts'
import { type Sources, textOf } from './stream-text.ts'

/** Interval of comments on a stream without events: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000

/** The live streams of events for chats. */
export interface Streams {
  /**
   * Opens a stream of server-sent events of a session's conversation, in UTF-8: the events after `lastEventId`, or without it all new
   * events. Nothing is read ahead of a slow client. The stream ends with the session or the server.
   *
   * @throws DomainError BAD_REQUEST for an invalid `lastEventId`, CONFLICT if the session has too many streams
   */
  open(session: WidgetSession, lastEventId: string | undefined): Promise<ReadableStream<Uint8Array>>
  /** Ends all streams, and every stream that is opened later. */
  stop(): void
}

/** The streams of this server. */
export const chatStreams: Part<Streams> = {
  start: (services) => createStreams({ ...services, typists: services.part(typingPart) }),
}

export function createStreams({
  store,
  clock,
  log,
  typists,
  heartbeatMs = HEARTBEAT_MS,
}: {
  store: Store
  clock: Clock
  log: Log
  typists: Pick<Typists, 'listen'>
  heartbeatMs?: number | undefined
}): Streams {
  const streams = createStreamList()
  const newEvents = watchForEvents(
    { store, log },
    {
      are: streams.are,
      deliver: (conversationId, events) => {
        for (const stream of streams.of(conversationId)) hand(stream, events)
      },
    },
  )
  const sources: Sources = {
    read: store.read,
    clock,
    streams,
    newEvents,
    heartbeats: createHeartbeats(heartbeatMs),
    stillHas: createSessionChecks(store.read),
  }
  const endListening = store.listen((topics) => {
    for (const stream of ofEndedSessions(topics, streams)) readAgain(stream)
  })
  const endHearing = typists.listen((typing) => {
    if (typing.author === 'customer') return
    for (const stream of streams.of(typing.conversationId)) showTyping(stream, typing)
  })
  let isStopped = false

  return {
    async open(session, lastEventId) {
      const newest = readPosition(await newestEventId(store.read, session.conversationId))
      const position = lastEventId === undefined ? newest : readPosition(lastEventId)
      const conversationId = await conversationAt(store.read, session.conversationId, position)
      const stream: ChatStream = {
        session,
        conversationId,
        position,
        isOver: isStopped,
        isBehind: true,
        typing: undefined,
        wake: undefined,
      }
      const onEnd = streams.add(stream)
      newEvents.watch(conversationId, conversationId === session.conversationId ? newest : position)
      return asStream(textOf(stream, sources), onEnd, (error) =>
        log.error('A stream of events failed', { sessionId: session.id, error: error.message }),
      )
    },
    stop: () => {
      isStopped = true
      newEvents.stop()
      endListening()
      endHearing()
      streams.all().forEach(endStream)
    },
  }
}

/** The streams of conversations of which sessions have ended; of all, where it is not known which. */
function ofEndedSessions(topics: Topics, streams: StreamList): ChatStream[] {
  if (topics.has(SESSIONS_ENDED)) return streams.all()
  const conversationIds = [...topics].flatMap((topic) => endedConversation(topic) ?? [])
  return conversationIds.flatMap((id) => [...streams.of(id)])
}

function readPosition(lastEventId: string): string {
  const position = positionOf(lastEventId)
  if (position !== undefined) return position
  const message = 'must be the id of an event, or the lastEventId of the conversation'
  throw badRequest(`The Last-Event-ID header ${message}.`, [{ path: ['Last-Event-ID'], message }])
}
