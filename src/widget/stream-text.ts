import type { Typing } from '../conversations/typing.ts'
import type { StreamList } from '../http/stream-list.ts'
import type { Clock } from '../lib/time.ts'
import type { Reader } from '../store/store.ts'
import { presentMessage, presentMode, presentMove } from './chat.ts'
import { type ChatStream, nextOf } from './chat-stream.ts'
import { type ChatEvent, type Continuation, eventsAfter, positionOf } from './events.ts'
import type { Heartbeats } from './heartbeats.ts'
import { conversationOf, hasSession } from './sessions.ts'

/** Wait of a client before it connects again, in milliseconds. */
const RECONNECT_MS = 2_000

/** What all streams of a server use. */
export interface Sources {
  read: Reader
  clock: Clock
  streams: StreamList<ChatStream>
  heartbeats: Heartbeats
  /** Whether a session still exists; asked at each heartbeat. */
  stillHas(sessionId: string): Promise<boolean>
}

/** The text of a stream, as its client reads it, until the stream or its session is over. */
export async function* textOf(stream: ChatStream, sources: Sources): AsyncGenerator<string, undefined> {
  const { session } = stream
  // The client gets a response only with the first bytes.
  yield `retry: ${RECONNECT_MS}\n\n`
  while (!stream.isOver && sources.clock.now() < session.expiresAt) {
    const events = stream.isBehind ? await catchUp(stream, sources.read) : await nextOf(stream, sources.heartbeats)
    if (!events) {
      // Another process may have ended the session.
      if (!(await sources.stillHas(session.id))) return undefined
      yield ': still here\n\n'
      continue
    }
    const fresh = events.filter(({ data }) => (positionOf(data.id) ?? '') > stream.position)
    const last = fresh.at(-1)
    if (last) stream.position = positionOf(last.data.id) ?? stream.position
    // A new conversation follows a closed one only once, and nothing comes after that in the closed one but outcomes of refunds.
    const next = fresh.find(({ event }) => event === 'next')
    if (next?.event === 'next' && (await follows(stream, next.data, sources.read))) moveOn(stream, next.data, sources)
    const { typing } = stream
    stream.typing = undefined
    const text = fresh.map(textOfEvent).join('') + (typing ? textOfTyping(typing) : '')
    if (text !== '') yield text
  }
  return undefined
}

/** Reads the events that a stream missed, or the first part of them. */
async function catchUp(stream: ChatStream, read: Reader): Promise<ChatEvent[]> {
  // Before the read: events that are committed during the read count as missed again.
  stream.isBehind = false
  stream.isOver ||= !(await hasSession(read, stream.session.id))
  if (stream.isOver) return []
  const { events, hasMore } = await eventsAfter(read, stream.topic, stream.position)
  stream.isBehind ||= hasMore
  return events
}

/** Whether a stream continues with the conversation that follows: the link of a mail opens only one of a signed-in customer. */
async function follows({ session }: ChatStream, { nextId }: Continuation, read: Reader): Promise<boolean> {
  return !session.byLink || (await conversationOf(read, session.id)) === nextId
}

/** Continues a stream with the conversation that follows. */
function moveOn(stream: ChatStream, { id, nextId }: Continuation, { streams }: Sources): void {
  streams.move(stream, nextId)
  stream.position = positionOf(id) ?? stream.position
  stream.isBehind = true
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
