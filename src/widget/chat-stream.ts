import type { Typing } from '../conversations/typing.ts'
import type { ListedStream } from '../http/stream-list.ts'
import { type ChatEvent, MAX_BYTES } from './events.ts'
import type { Heartbeats } from './heartbeats.ts'
import type { WidgetSession } from './sessions.ts'

/**
 * One open stream, and how it waits for what is new. Its topic is the conversation whose events are read: that of the session, after those
 * that it follows. Its owner is the session.
 */
export interface ChatStream extends ListedStream {
  session: WidgetSession
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

/** Passes events to a waiting stream. If the stream is busy, or the events are too large, it reads them from the database itself. */
export function hand(stream: ChatStream, events: ChatEvent[]): void {
  const length = events.reduce((sum, { event, data }) => sum + (event === 'message' ? data.text.length : 0), 0)
  const isMuch = length > MAX_BYTES
  stream.isBehind ||= isMuch || !stream.wake
  stream.wake?.(isMuch ? [] : events)
}

/** Waits for the next events of a stream; undefined if there are none until the next heartbeat. */
export function nextOf(stream: ChatStream, heartbeats: Heartbeats): Promise<ChatEvent[] | undefined> {
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

/** Lets a stream read from the database what it missed, and whether its session is still there. */
export function readAgain(stream: ChatStream): void {
  stream.isBehind = true
  stream.wake?.([])
}

/** Sends who is writing. */
export function showTyping(stream: ChatStream, typing: Typing): void {
  stream.typing = typing
  stream.wake?.([])
}

export function endStream(stream: ChatStream): void {
  stream.isOver = true
  stream.wake?.([])
}
