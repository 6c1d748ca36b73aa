import type { Answers } from './answers.ts'
import { minorUnits } from './money.ts'
import { BadCell } from './problem.ts'
import { timeOf } from './times.ts'

/** What a cell of a table is read as. */
export const cellKinds = ['text', 'integer', 'money', 'boolean', 'time', 'texts', 'list', 'object'] as const
export type CellKind = (typeof cellKinds)[number]

const INTEGER = /^(-?)0*(\d+)$/

/** How the cells of one object are read. */
export interface CellReading {
  answers: Answers
  /** What amounts look like: `8290`, or `82.90`. */
  form: 'minor' | 'decimal'
  /** Of the amounts; undefined if it is not known. */
  currency: string | undefined
}

/** The JSON text for a cell of a table, or what is wrong with it. The server checks whether the value fits its field. */
export function jsonOf(cell: string, kind: CellKind, reading: CellReading): { json: string } | { problem: string } {
  if (kind === 'text') return { json: JSON.stringify(cell) }
  if (kind === 'money' && reading.form === 'decimal') return amountOf(cell, reading)
  if (kind === 'integer' || kind === 'money') {
    return INTEGER.test(cell)
      ? { json: withoutZeros(cell) }
      : { problem: 'must be a whole number, such as 3900; amounts are in minor units' }
  }
  if (kind === 'boolean') {
    const flag = flagOf(cell)
    return flag === undefined ? { problem: 'must be true or false' } : { json: String(flag) }
  }
  if (kind === 'time') return { json: timeIn(cell, reading) }
  if (kind === 'object') return parsed(cell, isObject, 'a JSON object')
  if (kind === 'list' || cell.trim().startsWith('[')) return parsed(cell, Array.isArray, 'a JSON array')
  return { json: JSON.stringify(textsIn(cell)) }
}

/** Yes and no in the languages of shops. */
const YES = new Set(['true', 'yes', 'y', '1', 'on', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'si', 'verdadero'])
const NO = new Set(['false', 'no', 'n', '0', 'off', 'nein', 'falsch', 'non', 'faux', 'falso'])

/** What a word says; undefined if it is neither yes nor no. */
export function flagOf(cell: string): boolean | undefined {
  const word = cell.trim().toLowerCase()
  if (YES.has(word)) return true
  return NO.has(word) ? false : undefined
}

function amountOf(cell: string, { answers, currency }: CellReading): { json: string } | { problem: string } {
  if (currency === undefined) return { problem: 'has no currency' }
  const amount = minorUnits(cell, { currency, decimals: answers.decimals ?? 'point' })
  return amount instanceof BadCell ? { problem: amount.problem } : { json: String(amount) }
}

/** A time that can't be read stays as it is: the server says what is wrong with it. */
function timeIn(cell: string, { answers }: CellReading): string {
  const isZoned = /\dT.*(Z|[+-]\d\d:?\d\d)$/i.test(cell)
  const time = isZoned ? undefined : timeOf(cell.trim(), answers)
  if (typeof time === 'number') return String(time)
  return INTEGER.test(cell) ? withoutZeros(cell) : JSON.stringify(cell)
}

const SPOILED = /^-?\d([.,]\d+)?E\+?\d+$/i

/** Whether a text looks like a number that a spreadsheet has shortened. */
export function isSpoiled(cell: string): boolean {
  return SPOILED.test(cell)
}

/** What is wrong with an id, number, postal code or phone number that a spreadsheet took for a number. */
export function spoiledProblem(cell: string): string | undefined {
  return isSpoiled(cell)
    ? `is ${cell}: a spreadsheet has shortened it. Export the file again, and import it without opening it in a spreadsheet`
    : undefined
}

/** Drops the apostrophe with which spreadsheets keep a number as text. */
export function withoutMark(cell: string): string {
  return cell.startsWith("'") ? cell.slice(1) : cell
}

/** Texts in one cell are separated by commas. */
function textsIn(cell: string): string[] {
  return cell
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

/** Programs that write columns of a fixed width add leading zeros, which are invalid in JSON. */
function withoutZeros(integer: string): string {
  return integer.replace(INTEGER, '$1$2')
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(cell: string, fits: (value: unknown) => boolean, what: string): { json: string } | { problem: string } {
  try {
    if (fits(JSON.parse(cell))) return { json: cell }
  } catch {
    // Reported below, like JSON of another type.
  }
  return { problem: `must be ${what}` }
}
