import type { SignedIn } from '../../access/member-sessions.ts'
import { type Typists, typingPart } from '../../conversations/typing.ts'
import { asStream } from '../../http/event-stream.ts'
import type { OnServed } from '../../http/request-note.ts'
import type { Part } from '../../http/services.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time.ts'
import type { Store } from '../../store/store.ts'
import { watchPushes } from './arrivals.ts'
import { type News, textOf } from './news.ts'
import { createOpenStreams, type OpenStream } from './open-streams.ts'
import { createWatch } from './watch.ts'

/** Interval of comments on a stream without news: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000
/** Wait of a browser before it connects again. */
const RECONNECT_MS = 2_000

/** The live streams of news for open consoles. */
export interface LiveStreams {
  /**
   * Opens a stream of server-sent events with the news of the workspace that somebody works in. It ends with their session, when they
   * change workspace or role, and with the server.
   *
   * @throws DomainError CONFLICT if the member has too many streams
   */
  open(signedIn: SignedIn): Promise<ReadableStream<Uint8Array>>
  onServed: OnServed
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
}): LiveStreams {
  const streams = createOpenStreams()
  const pushes = watchPushes({
    are: streams.are,
    tell: (workspaceId, pushes) => streams.tell(workspaceId, { event: 'push', data: { pushes } }),
  })
  const watch = createWatch({ store, clock, log }, streams)
  const endHearing = typists.listen(({ workspaceId, conversationId, author }) => {
    if (author === 'customer') streams.tell(workspaceId, { event: 'typing', data: { conversationId } })
  })
  let isStopped = false

  async function* textsOf(stream: OpenStream): AsyncGenerator<string, undefined> {
    // The browser gets a response only with the first bytes. What it reads then has all moves up to here.
    await watch.follow(stream.viewer.workspaceId)
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
      const stream = streams.add(signedIn)
      watch.begin()
      const onEnd = () => {
        streams.remove(stream)
        if (!streams.are()) watch.end()
      }
      return asStream(textsOf(stream), onEnd, (error) =>
        log.error('A stream of news failed', { memberId: signedIn.memberId, error: error.message }),
      )
    },
    tell: streams.tell,
    onServed: (request) => {
      if (watch.isOn()) pushes.onServed(request)
    },
    stop: () => {
      isStopped = true
      watch.stop()
      endHearing()
      pushes.stop()
      for (const stream of streams.all()) stream.end()
    },
  }
}
