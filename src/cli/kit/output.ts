import { styleText } from 'node:util'
import { inert, inertJson } from '../../lib/escape.ts'
import { stringify } from '../../lib/json.ts'
import { type Column, fitted, type Table, totalOf, widthsOf } from './table.ts'

/*
 * All output of commands goes through here. Shops, endpoints and files choose a part of it, so control characters are escaped in one
 * place. Only the styles of this file reach the terminal.
 */

/** Text with a style on terminals; plain elsewhere and with NO_COLOR. */
export interface Styled {
  text: string
  style: 'bold' | 'dim' | 'red'
}

/** One line, made of plain and styled parts. */
export type Line = string | (string | Styled)[]

/** Emphasized text. */
export function strong(text: string): Styled {
  return { text, style: 'bold' }
}

/** Writes lines to standard output. */
export function print(...lines: Line[]): void {
  writeLines(process.stdout, lines)
}

/** Writes lines to standard error: errors, and hints that are not results. */
export function warn(...lines: Line[]): void {
  writeLines(process.stderr, lines)
}

/** In one call, so that output of other programs does not come in between. */
function writeLines(stream: NodeJS.WriteStream, lines: Line[]): void {
  stream.write(lines.map((line) => `${rendered(line, stream)}\n`).join(''))
}

function rendered(line: Line, stream: NodeJS.WriteStream): string {
  const parts = typeof line === 'string' ? [line] : line
  return parts
    .map((part) => (typeof part === 'string' ? inert(part) : styleText(part.style, inert(part.text), { stream })))
    .join('')
}

/** The lines of a text, each after `margin`. */
export function linesOf(text: string, margin = ''): string[] {
  return text.split(/\r?\n/).map((line) => (line === '' ? '' : margin + line))
}

/** Joins the lines of a text with spaces. */
export function onOneLine(text: string): string {
  return text.trim().replaceAll(/\s*[\r\n]+\s*/g, ' ')
}

/** Shows a line on standard error that the next call replaces; undefined removes it. Does nothing if standard error is not a terminal. */
export function showMeanwhile(text: string | undefined): void {
  if (process.stderr.isTTY) process.stderr.write(text === undefined ? '\r\u001b[K' : `\r${inert(text)}`)
}

/** One JSON value on one line, for scripts. */
export function printJson(value: unknown, stream: NodeJS.WriteStream = process.stdout): void {
  stream.write(`${inertJson(stringify(value))}\n`)
}

/** Columns of a terminal that does not report its width. */
const USUAL_WIDTH = 80

let tablesAreWhole = false
let isHintGiven = false

/** Set once a command, by its option --wide. */
export function showWholeTables(whole: boolean): void {
  tablesAreWhole = whole
  isHintGiven = false
}

/**
 * Prints rows below their column names, aligned. On a terminal the table fits the width, unless the command has --wide; in a pipe or a
 * file it is complete.
 */
export async function printTable(columns: (string | Column)[], cells: string[][]): Promise<void> {
  // Loaded here, since its tables of characters would slow down the start of every other command.
  const { default: stringWidth } = await import('string-width')
  const whole: Table = {
    columns: columns.map((column) => (typeof column === 'string' ? { title: column } : column)),
    rows: cells.map((row) => row.map((cell) => inert(onOneLine(cell)))),
  }
  const width =
    process.stdout.isTTY && !tablesAreWhole ? process.stdout.columns || USUAL_WIDTH : Number.POSITIVE_INFINITY
  const isTooWide = totalOf(widthsOf(whole, stringWidth)) > width
  const table = isTooWide ? fitted(whole, width, stringWidth) : whole
  const widths = widthsOf(table, stringWidth)
  const line = (texts: string[]) =>
    texts
      .map((text, index) => text + ' '.repeat((widths[index] ?? 0) - stringWidth(text)))
      .join('  ')
      .trimEnd()
  print([strong(line(table.columns.map(({ title }) => title)))], ...table.rows.map(line))
  if (isTooWide && !isHintGiven)
    warn([{ text: 'Shortened to fit the terminal: --wide shows everything.', style: 'dim' }])
  isHintGiven ||= isTooWide
}
