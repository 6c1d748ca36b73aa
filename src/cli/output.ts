import { styleText } from 'node:util'
import stringWidth from 'string-width'

/** One JSON value on standard output, for scripts. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Emphasis on a terminal; plain text elsewhere and with NO_COLOR. */
export function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

/** Rows under their column names, aligned. */
export function printTable(columns: string[], rows: string[][]): void {
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
