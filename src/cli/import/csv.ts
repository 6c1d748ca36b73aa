import { type Info, parse } from 'csv-parse'
import { cellKindOf, kindAt, listOf } from '../../objects/kinds.ts'
import {
  addLine,
  continues,
  type ImportRow,
  newDraft,
  type ObjectDraft,
  type RowColumn,
  type RowIssue,
  rowOf,
} from '../../rows/row.ts'
import { type Expected, through, UnreadableFile, unknownField } from './rows.ts'

/**
 * Finds the field for each heading. A heading without a field is left out, with a warning that shows the nearest name.
 *
 * @throws UnreadableFile if a required column is missing, two columns have the same name, or one column is a part of another
 */
function columnsOf(headings: string[], { fields, required, warn }: Expected): RowColumn[] {
  const columns: RowColumn[] = []
  for (const [index, heading] of headings.entries()) {
    const name = heading.trim()
    const path = name.split('.')
    const kind = name === '' ? undefined : kindAt({ fields }, path)
    if (kind) columns.push({ name, index, path, kind: cellKindOf(kind), list: listOf(fields, path) })
    else if (name !== '') warn(unknownField('Column', name, fields))
  }
  const missing = required.filter((name) => !columns.some((column) => column.name === name))
  if (missing.length > 0)
    throw new UnreadableFile(`its header line has no column ${missing.map((name) => `"${name}"`).join(' or ')}`)
  refuseOverlaps(columns.map(({ name }) => name))
  return columns
}

function refuseOverlaps(names: string[]): void {
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) !== index) throw new UnreadableFile(`it has two columns "${name}"`)
    const part = names.find((other) => other.startsWith(`${name}.`))
    if (part) throw new UnreadableFile(`its columns "${name}" and "${part}" can't be combined`)
  }
}

/**
 * Reads the objects of a CSV file with a header line. Consecutive lines with the same id are one object: each line adds an entry to
 * the lists that it has cells for. An empty cell is an omitted field.
 *
 * @param start the beginning of the text, to detect the delimiter
 */
export async function* readCsv(
  texts: AsyncIterable<string>,
  start: string,
  expected: Expected,
): AsyncGenerator<ImportRow> {
  let heading: string[] | undefined
  let columns: RowColumn[] = []
  let draft: ObjectDraft | undefined
  for await (const { record, line } of recordsOf(texts, delimiterOf(start))) {
    if (!heading) {
      heading = record
      columns = columnsOf(heading, expected)
    } else {
      const id = record[columns.find(({ name }) => name === 'id')?.index ?? -1] ?? ''
      if (!continues(draft, id, columns)) {
        if (draft) yield rowOf(draft)
        draft = newDraft(id, line)
      }
      if (record.length !== heading.length) draft.issues.push(torn(record, heading.length, line))
      addLine(draft, columns, record, line)
    }
  }
  if (draft) yield rowOf(draft)
}

/** The issue of a line with too few or too many cells. It contains the extra cells, so that nothing of a rejected row is lost. */
function torn(record: string[], width: number, line: number): RowIssue {
  const beyond = record.length > width ? `: ${JSON.stringify(record.slice(width))} is beyond the last column` : ''
  return { path: [], message: `has ${record.length} cells in line ${line}, not ${width}${beyond}` }
}

/** Spreadsheets write commas, semicolons or tabs, depending on the country. No field name contains one of them. */
function delimiterOf(start: string): string {
  return /^[\r\n]*[^,;\t\r\n]*([,;\t])/.exec(start)?.[1] ?? ','
}

interface CsvRecord {
  record: string[]
  /** The number of its first line. */
  line: number
}

async function* recordsOf(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const parser = parse({
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Spreadsheets also write a line of delimiters for a row whose cells were emptied.
    skip_records_with_empty_values: true,
  })
  let countedTwice = 0
  try {
    for await (const { record, info } of through<{ record: string[]; info: Info }>(texts, parser)) {
      const breaks = record.join().match(/\r\n|\n|\r/g) ?? []
      // The parser counts CR LF within quotes as two lines.
      countedTwice += breaks.filter((text) => text.length === 2).length
      yield { record, line: info.lines - countedTwice - breaks.length }
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throw new UnreadableFile(`it is not valid CSV from that point on (${(error as Error).message})`)
  }
}
