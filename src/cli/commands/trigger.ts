import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { noMetrics } from '../../lib/metrics.ts'
import { systemClock } from '../../lib/time.ts'
import { wentWell } from '../../refunds/endpoint/call-endpoint.ts'
import type { RefundLine, RefundMode, RequestType } from '../../refunds/endpoint/endpoint-request.ts'
import type { Attempt, ShopOutbound } from '../../refunds/endpoint/shop-outbound.ts'
import { sendTrigger, type TestRequest, triggerFromStore } from '../../refunds/endpoint/trigger.ts'
import { type ReasonKind, reasonKinds } from '../../refunds/reasons.ts'
import { getRefundSettings } from '../../refunds/settings.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import {
  allowEndpointOption,
  allowPrivateOption,
  attemptForScripts,
  caOption,
  type EndpointOptions,
  printAttempt,
  readCa,
  readSecret,
  type SecretOptions,
  secretFileOption,
  secretOption,
  withOutbound,
} from '../kit/endpoint-calls.ts'
import { type CommonOptions, currencyCode, wholeNumber, workspaceCommand } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'
import { readLine } from './refunds.ts'

interface TriggerOptions extends CommonOptions, EndpointOptions, SecretOptions {
  workspace?: string
  url?: string
  forReal?: boolean
  order?: string
  line?: RefundLine[]
  reason: ReasonKind
  note?: string
  customer?: string
  mode?: RefundMode
  amount?: number
  currency?: string
  override?: Record<string, string>
}

const requestTypes: RequestType[] = ['ping', 'refund.preview', 'refund.create']

export function triggerCommand(): Command {
  return workspaceCommand(new Command('trigger'))
    .description(
      'send a test request to a refund endpoint and show request and response; creates no refund in storewire',
    )
    .addArgument(new Argument('<type>', 'type of the request').choices(requestTypes))
    .addOption(new Option('--url <url>', 'your own endpoint; no database is read, so give the signing secret as well'))
    .addOption(secretOption())
    .addOption(secretFileOption())
    .addOption(caOption())
    .addOption(new Option('--order <id>', 'id of the order; must be in the workspace, except with --url'))
    .addOption(
      new Option('--line <item=quantity...>', 'order line to refund; without lines, the shop decides').argParser(
        readLine,
      ),
    )
    .addOption(new Option('--reason <kind>', 'reason for the refund').choices(reasonKinds).default('other'))
    .addOption(new Option('--note <text>', 'explanation of the reason'))
    .addOption(new Option('--customer <id>', "only with --url: the order's customer"))
    .addOption(new Option('--mode <mode>', 'only with --url: refund mode').choices(['execute', 'request']))
    .addOption(
      new Option(
        '--amount <amount>',
        'amount of refund.create, in minor units; without it, the endpoint is asked first, as in production',
      ).argParser(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    )
    .addOption(new Option('--currency <code>', 'currency of --amount').argParser(currencyCode))
    .addOption(
      new Option(
        '--override <name=value...>',
        'replace a field of the request, even with an invalid value: amount=-1, currency=eur, type=nope',
      ).argParser(readOverride),
    )
    .addOption(new Option('--for-real', 'allow refund.create in a workspace that is not a test workspace'))
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .action(async (type: RequestType, options: TriggerOptions, command: Command) => {
      const { url, attempts } =
        options.url === undefined
          ? await fromDatabase(type, options, command)
          : await toUrl(type, { ...options, url: options.url }, command)
      show(attempts, url, options.json)
    })
}

interface Sent {
  url: string
  attempts: Attempt[]
}

async function fromDatabase(type: RequestType, options: TriggerOptions, command: Command): Promise<Sent> {
  refuseOptions(command, ['secret', 'secretFile', 'customer', 'mode'], 'works only with --url')
  return withWorkspace(options, (store, id, clock) =>
    withOutbound({ ...options, ...readCa(options) }, clock, async (outbound) => {
      const services = { store, clock, outbound, metrics: noMetrics, sealer: await unlock(store) }
      const { forReal = false } = options
      const attempts = await triggerFromStore(services, operator(), id, testRequestOf(type, options), { forReal })
      return { url: (await getRefundSettings(store.read, id)).endpointUrl ?? '', attempts }
    }),
  )
}

async function toUrl(type: RequestType, options: TriggerOptions & { url: string }, command: Command): Promise<Sent> {
  refuseOptions(command, ['db', 'workspace', 'forReal'], 'cannot be combined with --url')
  const { url, customer = null, mode = 'execute' } = options
  const context = {
    url,
    secret: readSecret(options),
    workspaceId: 'org_trigger',
    allowLoopbackHttp: true,
    customerId: customer,
    mode,
    currency: null,
  }
  const send = (outbound: ShopOutbound) =>
    sendTrigger({ outbound, clock: systemClock }, context, testRequestOf(type, options))
  // The developer chose the address and calls it from their own machine, so private addresses are safe.
  const attempts = await withOutbound(
    { ...options, ...readCa(options), allowPrivateEndpoints: true },
    systemClock,
    send,
  )
  return { url, attempts }
}

function testRequestOf(type: RequestType, options: TriggerOptions): TestRequest {
  const { order = null, line = [], reason, note = null, amount, currency, override = {} } = options
  if ((amount === undefined) !== (currency === undefined))
    throw new Error('Give both --amount and --currency, or neither to let the endpoint return the amount.')
  const agreed = amount === undefined || currency === undefined ? null : { amount, currency }
  return { type, orderId: order, lines: line, kind: reason, note, agreed, overrides: override }
}

/** Refuses only typed options: an environment variable may be set without being used. */
function refuseOptions(command: Command, names: string[], why: string): void {
  const typed = names.find((name) => command.getOptionValueSource(name) === 'cli')
  const flag = command.options.find((option) => option.attributeName() === typed)?.long
  if (flag) command.error(`error: ${flag} ${why}.`)
}

function readOverride(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined)
    throw new InvalidArgumentError('Give a field of the request and its value, such as amount=-1.')
  return { ...earlier, [name]: value }
}

function show(attempts: Attempt[], url: string, json: boolean | undefined): void {
  if (json) printJson(attempts.map((attempt) => attemptForScripts(attempt, url)))
  else
    for (const [index, attempt] of attempts.entries()) {
      if (index > 0) print('')
      printAttempt(attempt, url)
    }
  if (!attempts.every(({ verdict }) => wentWell(verdict))) process.exitCode = 1
}
