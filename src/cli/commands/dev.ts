import { isIP } from 'node:net'
import { Command, Option } from 'commander'
import { defaultRateLimits, type RateLimits } from '../../http/limits/rate-limit.ts'
import {
  allowEndpointOption,
  allowPrivateOption,
  type EndpointOptions,
  endpointPolicy,
} from '../kit/endpoint-options.ts'
import { standardErrorLog } from '../kit/log.ts'
import { fileName, jsonOption, listed, rateLimits, wholeNumber } from '../kit/options.ts'
import { type Line, print, printJson, strong, warn } from '../kit/output.ts'

interface DevCommandOptions extends EndpointOptions {
  host: string
  port: number
  db: string
  seedData: boolean
  fixedKeys: boolean
  rateLimits: RateLimits
  refundEndpoint?: string
  json?: boolean
}

export function devCommand(): Command {
  return new Command('dev')
    .description('serve a test workspace to develop a shop against; its data is gone when it ends')
    .addOption(
      new Option('--port <port>', 'port to listen on; 0 picks a free one')
        .default(8787)
        .env('STOREWIRE_PORT')
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(new Option('--host <host>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      new Option('--db <file>', 'file to keep the data in; not that of a shop').default(':memory:').argParser(fileName),
    )
    .addOption(new Option('--seed-data', 'start with the sample shop').default(false))
    .addOption(
      new Option('--fixed-keys', 'the same keys every time, which everybody knows: unsafe anywhere else').default(
        false,
      ),
    )
    .addOption(
      new Option('--rate-limits <limits>', `off, or calls a minute: ${listed(defaultRateLimits)}`)
        .default(defaultRateLimits, 'as in production')
        .argParser(rateLimits),
    )
    .addOption(new Option('--refund-endpoint <url>', 'your own refund endpoint instead of the one built in'))
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(jsonOption())
    .action(dev)
}

async function dev({ json, ...options }: DevCommandOptions): Promise<void> {
  // Loaded here: no other command needs it.
  const [{ startDev }, { callLines }] = await Promise.all([
    import('../../dev/start.ts'),
    import('../../dev/call-lines.ts'),
  ])
  if (!isLoopback(options.host))
    warn(
      `storewire: everybody who reaches ${options.host} can read and change everything here: dev is for this machine alone.`,
    )
  const server = await startDev({
    ...options,
    policy: endpointPolicy(options),
    // Each call has its line already.
    log: await standardErrorLog('error'),
    onCall: (call) => json || print(...callLines(call)),
  })
  const { url, keys } = server
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop())
  if (json) printJson({ url, ...keys })
  else print(...welcome(url, keys, options))
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

interface Keys {
  workspaceId: string
  secretKey: string
  publishableKey: string
  signingSecret: string
}

function welcome(url: string, keys: Keys, { fixedKeys, db, refundEndpoint }: DevCommandOptions): Line[] {
  const unsafe = 'UNSAFE: everybody knows these keys. "storewire serve" refuses them.'
  const kept = db === ':memory:' ? 'The data is gone when this ends.' : `The data stays in ${db}.`
  return [
    `storewire listening on ${url}`,
    '',
    ['  secret key       ', strong(keys.secretKey)],
    ['  publishable key  ', strong(keys.publishableKey)],
    ['  signing secret   ', strong(keys.signingSecret)],
    '',
    ...(fixedKeys ? [unsafe, ''] : []),
    `Refunds are ordered from ${refundEndpoint ?? 'the sample endpoint, /dev/store/refunds'}. ${kept}`,
    `Look at ${new URL('/dev', url)}. The calls:`,
    '',
  ]
}
