import { Command, Option } from 'commander'
import { defaultRateLimits, type RateLimits } from '../../http/limits/rate-limit.ts'
import { PROGRAM } from '../../lib/program.ts'
import { allowEndpointOption, allowPrivateOption, type EndpointOptions, endpointPolicy } from '../kit/endpoint-calls.ts'
import { isLoopback } from '../kit/listening.ts'
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
    .description('run a test server for development; by default its data is deleted on exit')
    .addOption(
      new Option('--port <port>', 'port to listen on; 0 picks a free one')
        .default(8787)
        .env('STOREWIRE_PORT')
        .argParser(wholeNumber(0, 65_535)),
    )
    .addOption(new Option('--host <host>', 'address to listen on').default('127.0.0.1'))
    .addOption(
      new Option('--db <file>', 'file to keep the data in; must not be the database of a shop')
        .default(':memory:')
        .argParser(fileName),
    )
    .addOption(new Option('--seed-data', 'start with the sample shop').default(false))
    .addOption(
      new Option('--fixed-keys', 'use the same public keys every time: unsafe outside of tests').default(false),
    )
    .addOption(
      new Option('--rate-limits <limits>', `off, or a list of limits: ${listed(defaultRateLimits)}`)
        .default(defaultRateLimits, 'as in production')
        .argParser(rateLimits),
    )
    .addOption(new Option('--refund-endpoint <url>', 'refund endpoint to call instead of the built-in one'))
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(jsonOption())
    .action(dev)
}

async function dev({ json, ...options }: DevCommandOptions): Promise<void> {
  // Loaded here: no other command needs it.
  const [{ startDev }, { callLines, deliveryLine }] = await Promise.all([
    import('../../dev/start.ts'),
    import('../../dev/call-lines.ts'),
  ])
  if (!isLoopback(options.host))
    warn(
      `storewire: WARNING: everyone who can reach ${options.host} can read and change all data of this server. Use "storewire dev" on this machine only.`,
    )
  const server = await startDev({
    ...options,
    policy: endpointPolicy(options),
    // Each call has its own line, from onCall.
    log: await standardErrorLog('error'),
    onCall: (call) => json || print(...callLines(call)),
    onDelivery: (delivery) => json || print(deliveryLine(delivery)),
  })
  const { url, keys } = server
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop())
  if (json) printJson({ url, ...keys })
  else print(...welcome(url, keys, options))
}

interface Keys {
  workspaceId: string
  secretKey: string
  publishableKey: string
  signingSecret: string
}

function welcome(url: string, keys: Keys, { fixedKeys, db, refundEndpoint }: DevCommandOptions): Line[] {
  const unsafe = `UNSAFE: these keys are public. "${PROGRAM} serve" refuses them.`
  const kept = db === ':memory:' ? 'The data is deleted when the server stops.' : `The data stays in ${db}.`
  return [
    `storewire listening on ${url}`,
    '',
    ['  secret key       ', strong(keys.secretKey)],
    ['  publishable key  ', strong(keys.publishableKey)],
    ['  signing secret   ', strong(keys.signingSecret)],
    '',
    ...(fixedKeys ? [unsafe, ''] : []),
    `Refund requests go to ${refundEndpoint ?? 'the sample endpoint, /dev/shop/refunds'}. ${kept}`,
    `Open ${new URL('/dev', url)} to watch calls and refunds, ${new URL('/dev/mailbox', url)} to read mails that would have been sent. API calls follow here; → marks calls to the refund endpoint:`,
    '',
  ]
}
