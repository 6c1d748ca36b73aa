import { type Command, InvalidArgumentError, Option } from 'commander'
import { noMetrics } from '../../lib/metrics.ts'
import { PROGRAM } from '../../lib/program.ts'
import { changeRefundSettings, createRefundSecret, type SettingsChange } from '../../refunds/change-settings.ts'
import { testConnection } from '../../refunds/endpoint/test-connection.ts'
import { reasonKinds } from '../../refunds/reasons.ts'
import { getRefundSettings, type RefundSettings } from '../../refunds/settings.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import {
  allowEndpointOption,
  allowPrivateOption,
  type EndpointOptions,
  endpointPolicy,
  withOutbound,
} from '../kit/endpoint-calls.ts'
import {
  currencyCode,
  listCommand,
  onOff,
  type WorkspaceOptions,
  wholeNumber,
  workspaceCommand,
} from '../kit/options.ts'
import { linesOf, print, printJson, printTable, strong, warn } from '../kit/output.ts'
import { addShow } from '../kit/show-settings.ts'
import { cut } from '../kit/table.ts'

export function addSettings(command: Command): void {
  const settings = command.command('settings').description('show and change the refund settings of a workspace')
  addShow(settings, {
    description: 'show the settings, with the last four characters of the secret',
    read: getRefundSettings,
    print: showSettings,
  })
  addSet(settings)
}

interface SetOptions extends WorkspaceOptions, EndpointOptions {
  endpointUrl?: string
  mode?: RefundSettings['mode']
  enabled?: boolean
  autoLimit?: number | typeof NONE
  limitCurrency?: string
  frozen?: boolean
  trust?: Record<string, number>
  returnPeriod?: Record<string, number | typeof NONE>
  assumeDeliveredAfterDays?: number | typeof NONE
  customerTimeoutMinutes?: number
  approvalTimeoutHours?: number
  pendingTimeoutDays?: number
}

function addSet(settings: Command): void {
  listCommand(settings.command('set'))
    .description('change the given settings; all other settings stay')
    .addOption(new Option('--endpoint-url <url>', "the shop's refund endpoint: https, or loopback in a test workspace"))
    .addOption(
      new Option('--mode <mode>', 'execute: the shop refunds; request: the shop only records the request').choices([
        'execute',
        'request',
      ]),
    )
    .addOption(new Option('--enabled <on|off>', 'turn refunds on or off').argParser(onOff))
    .addOption(
      new Option('--auto-limit <amount>', 'largest automatic refund in minor units, or none').argParser(
        orNone(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
      ),
    )
    .addOption(new Option('--limit-currency <code>', 'currency of the limit').argParser(currencyCode))
    .addOption(new Option('--frozen <on|off>', 'on: every refund needs an agent').argParser(onOff))
    .addOption(
      new Option(
        '--trust <reason=level...>',
        `trust level of a reason (${reasonKinds.join(', ')}): 0 to 3, an agent decides; 4 or 5, the refund is automatic`,
      ).argParser(perKind(wholeNumber(0, 5))),
    )
    .addOption(
      new Option(
        '--return-period <reason=days...>',
        'days in which the assistant may offer refunds, or none',
      ).argParser(perKind(orNone(wholeNumber(0, 36_500)))),
    )
    .addOption(
      new Option(
        '--assume-delivered-after-days <n>',
        'days after which a shipped order without parcels counts as delivered for the assistant, or none',
      ).argParser(orNone(wholeNumber(1, 365))),
    )
    .addOption(
      new Option('--customer-timeout-minutes <n>', 'minutes in which the customer must confirm a refund').argParser(
        wholeNumber(1, 525_600),
      ),
    )
    .addOption(
      new Option('--approval-timeout-hours <n>', 'hours in which an agent must approve a refund').argParser(
        wholeNumber(1, 8_760),
      ),
    )
    .addOption(
      new Option(
        '--pending-timeout-days <n>',
        'days after which an agent may stop waiting for the outcome of a pending refund',
      ).argParser(wholeNumber(1, 365)),
    )
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .action(async (options: SetOptions) => {
      const { autoLimit, assumeDeliveredAfterDays, trust, returnPeriod, ...others } = options
      const { db, workspace, json, allowEndpoint, allowPrivateEndpoints, ...named } = others
      const change: SettingsChange = {
        ...named,
        ...givenOf({ autoLimit, assumeDeliveredAfterDays }),
        ...(trust ? { rungs: trust } : {}),
        ...(returnPeriod ? { returnPeriodDays: mapValues(returnPeriod, nullFor) } : {}),
      }
      if (Object.keys(change).length === 0)
        throw new Error(`Nothing to change. Name at least one setting: see "${PROGRAM} refunds settings set --help".`)
      const changed = await withWorkspace({ db, workspace }, async (store, id, clock) => {
        return store.write((tx) =>
          changeRefundSettings(tx, operator(), id, change, endpointPolicy(options), clock.now()),
        )
      })
      await showSettings(changed, json)
    })
}

async function showSettings(settings: RefundSettings, json: boolean | undefined): Promise<void> {
  if (json) {
    printJson(settings)
    return
  }
  const words = (value: unknown): string =>
    value === null ? 'none' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
  const rows = Object.entries(settings).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([kind, entry]) => [`${name === 'rungs' ? 'trust' : name}.${kind}`, words(entry)])
      : [[name, words(value)]],
  )
  await printTable(['SETTING', cut('VALUE')], rows)
}

export function addSecret(command: Command): void {
  const secret = command.command('secret').description('create the secret that signs requests to the shop')
  workspaceCommand(secret.command('create'))
    .description('create a signing secret and print it once; the previous secret stops working immediately')
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const { secret, isFirst } = await withWorkspace({ db, workspace }, async (store, id, clock) => {
        const sealer = await unlock(store)
        return store.write(async (tx) => {
          const { secretEnding } = await getRefundSettings(tx, id)
          return {
            secret: await createRefundSecret(tx, operator(), id, sealer, clock.now()),
            isFirst: secretEnding === null,
          }
        })
      })
      if (json) {
        printJson({ secret })
        return
      }
      print([strong(secret)])
      warn(`This is the only time the secret is shown.${isFirst ? '' : ' The previous secret no longer works.'}`)
    })
}

export function addTestConnection(command: Command): void {
  listCommand(command.command('test-connection'))
    .description("send a signed ping to the shop's endpoint")
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .action(async (options: WorkspaceOptions & EndpointOptions) => {
      const test = await withWorkspace(options, (store, id, clock) =>
        withOutbound(options, clock, async (outbound) => {
          const services = { store, clock, outbound, metrics: noMetrics, sealer: await unlock(store) }
          return testConnection(services, operator(), id)
        }),
      )
      if (options.json) printJson(test)
      else {
        await printTable(
          [cut('URL'), 'HTTP', 'TIME', 'RESULT'],
          [[test.url, String(test.httpStatus ?? 'none'), `${test.durationMs} ms`, test.ok ? 'ok' : 'failed']],
        )
        if (test.answer) print('', ...linesOf(test.answer, '  '))
        print('', test.verdict)
      }
      if (!test.ok) process.exitCode = 1
    })
}

const NONE = 'none'

/** Keeps the word until all options are read: commander turns null into an empty string. */
function orNone(read: (text: string) => number): (text: string) => number | typeof NONE {
  return (text) => (text === NONE ? NONE : read(text))
}

function nullFor(value: number | typeof NONE): number | null {
  return value === NONE ? null : value
}

/** The options that were given, with null for `none`. */
function givenOf(options: Record<string, number | typeof NONE | undefined>): Record<string, number | null> {
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, nullFor(value)] as const],
  )
  return Object.fromEntries(given)
}

function mapValues<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** Reads `reason=value`. */
function perKind<T>(read: (text: string) => T): (text: string, earlier?: Record<string, T>) => Record<string, T> {
  return (text, earlier = {}) => {
    const [, kind = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
    if (!(reasonKinds as readonly string[]).includes(kind))
      throw new InvalidArgumentError(`Give a reason (${reasonKinds.join(', ')}) and its value, such as defect=4.`)
    return { ...earlier, [kind]: read(value) }
  }
}
