import { styleText } from 'node:util'
import { inert, inertJson } from '../../lib/inert.ts'

/*
 * Everything that commands print goes through here, which is why no command has to remember that shops, endpoints and files chose
 * a part of it: what a terminal would obey is written out. Only styles that are asked for here are left.
 */

/** Text with a style on terminals; plain elsewhere and with NO_COLOR. */
export interface Styled {
  text: string
  style: 'bold' | 'dim' | 'red'
}

/** One line, whatever its parts hold. */
export type Line = string | (string | Styled)[]

/** Emphasis. */
export function strong(text: string): Styled {
  return { text, style: 'bold' }
}

/** Lines on standard output. */
export function print(...lines: Line[]): void {
  writeLines(process.stdout, lines)
}

/** Lines on standard error: what went wrong, and what is no result. */
export function warn(...lines: Line[]): void {
  writeLines(process.stderr, lines)
}

/** In one piece, so that others who write there do not come in between. */
function writeLines(stream: NodeJS.WriteStream, lines: Line[]): void {
  stream.write(lines.map((line) => `${rendered(line, stream)}\n`).join(''))
}

function rendered(line: Line, stream: NodeJS.WriteStream): string {
  const parts = typeof line === 'string' ? [line] : line
  return parts
    .map((part) => (typeof part === 'string' ? inert(part) : styleText(part.style, inert(part.text), { stream })))
    .join('')
}

/** Text of several lines, each behind `margin`. */
export function linesOf(text: string, margin = ''): string[] {
  return text.split(/\r?\n/).map((line) => (line === '' ? '' : margin + line))
}

/** Text of several lines in one: each line end is a space. */
export function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')
}

/** A line on standard error that the next one takes the place of; undefined ends it. Only people on terminals see it. */
export function showMeanwhile(text: string | undefined): void {
  if (process.stderr.isTTY) process.stderr.write(text === undefined ? '\r\u001b[K' : `\r${inert(text)}`)
}

/** One JSON value on one line, for scripts. */
export function printJson(value: unknown, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${inertJson(JSON.stringify(value))}\n`)
}

/** Rows under their column names, aligned. */
export async function printTable(columns: string[], cells: string[][]): Promise<void> {
  // Loaded here, since its tables of characters would slow down the start of every other command.
  const { default: stringWidth } = await import('string-width')
  const rows = cells.map((row) => row.map((cell) => inert(onOneLine(cell))))
  const widths = columns.map((column, index) =>
    Math.max(...[column, ...rows.map((row) => row[index] ?? '')].map((cell) => stringWidth(cell))),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - stringWidth(cell)))
      .join('  ')
      .trimEnd()
  print([strong(line(columns))], ...rows.map(line))
}
