import { Option } from 'commander'
import { type ConnectionLimits, defaultConnectionLimits } from '../../http/connection/connection-limits.ts'
import { defaultRateLimits, type RateLimits } from '../../http/limits/rate-limit.ts'
import { defaultSettings } from '../../http/settings.ts'
import { type LogLevel, logLevels } from '../../lib/log.ts'
import type { BackupOptions } from './backups.ts'
import { allowEndpointOption, allowPrivateOption, type EndpointOptions } from './endpoint-calls.ts'
import { type MailOptions, mailOptions } from './mail.ts'
import { type OffsiteOptions, placeOption, s3Options } from './offsite.ts'
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
} from './options.ts'

export interface ServeOptions extends CommonOptions, EndpointOptions, BackupOptions, OffsiteOptions, MailOptions {
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
  logLevel: LogLevel
  captureBodies?: boolean
  keepGuestChats: number
  metrics?: boolean
  metricsToken?: string
  open: boolean
}

/** The options of `serve`, in the order of its help. */
export function serveOptions(): Option[] {
  return [
    dbOption(),
    ...addressOptions(),
    ...limitOptions(),
    ...shopOptions(),
    allowPrivateOption(),
    allowEndpointOption(),
    ...mailOptions(),
    ...backupOptions(),
    ...observingOptions(),
    new Option(
      '--no-open',
      'do not open a browser for the first owner; without a terminal and a display none is opened',
    ),
    jsonOption(),
  ]
}

/** Where the server listens, and through whom it is called. */
function addressOptions(): Option[] {
  return [
    new Option('--host <host>', 'address to listen on').default('127.0.0.1').env('STOREWIRE_HOST'),
    new Option('--port <port>', 'port to listen on; 0 picks a free one')
      .default(8787)
      .env('STOREWIRE_PORT')
      .argParser(wholeNumber(0, 65_535)),
    new Option('--trust-proxy <hops>', 'number of trusted proxies (X-Forwarded-For)')
      .default(0)
      .env('STOREWIRE_TRUST_PROXY')
      .argParser(wholeNumber(0, 32)),
  ]
}

/** What callers may use. */
function limitOptions(): Option[] {
  return [
    new Option('--rate-limits <limits>', `off, or a list of limits: ${listed(defaultRateLimits)}`)
      .default(defaultRateLimits, 'as listed')
      .env('STOREWIRE_RATE_LIMITS')
      .argParser(rateLimits),
    new Option(
      '--connection-limits <limits>',
      `connections per network and in total, streams per network, unanswered requests per connection, MiB of unsent responses: ${listed(defaultConnectionLimits)}`,
    )
      .default(defaultConnectionLimits, 'as listed')
      .env('STOREWIRE_CONNECTION_LIMITS')
      .argParser(connectionLimits),
    new Option('--max-body <MiB>', 'largest request body, except for bulk calls and tickets')
      .default(4)
      .env('STOREWIRE_MAX_BODY')
      .argParser(wholeNumber(1, 512)),
    new Option('--max-large-body <MiB>', 'largest request body of bulk calls and tickets')
      .default(32)
      .env('STOREWIRE_MAX_LARGE_BODY')
      .argParser(wholeNumber(1, 512)),
    new Option('--max-widget-body <KiB>', 'largest request body of the chat widget')
      .default(64)
      .env('STOREWIRE_MAX_WIDGET_BODY')
      .argParser(wholeNumber(1, 128)),
  ]
}

/** What is kept and shown for the shop. */
function shopOptions(): Option[] {
  return [
    new Option('--keep-guest-chats <days>', "days to keep a guest's chat after its last message")
      .default(defaultSettings.keepGuestChats)
      .env('STOREWIRE_KEEP_GUEST_CHATS')
      .argParser(wholeNumber(1, 3_650)),
    new Option('--title <title>', "your shop's name in the API reference")
      .default(defaultSettings.title)
      .env('STOREWIRE_TITLE'),
    new Option('--public-url <url>', 'base address that the API reference shows (default: the address it is opened at)')
      .env('STOREWIRE_PUBLIC_URL')
      .argParser(publicUrl),
  ]
}

/** Scheduled backups. */
function backupOptions(): Option[] {
  return [
    new Option('--backup-dir <folder>', 'folder for scheduled backups').env('STOREWIRE_BACKUP_DIR'),
    new Option('--backup-cron <cron>', "schedule of the backups, in this machine's time zone")
      .default('0 3 * * *')
      .env('STOREWIRE_BACKUP_CRON')
      .argParser(cron),
    new Option('--backup-keep <number>', 'number of backups to keep')
      .default(14)
      .env('STOREWIRE_BACKUP_KEEP')
      .argParser(wholeNumber(1, MOST_KEPT)),
    new Option('--backup-to <place>', 'bucket for encrypted copies at the same times, such as s3://bucket/prefix')
      .env('STOREWIRE_BACKUP_TO')
      .argParser(placeOption),
    ...s3Options(),
  ]
}

/** What is logged and measured. */
function observingOptions(): Option[] {
  return [
    new Option('--log-level <level>', 'what to log to standard error; info logs every request')
      .choices(logLevels)
      .default('info')
      .env('STOREWIRE_LOG_LEVEL'),
    new Option('--metrics', 'serve GET /metrics for Prometheus, to this machine only').env('STOREWIRE_METRICS'),
    new Option('--metrics-token <token>', 'serve GET /metrics to clients that send this token (safer in the variable)')
      .env('STOREWIRE_METRICS_TOKEN')
      .argParser(metricsToken),
    new Option('--capture-bodies', 'store request bodies for "logs tail"; for local testing only'),
  ]
}
