import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { currencies } from '../../lib/currencies.ts'
import { systemClock } from '../../lib/time.ts'
import type { Resource } from '../../objects/resource.ts'
import { resources } from '../../objects/resources.ts'
import type { Decimals } from '../../rows/money.ts'
import type { AmountForm } from '../../rows/own-columns.ts'
import { jsonPresets } from '../../rows/presets/json-list.ts'
import { tablePresets } from '../../rows/presets/list.ts'
import { type DateOrder, isTimezone } from '../../rows/times.ts'
import type { ColumnMatch } from '../import/own-table.ts'
import type { ImportSummary } from '../import/run.ts'
import { interruptibly } from '../kit/interrupt.ts'
import { jsonOption } from '../kit/options.ts'
import { print, printJson } from '../kit/output.ts'
import { connect, keyFileOption, type RemoteOptions, secretKeyFrom, urlOption } from '../kit/remote.ts'

interface ImportOptions extends RemoteOptions {
  label?: string
  resume?: string
  from?: string
  currency?: string
  timezone?: string
  decimals?: Decimals
  dates?: DateOrder
  map: ColumnMatch[]
  amounts: AmountForm
  json?: boolean
}

const resourceNames = resources.map(({ name }) => name)
const formatNames = ['none', ...[...tablePresets, ...jsonPresets].map(({ name }) => name)]

export function importCommand(): Command {
  return new Command('import')
    .description('push the objects of a file to a running server, as a history import (backfill)')
    .usage('[options] [resource] <file>')
    .addArgument(
      // Of a single argument, only its number says that it is the file.
      new Argument('<resource>', 'type of the objects; left out for the export of a shop system, which shows it')
        .choices(resourceNames)
        .argParser((value) => value),
    )
    .argument('[file]', 'export of a shop system, JSON array, NDJSON or CSV with a header line; - for standard input')
    .addOption(urlOption())
    .addOption(keyFileOption())
    .addOption(new Option('--label <text>', 'your own name for the import').env('STOREWIRE_LABEL'))
    .addOption(new Option('--resume <id>', 'continue an interrupted import of the same file'))
    .addOption(new Option('--from <format>', 'format of the file; none: the columns are your own').choices(formatNames))
    .addOption(new Option('--currency <code>', 'currency of amounts without one, such as EUR').argParser(currencyCode))
    .addOption(new Option('--timezone <name>', 'zone of times without one, such as Europe/Berlin').argParser(timezone))
    .addOption(new Option('--decimals <sign>', 'sign before the cents of amounts').choices(['point', 'comma']))
    .addOption(new Option('--dates <first>', 'what is first in dates such as 01/05/2026').choices(['day', 'month']))
    .addOption(
      new Option('--map <column=field>', 'field of a column; may be repeated')
        .default([], 'none')
        .argParser(columnMatch),
    )
    .addOption(
      new Option('--amounts <form>', 'minor: 8290, decimal: 82.90').choices(['minor', 'decimal']).default('minor'),
    )
    .addOption(jsonOption())
    .action(runImport)
}

function currencyCode(value: string): string {
  const code = value.toUpperCase()
  if (!currencies.has(code)) throw new InvalidArgumentError('Use a code of ISO 4217, such as EUR.')
  return code
}

function timezone(value: string): string {
  if (!isTimezone(value)) throw new InvalidArgumentError('Use a name such as Europe/Berlin.')
  return value
}

function columnMatch(value: string, before: ColumnMatch[]): ColumnMatch[] {
  const at = value.lastIndexOf('=')
  if (at < 1 || at === value.length - 1) throw new InvalidArgumentError('Use COLUMN=FIELD, such as Total=total.')
  return [...before, { heading: value.slice(0, at), field: value.slice(at + 1) }]
}

/** The type and the file: of one argument, the file. */
function namedBy(
  first: string,
  second: string | undefined,
  command: Command,
): { resource: Resource | undefined; file: string } {
  if (second === undefined) {
    if (resourceNames.includes(first)) command.error("error: missing required argument 'file'")
    return { resource: undefined, file: first }
  }
  const resource = resources.find(({ name }) => name === first)
  if (!resource)
    command.error(
      `error: command-argument value '${first}' is invalid for argument 'resource'. Allowed choices are ${resourceNames.join(', ')}.`,
    )
  return { resource, file: second }
}

async function runImport(
  first: string,
  second: string | undefined,
  { label, resume, json, from, currency, timezone, decimals, dates, map, amounts, ...server }: ImportOptions,
  command: Command,
): Promise<void> {
  const { resource, file } = namedBy(first, second, command)
  const answers = { currency, timezone, decimals, dates }
  const options = { ...(from === undefined ? {} : { from }), answers, matches: map, amounts }
  const [{ importFile }, { createProgress, openDisplay }] = await Promise.all([
    import('../import/run.ts'),
    import('../import/progress.ts'),
  ])
  const progress = createProgress(await openDisplay(systemClock), systemClock)
  const summary = await interruptibly(async (signal) => {
    const remote = connect({ url: server.url, key: secretKeyFrom(server), signal, onWait: progress.waiting })
    return importFile({ resource, file, remote, label, resume, options, progress, clock: systemClock, signal })
  })
  if (json) printJson(summary)
  else print(sentenceOf(summary))
  if (summary.rejected > 0) throw new Error(`${summary.rejected} rows were rejected: see ${summary.rejectedFile}.`)
}

function sentenceOf({ id, resource, rows, rejected, results }: ImportSummary): string {
  if (id === null) return `The file contains no ${resource}.`
  const { created, updated, stale } = results
  return `${id}: ${rows} ${resource} read, ${created} created, ${updated} updated, ${stale} stale, ${rejected} rejected.`
}
