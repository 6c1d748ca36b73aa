import { backoffMs, createEventParser, type StreamEvent } from './events.ts'

/** The server sends a comment every 15 seconds. */
const SILENCE_MS = 45_000
/** A stream sends its first line at once: where nothing arrives, something on the way holds it back. */
const FIRST_MS = 10_000
const POLL_MS = 5_000
/** After so many streams without a byte there are only polls, with another try to stream now and then. */
const SILENT_STREAMS = 3
const STREAM_AGAIN_EVERY = 12

export interface Followed {
  /** Opens the stream after the last event. */
  open(signal: AbortSignal): Promise<Response>
  onEvent(event: StreamEvent): void
  /** Reads the conversation again, where the stream ended or never came. @returns whether the server answered */
  poll(): Promise<boolean>
  /** The session is over. */
  onOver(): Promise<void>
}

/** Follows a conversation until `signal` aborts or the session is over: by the stream, and by reading it again where no stream comes through. */
export async function follow({ open, onEvent, poll, onOver }: Followed, signal: AbortSignal): Promise<void> {
  let failures = 0
  let silent = 0
  for (let round = 0; !signal.aborted; round++) {
    const streams = silent < SILENT_STREAMS || round % STREAM_AGAIN_EVERY === 0
    const outcome = streams ? await read(open, onEvent, signal) : 'silent'
    if (signal.aborted) return
    if (outcome === 'over') return onOver()
    silent = outcome === 'silent' ? silent + 1 : 0
    const isThere = await poll()
    failures = isThere && outcome === 'ended' ? 1 : failures + 1
    const pause = backoffMs(failures, Math.random())
    await wait(isThere ? Math.min(pause, POLL_MS) : pause, signal)
  }
}

type Outcome = 'over' | 'ended' | 'silent' | 'failed'

async function read(open: Followed['open'], onEvent: Followed['onEvent'], signal: AbortSignal): Promise<Outcome> {
  const connection = new AbortController()
  let timer = setTimeout(() => connection.abort(), FIRST_MS)
  let outcome: Outcome = 'silent'
  try {
    const response = await open(AbortSignal.any([signal, connection.signal]))
    if (response.status === 401) return 'over'
    if (!response.ok || !response.body) return 'failed'
    const parse = createEventParser()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      outcome = 'ended'
      clearTimeout(timer)
      timer = setTimeout(() => connection.abort(), SILENCE_MS)
      for (const event of parse(read.value)) onEvent(event)
    }
    return outcome
  } catch {
    // A connection that never came is for the poll to tell: it shows whether the server can be reached.
    return outcome
  } finally {
    clearTimeout(timer)
    connection.abort()
  }
}

/** Waits, but not past the moment in which the browser is online again. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}
