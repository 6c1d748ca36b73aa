import type { RowFile } from './encoding.ts'
import { entriesOf, objectIn } from './format.ts'
import type { JsonEntry } from './json.ts'
import type { Mapping, RowContext } from './mapping.ts'
import { ownJsonRows } from './own-json.ts'
import { cellsIn, fieldsOfJson, objectOfJson } from './presets/json-mapping.ts'
import type { JsonPreset } from './presets/preset.ts'
import { tableRows } from './reading.ts'
import type { ImportRow } from './row.ts'
import type { Shelf } from './shelf.ts'
import { answersIn, noSigns, noSurvey, noteTime, type Survey, surveyTable } from './survey.ts'
import type { RowTable, TableRecord } from './table.ts'
import { memoryTwins, type Twins, twinIssues } from './twins.ts'

/** An object of a file, with the records of a table that it was made from. */
export interface SourceRow extends ImportRow {
  records?: TableRecord[]
}

/** A file that has been read once, and can be read again as objects. */
export interface RowReader {
  survey: Survey
  /** How it is read, if it is a table. */
  table?: RowTable
  rows(context: RowContext): AsyncGenerator<SourceRow>
}

/** Reads a table once. @throws UnreadableFile */
export async function tableReader(
  file: RowFile,
  table: RowTable,
  mapping: Mapping,
  newShelf: () => Shelf,
): Promise<RowReader> {
  const { reading, survey } = await surveyTable(file, table, mapping, newShelf)
  return { survey, table: reading.table, rows: (context) => tableRows(file, reading, context) }
}

/** Counts the objects of a JSON file in our own form. @throws UnreadableFile */
export async function ownJsonReader(file: RowFile, format: 'json' | 'ndjson'): Promise<RowReader> {
  let rows = 0
  let hasTimes: boolean | undefined
  for await (const { text } of entriesOf(file, format)) {
    rows++
    const object = hasTimes === undefined ? objectIn(text) : undefined
    if (object) hasTimes = 'updatedAt' in object
  }
  return {
    survey: { ...noSurvey(), rows, objects: rows, hasTimes: hasTimes ?? false },
    // Not asked for where the first object has a time.
    rows: ({ importedAt = 0 }) => ownJsonRows(entriesOf(file, format), importedAt, memoryTwins()),
  }
}

const MOST_CURRENCIES = 20

/** Reads a JSON file of a shop system once. @throws UnreadableFile */
export async function shopJsonReader(
  file: RowFile,
  format: 'json' | 'ndjson',
  preset: JsonPreset,
  newTwins: () => Twins,
): Promise<RowReader> {
  const signs = noSigns()
  const currencies = new Set<string>()
  let rows = 0
  let hasTimes = false
  const { amounts, times } = fieldsOfJson(preset)
  for await (const { text } of entriesOf(file, format)) {
    rows++
    const object = objectIn(text)
    if (!object) continue
    const cell = cellsIn(object)
    hasTimes ||= preset.ages.some(({ names }) => cell(...names) !== '')
    for (const names of times) noteTime(signs, cell(...names))
    const currency = cell(...(preset.currency ?? []))
    if (currency !== '' && currencies.size < MOST_CURRENCIES) currencies.add(currency.toUpperCase())
    signs.hasAmounts ||= amounts.some((names) => cell(...names) !== '')
  }
  const survey = {
    ...noSurvey(),
    rows,
    objects: rows,
    hasTimes,
    currencies: [...currencies],
    ...answersIn(signs, currencies.size > 0),
  }
  return { survey, rows: (context) => shopJsonRows(entriesOf(file, format), preset, context, newTwins()) }
}

async function* shopJsonRows(
  entries: AsyncIterable<JsonEntry>,
  preset: JsonPreset,
  context: RowContext,
  twins: Twins,
): AsyncGenerator<SourceRow> {
  for await (const { text, place } of entries) {
    const object = objectIn(text)
    if (object) yield shopJsonRow(objectOfJson(preset, object, place, context), twins)
    else yield { place, text, issues: [{ path: [], message: 'is not a JSON object' }] }
  }
}

function shopJsonRow(row: ImportRow, twins: Twins): ImportRow {
  const object = objectIn(row.text) ?? {}
  return { ...row, issues: [...row.issues, ...twinIssues(twins, object, row.text)] }
}
