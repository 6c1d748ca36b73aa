import { Command } from 'commander'
import { createDefaultWorkspace, type FirstKeys } from '../../access/first-run.ts'
import { refuseFixedKeys } from '../../access/fixed-keys.ts'
import { backlogs } from '../../changes/backlog.ts'
import { requireOpenFiles } from '../../http/connection/connection-limits.ts'
import { createRateLimiter } from '../../http/limits/rate-limit.ts'
import { defaultSettings, KIB, MIB } from '../../http/settings.ts'
import { jobBacklog } from '../../jobs/jobs.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { systemClock } from '../../lib/time.ts'
import { pictureSpace } from '../../pictures/space.ts'
import { createShopOutbound } from '../../refunds/endpoint/shop-outbound.ts'
import { searchLag } from '../../search/lag.ts'
import { createPrometheus } from '../../serve/prometheus.ts'
import type { Running } from '../../serve/start.ts'
import { fileSizes, openStore } from '../../store/engine.ts'
import { keepAhead } from '../../store/kept-clock.ts'
import type { Store } from '../../store/store.ts'
import { checkBackupOptions, serverBackups } from '../kit/backups.ts'
import { operator } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import { endpointPolicy } from '../kit/endpoint-calls.ts'
import { hasDisplay, openBrowser, startConsole } from '../kit/first-owner.ts'
import { listeningLines, reachable } from '../kit/listening.ts'
import { requestsForTerminal, type StandardErrorLog, standardErrorLog } from '../kit/log.ts'
import { serverMailer } from '../kit/mail.ts'
import { checkOffsiteOptions, remindOfKey } from '../kit/offsite.ts'
import { print, printJson } from '../kit/output.ts'
import { type ServeOptions, serveOptions } from '../kit/serve-options.ts'
import { systemOf } from '../kit/system.ts'
import { buildInfo } from './version.ts'

export function serveCommand(): Command {
  const command = new Command('serve').description('start the server')
  for (const option of serveOptions()) command.addOption(option)
  return command.action(serve)
}

async function serve(options: ServeOptions, command: Command): Promise<void> {
  requireOpenFiles()
  // Loaded here: other commands start a fifth faster without it.
  const { startServing } = await import('../../serve/start.ts')
  const { joinedFeatures } = await import('../../serve/features.ts')
  const log = await standardErrorLog(options.logLevel)
  checkBackupOptions(options, command)
  checkOffsiteOptions(options, command)
  const mailer = serverMailer(options, command)
  const token = options.metricsToken ?? null
  const prometheus = options.metrics || token !== null ? await createPrometheus(buildInfo()) : undefined
  const { metrics } = prometheus ?? { metrics: noMetrics }
  const store = await openStore(options.db, { create: true, serving: true, log, onCommit: metrics.commit })
  const backups = serverBackups(options, store, log)
  const currentState = async () => ({
    jobs: await jobBacklog(store.read, systemClock.now()),
    files: fileSizes(options.db),
    pictures: await pictureSpace(store.read),
    changes: await backlogs(store.read, joinedFeatures.reads),
    search: await searchLag(store.read, systemClock.now()),
    lastBackupAt: await backups.measuredAt(),
    backupAges: await backups.ages(systemClock.now()),
  })
  const orClose = async (error: unknown): Promise<never> => {
    // The first error says what is wrong; on a full disk closing fails, too.
    await store.close().catch((closing: Error) => log.error('Closing the database failed', { error: closing.message }))
    throw error
  }
  const services = {
    store,
    clock: systemClock,
    log,
    metrics,
    metricsPage: prometheus && { token, text: async () => prometheus.render(await currentState()) },
    lastBackupAt: backups.lastAt,
    system: systemOf(command, backups.system),
    limiter: createRateLimiter(options.rateLimits, systemClock),
    settings: {
      trustProxy: options.trustProxy,
      maxBody: { small: options.maxBody * MIB, large: options.maxLargeBody * MIB, widget: options.maxWidgetBody * KIB },
      title: options.title,
      publicUrl: options.publicUrl ?? null,
      captureBodies: options.captureBodies ?? false,
      connectionLimits: options.connectionLimits,
      keepGuestChats: options.keepGuestChats,
      consoleCookie: defaultSettings.consoleCookie,
      isDev: false,
    },
    outbound: createShopOutbound({ policy: endpointPolicy(options), now: systemClock.now }),
    mailer,
    sealer: await unlock(store).catch(orClose),
  }
  const server = await refuseFixedKeys(store.read, options.db)
    .then(() =>
      startServing({ ...services, showServed: requestsForTerminal(options.logLevel) }, options, backups.tasks),
    )
    .catch(orClose)
  stopOnSignals(() => shutDown(server, store, log))
  await remindOfKey(options, store, log)
  // Only after the port is open: the keys are shown once, and a failed start would lose them.
  const keys = await store
    .write(async (tx) => {
      // A killed "storewire dev" may have left its clock offset in the database.
      await keepAhead(tx, 0)
      return createDefaultWorkspace(tx, operator(), systemClock.now())
    })
    .catch((error) => server.stop().then(() => orClose(error)))
  await announce(options, command, { store, url: server.url, keys }).catch((error) =>
    server.stop().then(() => orClose(error)),
  )
}

/** The first signal stops the server cleanly, the second one immediately. All confirmed writes are on the disk in both cases. */
function stopOnSignals(shutDown: () => Promise<void>): void {
  let stopping = false
  const onSignal = () => {
    if (stopping) process.exit(1)
    stopping = true
    void shutDown()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, onSignal)
}

async function shutDown(server: Running, store: Store, log: StandardErrorLog): Promise<void> {
  log.info('stopping')
  let code = 0
  try {
    await server.stop()
    await store.close()
    log.info('stopped')
  } catch (error) {
    log.error('The server did not stop cleanly', { error: (error as Error).message })
    code = 1
  }
  await log.flush()
  // Work that was interrupted after ten seconds may still keep the process alive.
  process.exit(code)
}

/** Prints one JSON value for scripts, or the next steps for people, and opens the browser of a first owner. */
async function announce(
  options: ServeOptions,
  command: Command,
  { store, url, keys }: { store: Store; url: string; keys: FirstKeys | undefined },
): Promise<void> {
  const { json, host, trustProxy, db, publicUrl, open } = options
  if (json) {
    printJson({ url: reachable(url), ...keys })
    return
  }
  const dbOption = command.getOptionValueSource('db') !== 'default' ? ['--db', db] : []
  const isTerminal = process.stdout.isTTY === true
  const now = systemClock.now()
  const start = await startConsole(store, { address: publicUrl ?? reachable(url), isTerminal, now })
  print(...listeningLines({ url, host, trustProxy, keys, dbOption, isTerminal, publicUrl, console: start, now }))
  if (start.kind === 'set_up' && open && hasDisplay(process.env)) openBrowser(start.url, db)
}
