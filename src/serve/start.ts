import { setTimeout as sleep } from 'node:timers/promises'
import { bodiesJobHandler } from '../erasure/bodies.ts'
import { chatJobHandler } from '../erasure/chats.ts'
import { refundJobHandler } from '../erasure/refunds.ts'
import { createBodies } from '../http/body/body.ts'
import { createLongBodies } from '../http/body/long-bodies.ts'
import { mostConnections } from '../http/connection/connection-limits.ts'
import { createStreamPlaces } from '../http/connection/stream-places.ts'
import { createUnsent } from '../http/connection/unsent.ts'
import { purgeIdempotencyRecords } from '../http/idempotency.ts'
import { countRequest, logRequest } from '../http/request-line.ts'
import { createRequestLog } from '../http/request-log/request-log.ts'
import { MIB, type Services } from '../http/services.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { type RecurringTask, startRecurring } from '../jobs/recurring.ts'
import { startScheduler } from '../jobs/scheduler.ts'
import { batchJobHandler, purgeBatches } from '../objects/bulk/batch-job.ts'
import { deliveryJobHandler } from '../refunds/endpoint/delivery-job.ts'
import { expiryJobHandler } from '../refunds/expiry-job.ts'
import type { RefundServices } from '../refunds/offer.ts'
import { afterUpsert } from '../refunds/order-changes.ts'
import { forgetNotices } from '../store/notices.ts'
import { purgeWidget } from '../widget/purge.ts'
import { purgeGuestChats } from '../widget/purge-guests.ts'
import { createStreams } from '../widget/streams.ts'
import { BASE_PATH } from './app.ts'
import { type Address, listen, STOP_MS } from './listen.ts'

export interface Running {
  /** The base address, such as `http://127.0.0.1:8787/api/v1`. */
  url: string
  /** Makes the scheduler look for due jobs. */
  wake(): void
  /** Answers what is in flight and lets running jobs come to a halt, for at most 10 seconds; closes nothing that was passed in. */
  stop(): Promise<void>
}

/** Starts everything that serves a database: the API, background jobs, recurring work, to which `tasks` are added. */
export async function startServing(
  services: Omit<
    Services,
    'scheduler' | 'bodies' | 'longBodies' | 'streams' | 'streamPlaces' | 'unsent' | 'onServed' | 'isStopping'
  >,
  address: Address,
  tasks: RecurringTask[] = [],
): Promise<Running> {
  const { log, settings } = services
  const { streams: perNetwork, unsent } = settings.connectionLimits
  const streams = createStreams({ ...services, heartbeatMs: address.heartbeatMs })
  let stopping = false
  // A damaged database must not keep the server from answering what it can.
  await forgetNotices(services.store).catch((error: Error) =>
    log.error('What an earlier run noticed could not be deleted', { error: error.message }),
  )
  const requestLog = createRequestLog(services)
  const scheduler = startScheduler({ ...services, handlers: jobHandlers(services) })
  const { maxBody } = services.settings
  const longBodies = createLongBodies(maxBody.large)
  const all: Services = {
    ...services,
    scheduler,
    bodies: createBodies(maxBody),
    longBodies,
    streams,
    streamPlaces: createStreamPlaces({ perNetwork, inAll: Math.ceil(mostConnections(settings.connectionLimits) / 2) }),
    unsent: createUnsent(unsent * MIB, log),
    onServed: (request) => {
      logRequest(log, request)
      countRequest(services.metrics, request)
      if (!request.isPage && request.path.startsWith(`${BASE_PATH}/`)) requestLog.add(request)
    },
    isStopping: () => stopping,
  }
  const server = await listen(all, address).catch(async (error) => {
    streams.stop()
    await scheduler.stop()
    throw error
  })
  const stopRecurring = startRecurring([...recurringTasks(services), ...tasks], log)
  return {
    url: server.url,
    wake: scheduler.wake,
    stop: async () => {
      stopping = true
      streams.stop()
      const stopped = Promise.all([server.stop(), scheduler.stop(), stopRecurring()])
      // Background work that goes on for longer is cut off: it runs again after the next start.
      const deadline = sleep(STOP_MS, undefined, { ref: false })
      await Promise.race([stopped, deadline])
      await longBodies.stop()
      await requestLog.stop()
    },
  }
}

/** Every kind of job that there is. */
export function jobHandlers(services: RefundServices): JobHandler[] {
  return [
    batchJobHandler({ ...services, afterUpsert }),
    deliveryJobHandler({ ...services, random: Math.random }),
    expiryJobHandler(),
    chatJobHandler(services),
    refundJobHandler(),
    bodiesJobHandler(services),
  ]
}

function recurringTasks({ store, clock, settings }: Pick<Services, 'store' | 'clock' | 'settings'>): RecurringTask[] {
  return [
    { name: 'purge idempotency records', cron: '17 * * * *', run: () => purgeIdempotencyRecords(store, clock.now()) },
    { name: 'purge old batches', cron: '29 3 * * *', run: () => purgeBatches(store, clock.now()) },
    { name: 'purge chat sessions', cron: '41 * * * *', run: () => purgeWidget(store, clock.now()) },
    {
      name: 'purge chats of guests',
      cron: '53 * * * *',
      run: (signal) => purgeGuestChats(store, settings.keepGuestChats, clock.now(), signal),
    },
  ]
}
