import { harmless } from '../lib/csv.ts'
import { isSpoiled, withoutMark } from './cells.ts'

/*
 * The apostrophe before what a spreadsheet would run as a formula, or shorten as a number: how an export adds it, and how an import takes
 * it off again.
 */

/** Fields whose digits are a name, not a number. */
const NAMED_BY_DIGITS = /(?:^|\.)(?:id|\w+Id|number|phone|postalCode|barcode|trackingNumber)$/

/** Whether the digits of a field are a name, which spreadsheets spoil. @param name its path, joined by dots */
export function isNamedByDigits(name: string): boolean {
  return NAMED_BY_DIGITS.test(name)
}

/** An empty cell is an omitted field, so an empty text is an apostrophe. One more keeps a text of apostrophes apart from it. */
const EMPTY = /^'*$/
const GUARDED = /^'(?='*(?:$|[=+\-@\t\r]))/

/** The cell of a text field. {@link restored} gives the text back. */
export function guarded(text: string, name: string): string {
  if (EMPTY.test(text)) return `'${text}`
  const isMarked = isNamedByDigits(name) && (text.startsWith("'") || isSpoiled(text))
  return isMarked ? `'${text}` : harmless(text)
}

/** The text of a cell, as it was before a spreadsheet or an export for spreadsheets changed it. */
export function restored(cell: string, name: string): string {
  return isNamedByDigits(name) ? withoutMark(cell) : cell.replace(GUARDED, '')
}
