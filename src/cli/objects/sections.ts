import { type FactRow, joined, type Section } from '../../lookup/story/section.ts'
import { cut, spare } from '../kit/table.ts'
import { amount, clip, day, type ListColumn, printFacts, printHeading, printRows, when } from './view.ts'

/** Characters of a text that may be long, such as a description. */
const MOST_CHARACTERS = 300

/** Prints sections of facts below each other. One about the object itself needs no heading where it is the first. */
export async function printSections(sections: Section[]): Promise<void> {
  for (const [index, { name, title, rows }] of sections.entries()) {
    if (index > 0 || name !== 'about') printHeading(title)
    const [lines, variants] = [rows.filter(isLine), rows.filter(isVariant)]
    printRowsAsFacts(rows.filter((row) => !isLine(row) && !isVariant(row)))
    if (lines.length > 0) await printRows(lineColumns, lines)
    if (variants.length > 0) await printRows(variantColumns, variants)
  }
}

type LineRow = Extract<FactRow, { kind: 'line' }>
type VariantRow = Extract<FactRow, { kind: 'variant' }>

const isLine = (row: FactRow): row is LineRow => row.kind === 'line'
const isVariant = (row: FactRow): row is VariantRow => row.kind === 'variant'

const lineColumns: ListColumn<LineRow>[] = [
  [cut('ITEM'), ({ label, text }) => joined(label, text)],
  ['QUANTITY', ({ quantity, refunded }) => (refunded > 0 ? `${quantity}, ${refunded} refunded` : String(quantity))],
  ['PRICE', ({ unitPrice, currency }) => amount(unitPrice, currency ?? undefined)],
  ['AMOUNT', ({ total, currency }) => amount(total ?? undefined, currency ?? undefined)],
  [spare('PARCEL'), ({ parcels }) => parcels.map(({ number }) => number).join(', ')],
]

const variantColumns: ListColumn<VariantRow>[] = [
  ['VARIANT', ({ id }) => id],
  [cut('TITLE'), ({ label }) => label],
  [spare('SKU'), ({ sku }) => sku ?? ''],
  ['PRICE', ({ price, currency }) => amount(price ?? undefined, currency ?? undefined)],
  ['STOCK', stockText],
]

function stockText({ state, stock, restockAt }: VariantRow): string {
  const there = stock === null ? (state === 'in_stock' ? 'yes' : 'no') : String(stock)
  return joined(there, state === 'backorder' ? 'backorder' : '', restockAt === null ? '' : `restock ${day(restockAt)}`)
}

/** Rows of one label are one fact each: facts of one name would replace each other. */
function printRowsAsFacts(rows: FactRow[]): void {
  if (rows.length > 0) printFacts(rows.map((row): [string, string] => [labelOf(row), rowText(row)]))
}

/** `Placed` as `placed`, and `ID` as `id`. */
const labelOf = ({ label }: FactRow) =>
  label.charAt(0).toLowerCase() + (/^[A-Z]+$/.test(label) ? label.slice(1).toLowerCase() : label.slice(1))

/** The value of a row on one line. */
export function rowText(row: FactRow): string {
  switch (row.kind) {
    case 'text':
    case 'state':
      return clip(row.text, MOST_CHARACTERS)
    case 'money':
      return amount(row.amount, row.currency ?? undefined)
    case 'date':
      return [[row.at, row.until].flatMap((at) => (at === null ? [] : [when(at)])).join(' to '), row.text]
        .filter(Boolean)
        .join('  ')
    case 'link':
      return row.url
    case 'object':
      return row.text === row.id ? row.id : joined(row.text, row.id)
    case 'steps':
      return row.steps.flatMap(({ name, isDone }) => (isDone ? [name.replaceAll('_', ' ')] : [])).join(' > ')
    default:
      return ''
  }
}
