import type { Log } from '../lib/log.ts'
import type { Reader } from '../store/store.ts'
import { changesAfter, newestNumber } from './places.ts'
import { type Change, type LiveReader, liveKinds } from './readers.ts'

/** The time between two reads, so that a burst of changes costs two: the first one is read at once. */
const SOON_MS = 5
const RETRY_MS = 1_000

/** What a live reader hears of. */
export interface ChangeListener {
  /** Hears of a workspace from now on. Resolves when every later change will be heard of. */
  follow(workspaceId: string): Promise<void>
  /** Hears of a workspace no longer. */
  leave(workspaceId: string): void
  /** Hears of nothing any longer. */
  end(): void
}

/** Passes changes on, the oldest first. Must not throw. */
type Hear = (workspaceId: string, changes: Change[]) => void

interface Listener {
  kinds: ReadonlySet<string>
  hear: Hear
}

/** A workspace that somebody follows. */
interface Followed {
  listeners: Set<Listener>
  /** Of the last change that was passed on; undefined until it was read. */
  number: number | undefined
  isReady: Promise<void>
}

export interface Live {
  listen(reader: LiveReader, hear: Hear): ChangeListener
  wake(workspaceIds: Iterable<string>): void
  /** The number up to which nobody needs the changes of a workspace. */
  passedOf(workspaceId: string): number
  stop(): void
}

/** The live readers: each workspace has one place, in memory, and one read for all who follow it. */
export function createLive(read: Reader, log: Pick<Log, 'error'>): Live {
  const followed = new Map<string, Followed>()
  const looks = createLooks(lookAt, log)

  /** @returns whether there may be more */
  async function lookAt(workspaceId: string): Promise<boolean> {
    const one = followed.get(workspaceId)
    if (one?.number === undefined) return false
    const newest = await newestNumber(read, workspaceId)
    const { changes, isCut } = await changesAfter(read, workspaceId, one.number, { kinds: liveKinds() })
    for (const { kinds, hear } of one.listeners) {
      const its = changes.filter(({ kind }) => kinds.has(kind))
      if (its.length > 0) hear(workspaceId, its)
    }
    const last = changes.at(-1)?.number ?? 0
    one.number = isCut ? last : Math.max(one.number, newest, last)
    return isCut
  }

  async function begin(workspaceId: string, one: Followed): Promise<void> {
    one.number = await newestNumber(read, workspaceId)
    // For changes that came while the number was read.
    looks.at(workspaceId)
  }

  function follow(workspaceId: string, listener: Listener): Promise<void> {
    let one = followed.get(workspaceId)
    if (!one) {
      one = { listeners: new Set(), number: undefined, isReady: Promise.resolve() }
      followed.set(workspaceId, one)
      one.isReady = begin(workspaceId, one).catch((error) => {
        followed.delete(workspaceId)
        throw error
      })
    }
    one.listeners.add(listener)
    return one.isReady
  }

  function leave(workspaceId: string, listener: Listener): void {
    const one = followed.get(workspaceId)
    one?.listeners.delete(listener)
    if (one?.listeners.size === 0) followed.delete(workspaceId)
  }

  return {
    listen: ({ kinds }, hear) => {
      const listener: Listener = { kinds: new Set(kinds), hear }
      return {
        follow: (workspaceId) => follow(workspaceId, listener),
        leave: (workspaceId) => leave(workspaceId, listener),
        end: () => {
          for (const workspaceId of [...followed.keys()]) leave(workspaceId, listener)
        },
      }
    },
    wake: (workspaceIds) => {
      for (const id of workspaceIds) if (followed.has(id)) looks.at(id)
    },
    passedOf: (workspaceId) => {
      const one = followed.get(workspaceId)
      return one ? (one.number ?? 0) : Number.POSITIVE_INFINITY
    },
    stop: looks.stop,
  }
}

/** Looks at workspaces: at once, and after a pause at those that came meanwhile. @param lookAt resolves with whether to look again */
function createLooks(
  lookAt: (workspaceId: string) => Promise<boolean>,
  log: Pick<Log, 'error'>,
): { at(workspaceId: string): void; stop(): void } {
  const noted = new Set<string>()
  let atOnce: NodeJS.Immediate | undefined
  let soon: NodeJS.Timeout | undefined
  let isLooking = false
  let isStopped = false

  async function look(): Promise<void> {
    atOnce = undefined
    soon = undefined
    if (noted.size === 0) return
    isLooking = true
    let pause = SOON_MS
    for (const workspaceId of [...noted]) {
      noted.delete(workspaceId)
      try {
        if (await lookAt(workspaceId)) noted.add(workspaceId)
      } catch (error) {
        log.error('Could not read what has changed; trying again', { error: (error as Error).message })
        noted.add(workspaceId)
        pause = RETRY_MS
      }
    }
    isLooking = false
    if (!isStopped) soon = setTimeout(look, pause)
  }

  return {
    at: (workspaceId) => {
      noted.add(workspaceId)
      if (!isLooking && atOnce === undefined && soon === undefined && !isStopped) atOnce = setImmediate(look)
    },
    stop: () => {
      isStopped = true
      clearImmediate(atOnce)
      clearTimeout(soon)
    },
  }
}
