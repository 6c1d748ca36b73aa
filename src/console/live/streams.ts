import { endedSessions, type SignedIn } from '../../access/member-sessions.ts'
import type { Changes } from '../../changes/changes.ts'
import { type Typists, typingPart } from '../../conversations/typing.ts'
import { asStream } from '../../http/event-stream.ts'
import type { Part } from '../../http/services.ts'
import { createStreamList, type StreamList } from '../../http/stream-list.ts'
import { conflict } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time.ts'
import type { Reader, Store } from '../../store/store.ts'
import { consoleReader, makeNews } from './hear-changes.ts'
import { type News, textOf } from './news.ts'
import { createOpenStream, type OpenStream } from './open-stream.ts'

/** Interval of comments on a stream without news: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000
/** Wait of a browser before it connects again. */
const RECONNECT_MS = 2_000
/** Most open streams of a member: one for each tab. */
const PER_MEMBER = 8
/** Interval of looks at whose session has ended, also by the command line. */
const SESSIONS_MS = 500

/** The live streams of news for open consoles. */
export interface LiveStreams {
  /**
   * Opens a stream of server-sent events with the news of the workspace that somebody works in. It ends with their session, when they
   * change workspace or role, and with the server.
   *
   * @throws DomainError CONFLICT if the member has too many streams
   */
  open(signedIn: SignedIn): Promise<ReadableStream<Uint8Array>>
  /** Passes news to all who look at a workspace. */
  tell(workspaceId: string, news: News): void
  stop(): void
}

/** The streams of this server. */
export const liveStreams: Part<LiveStreams> = {
  start: (services) => createLiveStreams({ ...services, typists: services.part(typingPart) }),
}

export function createLiveStreams({
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
}): LiveStreams {
  const tell = (workspaceId: string, news: News) => {
    for (const stream of streams.of(workspaceId)) stream.add(news)
  }
  const news = makeNews({ read: store.read, log }, tell)
  const heard = changes.listen(consoleReader, news.hear)
  const streams = createStreamList<OpenStream>(heard, {
    perOwner: PER_MEMBER,
    tooMany: (most) => conflict('too_many_streams', `You have the console open in ${most} tabs. Close one of them.`),
  })
  const sessions = endSignedOut(streams, { read: store.read, clock, log })
  const endHearing = typists.listen(({ workspaceId, conversationId, author }) => {
    if (author === 'customer') tell(workspaceId, { event: 'typing', data: { conversationId } })
  })
  let isStopped = false

  async function* textsOf(stream: OpenStream): AsyncGenerator<string, undefined> {
    // The browser gets a response only with the first bytes. What it reads after them has all changes that the stream does not tell.
    yield `retry: ${RECONNECT_MS}\n\n`
    while (!isStopped && !stream.isOver) {
      const news = await stream.next(heartbeatMs)
      if (!news) yield ': still here\n\n'
      else if (news.length > 0) yield news.map(textOf).join('')
    }
    return undefined
  }

  return {
    open: async (signedIn) => {
      const stream = createOpenStream(signedIn)
      const remove = await streams.add(stream)
      sessions.watch()
      const onEnd = () => {
        stream.end()
        remove()
      }
      return asStream(textsOf(stream), onEnd, (error) =>
        log.error('A stream of news failed', { memberId: signedIn.memberId, error: error.message }),
      )
    },
    tell,
    stop: () => {
      isStopped = true
      heard.end()
      endHearing()
      sessions.stop()
      news.stop()
      for (const stream of streams.all()) stream.end()
    },
  }
}

/** Ends the streams of members whose session has ended. Looks only as long as there are streams. */
function endSignedOut(
  streams: Pick<StreamList<OpenStream>, 'all'>,
  { read, clock, log }: { read: Reader; clock: Clock; log: Log },
): { watch(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }

  async function look(): Promise<void> {
    const open = streams.all()
    if (open.length === 0) return stop()
    try {
      const viewers = open.map(({ viewer }) => viewer)
      const ended = await endedSessions(read, viewers, clock.now())
      for (const stream of open) if (ended.has(stream.viewer)) stream.end()
    } catch (error) {
      log.error('Could not read whose session has ended; trying again', { error: (error as Error).message })
    }
    if (timer) timer = setTimeout(look, SESSIONS_MS)
  }

  return {
    watch: () => {
      timer ??= setTimeout(look, SESSIONS_MS)
    },
    stop,
  }
}
