import { setTimeout as sleep } from 'node:timers/promises'
import { createLongBodies } from '../http/body/long-bodies.ts'
import { createBodies } from '../http/body/receive.ts'
import { mostConnections } from '../http/connection/connection-limits.ts'
import { createStreamPlaces } from '../http/connection/stream-places.ts'
import { createUnsent } from '../http/connection/unsent.ts'
import type { Part } from '../http/feature.ts'
import { countRequest, logRequest } from '../http/request-line.ts'
import { createRequestLog } from '../http/request-log/request-log.ts'
import { MIB, type Services } from '../http/services.ts'
import { type RecurringTask, startRecurring } from '../jobs/recurring.ts'
import { startScheduler } from '../jobs/scheduler.ts'
import { forgetNotices } from '../store/notices.ts'
import { BASE_PATH } from './app.ts'
import { features, hooks, jobHandlers, type Needed } from './features.ts'
import { type Address, listen, STOP_MS } from './listen.ts'

export interface Running {
  /** The base address, such as `http://127.0.0.1:8787/api/v1`. */
  url: string
  /** Makes the scheduler look for due jobs. */
  wake(): void
  /** Answers what is in flight and lets running jobs come to a halt, for at most 10 seconds; closes nothing that was passed in. */
  stop(): Promise<void>
}

/** What a server is given; the rest of its services it makes itself. */
export type GivenServices = Pick<
  Services,
  'store' | 'clock' | 'log' | 'metrics' | 'limiter' | 'settings' | 'sealer' | 'metricsPage'
> &
  Needed

/** Starts everything that serves a database: the API, background jobs, recurring work, to which `tasks` are added. */
export async function startServing(
  services: GivenServices,
  address: Address,
  tasks: RecurringTask[] = [],
): Promise<Running> {
  const { log, settings } = services
  const { streams: perNetwork, unsent } = settings.connectionLimits
  let stopping = false
  // A damaged database must not keep the server from answering what it can.
  await forgetNotices(services.store).catch((error: Error) =>
    log.error('What an earlier run noticed could not be deleted', { error: error.message }),
  )
  const requestLog = createRequestLog(services)
  const scheduler = startScheduler({ ...services, handlers: jobHandlers(services) })
  const { maxBody } = services.settings
  const longBodies = createLongBodies(maxBody.large)
  const all: Omit<Services, 'part'> = {
    ...services,
    hooks,
    scheduler,
    bodies: createBodies(maxBody),
    longBodies,
    streamPlaces: createStreamPlaces({ perNetwork, inAll: Math.ceil(mostConnections(settings.connectionLimits) / 2) }),
    unsent: createUnsent(unsent * MIB, log),
    onServed: (request) => {
      logRequest(log, request)
      countRequest(services.metrics, request)
      if (!request.isPage && request.path.startsWith(`${BASE_PATH}/`)) requestLog.add(request)
    },
    isStopping: () => stopping,
    heartbeatMs: address.heartbeatMs,
  }
  const { part, stopParts } = startParts(all)
  const server = await listen({ ...all, part }, address).catch(async (error) => {
    stopParts()
    await scheduler.stop()
    throw error
  })
  const own = features.flatMap((feature) => feature.tasks?.(services) ?? [])
  const stopRecurring = startRecurring([...own, ...tasks], log)
  return {
    url: server.url,
    wake: scheduler.wake,
    stop: async () => {
      stopping = true
      stopParts()
      const stopped = Promise.all([server.stop(), scheduler.stop(), stopRecurring()])
      // Background work that goes on for longer is cut off: it runs again after the next start.
      const deadline = sleep(STOP_MS, undefined, { ref: false })
      await Promise.race([stopped, deadline])
      await longBodies.stop()
      await requestLog.stop()
    },
  }
}

/** Starts the parts of all features. `part` finds one of them. */
function startParts(services: Omit<Services, 'part'>): Pick<Services, 'part'> & { stopParts: () => void } {
  const started = new Map(
    features.flatMap(({ parts = [] }) => parts).map((part) => [part, part.start(services)] as const),
  )
  return {
    part: <T>(part: Part<T>) => started.get(part) as T,
    stopParts: () => {
      for (const { stop } of started.values()) stop()
    },
  }
}
