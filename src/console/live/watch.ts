import { endedSessions } from '../../access/member-sessions.ts'
import { announcedChats } from '../../conversations/event-ids.ts'
import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/time.ts'
import { announcedBatch } from '../../objects/bulk/batches.ts'
import { announcedRefunds } from '../../refunds/announcements.ts'
import type { Reader, Store, Topics } from '../../store/store.ts'
import { watchBatches } from './arrivals.ts'
import { type Followed, watchChats, watchMoves, watchSettings } from './changes.ts'
import type { News } from './news.ts'
import type { OpenStreams } from './open-streams.ts'
import { countWaiting } from './waiting.ts'

/** Interval of looks at what other processes may have changed: within a second everybody knows. */
const POLL_MS = 500
/** Wait after a commit before its moves are read, so that many at once cost one read. */
const SOON_MS = 20

/** Watches what changes, and passes it to the open streams. While nobody looks, nothing is watched at all. */
interface Watch {
  isOn(): boolean
  /** For each stream that opens. */
  begin(): void
  /** Follows a workspace from its present state on: what is compared later is what a page reads after this, or older. */
  follow(workspaceId: string): Promise<void>
  /** Until the next stream opens. */
  end(): void
  /** For good. */
  stop(): void
}

export function createWatch(
  { store, clock, log }: { store: Store; clock: Clock; log: Log },
  streams: OpenStreams,
): Watch {
  const batches = watchBatches({ read: store.read, log }, streams.tell)
  const moves = followMoves(store.read, streams)
  const settings = watchSettings(store.read)
  /** Workspaces whose refunds or chats have moved since the last look. */
  const moved = new Set<string>()
  const look = createLooks(log)
  let soon: NodeJS.Timeout | undefined
  /** Ends the watch; undefined while nobody looks. */
  let endWatch: (() => void) | undefined

  async function tellAnnounced(): Promise<void> {
    soon = undefined
    const announced = [...moved]
    moved.clear()
    await moves.look(announced)
  }

  async function tellMoves(): Promise<void> {
    const open = streams.workspaces()
    moves.keep(new Set(open))
    await moves.look(open)
  }

  async function tellSettings(): Promise<void> {
    for (const workspaceId of await settings.changed(streams.workspaces()))
      streams.tell(workspaceId, { event: 'settings', data: {} })
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
    const poll = setInterval(
      () => look(() => endSignedOut(store.read, streams, clock.now()), tellMoves, tellSettings),
      POLL_MS,
    )
    endWatch = () => {
      endListening()
      clearInterval(poll)
      clearTimeout(soon)
      soon = undefined
      moved.clear()
      moves.keep(new Set())
      endWatch = undefined
    }
  }

  return {
    isOn: () => endWatch !== undefined,
    begin: () => {
      if (!endWatch) beginWatch()
    },
    follow: async (workspaceId) => {
      await moves.follow(workspaceId)
      await look(tellSettings)
    },
    end: () => endWatch?.(),
    stop: () => {
      endWatch?.()
      batches.stop()
    },
  }
}

/** Runs looks one after another. One that fails is repeated by the next poll. */
function createLooks(log: Log): (...looks: (() => Promise<void>)[]) => Promise<void> {
  let looking = Promise.resolve()
  return (...looks) => {
    looking = looking
      .then(async () => {
        for (const one of looks) await one()
      })
      .catch((error: Error) =>
        log.error('Could not read what is new for the console; trying again', { error: error.message }),
      )
    return looking
  }
}

/** Ends the streams of members whose session has ended. */
async function endSignedOut(read: Reader, streams: Pick<OpenStreams, 'all'>, now: number): Promise<void> {
  const open = streams.all()
  const ended = await endedSessions(
    read,
    open.map(({ viewer }) => viewer),
    now,
  )
  for (const stream of open) if (ended.has(stream.viewer)) stream.end()
}

/** Passes on the moves of refunds and chats, and how many of them wait since. */
function followMoves(read: Reader, streams: Pick<OpenStreams, 'tell'>): Followed {
  /** Workspaces whose number of waiting refunds and chats may have changed since it was last sent. */
  const unsettled = new Set<string>()
  const tell = (workspaceId: string, news: News) => {
    unsettled.add(workspaceId)
    streams.tell(workspaceId, news)
  }
  const followed = [watchMoves(read, tell), watchChats(read, tell)]
  return {
    follow: async (workspaceId) => {
      for (const one of followed) await one.follow(workspaceId)
    },
    look: async (workspaceIds) => {
      for (const one of followed) await one.look(workspaceIds)
      const changed = [...unsettled]
      unsettled.clear()
      for (const id of changed) streams.tell(id, { event: 'waiting', data: await countWaiting(read, id) })
    },
    keep: (workspaceIds) => {
      for (const one of followed) one.keep(workspaceIds)
    },
  }
}
