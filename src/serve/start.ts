import { setTimeout as sleep } from 'node:timers/promises'
import { startChanges } from '../changes/changes.ts'
import { declareReaders } from '../changes/readers.ts'
import { createBodies } from '../http/body/receive.ts'
import { createStreamPlaces, createUploadPlaces, mostConnections } from '../http/connection/connection-limits.ts'
import { createUnsent } from '../http/connection/unsent.ts'
import { createRefusedCallers } from '../http/credentials/refused-callers.ts'
import type { JoinedFeatures } from '../http/feature.ts'
import { createTextCompressor } from '../http/gzip.ts'
import { createRequestLog } from '../http/request-log/request-log.ts'
import { countRequest, logRequest, type OnServed } from '../http/request-note.ts'
import type { Part, Services } from '../http/services.ts'
import { BASE_PATH, MIB } from '../http/settings.ts'
import { type RecurringTask, startRecurring } from '../jobs/recurring.ts'
import { startScheduler } from '../jobs/scheduler.ts'
import { type Mailer, noMailer } from '../mail/mailer.ts'
import { keepSetup } from '../mail/setup.ts'
import { withSampleShop } from '../sample-shop/refund-endpoint.ts'
import { forgetNotices } from '../store/notices.ts'
import { joinedFeatures, type Needed } from './features.ts'
import { type ListenOptions, listen, STOP_MS } from './listen.ts'

export interface Running {
  /** The base address, such as `http://127.0.0.1:8787/api/v1`. */
  url: string
  /** Makes the scheduler look for due jobs. */
  wake(): void
  /** Finishes open requests and stops running jobs, for at most 10 seconds. Closes nothing that was passed in. */
  stop(): Promise<void>
}

/** The services that the caller passes; the server makes the others itself. */
export type GivenServices = Pick<
  Services,
  | 'store'
  | 'clock'
  | 'log'
  | 'metrics'
  | 'limiter'
  | 'settings'
  | 'sealer'
  | 'passwords'
  | 'metricsPage'
  | 'lastBackupAt'
  | 'system'
> &
  Omit<Needed, 'mailer'> & {
    /** Default: no mail is sent. */
    mailer?: Mailer | undefined
    /** Shows each request to a person, instead of its line in the log. */
    showServed?: OnServed | undefined
  }

/**
 * Starts the API, background jobs and recurring tasks of a database.
 *
 * @param tasks further recurring tasks
 * @param features default: all
 */
export async function startServing(
  given: GivenServices,
  address: ListenOptions,
  tasks: RecurringTask[] = [],
  features: JoinedFeatures<Needed> = joinedFeatures,
): Promise<Running> {
  const outbound = withSampleShop(given.outbound, given.store.read, given.clock.now)
  const services = { ...given, outbound, mailer: given.mailer ?? noMailer }
  const { log, settings } = services
  const { streams: perNetwork, unsent } = settings.connectionLimits
  let stopping = false
  // A damaged database must not keep the server from answering what it can.
  await forgetNotices(services.store).catch((error: Error) =>
    log.error('The notices of an earlier run could not be deleted', { error: error.message }),
  )
  await keepSetup(services.store, services.mailer.setup).catch((error: Error) =>
    log.error('The settings of e-mail could not be stored', { error: error.message }),
  )
  const requestLog = createRequestLog(services)
  const scheduler = startScheduler({ ...services, handlers: features.jobs(services) })
  declareReaders(features.reads)
  const changes = startChanges({ ...services, wakeJobs: scheduler.wake })
  const bodies = createBodies(settings.maxBody)
  const show = services.showServed ?? ((request) => logRequest(log, request))
  const all: Omit<Services, 'part'> & Needed = {
    ...services,
    hooks: features.hooks,
    scheduler,
    changes,
    bodies,
    refusedCallers: createRefusedCallers(services.clock),
    compressText: createTextCompressor(),
    streamPlaces: createStreamPlaces({ perNetwork, inAll: Math.ceil(mostConnections(settings.connectionLimits) / 2) }),
    uploadPlaces: createUploadPlaces(),
    unsent: createUnsent(unsent * MIB, log),
    onServed: (request) => {
      show(request)
      countRequest(services.metrics, request)
      if (!request.isPage && request.path.startsWith(`${BASE_PATH}/`)) requestLog.add(request)
      features.onServed(request, parts)
    },
    isStopping: () => stopping,
    heartbeatMs: address.heartbeatMs,
  }
  const parts = startParts(all, features.parts)
  const { stopParts } = parts
  const server = await listen({ ...all, part: parts.part }, address, features).catch(async (error) => {
    stopParts()
    await Promise.all([scheduler.stop(), changes.stop()])
    throw error
  })
  const stopRecurring = startRecurring([...features.tasks(services), ...tasks], log)
  return {
    url: server.url,
    wake: scheduler.wake,
    stop: async () => {
      stopping = true
      stopParts()
      const stopped = Promise.all([server.stop(), scheduler.stop(), changes.stop(), stopRecurring()])
      // Longer background work is interrupted, and runs again after the next start.
      const deadline = sleep(STOP_MS, undefined, { ref: false })
      await Promise.race([stopped, deadline])
      await bodies.stop()
      await requestLog.stop()
    },
  }
}

interface Parts extends Pick<Services, 'part'> {
  stopParts(): void
}

/** Starts the parts of features. `part` finds one of them; a part that another one needs is started before it. */
function startParts(services: Omit<Services, 'part'> & Needed, parts: Part<unknown, Needed>[]): Parts {
  const started = new Map<Part<unknown, Needed>, ReturnType<Part<unknown>['start']>>()
  const part = <T>(wanted: Part<T, Needed>): T => {
    const running = started.get(wanted) ?? wanted.start({ ...services, part })
    started.set(wanted, running)
    return running as T
  }
  for (const one of parts) part(one)
  return {
    part,
    stopParts: () => {
      for (const { stop } of started.values()) stop()
    },
  }
}
