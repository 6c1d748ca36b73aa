import { text as readAll } from 'node:stream/consumers'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { changeModel, clearModel, type ModelChange } from '../../assistant/model/change-settings.ts'
import type { ModelCheck } from '../../assistant/model/check-model.ts'
import { getModelSettings, type ModelSettings, modelUses } from '../../assistant/model/model-settings.ts'
import { type Usage, usageToday } from '../../assistant/model/usage.ts'
import { noMetrics } from '../../lib/metrics.ts'
import { PROGRAM } from '../../lib/program.ts'
import { operator, withWorkspace } from '../kit/context.ts'
import { unlock } from '../kit/encryption-key.ts'
import {
  allowEndpointOption,
  allowPrivateOption,
  type EndpointOptions,
  endpointPolicy,
  withOutbound,
} from '../kit/endpoint-calls.ts'
import { readNamedFile } from '../kit/named-file.ts'
import { fileName, listCommand, onOff, type WorkspaceOptions, wholeNumber, workspaceCommand } from '../kit/options.ts'
import { linesOf, print, printJson, printTable, strong } from '../kit/output.ts'
import { cut } from '../kit/table.ts'

export function addModel(command: Command): void {
  const model = command.command('model').description('let a language model help the assistant')
  addSet(model)
  listCommand(model.command('show'))
    .description('show the model, with the last four characters of its key, and what it was asked today')
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const found = await withWorkspace({ db, workspace }, async ({ read }, id, clock) => ({
        settings: await getModelSettings(read, id),
        today: await usageToday(read, id, clock.now()),
      }))
      await showModel(found, json)
    })
  workspaceCommand(model.command('clear'))
    .description('remove the model and its key; from then on only the rules answer')
    .action(async ({ db, workspace, json }: WorkspaceOptions) => {
      const cleared = await withWorkspace({ db, workspace }, async (store, id, clock) =>
        store.write((tx) => clearModel(tx, operator(), id, clock.now())),
      )
      if (json) printJson({ cleared })
      else print(cleared ? 'The model is removed. Only the rules answer.' : 'There was no model.')
    })
}

interface CheckOptions extends WorkspaceOptions, EndpointOptions {
  priceIn?: number
  priceOut?: number
}

export function addCheckModel(command: Command): void {
  workspaceCommand(command.command('check-model'))
    .description('ask the model both kinds of question with made-up data, and show what works and what a turn costs')
    .addOption(new Option('--price-in <price>', 'price of a million input tokens, to show the cost').argParser(price))
    .addOption(new Option('--price-out <price>', 'price of a million output tokens').argParser(price))
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .action(async (options: CheckOptions) => {
      // Loaded here: the client library would slow down the start of every other command.
      const { checkModel } = await import('../../assistant/model/check-model.ts')
      const found = await withWorkspace(options, (store, id, clock) =>
        withOutbound(options, clock, async (outbound) => {
          return checkModel({ store, clock, outbound, metrics: noMetrics, sealer: await unlock(store) }, id)
        }),
      )
      if (!found) throw new Error(`There is no model. Set one with "${PROGRAM} assistant model set".`)
      if (options.json) printJson(found)
      else printCheck(found, options)
      if (found.steps.some(({ isOk }) => !isOk)) process.exitCode = 1
    })
}

function price(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && Number.isFinite(value)) return value
  throw new InvalidArgumentError('Give a price per million tokens, such as 0.25.')
}

function printCheck({ model, steps, accepts, calls, tokensIn, tokensOut }: ModelCheck, options: CheckOptions): void {
  print(`Model: ${model}`)
  for (const { step, isOk, found, ms } of steps)
    print([strong(isOk ? 'ok    ' : 'FAILED'), ` ${step.padEnd(11)}${`${ms} ms`.padStart(9)}`], ...linesOf(found, '  '))
  if (accepts) print(`The endpoint accepts: ${accepts.format}, ${accepts.limit}`)
  print(`A turn with both steps: ${tokensIn} input and ${tokensOut} output tokens, in ${calls} calls`)
  const { priceIn = 0, priceOut = 0 } = options
  if (priceIn + priceOut > 0)
    print(
      `It costs ${((tokensIn * priceIn + tokensOut * priceOut) / 1_000_000).toFixed(6)} in the currency of the prices`,
    )
}

interface SetOptions extends WorkspaceOptions, EndpointOptions {
  baseUrl?: string
  model?: string
  apiKeyFile?: string
  apiKey?: false
  use?: ModelSettings['use']
  extraHeader?: Record<string, string>
  extraBody?: Record<string, unknown>
  shareTickets?: boolean
  callsPerDay?: number
  tokensPerDay?: number
}

function addSet(model: Command): void {
  listCommand(model.command('set'))
    .description('set the model, or change the given settings; all other settings stay')
    .addOption(new Option('--base-url <url>', 'address before /chat/completions, such as https://api.openai.com/v1'))
    .addOption(new Option('--model <name>', 'name of the model, as its endpoint calls it'))
    .addOption(
      new Option('--api-key-file <file>', 'file with the API key, or - for standard input').argParser(fileName),
    )
    .addOption(new Option('--no-api-key', 'remove the stored API key: calls need none').conflicts('apiKeyFile'))
    .addOption(
      new Option('--use <use>', 'read what the rules are unsure about, or also word the answers').choices(modelUses),
    )
    .addOption(
      new Option('--extra-header <name: value...>', 'headers of each request, without secrets; replaces all').argParser(
        header,
      ),
    )
    .addOption(
      new Option('--extra-body <json>', 'further members of each request, as a JSON object; replaces all').argParser(
        jsonObject,
      ),
    )
    .addOption(
      new Option('--share-tickets <on|off>', "whether a customer's own past tickets may be sent").argParser(onOff),
    )
    .addOption(
      new Option('--calls-per-day <n>', 'calls after which the rules answer alone').argParser(
        wholeNumber(1, 1_000_000),
      ),
    )
    .addOption(
      new Option('--tokens-per-day <n>', 'tokens after which the rules answer alone').argParser(
        wholeNumber(1_000, 1_000_000_000),
      ),
    )
    .addOption(allowPrivateOption())
    .addOption(allowEndpointOption())
    .action(async (options: SetOptions) => {
      const change = await changeOf(options)
      if (Object.keys(change).length === 0)
        throw new Error(`Nothing to change. Name at least one setting: see "${PROGRAM} assistant model set --help".`)
      const changed = await withWorkspace(options, async (store, workspaceId, clock) => {
        const services = { sealer: await unlock(store), policy: endpointPolicy(options) }
        const settings = await store.write((tx) =>
          changeModel(tx, operator(), { workspaceId, change }, services, clock.now()),
        )
        return { settings, today: await usageToday(store.read, workspaceId, clock.now()) }
      })
      await showModel(changed, options.json)
    })
}

async function changeOf(options: SetOptions): Promise<ModelChange> {
  const { baseUrl, model, use, shareTickets, callsPerDay, tokensPerDay, extraHeader, extraBody } = options
  const named = { baseUrl, model, use, shareTickets, callsPerDay, tokensPerDay, extraHeaders: extraHeader, extraBody }
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  if (options.apiKey === false) return { ...given, apiKey: null }
  return options.apiKeyFile === undefined ? given : { ...given, apiKey: await keyIn(options.apiKeyFile) }
}

/** Others on this machine see the arguments of commands, so a key is never one. */
async function keyIn(file: string): Promise<string> {
  if (file !== '-') return readNamedFile(file).trim()
  if (process.stdin.isTTY) throw new Error('Standard input is a terminal: pipe the API key into it.')
  return (await readAll(process.stdin)).trim()
}

function header(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^:\s]+)\s*:\s*(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Give a name and a value, such as "X-Title: My shop".')
  return { ...earlier, [name]: value }
}

function jsonObject(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {
    // Reported below, like JSON that is not an object.
  }
  throw new InvalidArgumentError('Give a JSON object, such as \'{"reasoning_effort":"low"}\'.')
}

async function showModel(
  { settings, today }: { settings: ModelSettings | null; today: Usage },
  json: boolean | undefined,
): Promise<void> {
  if (json) {
    printJson({ settings, today })
    return
  }
  if (!settings) {
    print(`There is no model: only the rules answer. Set one with "${PROGRAM} assistant model set".`)
    return
  }
  const words = (value: unknown): string =>
    typeof value === 'boolean' ? (value ? 'on' : 'off') : typeof value === 'object' ? listed(value) : String(value)
  await printTable(
    ['SETTING', cut('VALUE')],
    [
      ...Object.entries(settings).map(([name, value]) => [name, words(value)]),
      ['today.calls', String(today.calls)],
      ['today.tokens', String(today.tokensIn + today.tokensOut)],
      ['today.rejectedWordings', String(today.rejected)],
    ],
  )
}

function listed(value: object | null): string {
  return value === null || Object.keys(value).length === 0 ? 'none' : JSON.stringify(value)
}
