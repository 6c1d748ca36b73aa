import { styleText } from 'node:util'

/** One JSON value on standard output, for scripts. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Text from outside as it may stand on a terminal, where an escape sequence could write over what others said. */
export function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '\ufffd')
}

/** Emphasis on a terminal; plain text elsewhere and with NO_COLOR. */
export function strong(text: string): string {
  return styleText('bold', text, { stream: process.stdout })
}

/** Rows under their column names, aligned, each on one line. */
export async function printTable(columns: string[], values: string[][]): Promise<void> {
  // Loaded here, since its tables of characters would slow down the start of every other command.
  const { default: stringWidth } = await import('string-width')
  const rows = values.map((row) => row.map((cell) => visible(cell).replaceAll('\n', ' ')))
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
