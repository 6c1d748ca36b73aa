import { endedSessions, type SignedIn } from '../../access/member-sessions.ts'
import { announcedChats } from '../../conversations/event-ids.ts'
import { type Typists, typingPart } from '../../conversations/typing.ts'
import { asStream } from '../../http/event-stream.ts'
import type { OnServed } from '../../http/request-note.ts'
import type { Part } from '../../http/services.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time.ts'
import { announcedBatch } from '../../objects/bulk/batches.ts'
import { announcedRefunds } from '../../refunds/announcements.ts'
import type { Store, Topics } from '../../store/store.ts'
import { watchBatches, watchPushes } from './arrivals.ts'
import { watchChats, watchMoves, watchSettings } from './changes.ts'
import { type News, textOf } from './news.ts'
import { createOpenStreams, type OpenStream } from './open-streams.ts'
import { countWaiting } from './waiting.ts'

/** Interval of comments on a stream without news: proxies close connections that are silent for a minute. */
const HEARTBEAT_MS = 15_000
/** Interval of looks at what other processes may have changed: within a second everybody knows. */
const POLL_MS = 500
/** Wait after a commit before its moves are read, so that many at once cost one read. */
const SOON_MS = 20
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
  const batches = watchBatches({ read: store.read, log }, streams.tell)
  /** Workspaces whose number of waiting refunds and chats may have changed since it was last sent. */
  const unsettled = new Set<string>()
  const tellMove = (workspaceId: string, news: News) => {
    unsettled.add(workspaceId)
    streams.tell(workspaceId, news)
  }
  const followed = [watchMoves(store.read, tellMove), watchChats(store.read, tellMove)]
  const settings = watchSettings(store.read)
  const endHearing = typists.listen(({ workspaceId, conversationId, author }) => {
    if (author === 'customer') streams.tell(workspaceId, { event: 'typing', data: { conversationId } })
  })
  let isStopped = false
  /** Workspaces whose refunds or chats have moved since the last look. */
  const moved = new Set<string>()
  let looking = Promise.resolve()
  let soon: NodeJS.Timeout | undefined
  /** Ends the watch; undefined while nobody looks, since then nothing is watched at all. */
  let endWatch: (() => void) | undefined

  async function tellAnnounced(): Promise<void> {
    soon = undefined
    const announced = [...moved]
    moved.clear()
    await lookAt(announced)
  }

  async function tellMoves(): Promise<void> {
    const open = streams.workspaces()
    for (const one of followed) one.keep(new Set(open))
    await lookAt(open)
  }

  async function lookAt(workspaceIds: string[]): Promise<void> {
    for (const one of followed) await one.look(workspaceIds)
    const changed = [...unsettled]
    unsettled.clear()
    for (const id of changed) streams.tell(id, { event: 'waiting', data: await countWaiting(store.read, id) })
  }

  async function endStreams(): Promise<void> {
    const open = streams.all()
    const ended = await endedSessions(
      store.read,
      open.map(({ viewer }) => viewer),
      clock.now(),
    )
    for (const stream of open) if (ended.has(stream.viewer)) stream.end()
  }

  async function tellSettings(): Promise<void> {
    for (const workspaceId of await settings.changed(streams.workspaces()))
      streams.tell(workspaceId, { event: 'settings', data: {} })
  }

  function look(...looks: (() => Promise<void>)[]): void {
    looking = looking
      .then(async () => {
        for (const one of looks) await one()
      })
      .catch((error: Error) =>
        log.error('Could not read what is new for the console; trying again', { error: error.message }),
      )
  }

  function onCommit(topics: Topics): void {
    for (const topic of topics) {
      const workspaceId = announcedRefunds(topic) ?? announcedChats(topic)
      if (workspaceId !== undefined && streams.are(workspaceId)) {
        moved.add(workspaceId)
        soon ??= setTimeout(() => look(tellAnnounced), SOON_MS)
      }
      const batch = announcedBatch(topic)
      if (batch && streams.are(batch.workspaceId)) batches.note(batch)
    }
  }

  function beginWatch(): void {
    const endListening = store.listen(onCommit)
    const poll = setInterval(() => look(endStreams, tellMoves, tellSettings), POLL_MS)
    endWatch = () => {
      endListening()
      clearInterval(poll)
      clearTimeout(soon)
      soon = undefined
      moved.clear()
      for (const one of followed) one.keep(new Set())
      endWatch = undefined
    }
  }

  async function* textsOf(stream: OpenStream): AsyncGenerator<string, undefined> {
    // The browser gets a response only with the first bytes. What it reads then has all moves up to here.
    for (const one of followed) await one.follow(stream.viewer.workspaceId)
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
      if (!endWatch) beginWatch()
      // What is compared later must be what the page reads now.
      look(tellSettings)
      const onEnd = () => {
        streams.remove(stream)
        if (!streams.are()) endWatch?.()
      }
      return asStream(textsOf(stream), onEnd, (error) =>
        log.error('A stream of news failed', { memberId: signedIn.memberId, error: error.message }),
      )
    },
    tell: streams.tell,
    onServed: (request) => {
      if (endWatch) pushes.onServed(request)
    },
    stop: () => {
      isStopped = true
      endWatch?.()
      endHearing()
      pushes.stop()
      batches.stop()
      for (const stream of streams.all()) stream.end()
    },
  }
}
