/** A text that spreadsheets would run as a formula, also behind apostrophes: the one that is added must be told from its own. */
const FORMULA = /^'*[=+\-@\t\r]/

/** A text as a cell that no spreadsheet runs: with an apostrophe before it, if it begins like a formula. */
export function harmless(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** One line of a CSV file (RFC 4180). @param cells texts that were written by others are `harmless` already */
export function csvLine(cells: string[]): string {
  return `${cells.map(quoted).join(',')}\n`
}

/** Readers may drop blanks at the edges of a cell that is not quoted. */
function quoted(cell: string): string {
  return /[",\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
