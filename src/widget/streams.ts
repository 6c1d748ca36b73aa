import { endedConversation, SESSIONS_ENDED } from '../conversations/event-ids.ts'
import { type Typing, type Typists, typingPart } from '../conversations/typing.ts'
import { asStream } from '../http/event-stream.ts'
import type { Part } from '../http/services.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Clock } from '../lib/time.ts'
import type { Store } from '../store/store.ts'
import { presentMessage, presentMode, presentMove } from './chat.ts'
import {
  type ChatEvent,
  type Continuation,
  conversationAt,
  eventsAfter,
  MAX_BYTES,
  newestEventId,
  positionOf,
} from './events.ts'
import { createHeartbeats, type Heartbeats } from './heartbeats.ts'
import { watchForEvents } from './new-events.ts'
import { createSessionChecks } from './session-checks.ts'
import { hasSession, type WidgetSession } from './sessions.ts'

/** Interval of comments on a stream without events: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000
/** Most open streams of a session: one for each of a few tabs. */
const PER_SESSION = 4
/** Wait of a client before it connects again, in milliseconds. */
const RECONNECT_MS = 2_000

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

interface OpenStream {
  session: WidgetSession
  /** The conversation whose events are read: that of the session, after those that it follows. */
  conversationId: string
  /** Events after this position were not sent yet. */
  position: string
  isOver: boolean
  /** The stream may have missed events: it has to read them from the database. */
  isBehind: boolean
  /** Who is writing, to be sent with what is sent next: nobody waits for it, and it is not sent again. */
  typing: Typing | undefined
  /** Ends the wait of the stream, with the new events; undefined while it does not wait. */
  wake: ((events: ChatEvent[]) => void) | undefined
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
  const streams = createOpenStreams()
  const stillHas = createSessionChecks(store.read)
  const heartbeats = createHeartbeats(heartbeatMs)
  let isStopped = false
  const newEvents = watchForEvents(
    { store, log },
    {
      are: streams.are,
      deliver: (conversationId, events) => {
        for (const stream of streams.of(conversationId)) hand(stream, events)
      },
    },
  )

  /** If sessions have ended, the streams of their conversations check their session. */
  const endListening = store.listen((topics) => {
    if (topics.has(SESSIONS_ENDED)) checkSessions(streams.all())
    for (const topic of topics) {
      const conversationId = endedConversation(topic)
      if (conversationId !== undefined) checkSessions(streams.of(conversationId))
    }
  })
  const endHearing = typists.listen((typing) => {
    if (typing.author === 'customer') return
    for (const stream of streams.of(typing.conversationId)) {
      stream.typing = typing
      stream.wake?.([])
    }
  })

  async function* textOf(stream: OpenStream): AsyncGenerator<string, undefined> {
    const { session } = stream
    // The client gets a response only with the first bytes.
    yield `retry: ${RECONNECT_MS}\n\n`
    while (!isStopped && !stream.isOver && clock.now() < session.expiresAt) {
      const events = stream.isBehind ? await catchUp(stream) : await nextOf(stream, heartbeats)
      if (!events) {
        // Another process may have ended the session.
        if (!(await stillHas(session.id))) return undefined
        yield ': still here\n\n'
        continue
      }
      const fresh = events.filter(({ data }) => (positionOf(data.id) ?? '') > stream.position)
      const last = fresh.at(-1)
      if (last) stream.position = positionOf(last.data.id) ?? stream.position
      // A new conversation follows a closed one only once, and nothing comes after that in the closed one but outcomes of refunds.
      const next = fresh.find(({ event }) => event === 'next')
      if (next?.event === 'next') moveOn(stream, next.data)
      const { typing } = stream
      stream.typing = undefined
      const text = fresh.map(textOfEvent).join('') + (typing ? textOfTyping(typing) : '')
      if (text !== '') yield text
    }
    return undefined
  }

  /** Continues a stream with the conversation that follows. */
  function moveOn(stream: OpenStream, { id, nextId }: Continuation): void {
    streams.move(stream, nextId)
    const position = readPosition(id)
    stream.position = position
    stream.isBehind = true
    newEvents.watch(nextId, position)
  }

  /** Reads the events that a stream missed, or the first part of them. */
  async function catchUp(stream: OpenStream): Promise<ChatEvent[]> {
    // Before the read: events that are committed during the read count as missed again.
    stream.isBehind = false
    stream.isOver ||= !(await hasSession(store.read, stream.session.id))
    if (stream.isOver) return []
    const { events, hasMore } = await eventsAfter(store.read, stream.conversationId, stream.position)
    stream.isBehind ||= hasMore
    return events
  }

  return {
    async open(session, lastEventId) {
      const newest = readPosition(await newestEventId(store.read, session.conversationId))
      const position = lastEventId === undefined ? newest : readPosition(lastEventId)
      const conversationId = await conversationAt(store.read, session.conversationId, position)
      const stream: OpenStream = {
        session,
        conversationId,
        position,
        isOver: false,
        isBehind: true,
        typing: undefined,
        wake: undefined,
      }
      const onEnd = streams.add(stream)
      newEvents.watch(conversationId, conversationId === session.conversationId ? newest : position)
      return asStream(textOf(stream), onEnd, (error) =>
        log.error('A stream of events failed', { sessionId: session.id, error: error.message }),
      )
    },
    stop: () => {
      isStopped = true
      newEvents.stop()
      endListening()
      endHearing()
      for (const stream of streams.all()) stream.wake?.([])
    },
  }
}

/** The open streams, by conversation. */
interface OpenStreams {
  /** Whether a conversation has streams. */
  are(conversationId: string): boolean
  of(conversationId: string): Iterable<OpenStream>
  all(): OpenStream[]
  /** Adds a stream; returns a function that removes it. @throws DomainError CONFLICT if the session has too many streams */
  add(stream: OpenStream): () => void
  /** Lets an added stream read another conversation. */
  move(stream: OpenStream, conversationId: string): void
}

function createOpenStreams(): OpenStreams {
  const streams = new Map<string, Set<OpenStream>>()
  const remove = (stream: OpenStream) => {
    const beside = streams.get(stream.conversationId)
    beside?.delete(stream)
    if (beside?.size === 0) streams.delete(stream.conversationId)
  }
  const put = (stream: OpenStream) =>
    streams.set(stream.conversationId, (streams.get(stream.conversationId) ?? new Set()).add(stream))
  return {
    are: (conversationId) => streams.has(conversationId),
    of: (conversationId) => streams.get(conversationId) ?? [],
    all: () => [...streams.values()].flatMap((some) => [...some]),
    add: (stream) => {
      const { id } = stream.session
      const beside = streams.get(stream.conversationId) ?? []
      if ([...beside].filter(({ session }) => session.id === id).length >= PER_SESSION)
        throw conflict(
          'too_many_streams',
          `The session already has ${PER_SESSION} open streams. Close one of them, or share it.`,
        )
      put(stream)
      return () => {
        stream.isOver = true
        remove(stream)
        stream.wake?.([])
      }
    },
    move: (stream, conversationId) => {
      if (stream.isOver) return
      remove(stream)
      stream.conversationId = conversationId
      put(stream)
    },
  }
}

function checkSessions(streams: Iterable<OpenStream>): void {
  for (const stream of streams) {
    stream.isBehind = true
    stream.wake?.([])
  }
}

/** Passes events to a waiting stream. If the stream is busy, or the events are too large, it reads them from the database itself. */
function hand(stream: OpenStream, events: ChatEvent[]): void {
  const length = events.reduce((sum, { event, data }) => sum + (event === 'message' ? data.text.length : 0), 0)
  const isMuch = length > MAX_BYTES
  stream.isBehind ||= isMuch || !stream.wake
  stream.wake?.(isMuch ? [] : events)
}

/** Waits for the next events of a stream; undefined if there are none until the next heartbeat. */
function nextOf(stream: OpenStream, heartbeats: Heartbeats): Promise<ChatEvent[] | undefined> {
  return new Promise((resolve) => {
    const end = (events?: ChatEvent[]) => {
      stopWaiting()
      // At once: events that arrive before the stream continues count as missed.
      stream.wake = undefined
      resolve(events)
    }
    const stopWaiting = heartbeats.wait(end)
    stream.wake = end
  })
}

function readPosition(lastEventId: string): string {
  const position = positionOf(lastEventId)
  if (position !== undefined) return position
  const message = 'must be the id of an event, or the lastEventId of the conversation'
  throw badRequest(`The Last-Event-ID header ${message}.`, [{ path: ['Last-Event-ID'], message }])
}

function textOfEvent(event: ChatEvent): string {
  if (event.event === 'next') return ''
  return `id: ${event.data.id}\nevent: ${event.event}\ndata: ${JSON.stringify(shownOf(event))}\n\n`
}

function shownOf(event: Exclude<ChatEvent, { event: 'next' }>): object {
  if (event.event === 'message') return presentMessage(event.data)
  return event.event === 'refund' ? presentMove(event.data) : presentMode(event.data)
}

/** Without an id: a stream continues after the events that are stored. */
function textOfTyping({ author, name }: Typing): string {
  return `event: typing\ndata: ${JSON.stringify({ author, name })}\n\n`
}
