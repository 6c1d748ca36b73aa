import type { Answers } from './answers.ts'
import type { ImportRow } from './row.ts'
import type { TableRecord } from './table.ts'

/** How objects are made from the rows of a file. */
export interface RowContext {
  answers: Answers
  /** For the objects of a file without times, in epoch milliseconds; undefined if the file has times. */
  importedAt: number | undefined
  /** The time of the import, in epoch milliseconds. */
  now: number
}

/** What the columns of a table mean. */
export interface Mapping {
  /** The object that a record belongs to; empty if it does not say. */
  keyOf(cells: string[]): string
  /** The column of the key; undefined if no object has several rows. */
  keyAt: number | undefined
  /** Another name of that object, which records may use as their key. */
  aliasOf?(cells: string[]): string
  /** The columns of amounts. */
  amounts: number[]
  /** Whether amounts are written in minor units. */
  isMinor: boolean
  /** The columns of times. */
  times: number[]
  /** The columns whose latest time is the age of an object. */
  ages: number[]
  /** The column of the currency. */
  currency: number | undefined
  /** The currency of all amounts, if the headings name it. */
  fixedCurrency?: string | undefined
  /** The object of some records. Its issues are those of all its records. */
  rowOf(records: TableRecord[], context: RowContext): ImportRow
}
