import { Cron } from 'croner'
import type { Log } from '../lib/log.ts'

/** Work that is done at set times, such as `17 * * * *`, and once at the start. Running it twice does no harm. */
export interface RecurringTask {
  name: string
  cron: string
  run: () => Promise<void>
}

/** Starts the tasks; returns how to stop them, which waits for those that run. A task that fails is logged and comes again. */
export function startRecurring(tasks: RecurringTask[], log: Log): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const crons = tasks.map(({ name, cron, run }) => {
    const once = () => {
      const done = run()
        .catch((error: Error) => log.error('A recurring task failed', { task: name, error: error.message }))
        .finally(() => running.delete(done))
      running.add(done)
      return done
    }
    void once()
    return new Cron(cron, { protect: true }, once)
  })
  return async () => {
    for (const cron of crons) cron.stop()
    await Promise.all(running)
  }
}
