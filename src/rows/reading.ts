import type { RowFile } from './encoding.ts'
import type { Mapping, RowContext } from './mapping.ts'
import type { ImportRow, RowIssue } from './row.ts'
import type { Shelf } from './shelf.ts'
import { type RowTable, recordsOf, type TableRecord } from './table.ts'

/** An object with the records that it was made from. */
export interface TableRow extends ImportRow {
  records: TableRecord[]
}

/** The objects that records belong to by another name than their key, such as the number of an article. */
export type Aliases = ReadonlyMap<string, string>

/** A table that has been read once, and how it is read again. */
export interface TableReading {
  table: RowTable
  mapping: Mapping
  aliases: Aliases
  /** Has noted all rows of the file. */
  shelf: Shelf
}

/** Consecutive records of one object. */
interface RecordRun {
  key: string
  records: TableRecord[]
  /** The line of a record beside it that can't be read, and may belong to it. */
  doubt: number | undefined
}

/** The object of each record: one without a key is an object of its own, which is rejected. */
export function keyOf({ cells, line }: TableRecord, mapping: Mapping, aliases: Aliases): string {
  const key = mapping.keyOf(cells)
  return key === '' ? `\n${line}` : (aliases.get(key) ?? key)
}

/** Empty cells behind the last column do not count. */
function isFull(cells: string[], width: number): boolean {
  return cells.length === width || (cells.length > width && cells.slice(width).every((cell) => cell.trim() === ''))
}

/** Where the object of a record may be, if its own key can't be trusted. */
function doubtOf(
  { cells, isTorn }: TableRecord,
  { headings }: RowTable,
  mapping: Mapping,
): 'before' | 'around' | undefined {
  if (mapping.keyAt === undefined) return undefined
  // Where cells are missing or too many, those before the key may be the reason.
  if ((isTorn || !isFull(cells, headings.length)) && mapping.keyAt > 0) return 'around'
  return mapping.keyOf(cells) === '' ? 'before' : undefined
}

async function* runsOf(file: RowFile, table: RowTable, mapping: Mapping, aliases: Aliases): AsyncGenerator<RecordRun> {
  let run: RecordRun | undefined
  let doubt: number | undefined
  for await (const records of recordsOf(file, table)) {
    for (const record of records) {
      const key = keyOf(record, mapping, aliases)
      const unsure = doubtOf(record, table, mapping)
      if (run && run.key !== key) {
        if (unsure) run.doubt ??= record.line
        yield run
        run = undefined
      }
      run ??= { key, records: [], doubt }
      run.records.push(record)
      doubt = unsure === 'around' ? record.line : undefined
    }
  }
  if (run) yield run
}

/**
 * The objects of a table. Rows of one object are put together, however far apart they are: the object comes with its last row, and its
 * rows wait on the shelf.
 *
 * @throws UnreadableFile
 */
export async function* tableRows(
  file: RowFile,
  { table, mapping, aliases, shelf }: TableReading,
  context: RowContext,
): AsyncGenerator<TableRow> {
  const isAnyApart = shelf.apart() > 0
  let number = 0
  for await (const run of runsOf(file, table, mapping, aliases)) {
    number++
    const last = isAnyApart ? shelf.lastRunOf(run.key) : undefined
    if (last !== undefined && last !== number) {
      shelf.put(run.key, JSON.stringify(run))
      continue
    }
    const parts =
      last === undefined ? [run] : [...shelf.take(run.key).map((text) => JSON.parse(text) as RecordRun), run]
    const records = parts.flatMap((part) => part.records)
    const row = mapping.rowOf(records, context)
    const issues = parts.flatMap((part) => issuesOf(part, table, mapping))
    yield { ...row, issues: [...issues, ...row.issues], records }
  }
}

function issuesOf({ records, doubt }: RecordRun, { headings }: RowTable, { keyAt, keyOf: keyIn }: Mapping): RowIssue[] {
  const issues: RowIssue[] = []
  const width = headings.length
  for (const { cells, line, isTorn } of records) {
    if (isTorn) issues.push({ path: [], message: `has a quote in line ${line} that is not doubled` })
    if (keyAt !== undefined && keyIn(cells) === '')
      issues.push({ path: [], message: `has no value in the column "${headings[keyAt]}" (line ${line})` })
    if (isFull(cells, width)) continue
    // With the extra cells nothing of a rejected row is lost.
    const beyond = cells.length > width ? `: ${JSON.stringify(cells.slice(width))} is beyond the last column` : ''
    issues.push({ path: [], message: `has ${cells.length} cells in line ${line}, not ${width}${beyond}` })
  }
  if (doubt !== undefined)
    issues.push({ path: [], message: `may have a part in line ${doubt}, which can't be read: fix that line first` })
  return issues
}
