import type { TestContext } from 'node:test'

export interface StreamedEvent {
  id: string
  event: string
  // Tests assert on the shape: it is not known to the compiler.
  data: ReturnType<typeof JSON.parse>
}

export interface EventStream {
  status: number
  headers: Headers
  /** Waits for so many events. */
  next(count: number): Promise<StreamedEvent[]>
  /** Waits for a comment, such as a heartbeat. */
  comment(): Promise<string>
  /** Waits for the end; returns whether the server brought it. */
  ended(): Promise<boolean>
  close(): void
}

/** Reads `GET /widget/events` as a page does; ends with the test. */
export async function openEvents(
  t: TestContext,
  baseUrl: string,
  token: string,
  lastEventId?: string,
): Promise<EventStream> {
  const aborter = new AbortController()
  t.after(() => aborter.abort())
  const { status, headers, body } = await fetch(`${baseUrl}/widget/events`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: aborter.signal,
  })
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
      while (events.length < count) events.push(parse(await blockThat((found) => found.startsWith('id: '))))
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
