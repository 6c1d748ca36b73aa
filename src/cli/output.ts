import { styleText } from 'node:util'

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

/** Text that others wrote, for a terminal: what would command it (move the cursor, set the title) is shown as `\x1b` instead. */
export function inert(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}/gu, (control) => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** Rows under their column names, aligned; a cell is one line, whatever is in it. */
export async function printTable(columns: string[], contents: string[][]): Promise<void> {
  // Loaded here, since its tables of characters would slow down the start of every other command.
  const { default: stringWidth } = await import('string-width')
  const rows = contents.map((row) => row.map((cell) => inert(cell).replaceAll(/\s/g, ' ')))
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
