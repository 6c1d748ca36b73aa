import { Cron } from 'croner'
import type { Log } from '../lib/log.ts'

/** Work that is done at set times, such as `17 * * * *`, and once at the start. Running it twice does no harm. */
export interface RecurringTask {
  name: string
  cron: string
  /** Only at the set times: a server that is started again and again must not do it each time. */
  notAtStart?: boolean
  /** `signal` aborts when the server stops. */
  run: (signal: AbortSignal) => Promise<void>
}

/** Whether a cron expression can be read and has a next time. */
export function isCron(text: string): boolean {
  try {
    return new Cron(text).nextRun() !== null
  } catch {
    return false
  }
}

/** Starts the tasks; returns how to stop them, which waits for those that run. A task that fails is logged and comes again. */
export function startRecurring(tasks: RecurringTask[], log: Log): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const crons = tasks.map(({ name, cron, notAtStart = false, run }) => {
    const once = () => {
      const done = run(stopping.signal)
        .catch((error: Error) => {
          if (!stopping.signal.aborted) log.error('A recurring task failed', { task: name, error: error.message })
        })
        .finally(() => running.delete(done))
      running.add(done)
      return done
    }
    if (!notAtStart) void once()
    return new Cron(cron, { protect: true }, once)
  })
  return async () => {
    for (const cron of crons) cron.stop()
    stopping.abort()
    await Promise.all(running)
  }
}
