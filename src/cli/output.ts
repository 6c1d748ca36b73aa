import { styleText } from 'node:util'

/** One JSON value on standard output, for scripts. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Text that others chose, as it may be shown on a terminal: what would move the cursor or turn the reading direction is written out. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}

/** Emphasis on a terminal; plain text elsewhere and with NO_COLOR. */
export function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

/** Rows under their column names, aligned. */
export async function printTable(columns: string[], cells: string[][]): Promise<void> {
  // Loaded here, since its tables of characters would slow down the start of every other command.
  const { default: stringWidth } = await import('string-width')
  // A cell is one line, whatever it quotes.
  const rows = cells.map((row) => row.map((cell) => printable(cell.replaceAll(/\s*[\r\n]+\s*/g, ' '))))
  const widths = columns.map((column, index) =>
    Math.max(...[column, ...rows.map((row) => row[index] ?? '')].map((cell) => stringWidth(cell))),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd()
  print(strong(line(columns)))
  for (const row of rows) print(line(row))
}
