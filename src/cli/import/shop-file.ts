import { PROGRAM } from '../../lib/program.ts'
import { kindsOf } from '../../objects/kinds.ts'
import type { Resource } from '../../objects/resource.ts'
import { resources } from '../../objects/resources.ts'
import type { Answers } from '../../rows/answers.ts'
import type { RowFile } from '../../rows/encoding.ts'
import { entriesOf, type FirstObject, formatOf } from '../../rows/format.ts'
import type { RowContext } from '../../rows/mapping.ts'
import { type AmountForm, ownMapping } from '../../rows/own-columns.ts'
import { ownJsonRows } from '../../rows/own-json.ts'
import { jsonPresets, presetOfJson } from '../../rows/presets/json-list.ts'
import { isTicketReport, presetOfTable, TICKET_REPORT, tablePresets } from '../../rows/presets/list.ts'
import type { JsonPreset, TablePreset } from '../../rows/presets/preset.ts'
import { missingColumns, notesOf, presetMapping } from '../../rows/presets/table-mapping.ts'
import { UnreadableFile } from '../../rows/problem.ts'
import { type RowReader, shopJsonReader, tableReader } from '../../rows/reader.ts'
import type { ImportRow } from '../../rows/row.ts'
import { sentenceOf } from '../../rows/sentence.ts'
import { contextOf, type Survey } from '../../rows/survey.ts'
import { openTable } from '../../rows/table.ts'
import { diskShelf, diskTwins } from './disk-shelf.ts'
import { type ColumnMatch, ownColumns, unknownColumns } from './own-table.ts'
import { warnOfUnknown } from './rows.ts'
import type { Source } from './source.ts'

/** How people say that a file is read. */
export interface ReadingOptions {
  /** The name of a format, or `none`; undefined: the columns decide. */
  from?: string | undefined
  answers: Answers
  matches: ColumnMatch[]
  amounts: AmountForm
}

export interface OpeningRequest {
  source: Source
  /** What the objects are; undefined: the format decides. */
  resource: Resource | undefined
  options: ReadingOptions
  /** For the objects of a file without times, in epoch milliseconds. */
  importedAt: number
  warn(message: string): void
}

/** The objects of a file, and what they are. */
export interface OpenedRows {
  resource: Resource
  rows: AsyncIterable<ImportRow>
}

/**
 * Finds out what a file is, and calls `work` with its objects.
 *
 * @throws UnreadableFile, also if the file leaves a question open that no option answers
 */
export async function withRows<T>(request: OpeningRequest, work: (opened: OpenedRows) => Promise<T>): Promise<T> {
  const { source, options, importedAt, warn } = request
  const { format, first } = await formatOf(source)
  if (format === 'csv') return source.again((copy) => withTable(copy, request, work))
  const preset = jsonPresetFor(first, options.from)
  if (preset) return source.again((copy) => withShopJson(copy, format, preset, request, work))
  const resource = request.resource ?? unknownType()
  const { twins, close } = diskTwins()
  try {
    const rows = ownJsonRows(entriesOf(source, format), importedAt, twins)
    return await work({ resource, rows: warnOfUnknown(rows, { fields: kindsOf(resource.schema), warn }) })
  } finally {
    close()
  }
}

function unknownType(): never {
  throw new UnreadableFile(
    `it is not a file of a known shop system, so say what it contains: ${PROGRAM} import orders FILE`,
  )
}

function jsonPresetFor(first: FirstObject | undefined, from: string | undefined): JsonPreset | undefined {
  if (from === 'none' || !first) return undefined
  if (from === undefined) return presetOfJson(first.object, first.list)
  const preset = jsonPresets.find(({ name }) => name === from)
  if (!preset?.fits(first.object, first.list)) throw new UnreadableFile(`its first object is not one of ${from}`)
  return preset
}

function tablePresetFor(headings: string[], from: string | undefined): TablePreset | undefined {
  if (from === 'none') return undefined
  if (from === undefined) return presetOfTable(headings)
  const preset = tablePresets.find(({ name }) => name === from)
  if (!preset) throw new UnreadableFile(`it is a table, and ${from} is a format of JSON files`)
  const missing = missingColumns(preset, headings)
  if (missing.length > 0) throw new UnreadableFile(`it is not ${preset.label}: it has no column ${missing.join(', ')}`)
  return preset
}

/** The type of objects of a format. @throws UnreadableFile if people named another one */
function typeOf({ label, name, type }: TablePreset | JsonPreset, { resource }: OpeningRequest): Resource {
  const found = resources.find((one) => one.name === type)
  if (!found) throw new TypeError(`No resource ${type}`)
  if (resource && resource !== found)
    throw new UnreadableFile(
      `it is ${label} (${name}), not ${resource.name}: import it as ${type}, or add --from none if its columns are your own`,
    )
  return found
}

async function withTable<T>(
  file: RowFile,
  request: OpeningRequest,
  work: (opened: OpenedRows) => Promise<T>,
): Promise<T> {
  const { options, warn } = request
  const table = await openTable(file)
  if (options.from === undefined && options.matches.length === 0 && isTicketReport(table.headings))
    throw new UnreadableFile(TICKET_REPORT)
  const preset = options.matches.length > 0 ? undefined : tablePresetFor(table.headings, options.from)
  const resource = preset ? typeOf(preset, request) : request.resource
  if (!resource) throw new UnreadableFile(unknownColumns(table.headings))
  const mapping = preset
    ? presetMapping(preset, table.headings)
    : ownMapping(
        ownColumns(table.headings, options.matches, { fields: kindsOf(resource.schema), warn }),
        options.amounts,
      )
  const shelves: ReturnType<typeof diskShelf>[] = []
  const newShelf = () => {
    const shelf = diskShelf()
    shelves.push(shelf)
    return shelf
  }
  try {
    const reader = await tableReader(file, table, mapping, newShelf)
    const notes = preset ? notesOf(preset, table.headings) : []
    return await work({ resource, rows: answered(reader, { label: preset?.label, notes }, resource, request) })
  } finally {
    for (const shelf of shelves) shelf.close()
  }
}

async function withShopJson<T>(
  file: RowFile,
  format: 'json' | 'ndjson',
  preset: JsonPreset,
  request: OpeningRequest,
  work: (opened: OpenedRows) => Promise<T>,
): Promise<T> {
  const resource = typeOf(preset, request)
  const { twins, close } = diskTwins()
  try {
    const reader = await shopJsonReader(file, format, preset, () => twins)
    return await work({ resource, rows: answered(reader, { label: preset.label, notes: [] }, resource, request) })
  } finally {
    close()
  }
}

/** The objects of a file whose questions are answered. @throws UnreadableFile for the others, before the first object */
function answered(
  { survey, rows }: RowReader,
  { label, notes }: { label: string | undefined; notes: string[] },
  { name }: Resource,
  { options, importedAt, warn }: OpeningRequest,
): AsyncIterable<ImportRow> {
  refuseOpenQuestions(survey, options.answers)
  const context: RowContext = contextOf(survey, options.answers, importedAt)
  const encodings = survey.encoding === 'utf-8' ? [] : [`The file is read as ${survey.encoding}.`]
  for (const line of [...encodings, ...notes]) warn(line)
  if (label !== undefined || !survey.hasTimes) warn(sentenceOf(label ?? 'Table', name, survey, context.answers))
  return rows(context)
}

/** What the options that answer a question are, with an example. */
const ANSWERS: Record<keyof Answers, { asks: string; option: (guess: string | undefined) => string }> = {
  currency: { asks: 'the currency of its amounts', option: () => '--currency EUR' },
  timezone: {
    asks: 'the time zone of its times',
    option: () => `--timezone ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`,
  },
  decimals: { asks: 'whether 1.234 is one or a thousand', option: (guess) => `--decimals ${guess}` },
  dates: { asks: 'whether 01/05 is in January or in May', option: (guess) => `--dates ${guess}` },
}

function refuseOpenQuestions({ asks }: Survey, answers: Answers): void {
  const open = [...asks].filter(([question]) => answers[question] === undefined)
  if (open.length === 0) return
  const what = open.map(([question]) => ANSWERS[question].asks).join(', and ')
  const how = open.map(([question, guess]) => ANSWERS[question].option(guess)).join(' ')
  throw new UnreadableFile(`it does not say ${what}: add the right values, such as ${how}`)
}
