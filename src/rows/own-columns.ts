import { plainHeading } from './headings.ts'
import type { Mapping, RowContext } from './mapping.ts'
import { addLine, type ImportRow, newDraft, type RowColumn, rowOf } from './row.ts'
import type { TableRecord } from './table.ts'

/** What amounts of a table look like: `8290`, or `82.90`. */
export type AmountForm = 'minor' | 'decimal'

/** A table whose columns are the fields of a type, by their names or as somebody matched them. */
export function ownMapping(columns: RowColumn[], form: AmountForm): Mapping {
  const at = (name: string) => columns.find((column) => column.name === name)?.index
  const [id, age] = [at('id'), at('updatedAt')]
  const cell = (cells: string[], index: number | undefined) => (index === undefined ? '' : (cells[index]?.trim() ?? ''))
  const hasLists = columns.some(({ list }) => list)
  const placesOf = (kind: RowColumn['kind']) =>
    columns.filter((column) => column.kind === kind).map(({ index }) => index)
  return {
    // Without lists, rows with one id are versions of one object, unless they have the same age.
    keyOf: (cells) => {
      // Ids are compared byte for byte, also their blanks.
      const key = cell(cells, id) === '' ? '' : (cells[id ?? -1] ?? '')
      return key === '' || hasLists ? key : `${key}\n${cell(cells, age)}`
    },
    keyAt: hasLists ? id : undefined,
    amounts: placesOf('money'),
    isMinor: form === 'minor',
    times: placesOf('time'),
    ages: age === undefined ? [] : [age],
    currency: at('currency') ?? at('totalSpentCurrency'),
    rowOf: (records, context) => ownRow(records, columns, form, context),
  }
}

function ownRow(
  records: TableRecord[],
  columns: RowColumn[],
  form: AmountForm,
  { answers, importedAt }: RowContext,
): ImportRow {
  const draft = newDraft(records[0]?.line ?? 0)
  const isOf = (field: string) => columns.some(({ name }) => name === field)
  const currencyField = isOf('totalSpent') ? 'totalSpentCurrency' : 'currency'
  const currencyAt = columns.find(({ name }) => name === currencyField)?.index ?? -1
  const given = records.map(({ cells }) => cells[currencyAt]?.trim() ?? '').find((cell) => cell !== '')
  const currency = (given ?? answers.currency)?.toUpperCase()
  const reading = { answers, form, currency }
  for (const { cells, line } of records) addLine(draft, columns, cells, line, reading)
  const isAmount = ({ kind }: RowColumn) => kind === 'money'
  // The answer is kept with the amounts that it is the currency of.
  if (form === 'decimal' && currency !== undefined && given === undefined && columns.some(isAmount))
    draft.object.set(currencyField, JSON.stringify(currency))
  if (importedAt !== undefined && !draft.object.has('updatedAt')) draft.object.set('updatedAt', String(importedAt))
  return rowOf(draft)
}

/** The field of each heading whose plain form is that of its name; empty without a match. */
export function fieldsByHeading(headings: string[], fields: string[]): string[] {
  const names = new Map(fields.map((name) => [plainHeading(name), name]))
  return headings.map((heading) => (heading.startsWith('custom.') ? heading : (names.get(plainHeading(heading)) ?? '')))
}
