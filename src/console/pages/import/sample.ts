import type { ImportField } from '../api-types.ts'
import { recordsOf } from './records.ts'
import { type FileRow, rowsOf } from './rows.ts'
import { cellsOf, tableScanner } from './scanners.ts'
import { columnsOf, type Matches, type Source } from './source.ts'

/** Rows that are checked before anything is sent, and lines whose cells are shown. */
const ROWS = 20
const LINES = 3

/** The first values of each column of a table. */
export async function firstCells(file: File, { delimiter, bodyStart, headings }: Source): Promise<string[][]> {
  const lines: string[][] = []
  const problems = { tooLong: '', cutOff: '' }
  for await (const { text = '' } of recordsOf(file, tableScanner(delimiter), bodyStart, problems)) {
    const cells = cellsOf(text, delimiter)
    if (cells.some((cell) => cell !== '')) lines.push(cells)
    if (lines.length === LINES) break
  }
  return headings.map((_, index) => lines.map((cells) => cells[index] ?? '').filter((cell) => cell !== ''))
}

/** The first rows as they would be sent. */
export async function firstRows(
  file: File,
  source: Source,
  { matches, fields, updatedAt }: { matches: Matches; fields: ImportField[]; updatedAt: number },
): Promise<FileRow[]> {
  const rows: FileRow[] = []
  const reading = { ...source, columns: columnsOf(matches, fields), updatedAt }
  for await (const row of rowsOf(file, reading, firstPosition(source))) {
    rows.push(row)
    if (rows.length === ROWS) break
  }
  return rows
}

export function firstPosition({ format, bodyStart }: Source): { offset: number; place: number } {
  return { offset: bodyStart, place: format === 'csv' ? 2 : 1 }
}
