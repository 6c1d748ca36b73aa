import type { Log } from '../lib/log.ts'
import type { Store } from '../store/store.ts'
import { createLive, type Live } from './live.ts'
import { newestOfAll } from './places.ts'
import { type Pump, startPump } from './pump.ts'
import { PURGE_MS, purge } from './purge.ts'
import { type ReaderServices, storedReaders } from './readers.ts'

/** How often to look for changes that other processes wrote, such as the command line. */
const LOOK_MS = 500

/** What has changed in workspaces, for readers of this process. */
export interface Changes {
  /** Starts to pass changes to a live reader: see {@link Live.listen}. */
  listen: Live['listen']
  /** Resolves when all readers have stopped. */
  stop(): Promise<void>
}

/** Runs the declared readers. They are woken by commits of this process at once, and by those of others within half a second. */
export function startChanges(services: ReaderServices): Changes {
  const { store, log } = services
  const live = createLive(store.read, log)
  const readers = storedReaders()
  const purges = planPurges(services, (workspaceId) => passedByAll(workspaceId, pumps, live))
  const pumps = readers.map((reader) => startPump(services, reader, purges.note))
  /** By workspace the newest change that was seen by a look. */
  const seen = new Map<string, number>()

  const wake = (workspaceIds: ReadonlySet<string>) => {
    live.wake(workspaceIds)
    for (const pump of pumps) pump.wake(workspaceIds)
    // Changes that only live readers need.
    if (pumps.length === 0) for (const id of workspaceIds) purges.note(id)
  }
  const look = async () => {
    const changed = new Set<string>()
    for (const { workspaceId, number } of await newestOfAll(store.read))
      if (seen.get(workspaceId) !== number) {
        seen.set(workspaceId, number)
        changed.add(workspaceId)
      }
    if (changed.size > 0) wake(changed)
  }
  const lookSafely = () =>
    look().catch((error: Error) =>
      log.error('Could not look for changes of other processes; trying again', { error: error.message }),
    )
  const endListening = store.onChanged(wake)
  const looks = setInterval(() => {
    if (store.hasChangedElsewhere()) void lookSafely()
  }, LOOK_MS).unref()
  void lookSafely()
  return {
    listen: live.listen,
    stop: async () => {
      endListening()
      clearInterval(looks)
      live.stop()
      await Promise.all([purges.stop(), ...pumps.map((pump) => pump.stop())])
    },
  }
}

async function passedByAll(workspaceId: string, pumps: Pump[], live: Live): Promise<number> {
  let passed = live.passedOf(workspaceId)
  for (const pump of pumps) passed = Math.min(passed, await pump.passedOf(workspaceId))
  return passed
}

/** Deletes what all readers have passed, some time after one has. */
function planPurges(
  { store, log }: { store: Store; log: Log },
  passedOf: (workspaceId: string) => Promise<number>,
): { note(workspaceId: string): void; stop(): Promise<void> } {
  const noted = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  async function run(): Promise<void> {
    const workspaceIds = [...noted]
    noted.clear()
    for (const workspaceId of workspaceIds) {
      if (isStopped) return
      await purge(store, workspaceId, await passedOf(workspaceId))
    }
  }
  const plan = () => {
    if (isStopped || noted.size === 0) return
    timer ??= setTimeout(() => {
      running = run()
        .catch((error: Error) => log.error('Changes that were read could not be deleted', { error: error.message }))
        .finally(() => {
          timer = undefined
          plan()
        })
    }, PURGE_MS).unref()
  }
  return {
    note: (workspaceId) => {
      noted.add(workspaceId)
      plan()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
