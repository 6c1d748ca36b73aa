import { batchJobHandler, purgeBatches } from '../ingest/batch-job.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { type RecurringTask, startRecurring } from '../jobs/recurring.ts'
import { startScheduler } from '../jobs/scheduler.ts'
import type { Clock } from '../lib/clock.ts'
import { deliveryJobHandler } from '../refunds/delivery-job.ts'
import { expiryJobHandler } from '../refunds/expiry-job.ts'
import type { RefundServices } from '../refunds/offer.ts'
import { afterUpsert } from '../refunds/order-changes.ts'
import type { Store } from '../store/store.ts'
import { purgeIdempotencyRecords } from './idempotency.ts'
import { type Around, listen } from './listen.ts'
import { createLongBodies } from './long-bodies.ts'
import type { Services } from './services.ts'

export interface Running {
  /** The base address, such as `http://127.0.0.1:8787/api/v1`. */
  url: string
  /** Makes the scheduler look for due jobs. */
  wake(): void
  /** Answers what is in flight, lets running jobs come to a stop, and closes nothing that was passed in. */
  stop(): Promise<void>
}

export interface Address {
  host: string
  port: number
  requestTimeoutMs?: number
  around?: Around
}

/** Starts everything that serves a database: the API, background jobs, recurring work, to which `tasks` are added. */
export async function startServing(
  services: Omit<Services, 'scheduler' | 'longBodies' | 'isStopping'>,
  address: Address,
  tasks: RecurringTask[] = [],
): Promise<Running> {
  const { log } = services
  let stopping = false
  const scheduler = startScheduler({ ...services, handlers: jobHandlers(services) })
  const longBodies = createLongBodies()
  const all: Services = { ...services, scheduler, longBodies, isStopping: () => stopping }
  const server = await listen(all, address).catch(async (error) => {
    await scheduler.stop()
    throw error
  })
  const stopRecurring = startRecurring([...recurringTasks(services), ...tasks], log)
  return {
    url: server.url,
    wake: scheduler.wake,
    stop: async () => {
      stopping = true
      await Promise.all([server.stop(), scheduler.stop(), stopRecurring()])
      await longBodies.stop()
    },
  }
}

/** Every kind of job that there is. */
export function jobHandlers(services: RefundServices): JobHandler[] {
  return [
    batchJobHandler({ ...services, afterUpsert }),
    deliveryJobHandler({ ...services, random: Math.random }),
    expiryJobHandler(services),
  ]
}

function recurringTasks({ store, clock }: { store: Store; clock: Clock }): RecurringTask[] {
  return [
    { name: 'purge idempotency records', cron: '17 * * * *', run: () => purgeIdempotencyRecords(store, clock.now()) },
    { name: 'purge old batches', cron: '29 3 * * *', run: () => purgeBatches(store, clock.now()) },
  ]
}
