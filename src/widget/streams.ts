import type { Changes } from '../changes/changes.ts'
import { type Typists, typingPart } from '../conversations/typing.ts'
import { asStream } from '../http/event-stream.ts'
import type { Part } from '../http/services.ts'
import { createStreamList, type StreamList } from '../http/stream-list.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time.ts'
import type { Store } from '../store/store.ts'
import { type ChatStream, endStream, showTyping } from './chat-stream.ts'
import { conversationAt, newestEventId, positionOf } from './events.ts'
import { chatReader, hearEvents } from './hear-events.ts'
import { createHeartbeats } from './heartbeats.ts'
import { createSessionChecks } from './session-checks.ts'
import type { WidgetSession } from './sessions.ts'
import { type Sources, textOf } from './stream-text.ts'

/** Interval of comments on a stream without events: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000

/** Most open streams of a session: one for each of a few tabs. */
const PER_SESSION = 4

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

/** The open streams of this process, by the store of their server: jobs ask, which have no parts. */
const openStreams = new WeakMap<Store, StreamList<ChatStream>>()

/** Whether the customer of a conversation has it open in this process. */
export function isChatOpen(store: Store, conversationId: string): boolean {
  return openStreams.get(store)?.are(conversationId) ?? false
}

export function createStreams({
  store,
  changes,
  clock,
  log,
  typists,
  heartbeatMs = HEARTBEAT_MS,
}: {
  store: Store
  changes: Pick<Changes, 'listen'>
  clock: Clock
  log: Log
  typists: Pick<Typists, 'listen'>
  heartbeatMs?: number | undefined
}): Streams {
  const heard = changes.listen(chatReader, (workspaceId, some) => hear(workspaceId, some))
  const streams = createStreamList<ChatStream>(heard, {
    perOwner: PER_SESSION,
    tooMany: (most) =>
      conflict('too_many_streams', `The session already has ${most} open streams. Close one of them, or share it.`),
  })
  openStreams.set(store, streams)
  const hear = hearEvents({ read: store.read, log }, streams)
  const sources: Sources = {
    read: store.read,
    clock,
    streams,
    heartbeats: createHeartbeats(heartbeatMs),
    stillHas: createSessionChecks(store.read),
  }
  const endHearing = typists.listen((typing) => {
    if (typing.author === 'customer') return
    for (const stream of streams.of(typing.conversationId)) showTyping(stream, typing)
  })
  let isStopped = false

  return {
    async open(session, lastEventId) {
      const newest = readPosition(await newestEventId(store.read, session.conversationId))
      const position = lastEventId === undefined ? newest : readPosition(lastEventId)
      const stream: ChatStream = {
        session,
        workspaceId: session.workspaceId,
        owner: session.id,
        topic: session.byLink
          ? session.conversationId
          : await conversationAt(store.read, session.conversationId, position),
        position,
        isOver: isStopped,
        isBehind: true,
        typing: undefined,
        wake: undefined,
      }
      const remove = await streams.add(stream)
      const onEnd = () => {
        remove()
        endStream(stream)
      }
      return asStream(textOf(stream, sources), onEnd, (error) =>
        log.error('A stream of events failed', { sessionId: session.id, error: error.message }),
      )
    },
    stop: () => {
      isStopped = true
      heard.end()
      endHearing()
      streams.all().forEach(endStream)
    },
  }
}

function readPosition(lastEventId: string): string {
  const position = positionOf(lastEventId)
  if (position !== undefined) return position
  const message = 'must be the id of an event, or the lastEventId of the conversation'
  throw badRequest(`The Last-Event-ID header ${message}.`, [{ path: ['Last-Event-ID'], message }])
}
