import { columnsByHeading, plainHeading } from '../headings.ts'
import type { JsonObject } from '../json-object.ts'
import type { Mapping, RowContext } from '../mapping.ts'
import type { ImportRow, RowIssue } from '../row.ts'
import type { TableRecord } from '../table.ts'
import { entryOf, fillFields, issueAt, latest, withIdentity } from './fill.ts'
import type { CellsOf, Field, FieldKind, ObjectContext, TablePreset } from './preset.ts'

/** Finds columns by their names. */
interface Columns {
  /** The first of these columns that the table has. */
  find(names: string[]): number | undefined
  cellsOf(cells: string[]): CellsOf
}

function columnsOf(headings: string[]): Columns {
  const byHeading = columnsByHeading(headings)
  const known = new Map<string, number>()
  const byField = new Map<Field, number>()
  const find = (name: string): number => {
    const at = known.get(name) ?? byHeading.get(plainHeading(name)) ?? -1
    known.set(name, at)
    return at
  }
  const first = (names: string[]) => names.map(find).find((index) => index >= 0)
  return {
    find: first,
    cellsOf: (cells) => {
      const byNames = (...names: string[]) => {
        for (const name of names) {
          const index = find(name)
          if (index >= 0) return cells[index]?.trim() ?? ''
        }
        return ''
      }
      // Looked up for each cell of a file, so the names are searched once.
      const of = (field: Field) => {
        const at = byField.get(field) ?? first(field.names) ?? -1
        byField.set(field, at)
        return cells[at]?.trim() ?? ''
      }
      return Object.assign(byNames, { of })
    },
  }
}

/** The headings of a table, or those that its columns have by their positions. */
function headingsFor({ headingsOf }: TablePreset, headings: string[]): string[] {
  return headingsOf?.(headings) ?? headings
}

/** The columns of a preset that a table lacks, by their first names. */
export function missingColumns(preset: TablePreset, headings: string[]): string[] {
  const byHeading = columnsByHeading(headingsFor(preset, headings))
  return preset.needs
    .filter((names) => !names.some((name) => byHeading.has(plainHeading(name))))
    .map(([name = '']) => name)
}

export function notesOf(preset: TablePreset, headings: string[]): string[] {
  const columns = columnsOf(headingsFor(preset, headings))
  return preset.notes?.((...names) => columns.find(names) !== undefined) ?? []
}

/** What the columns of a table mean in the format of a shop system. */
export function presetMapping(preset: TablePreset, headings: string[]): Mapping {
  const columns = columnsOf(headingsFor(preset, headings))
  const all = [
    ...preset.ages,
    ...Object.values(preset.fields),
    ...Object.values(preset.lists ?? {}).flatMap(({ fields }) => Object.values(fields)),
  ]
  const ofKind = (kind: FieldKind) =>
    placesOf(
      all.filter((field) => field.kind === kind),
      columns,
    )
  const { keyOf, aliasOf } = preset
  const fixedCurrency = preset.currencyOf?.(headings)
  const keyAt = columns.find(preset.key)
  return {
    keyOf: (cells) => (keyOf ? keyOf(columns.cellsOf(cells)) : (cells[keyAt ?? -1]?.trim() ?? '')),
    keyAt,
    ...(aliasOf ? { aliasOf: (cells: string[]) => aliasOf(columns.cellsOf(cells)) } : {}),
    amounts: ofKind('amount'),
    isMinor: false,
    times: ofKind('time'),
    ages: placesOf(preset.ages, columns),
    currency: columns.find(preset.currency ?? []),
    fixedCurrency,
    rowOf: (records, { answers, ...context }) => {
      const currency = fixedCurrency ?? answers.currency
      return rowOf(preset, records, columns, { ...context, answers: { ...answers, currency } })
    },
  }
}

function placesOf(fields: Field[], columns: Columns): number[] {
  return [...new Set(fields.flatMap(({ names }) => columns.find(names) ?? []))]
}

function rowOf(
  preset: TablePreset,
  records: TableRecord[],
  columns: Columns,
  { answers, importedAt, now }: RowContext,
): ImportRow {
  const issues: RowIssue[] = []
  const cells = records.map((record) => columns.cellsOf(record.cells))
  const firstCell = (names: string[]) => cells.map((cellOf) => cellOf(...names)).find((cell) => cell !== '')
  const context: ObjectContext = {
    answers,
    currency: (firstCell(preset.currency ?? []) ?? answers.currency)?.toUpperCase(),
    decimals: answers.decimals ?? 'point',
    now,
    reject: (field, message) => issues.push(issueAt(field, message)),
  }
  const object: JsonObject = {}
  const heads = preset.isHead ? cells.filter(preset.isHead) : cells
  if (preset.isHead && heads.length !== 1)
    context.reject(
      '',
      heads.length === 0 ? 'is not in the file, only parts of it are' : 'is in the file more than once',
    )
  fillFields(object, preset.fields, heads, context)
  preset.finish?.(object, heads, context)
  for (const [name, { has, fields, each }] of Object.entries(preset.lists ?? {})) {
    const entries = cells
      .filter((cellOf) => has(cellOf, cells.length))
      .map((cellOf, place) => {
        const entry = entryOf(fields, cellOf, context, `${name}.${place}`)
        each?.(entry, cellOf, { place, object, first: heads[0] ?? cellOf, context })
        return entry
      })
    if (entries.length > 0) object[name] = entries
  }
  const age = latest(preset.ages, cells, context)
  const updatedAt = age ?? importedAt
  if (updatedAt === undefined)
    context.reject('updatedAt', `has no time in ${preset.ages.map(({ names: [name] }) => name).join(', ')}`)
  if (isTwice(records)) context.reject('', 'is in the file twice: delete the second one')
  return { place: records[0]?.line ?? 0, text: JSON.stringify(withIdentity(object, updatedAt)), issues }
}

/** Whether the first record, which has the cells of the object, comes again. */
function isTwice([first, ...others]: TableRecord[]): boolean {
  return others.some(
    ({ cells }) => cells.length === first?.cells.length && cells.every((cell, index) => cell === first.cells[index]),
  )
}
