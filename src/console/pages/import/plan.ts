import type { Answers } from '../../../rows/answers.ts'
import { formatOf } from '../../../rows/format.ts'
import { decimalsShown } from '../../../rows/money.ts'
import { type AmountForm, fieldsByHeading, ownMapping } from '../../../rows/own-columns.ts'
import type { RowReader } from '../../../rows/reader.ts'
import type { RowColumn } from '../../../rows/row.ts'
import { memoryShelf } from '../../../rows/shelf.ts'
import { openTable } from '../../../rows/table.ts'
import { memoryTwins } from '../../../rows/twins.ts'
import type { ImportField, ImportFields } from '../api-types.ts'
import { rowFileOf } from './file.ts'
import { formats, type Look } from './look.ts'
import { matchingOf } from './remembered.ts'
import type { Type } from './send.ts'

/** The fields of each column, by its place; none: the column is left out. */
export type Matches = string[][]

/** How a file is read, in a form that can be stored. */
export interface Plan {
  type: Type
  /** The name of a format of a shop system; undefined: our own. */
  from: string | undefined
  matches: Matches
  amounts: AmountForm
  /** Somebody has matched columns of these names before. */
  isRemembered: boolean
  answers: Answers
}

/** How a file is probably read. @param chosen what somebody has chosen: `none` is no format of a shop system */
export function planFor(
  look: Look,
  fields: Record<Type, ImportFields>,
  chosen: { from?: string; type?: Type } = {},
): Plan {
  const preset = look.presets.find(({ name, type }) => (chosen.from ?? name) === name && (chosen.type ?? type) === type)
  const common = { answers: {}, isRemembered: false }
  if (preset) return { ...common, type: preset.type, from: preset.name, matches: [], amounts: 'minor' }
  const before = look.table && matchingOf(look.table.headings)
  if (before && (chosen.type ?? before.type) === before.type)
    return {
      ...common,
      from: undefined,
      type: before.type,
      matches: before.matches,
      amounts: before.amounts,
      isRemembered: true,
    }
  const guesses = (Object.keys(fields) as Type[]).map((type) => {
    const matches = guessMatches(look, fields[type].fields)
    return { type, matches, count: matches.flat().length }
  })
  const best = guesses.reduce((one, other) => (other.count > one.count ? other : one))
  const { type, matches } = guesses.find((guess) => guess.type === chosen.type) ?? best
  return { ...common, from: undefined, type, matches, amounts: guessAmounts(matches, fields[type].fields, look) }
}

/** The fields whose names are those of the columns. */
function guessMatches({ table, first }: Look, fields: ImportField[]): Matches {
  const names = fieldsByHeading(
    table?.headings ?? Object.keys(first?.object ?? {}),
    fields.map(({ name }) => name),
  )
  return names.map((name) => (name === '' ? [] : [name]))
}

/** Amounts that have a decimal sign are not in minor units. */
function guessAmounts(matches: Matches, fields: ImportField[], { values }: Look): AmountForm {
  const amounts = new Set(fields.filter(({ kind }) => kind === 'money').map(({ name }) => name))
  const cells = matches.flatMap((names, index) =>
    names.some((name) => amounts.has(name)) ? (values[index] ?? []) : [],
  )
  return cells.some((cell) => decimalsShown(cell) !== undefined) ? 'decimal' : 'minor'
}

/** Reads a file once, as planned. @param fields of the type @throws UnreadableFile */
export async function readerOf(file: File, plan: Plan, fields: ImportField[]): Promise<RowReader> {
  const source = rowFileOf(file)
  const { format } = await formatOf(source)
  if (format !== 'csv') {
    const { jsonFormatNamed, ownJsonReader, shopJsonReader } = await formats()
    const preset = jsonFormatNamed(plan.from)
    return preset ? shopJsonReader(source, format, preset, memoryTwins) : ownJsonReader(source, format)
  }
  const { tableFormatNamed, presetMapping, tableReader } = await formats()
  const table = await openTable(source)
  const preset = tableFormatNamed(plan.from)
  const mapping = preset
    ? presetMapping(preset, table.headings)
    : ownMapping(columnsOf(plan.matches, fields), plan.amounts)
  return tableReader(source, table, mapping, memoryShelf)
}

/** Columns as rows are made with them. Cells of `custom.NAME` are kept as text. */
function columnsOf(matches: Matches, fields: ImportField[]): RowColumn[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  return matches.flatMap((names, index) =>
    names.flatMap((name): RowColumn[] => {
      const field = byName.get(name)
      if (!field && !name.startsWith('custom.')) return []
      return [{ name, index, path: name.split('.'), kind: field?.kind ?? 'text', list: field?.list ?? undefined }]
    }),
  )
}
