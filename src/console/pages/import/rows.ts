import {
  addLine,
  continues,
  type ImportRow,
  newDraft,
  type ObjectDraft,
  type RowColumn,
  rowOf,
} from '../../../rows/row.ts'
import { importing as t } from '../texts/en/importing.ts'
import { type FileRecord, recordsOf, UnreadableFile } from './records.ts'
import { cellsOf, jsonScanner, lineScanner, tableScanner } from './scanners.ts'
import type { Source } from './source.ts'

/** A row with the place of its bytes, so that a rejected one can be found again without being kept. */
export interface FileRow extends ImportRow {
  start: number
  end: number
}

/** Where reading begins, between two rows. */
export interface Position {
  offset: number
  /** The number of the next line, or the next place in a JSON array. */
  place: number
}

export interface Reading extends Source {
  columns: RowColumn[]
  /** For rows without one, in epoch milliseconds. */
  updatedAt: number
}

/** The objects of a file from a position on. @throws UnreadableFile */
export function rowsOf(file: Blob, reading: Reading, from: Position): AsyncGenerator<FileRow> {
  const problems = { tooLong: t.tooLong, cutOff: t.cutOff }
  if (reading.format === 'csv')
    return tableRows(recordsOf(file, tableScanner(reading.delimiter), from.offset, problems), reading, from.place)
  const isFirst = from.offset === reading.bodyStart
  const scanner =
    reading.format === 'ndjson' ? lineScanner() : jsonScanner(!isFirst, () => new UnreadableFile(t.notObjects))
  return jsonRows(recordsOf(file, scanner, from.offset, problems), reading, from.place)
}

async function* jsonRows(
  records: AsyncIterable<FileRecord>,
  { updatedAt }: Reading,
  first: number,
): AsyncGenerator<FileRow> {
  let place = first
  for await (const { start, end, text } of records) {
    const row = { start, end, place: place++ }
    const trimmed = text?.trim()
    if (trimmed === '') continue
    const object = trimmed === undefined ? undefined : objectIn(trimmed)
    if (!object || trimmed === undefined)
      yield {
        ...row,
        text: trimmed ?? '',
        issues: [{ path: [], message: trimmed === undefined ? t.notUtf8 : t.notJson }],
      }
    else yield { ...row, text: object.updatedAt === undefined ? withTime(trimmed, updatedAt) : trimmed, issues: [] }
  }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** The text of the object stays as it is: parsing would lose digits of numbers. */
function withTime(text: string, updatedAt: number): string {
  const inner = text.slice(1)
  return `{"updatedAt":${updatedAt}${inner.trimStart().startsWith('}') ? '' : ','}${inner}`
}

type OpenDraft = ObjectDraft & { start: number; end: number }

/** Consecutive lines with the same id are one object, if lists have columns. */
async function* tableRows(
  records: AsyncIterable<FileRecord>,
  { columns, headings, delimiter, updatedAt }: Reading,
  first: number,
): AsyncGenerator<FileRow> {
  let line = first
  let draft: OpenDraft | undefined
  const finished = ({ start, end, ...open }: OpenDraft): FileRow => {
    if (!open.object.has('updatedAt')) open.object.set('updatedAt', String(updatedAt))
    return { ...rowOf(open), start, end }
  }
  for await (const { start, end, text } of records) {
    const at = line
    line += text === undefined ? 1 : Math.max(1, text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
    const cells = text === undefined ? [] : cellsOf(text, delimiter)
    if (text !== undefined && cells.every((cell) => cell === '')) continue
    const id = cells[columns.find(({ name }) => name === 'id')?.index ?? -1] ?? ''
    if (!continues(draft, id, columns)) {
      if (draft) yield finished(draft)
      draft = { ...newDraft(id, at), start, end }
    }
    const open: OpenDraft = draft
    open.end = end
    if (text === undefined) open.issues.push({ path: [], message: t.notUtf8 })
    else if (cells.length !== headings.length)
      open.issues.push({ path: [], message: t.torn(cells.length, at, headings.length) })
    addLine(open, columns, cells, at)
  }
  if (draft) yield finished(draft)
}
