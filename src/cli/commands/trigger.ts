import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { findWorkspace } from '../../access/workspaces.ts'
import { systemClock } from '../../lib/clock.ts'
import { noMetrics } from '../../lib/metrics.ts'
import type { RefundLine, RefundMode, RequestType } from '../../refunds/endpoint/endpoint-request.ts'
import type { Attempt, Outbound } from '../../refunds/endpoint/outbound.ts'
import { sendTrigger, type TriggerWish, triggerFromStore } from '../../refunds/endpoint/trigger.ts'
import { wentWell } from '../../refunds/endpoint/verdict-words.ts'
import { type ReasonKind, reasonKinds } from '../../refunds/reasons.ts'
import { getRefundSettings } from '../../refunds/settings.ts'
import { operator, withStore } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import { allowEndpointOption, allowPrivateOption, type EndpointOptions, withOutbound } from '../kit/endpoint-options.ts'
import { type CommonOptions, currencyCode, dbOption, jsonOption, wholeNumber, workspaceOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'
import { attemptForScripts, printAttempt } from '../kit/print-attempt.ts'
import {
  caOption,
  readCa,
  readSecret,
  type SecretOptions,
  secretFileOption,
  secretOption,
} from '../kit/secret-options.ts'
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
  return new Command('trigger')
    .description(
      "send a refund endpoint one request, as production would, and show everything; no refund of storewire's",
    )
    .addArgument(new Argument('<type>', 'what to send').choices(requestTypes))
    .addOption(new Option('--url <url>', 'an endpoint of your own: no database is read, the secret comes from you'))
    .addOption(secretOption())
    .addOption(secretFileOption())
    .addOption(caOption())
    .addOption(new Option('--order <id>', 'the order; one of the workspace unless --url is given'))
    .addOption(
      new Option('--line <item=quantity...>', 'a line of the order; without any the shop decides').argParser(readLine),
    )
    .addOption(new Option('--reason <kind>', 'why').choices(reasonKinds).default('other'))
    .addOption(new Option('--note <text>', 'more words on why'))
    .addOption(new Option('--customer <id>', "the order's customer, with --url"))
    .addOption(new Option('--mode <mode>', 'execute or request, with --url').choices(['execute', 'request']))
    .addOption(
      new Option(
        '--amount <amount>',
        'of refund.create, in minor units; without it the endpoint is asked first, as in production',
      ).argParser(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
    )
    .addOption(new Option('--currency <code>', 'of --amount').argParser(currencyCode))
    .addOption(
      new Option(
        '--override <name=value...>',
        'replace a member of the request, also by nonsense: amount=-1, currency=eur, type=nope',
      ).argParser(readOverride),
    )
    .addOption(new Option('--for-real', 'let refund.create go to a workspace that is not for tests'))
    .addOption(workspaceOption())
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(dbOption())
    .addOption(jsonOption())
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
  refuseOptions(command, ['secret', 'secretFile', 'customer', 'mode'], 'only goes with --url')
  return withStore(options.db, (store, clock) =>
    withOutbound({ ...options, ...readCa(options) }, clock, async (outbound) => {
      const { id } = await findWorkspace(store.read, options.workspace)
      const services = { store, clock, outbound, metrics: noMetrics, sealer: await unlock(store) }
      const { forReal = false } = options
      const attempts = await triggerFromStore(services, operator(), id, wishOf(type, options), { forReal })
      return { url: (await getRefundSettings(store.read, id)).endpointUrl ?? '', attempts }
    }),
  )
}

async function toUrl(type: RequestType, options: TriggerOptions & { url: string }, command: Command): Promise<Sent> {
  refuseOptions(command, ['db', 'workspace', 'forReal'], 'does not go with --url')
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
  const send = (outbound: Outbound) => sendTrigger({ outbound, clock: systemClock }, context, wishOf(type, options))
  // The developer named the address themselves, and it is called from their own machine.
  const attempts = await withOutbound(
    { ...options, ...readCa(options), allowPrivateEndpoints: true },
    systemClock,
    send,
  )
  return { url, attempts }
}

function wishOf(type: RequestType, options: TriggerOptions): TriggerWish {
  const { order = null, line = [], reason, note = null, amount, currency, override = {} } = options
  if ((amount === undefined) !== (currency === undefined))
    throw new Error('--amount and --currency go together: give both, or neither to let the endpoint name the amount.')
  const agreed = amount === undefined || currency === undefined ? null : { amount, currency }
  return { type, orderId: order, lines: line, kind: reason, note, agreed, overrides: override }
}

/** What was typed must count: a variable of the environment may stay without use. */
function refuseOptions(command: Command, names: string[], why: string): void {
  const typed = names.find((name) => command.getOptionValueSource(name) === 'cli')
  const flag = command.options.find((option) => option.attributeName() === typed)?.long
  if (flag) command.error(`error: ${flag} ${why}.`)
}

function readOverride(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Give a member of the request and its value: amount=-1.')
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
