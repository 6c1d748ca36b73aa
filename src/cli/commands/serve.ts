import { Command, Option } from 'commander'
import { createDefaultWorkspace, type FirstKeys } from '../../access/first-run.ts'
import { refuseFixedKeys } from '../../access/fixed-keys.ts'
import { type ConnectionLimits, defaultConnectionLimits } from '../../http/connection/connection-limits.ts'
import { createRateLimiter, defaultRateLimits, type RateLimits } from '../../http/limits/rate-limit.ts'
import { defaultSettings, KIB, MIB } from '../../http/services.ts'
import { jobBacklog } from '../../jobs/jobs.ts'
import type { RecurringTask } from '../../jobs/recurring.ts'
import { systemClock } from '../../lib/clock.ts'
import { type Log, type LogLevel, logLevels } from '../../lib/log.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { createOutbound } from '../../refunds/endpoint/outbound.ts'
import { createPrometheus } from '../../serve/prometheus.ts'
import { type Running, startServing } from '../../serve/start.ts'
import { keepAhead } from '../../store/kept-clock.ts'
import { fileSizes } from '../../store/sqlite/files.ts'
import { openStore } from '../../store/sqlite/open.ts'
import { assertWritable, removeAbandoned } from '../../store/sqlite/temporary.ts'
import type { Store } from '../../store/store.ts'
import { backupTask } from '../kit/backup-task.ts'
import { operator } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import {
  allowEndpointOption,
  allowPrivateOption,
  type EndpointOptions,
  endpointPolicy,
} from '../kit/endpoint-options.ts'
import { type StandardErrorLog, standardErrorLog } from '../kit/log.ts'
import {
  type CommonOptions,
  connectionLimits,
  cron,
  dbOption,
  jsonOption,
  listed,
  MOST_KEPT,
  metricsToken,
  publicUrl,
  rateLimits,
  wholeNumber,
} from '../kit/options.ts'
import { type Line, print, printJson, strong } from '../kit/output.ts'

export interface ServeOptions extends CommonOptions, EndpointOptions {
  host: string
  port: number
  trustProxy: number
  rateLimits: RateLimits
  connectionLimits: ConnectionLimits
  maxBody: number
  maxLargeBody: number
  maxWidgetBody: number
  title: string
  publicUrl?: string
  backupDir?: string
  backupCron: string
  backupKeep: number
  logLevel: LogLevel
  captureBodies?: boolean
  keepGuestChats: number
  metrics?: boolean
  metricsToken?: string
}

export function serveCommand(): Command {
  return new Command('serve')
    .description('serve the API')
    .addOption(dbOption())
    .addOption(new Option('--host <host>', 'address to listen on').default('127.0.0.1').env('STOREWIRE_HOST'))
    .addOption(
      new Option('--port <port>', 'port to listen on; 0 picks a free one')
        .default(8787)
        .env('STOREWIRE_PORT')
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(
      new Option('--trust-proxy <hops>', 'proxies in front whose X-Forwarded-For to believe')
        .default(0)
        .env('STOREWIRE_TRUST_PROXY')
        .argParser(wholeNumber(0, 32)),
    )
    .addOption(
      new Option('--rate-limits <limits>', `off, or calls a minute: ${listed(defaultRateLimits)}`)
        .default(defaultRateLimits, 'as listed')
        .env('STOREWIRE_RATE_LIMITS')
        .argParser(rateLimits),
    )
    .addOption(
      new Option(
        '--connection-limits <limits>',
        `connections of a network and in all, streams of a network, unanswered requests of a connection, MiB of unsent responses: ${listed(defaultConnectionLimits)}`,
      )
        .default(defaultConnectionLimits, 'as listed')
        .env('STOREWIRE_CONNECTION_LIMITS')
        .argParser(connectionLimits),
    )
    .addOption(
      new Option('--max-body <MiB>', 'largest body of an ordinary call')
        .default(4)
        .env('STOREWIRE_MAX_BODY')
        .argParser(wholeNumber(1, 512)),
    )
    .addOption(
      new Option('--max-large-body <MiB>', 'largest body of calls that carry much')
        .default(32)
        .env('STOREWIRE_MAX_LARGE_BODY')
        .argParser(wholeNumber(1, 512)),
    )
    .addOption(
      new Option('--max-widget-body <KiB>', 'largest body of a call of the chat widget')
        .default(64)
        .env('STOREWIRE_MAX_WIDGET_BODY')
        .argParser(wholeNumber(1, 128)),
    )
    .addOption(
      new Option('--keep-guest-chats <days>', "how long a guest's chat is kept after its last message")
        .default(defaultSettings.keepGuestChats)
        .env('STOREWIRE_KEEP_GUEST_CHATS')
        .argParser(wholeNumber(1, 3_650)),
    )
    .addOption(
      new Option('--title <title>', "your shop's name in the API reference")
        .default(defaultSettings.title)
        .env('STOREWIRE_TITLE'),
    )
    .addOption(
      new Option('--public-url <url>', 'base address that the API reference names (default: the one it is opened at)')
        .env('STOREWIRE_PUBLIC_URL')
        .argParser(publicUrl),
    )
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(new Option('--backup-dir <folder>', 'back up into this folder at set times').env('STOREWIRE_BACKUP_DIR'))
    .addOption(
      new Option('--backup-cron <cron>', "when, in this machine's time")
        .default('0 3 * * *')
        .env('STOREWIRE_BACKUP_CRON')
        .argParser(cron),
    )
    .addOption(
      new Option('--backup-keep <number>', 'how many backups stay')
        .default(14)
        .env('STOREWIRE_BACKUP_KEEP')
        .argParser(wholeNumber(1, MOST_KEPT)),
    )
    .addOption(
      new Option('--log-level <level>', 'what to write to standard error; info has a line for each request')
        .choices(logLevels)
        .default('info')
        .env('STOREWIRE_LOG_LEVEL'),
    )
    .addOption(
      new Option('--metrics', 'serve GET /metrics for Prometheus, to this machine alone').env('STOREWIRE_METRICS'),
    )
    .addOption(
      new Option(
        '--metrics-token <token>',
        'serve GET /metrics to whoever sends this token (better set by its variable)',
      )
        .env('STOREWIRE_METRICS_TOKEN')
        .argParser(metricsToken),
    )
    .addOption(
      new Option('--capture-bodies', 'keep the bodies of calls for "logs tail" to show, for local testing alone'),
    )
    .addOption(jsonOption())
    .action(serve)
}

async function serve(options: ServeOptions, command: Command): Promise<void> {
  const log = await standardErrorLog(options.logLevel)
  const tasks = await backupTasks(options, command, log)
  const token = options.metricsToken ?? null
  const prometheus = options.metrics || token !== null ? await createPrometheus() : undefined
  const { metrics } = prometheus ?? { metrics: noMetrics }
  const store = await openStore(options.db, { create: true, serving: true, log, onCommit: metrics.commit })
  const currentState = async () => ({
    jobs: await jobBacklog(store.read, systemClock.now()),
    files: fileSizes(options.db),
  })
  const orClose = async (error: unknown): Promise<never> => {
    await store.close()
    throw error
  }
  const services = {
    store,
    clock: systemClock,
    log,
    metrics,
    metricsPage: prometheus && { token, text: async () => prometheus.render(await currentState()) },
    limiter: createRateLimiter(options.rateLimits, systemClock),
    settings: {
      trustProxy: options.trustProxy,
      maxBody: { small: options.maxBody * MIB, large: options.maxLargeBody * MIB, widget: options.maxWidgetBody * KIB },
      title: options.title,
      publicUrl: options.publicUrl ?? null,
      captureBodies: options.captureBodies ?? false,
      connectionLimits: options.connectionLimits,
      keepGuestChats: options.keepGuestChats,
    },
    outbound: createOutbound({ policy: endpointPolicy(options), now: systemClock.now }),
    sealer: await unlock(store).catch(orClose),
  }
  const server = await refuseFixedKeys(store.read, options.db)
    .then(() => {
      // A backup that was killed may have left as much as the database has.
      if (options.backupDir !== undefined) removeAbandoned(options.backupDir)
      return startServing(services, options, tasks)
    })
    .catch(orClose)
  stopOnSignals(() => shutDown(server, store, log))
  // Only now that the port is ours: keys are shown once, and must not be lost to a start that fails.
  const keys = await store
    .write(async (tx) => {
      // A "storewire dev" that was killed has left how far its clock was ahead.
      await keepAhead(tx, 0)
      return createDefaultWorkspace(tx, operator(), systemClock.now())
    })
    .catch((error) => server.stop().then(() => orClose(error)))
  announce(options, server.url, keys)
}

/** The backups that the options ask for. What can't work is refused now, not at night. */
async function backupTasks(
  { db, backupDir: folder, backupCron, backupKeep: keep }: ServeOptions,
  command: Command,
  log: Log,
): Promise<RecurringTask[]> {
  if (folder === undefined) {
    if (lacksBackupFolder(command))
      command.error('error: --backup-cron and --backup-keep need --backup-dir, the folder for the backups.')
    return []
  }
  assertWritable(folder, `write backups to ${folder}`)
  return [backupTask({ db, folder, cron: backupCron, keep }, log)]
}

/** Whether backups are described, and the folder for them is missing. @param command `serve`, parsed */
export function lacksBackupFolder(command: Command): boolean {
  const isDescribed = ['backupCron', 'backupKeep'].some((name) => command.getOptionValueSource(name) !== 'default')
  return isDescribed && command.getOptionValue('backupDir') === undefined
}

/** The first signal stops the server in peace, the second one at once: what was answered is on the disk either way. */
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
    log.error('The server could not stop in peace', { error: (error as Error).message })
    code = 1
  }
  await log.flush()
  // Work that was cut off after ten seconds may still hold the process.
  process.exit(code)
}

function announce({ json }: ServeOptions, url: string, keys: FirstKeys | undefined): void {
  if (json) printJson({ url, ...keys })
  else print(`storewire listening on ${url}`, ...(keys ? firstSteps(url, keys) : []))
}

function firstSteps(url: string, { workspaceId, secretKey, publishableKey }: FirstKeys): Line[] {
  const updatedAt = new Date(systemClock.now()).toISOString()
  const body = JSON.stringify({ data: [{ id: 'c_1', updatedAt, email: 'ada@example.com', name: 'Ada Lovelace' }] })
  return [
    '',
    `This database is new. It has one workspace, "default" (${workspaceId}), and two keys. They are shown only now: keep them.`,
    '',
    ['  secret key       ', strong(secretKey)],
    ['  publishable key  ', strong(publishableKey)],
    '',
    'Push a first customer:',
    '',
    `  curl ${reachable(url)}/customers -H 'Authorization: Bearer ${secretKey}' -H 'Content-Type: application/json' -d '${body}'`,
    '',
  ]
}

/** An address that listens everywhere is reached at the loopback one. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}
