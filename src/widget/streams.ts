import { SESSIONS_ENDED } from '../conversations/event-ids.ts'
import type { Part } from '../http/feature.ts'
import type { Clock } from '../lib/clock.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Store } from '../store/store.ts'
import { type ChatEvent, eventsAfter, MAX_BYTES, newestEventId, positionOf } from './events.ts'
import { watchForEvents } from './new-events.ts'
import { presentMessage, presentMove } from './present.ts'
import { hasSession, type WidgetSession } from './sessions.ts'

/** How often a stream with nothing to tell shows that it is alive: proxies end connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000
/** How many streams a session may have open at a time: one for each of a few tabs. */
const PER_SESSION = 4
/** What a client is told to wait before it connects again, in milliseconds. */
const RECONNECT_MS = 2_000

/** Everything that is told to chats as it happens. */
export interface Streams {
  /**
   * What happens in the conversation of a session, as server-sent events in UTF-8: what came after `lastEventId`, or without
   * one what is new from now on. Nothing is read ahead of a slow client. It ends with the session or the server.
   *
   * @throws DomainError BAD_REQUEST for an id of no event, CONFLICT where the session has as many streams as it may
   */
  open(session: WidgetSession, lastEventId: string | undefined): Promise<ReadableStream<Uint8Array>>
  /** Ends every stream, also those that are opened from now on. */
  stop(): void
}

/** The streams of this server. */
export const chatStreams: Part<Streams> = { start: (services) => createStreams(services) }

interface OpenStream {
  session: WidgetSession
  /** What came after it is still to be told. */
  position: string
  isOver: boolean
  /** Something may have happened that it was not handed: it has to look for itself. */
  isBehind: boolean
  /** Ends the stream's wait, with what happened; undefined while it does not wait. */
  wake: ((events: ChatEvent[]) => void) | undefined
}

export function createStreams({
  store,
  clock,
  log,
  heartbeatMs = HEARTBEAT_MS,
}: {
  store: Store
  clock: Clock
  log: Log
  heartbeatMs?: number | undefined
}): Streams {
  /** Those of each conversation that has any. */
  const streams = new Map<string, Set<OpenStream>>()
  let isStopped = false
  const newEvents = watchForEvents(
    { store, log },
    {
      are: (conversationId) => (conversationId === undefined ? streams.size > 0 : streams.has(conversationId)),
      tell: (conversationId, events) => {
        for (const stream of streams.get(conversationId) ?? []) hand(stream, events)
      },
    },
  )

  /** Streams of sessions that have ended find that out when they look for themselves. */
  const endListening = store.listen((topics) => {
    if (!topics.has(SESSIONS_ENDED)) return
    for (const stream of all()) {
      stream.isBehind = true
      stream.wake?.([])
    }
  })
  const all = () => [...streams.values()].flatMap((some) => [...some])

  /** Adds a stream; returns how to take it away. @throws DomainError CONFLICT where its session has as many as it may */
  function add(stream: OpenStream): () => void {
    const { id, conversationId } = stream.session
    const beside = streams.get(conversationId) ?? new Set()
    if ([...beside].filter(({ session }) => session.id === id).length >= PER_SESSION)
      throw conflict('too_many_streams', `A session may have ${PER_SESSION} streams at a time: close one, or share it.`)
    streams.set(conversationId, beside.add(stream))
    return () => {
      stream.isOver = true
      beside.delete(stream)
      if (beside.size === 0 && streams.get(conversationId) === beside) streams.delete(conversationId)
      stream.wake?.([])
    }
  }

  async function* textOf(stream: OpenStream): AsyncGenerator<string, undefined> {
    const { session } = stream
    // The client gets an answer only with the first bytes.
    yield `retry: ${RECONNECT_MS}\n\n`
    while (!isStopped && !stream.isOver && clock.now() < session.expiresAt) {
      const events = stream.isBehind ? await catchUp(stream) : await nextOf(stream, heartbeatMs)
      if (!events) {
        // Another process may have ended it.
        if (!(await hasSession(store.read, session.id))) return undefined
        yield ': still here\n\n'
        continue
      }
      const fresh = events.filter(({ data }) => (positionOf(data.id) ?? '') > stream.position)
      const last = fresh.at(-1)
      if (!last) continue
      stream.position = positionOf(last.data.id) ?? stream.position
      yield fresh.map(textOfEvent).join('')
    }
    return undefined
  }

  /** What a stream missed, or a first part of that. */
  async function catchUp(stream: OpenStream): Promise<ChatEvent[]> {
    // What is committed from here on counts as missed again.
    stream.isBehind = false
    stream.isOver ||= !(await hasSession(store.read, stream.session.id))
    if (stream.isOver) return []
    const { events, hasMore } = await eventsAfter(store.read, stream.session.conversationId, stream.position)
    stream.isBehind ||= hasMore
    return events
  }

  return {
    async open(session, lastEventId) {
      const position = readPosition(lastEventId ?? (await newestEventId(store.read, session.conversationId)))
      const stream: OpenStream = { session, position, isOver: false, isBehind: true, wake: undefined }
      const onEnd = add(stream)
      try {
        await newEvents.begin()
      } catch (error) {
        onEnd()
        throw error
      }
      return asStream(textOf(stream), onEnd, (error) =>
        log.error('A stream of events broke off', { sessionId: session.id, error: error.message }),
      )
    },
    stop: () => {
      isStopped = true
      newEvents.stop()
      endListening()
      for (const stream of all()) stream.wake?.([])
    },
  }
}

/** Hands events to a stream that waits for them. One that is still busy, or for which they are too many, looks for itself. */
function hand(stream: OpenStream, events: ChatEvent[]): void {
  const length = events.reduce((sum, { event, data }) => sum + (event === 'message' ? data.text.length : 0), 0)
  const isMuch = length > MAX_BYTES
  stream.isBehind ||= isMuch || !stream.wake
  stream.wake?.(isMuch ? [] : events)
}

/** Waits for what is handed to a stream next; undefined where that is nothing for `ms`. */
function nextOf(stream: OpenStream, ms: number): Promise<ChatEvent[] | undefined> {
  return new Promise((resolve) => {
    const end = (events?: ChatEvent[]) => {
      clearTimeout(timer)
      // At once: what happens before the stream goes on is what it missed.
      stream.wake = undefined
      resolve(events)
    }
    const timer = setTimeout(end, ms)
    stream.wake = end
  })
}

function readPosition(lastEventId: string): string {
  const position = positionOf(lastEventId)
  if (position !== undefined) return position
  const message = 'must be the id of an event, or the lastEventId of the conversation'
  throw badRequest(`The Last-Event-ID header ${message}.`, [{ path: ['Last-Event-ID'], message }])
}

function textOfEvent({ event, data }: ChatEvent): string {
  const shown = event === 'message' ? presentMessage(data) : presentMove(data)
  return `id: ${data.id}\nevent: ${event}\ndata: ${JSON.stringify(shown)}\n\n`
}

/**
 * Texts as the bytes of an answer, made as the client takes them.
 *
 * @param onEnd called when they are over or broken off, or the client has gone
 */
function asStream(
  texts: AsyncGenerator<string, undefined>,
  onEnd: () => void,
  onError: (error: Error) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await texts.next()
          if (isCancelled) return
          if (!done) {
            controller.enqueue(encoder.encode(value))
            return
          }
          onEnd()
          controller.close()
        } catch (error) {
          onEnd()
          onError(error as Error)
          controller.error(error)
        }
      },
      cancel: () => {
        isCancelled = true
        onEnd()
      },
    },
    // Nothing is made before it is asked for.
    { highWaterMark: 0 },
  )
}
