import { countryCode } from '../../lib/countries.ts'
import { flagOf, spoiledProblem, withoutMark } from '../cells.ts'
import { textOfHtml } from '../html.ts'
import { minorUnits } from '../money.ts'
import { BadCell } from '../problem.ts'
import { timeOf } from '../times.ts'
import type { CellReader, Field, FieldKind, ObjectContext } from './preset.ts'

/** A field of the first of these columns that the file has. */
function field(kind: FieldKind, read: CellReader) {
  return (...names: string[]): Field => ({ names, kind, read })
}

/** Longer text is rejected by the server anyway. */
const LONGEST_HTML = 1_000_000

function wholeDigits(cell: string): string | BadCell {
  const problem = spoiledProblem(cell)
  return problem === undefined ? withoutMark(cell) : new BadCell(problem)
}

export const text = field('text', (cell) => cell)
/** An id, number, postal code or phone number. */
export const digits = field('id', wholeDigits)
/** A code in capitals, such as that of a currency. */
export const code = field('id', (cell) => cell.toUpperCase())
export const email = field('text', withoutMark)
export const html = field('text', (cell) => (cell.length > LONGEST_HTML ? cell : textOfHtml(cell) || undefined))
export const country = field('text', (cell) => (/^[A-Z]{2}$/.test(cell) ? cell : (countryCode(cell) ?? undefined)))
export const time = field('time', (cell, { answers }) => timeOf(cell, answers))
/** A time without a zone that is in UTC by its column. */
export const gmt = field('utc', (cell) => timeOf(cell, { timezone: 'UTC' }))
/** Kilograms as whole grams. */
export const grams = field('text', (cell) => {
  const weight = Number(cell.replace(',', '.'))
  return Number.isFinite(weight) && weight >= 0 ? Math.round(weight * 1000) : undefined
})
export const yesNo = field('text', (cell) => flagOf(cell) ?? new BadCell('must be yes or no'))
export const list = field('text', (cell) => {
  const entries = cell.split(',').map((entry) => entry.trim())
  const found = [...new Set(entries.filter((entry) => entry !== ''))]
  return found.length > 0 ? found : undefined
})
/** A whole number; exports of databases also write `2.0000`. */
export const count = field('text', (cell) =>
  /^-?\d{1,15}([.,]0+)?$/.test(cell) ? Number.parseInt(cell, 10) : new BadCell('must be a whole number'),
)
export const money = field('amount', (cell, context) => positive(amount(cell, context, false)))
/** An amount that the shop system calculates, so that it may have digits beyond the minor units. */
export const calculated = field('amount', (cell, context) => positive(amount(cell, context, true)))
/** An amount that some shops write with a minus, such as a discount. */
export const magnitude = field('amount', (cell, context) => {
  const read = amount(cell, context, true)
  return typeof read === 'number' ? Math.abs(read) : read
})

function amount(cell: string, { currency, decimals }: ObjectContext, isRounded: boolean): number | BadCell {
  return currency === undefined ? new BadCell('has no currency') : minorUnits(cell, { currency, decimals, isRounded })
}

function positive(read: number | BadCell): number | BadCell {
  return typeof read === 'number' && read < 0 ? new BadCell('must not be negative') : read
}
