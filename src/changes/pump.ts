import type { ReaderServices, StoredReader } from './readers.ts'
import { createTurns } from './turns.ts'

/** The wait after a failure, and before the next look at a reader that can't read yet. */
const RETRY_MS = 5_000

/** Calls `run` after some milliseconds, unless the returned function is called before. */
export type Delay = (run: () => void, ms: number) => () => void

/** Keeps no process alive. */
export const later: Delay = (run, ms) => {
  const timer = setTimeout(run, ms).unref()
  return () => clearTimeout(timer)
}

/** Runs one stored reader. */
export interface Pump {
  /** There may be changes in these workspaces. */
  wake(workspaceIds: Iterable<string>): void
  /** The number up to which the reader needs no change of a workspace any longer. */
  passedOf(workspaceId: string): Promise<number>
  /** Resolves when the reader has stopped. */
  stop(): Promise<void>
}

/** @param onPassed called when the reader needs fewer changes of a workspace than before */
export function startPump(
  services: ReaderServices,
  reader: StoredReader,
  onPassed: (workspaceId: string) => void,
  wait: Delay = later,
): Pump {
  const { log } = services
  const reading = reader.start(services)
  const { collectMs = 0 } = reading
  const turns = createTurns({ services, reader, reading, onPassed })
  const woken = new Set<string>()
  /** Workspaces that are tried again later. After a failure nothing else wakes them, so that the database has time to recover. */
  const waiting = new Map<string, 'failed' | 'not yet'>()
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted
  let cancel: (() => void) | undefined
  let running: Promise<void> | undefined

  const plan = (ms: number) => {
    if (isStopped() || running || cancel || woken.size === 0) return
    cancel = wait(() => {
      cancel = undefined
      running = run().finally(() => {
        running = undefined
        plan(collectMs)
      })
    }, ms)
  }

  /** Workspaces take turns. What was written meanwhile collects again before it is read. */
  async function run(): Promise<void> {
    let open = [...woken]
    woken.clear()
    while (open.length > 0) {
      const left: string[] = []
      for (const workspaceId of open) {
        if (isStopped()) return
        const next = await turns.take(workspaceId, stopping.signal)
        if (next === 'more') left.push(workspaceId)
        else if (next !== 'nothing') tryLater(workspaceId, next)
      }
      open = left
    }
    await rest()
  }

  function tryLater(workspaceId: string, why: 'failed' | 'not yet'): void {
    const isPlanned = waiting.has(workspaceId)
    waiting.set(workspaceId, why)
    if (isPlanned) return
    wait(() => {
      waiting.delete(workspaceId)
      wake([workspaceId])
    }, RETRY_MS)
  }

  async function rest(): Promise<void> {
    try {
      while (!isStopped() && woken.size === 0 && (await reading.rest?.()));
    } catch (error) {
      const { message } = error as Error
      if (!isStopped()) log.error('Work between changes failed', { reader: reader.name, error: message })
    }
  }

  const wake = (workspaceIds: Iterable<string>) => {
    for (const id of workspaceIds) if (waiting.get(id) !== 'failed') woken.add(id)
    plan(collectMs)
  }
  return {
    wake,
    passedOf: turns.passedOf,
    stop: async () => {
      stopping.abort()
      cancel?.()
      await running
    },
  }
}
