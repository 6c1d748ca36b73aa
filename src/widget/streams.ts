import type { Clock } from '../lib/clock.ts'
import { badRequest, conflict } from '../lib/errors.ts'
import type { Log } from '../lib/log.ts'
import type { Store } from '../store/store.ts'
import { type ChatEvent, eventsAfter, newestEventId, positionOf } from './events.ts'
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
   * @throws ApiError BAD_REQUEST for an id of no event, CONFLICT where the session has as many streams as it may
   */
  open(session: WidgetSession, lastEventId: string | undefined): Promise<ReadableStream<Uint8Array>>
  /** Says that something was committed. */
  wake(): void
  /** Says that sessions may have ended: streams of those that have end now, and not with their next heartbeat. */
  checkSessions(): void
  /** Ends every stream, also those that are opened from now on. */
  stop(): void
}

interface OpenStream {
  session: WidgetSession
  /** What came after it is still to be told. */
  position: string
  isOver: boolean
  /** Ends the stream's wait. */
  wake: () => void
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
  const streams = new Set<OpenStream>()
  let isStopped = false
  const wakeAll = () => {
    for (const stream of streams) stream.wake()
  }
  const newEvents = watchForEvents({ store, log }, () => streams.size > 0, wakeAll)

  function requireRoom({ id }: WidgetSession): void {
    if ([...streams].filter(({ session }) => session.id === id).length < PER_SESSION) return
    throw conflict('too_many_streams', `A session may have ${PER_SESSION} streams at a time: close one, or share it.`)
  }

  async function* textOf(stream: OpenStream): AsyncGenerator<string, undefined> {
    const { session } = stream
    // The client gets an answer only with the first bytes.
    yield `retry: ${RECONNECT_MS}\n\n`
    while (!isStopped && !stream.isOver && clock.now() < session.expiresAt) {
      // It listens before it looks, so that nothing slips through in between.
      const pause = new Promise<void>((resolve) => {
        stream.wake = resolve
      })
      if (!(await hasSession(store.read, session.id))) return undefined
      const events = await eventsAfter(store.read, session.conversationId, stream.position)
      const last = events.at(-1)
      if (last) {
        stream.position = positionOf(last.data.id) ?? stream.position
        yield events.map(textOfEvent).join('')
      } else if (await isSilent(pause, heartbeatMs)) yield ': still here\n\n'
    }
    return undefined
  }

  return {
    async open(session, lastEventId) {
      const position = readPosition(lastEventId ?? (await newestEventId(store.read, session.conversationId)))
      requireRoom(session)
      const stream: OpenStream = { session, position, isOver: false, wake: () => {} }
      streams.add(stream)
      const onEnd = () => {
        stream.isOver = true
        streams.delete(stream)
        stream.wake()
      }
      return asStream(textOf(stream), onEnd, (error) =>
        log.error('A stream of events broke off', { sessionId: session.id, error: error.message }),
      )
    },
    wake: newEvents.wake,
    checkSessions: wakeAll,
    stop: () => {
      isStopped = true
      newEvents.stop()
      wakeAll()
    },
  }
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

/** Waits for the end of a pause. @returns whether it lasted `ms` */
async function isSilent(pause: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<true>((resolve) => {
    timer = setTimeout(() => resolve(true), ms)
  })
  const outcome = await Promise.race([pause, silence])
  clearTimeout(timer)
  return outcome === true
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
