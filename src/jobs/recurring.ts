import { Cron } from 'croner'
import type { Log } from '../lib/log.ts'

/** A task that runs once at the start, and at set times. Running it twice must be harmless. */
export interface RecurringTask {
  name: string
  /** The times, such as `17 * * * *`. Without it the task runs only at the start. */
  cron?: string
  /** Runs only at the set times, not at each start of the server. */
  notAtStart?: boolean
  /** `signal` aborts when the server stops. */
  run: (signal: AbortSignal) => Promise<void>
}

/** When the set times are worked out, counted from the start: that takes longer than the tasks, and no response needs it. */
const SCHEDULE_AFTER_MS = 1_000

/** Whether a cron expression is valid and has a next time. */
export function isCron(text: string): boolean {
  try {
    return new Cron(text).nextRun() !== null
  } catch {
    return false
  }
}

/** The first time of a valid cron expression after another time, both in epoch milliseconds; undefined if there is none. */
export function nextTime(cron: string, after: number): number | undefined {
  return new Cron(cron).nextRun(new Date(after))?.getTime()
}

/** Starts the tasks. Returns a function that stops them and waits for running ones. A failed task is logged and runs again. */
export function startRecurring(tasks: RecurringTask[], log: Log): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  const planned = tasks.map(({ name, cron, notAtStart = false, run }) => {
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
    return { cron, once }
  })
  const crons: Cron[] = []
  const schedule = () => {
    for (const { cron, once } of planned) if (cron !== undefined) crons.push(new Cron(cron, { protect: true }, once))
  }
  const scheduling = setTimeout(schedule, SCHEDULE_AFTER_MS)
  return async () => {
    clearTimeout(scheduling)
    for (const cron of crons) cron.stop()
    stopping.abort()
    await Promise.all(running)
  }
}
