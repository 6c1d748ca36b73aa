import { type Command, InvalidArgumentError, Option } from 'commander'
import { findWorkspace } from '../../access/workspaces.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { changeRefundSettings, createRefundSecret, type SettingsChange } from '../../refunds/change-settings.ts'
import { testConnection } from '../../refunds/endpoint/test-connection.ts'
import { reasonKinds } from '../../refunds/reasons.ts'
import { getRefundSettings, type RefundSettings } from '../../refunds/settings.ts'
import { operator, withStore } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import {
  allowEndpointOption,
  allowPrivateOption,
  type EndpointOptions,
  endpointPolicy,
  withOutbound,
} from '../kit/endpoint-options.ts'
import { type CommonOptions, currencyCode, dbOption, jsonOption, wholeNumber, workspaceOption } from '../kit/options.ts'
import { linesOf, print, printJson, printTable, strong } from '../kit/output.ts'

type WorkspaceOptions = CommonOptions & { workspace?: string }

export function addSettings(command: Command): void {
  const settings = command.command('settings').description('how a workspace refunds')
  settings
    .command('show')
    .description('show the settings; of the secret the last four characters')
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const found = await withStore(db, async (store) =>
        getRefundSettings(store.read, (await findWorkspace(store.read, workspace)).id),
      )
      await showSettings(found, json)
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
  rung?: Record<string, number>
  returnPeriod?: Record<string, number | typeof NONE>
  customerTimeoutMinutes?: number
  approvalTimeoutHours?: number
  pendingTimeoutDays?: number
}

function addSet(settings: Command): void {
  settings
    .command('set')
    .description('change what you name, and leave the rest')
    .addOption(new Option('--endpoint-url <url>', "the shop's refund endpoint: https, or loopback in a test workspace"))
    .addOption(
      new Option('--mode <mode>', 'execute: the shop refunds; request: it notes the wish').choices([
        'execute',
        'request',
      ]),
    )
    .addOption(new Option('--enabled <on|off>', 'whether there are refunds at all').argParser(onOff))
    .addOption(
      new Option('--auto-limit <amount>', 'largest automatic refund in minor units, or none').argParser(
        orNone(wholeNumber(0, Number.MAX_SAFE_INTEGER)),
      ),
    )
    .addOption(new Option('--limit-currency <code>', 'currency of the limit').argParser(currencyCode))
    .addOption(new Option('--frozen <on|off>', 'whether every refund needs an agent').argParser(onOff))
    .addOption(
      new Option('--rung <kind=0-5...>', 'trust in a kind of issue; from 4 on refunds are automatic').argParser(
        perKind(wholeNumber(0, 5)),
      ),
    )
    .addOption(
      new Option('--return-period <kind=days...>', 'how long the assistant may offer refunds, or none').argParser(
        perKind(orNone(wholeNumber(0, 36_500))),
      ),
    )
    .addOption(
      new Option('--customer-timeout-minutes <n>', 'how long a customer may think').argParser(wholeNumber(1, 525_600)),
    )
    .addOption(
      new Option('--approval-timeout-hours <n>', 'how long an agent may think').argParser(wholeNumber(1, 8_760)),
    )
    .addOption(
      new Option(
        '--pending-timeout-days <n>',
        'after how long an agent may stop waiting for the outcome of a pending refund',
      ).argParser(wholeNumber(1, 365)),
    )
    .addOption(workspaceOption())
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (options: SetOptions) => {
      const { autoLimit, rung, returnPeriod, db, workspace, json, allowEndpoint, allowPrivateEndpoints, ...named } =
        options
      const change: SettingsChange = {
        ...named,
        ...(autoLimit === undefined ? {} : { autoLimit: nullFor(autoLimit) }),
        ...(rung ? { rungs: rung } : {}),
        ...(returnPeriod ? { returnPeriodDays: mapValues(returnPeriod, nullFor) } : {}),
      }
      if (Object.keys(change).length === 0)
        throw new Error('name what to change: see storewire refunds settings set --help')
      const changed = await withStore(db, async (store, clock) => {
        const { id } = await findWorkspace(store.read, workspace)
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
      ? Object.entries(value).map(([kind, entry]) => [`${name}.${kind}`, words(entry)])
      : [[name, words(value)]],
  )
  await printTable(['SETTING', 'VALUE'], rows)
}

export function addSecret(command: Command): void {
  command
    .command('secret')
    .description('the secret that requests to the shop are signed with')
    .command('create')
    .description('make a signing secret and print it, once; the one before ends at once')
    .addOption(workspaceOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const secret = await withStore(db, async (store, clock) => {
        const { id } = await findWorkspace(store.read, workspace)
        const sealer = await unlock(store)
        return store.write((tx) => createRefundSecret(tx, operator(), id, sealer, clock.now()))
      })
      if (json) {
        printJson({ secret })
        return
      }
      print([strong(secret)])
      print('This is the only time the secret is shown. The one before has ended.')
    })
}

export function addTestConnection(command: Command): void {
  command
    .command('test-connection')
    .description("send a signed ping to the shop's endpoint")
    .addOption(workspaceOption())
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .addOption(dbOption())
    .addOption(jsonOption())
    .action(async (options: WorkspaceOptions & EndpointOptions) => {
      const test = await withStore(options.db, (store, clock) =>
        withOutbound(options, clock, async (outbound) => {
          const { id } = await findWorkspace(store.read, options.workspace)
          const services = { store, clock, outbound, metrics: noMetrics, sealer: await unlock(store) }
          return testConnection(services, operator(), id)
        }),
      )
      if (options.json) printJson(test)
      else {
        await printTable(
          ['URL', 'HTTP', 'TIME', 'RESULT'],
          [[test.url, String(test.httpStatus ?? 'none'), `${test.durationMs} ms`, test.ok ? 'ok' : 'failed']],
        )
        if (test.answer) print('', ...linesOf(test.answer, '  '))
        print('', test.verdict)
      }
      if (!test.ok) process.exitCode = 1
    })
}

function onOff(text: string): boolean {
  if (text === 'on') return true
  if (text === 'off') return false
  throw new InvalidArgumentError('Give on or off.')
}

const NONE = 'none'

/** The word stays one until all options are read: commander makes an empty string of null. */
function orNone(read: (text: string) => number): (text: string) => number | typeof NONE {
  return (text) => (text === NONE ? NONE : read(text))
}

function nullFor(value: number | typeof NONE): number | null {
  return value === NONE ? null : value
}

function mapValues<T, R>(record: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

/** Reads `kind=value` for the kinds of issue. */
function perKind<T>(read: (text: string) => T): (text: string, earlier?: Record<string, T>) => Record<string, T> {
  return (text, earlier = {}) => {
    const [, kind = '', value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? []
    if (!(reasonKinds as readonly string[]).includes(kind))
      throw new InvalidArgumentError(`Give one of ${reasonKinds.join(', ')} and its value: defect=4.`)
    return { ...earlier, [kind]: read(value) }
  }
}
