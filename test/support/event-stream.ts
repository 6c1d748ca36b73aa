import type { TestContext } from 'node:test'

export interface StreamedEvent {
  id: string
  event: string
  // Not typed: tests assert on the shape.
  data: ReturnType<typeof JSON.parse>
}

export interface EventStream {
  status: number
  headers: Headers
  /** Waits for a number of events. */
  next(count: number): Promise<StreamedEvent[]>
  /** Waits for a comment, such as a heartbeat. */
  comment(): Promise<string>
  /** Waits for the end. Returns whether the server ended the stream. */
  ended(): Promise<boolean>
  close(): void
}

/** Reads `GET /widget/events` like a page; stops with the test. */
export function openEvents(t: TestContext, baseUrl: string, token: string, lastEventId?: string): Promise<EventStream> {
  return readEvents(t, `${baseUrl}/widget/events`, {
    authorization: `Bearer ${token}`,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  })
}

/** Reads any stream of server-sent events; stops with the test. */
export async function readEvents(t: TestContext, url: string, sent: Record<string, string>): Promise<EventStream> {
  const aborter = new AbortController()
  t.after(() => aborter.abort())
  const { status, headers, body } = await fetch(url, { headers: sent, signal: aborter.signal })
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  /** The next block of lines; undefined at the end. */
  async function block(): Promise<string | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const read = await reader?.read()
      if (!read || read.done) return undefined
      text += read.value
    }
  }
  async function blockThat(fits: (block: string) => boolean): Promise<string> {
    for (;;) {
      const found = await block()
      if (found === undefined) throw new Error('the stream has ended')
      if (fits(found)) return found
    }
  }
  return {
    status,
    headers,
    next: async (count) => {
      const events: StreamedEvent[] = []
      while (events.length < count) events.push(parse(await blockThat((found) => /^(id|event): /.test(found))))
      return events
    },
    comment: () => blockThat((found) => found.startsWith(':')),
    ended: async () => {
      while ((await block()) !== undefined);
      return !aborter.signal.aborted
    },
    close: () => aborter.abort(),
  }
}

function parse(block: string): StreamedEvent {
  const {
    id = '',
    event = '',
    data = '',
  } = Object.fromEntries(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  )
  return { id, event, data: JSON.parse(data) }
}
